// The things of a city on a score pad: found by typing some letters, shown together once picked.

const MOST = 8;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function seek(form, changed) {
  const search = form.querySelector("[data-search]");
  if (!search) return null;
  const input = search.querySelector("input");
  const list = search.querySelector("[role=listbox]");
  const status = search.querySelector("[data-found]");
  const chosen = form.querySelector("[data-chosen]");
  const labels = () => [...form.querySelectorAll(".pad-pick")];
  let active = -1;
  search.hidden = false;

  const said = (which, name) => { status.textContent = status.dataset[which].replace("{name}", name); };

  // One more of something that stands there already: that can't be, and is said, not forbidden.
  function again(name, value) {
    const last = labels().filter((label) => label.control.name === name && label.control.value === value).at(-1);
    if (!last) return;
    const copy = last.closest("li").cloneNode(true);
    last.closest("li").after(copy);
    copy.querySelector("input").checked = true;
  }

  function show() {
    const picked = labels().filter((label) => label.control.checked);
    chosen.hidden = !picked.length;
    chosen.querySelector("ul").replaceChildren(...picked.map((label) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(label.querySelector(".mini").cloneNode(true), "×");
      button.setAttribute("aria-label", `× ${label.control.getAttribute("aria-label")}`);
      button.addEventListener("click", () => {
        label.control.checked = false;
        said("gone", label.dataset.name);
        const place = [...chosen.querySelectorAll("button")].indexOf(button);
        show();
        (chosen.querySelectorAll("button")[place] ?? input).focus();
        changed();
      });
      const li = document.createElement("li");
      li.append(button);
      return li;
    }));
    for (const grid of form.querySelectorAll(".pad-grid")) {
      const count = grid.querySelector("[data-count]");
      if (count) count.textContent = grid.querySelectorAll(".pad-pick input:checked").length || "";
    }
  }

  function close() {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function find() {
    const wanted = plain(input.value.trim());
    if (!wanted) return close();
    const seen = new Set();
    const found = labels().filter((label) => {
      const key = `${label.control.name} ${label.control.value}`;
      return plain(label.dataset.name).includes(wanted) && !seen.has(key) && seen.add(key);
    });
    found.sort((one, other) => plain(other.dataset.name).startsWith(wanted) - plain(one.dataset.name).startsWith(wanted));
    list.replaceChildren(...found.slice(0, MOST).map((label, at) => {
      const option = document.createElement("li");
      option.id = `pad-found-${at}`;
      option.role = "option";
      option.label = label;
      option.setAttribute("aria-label", label.control.getAttribute("aria-label"));
      option.append(label.querySelector(".mini").cloneNode(true));
      option.append(Object.assign(document.createElement("small"), { textContent: label.dataset.row }));
      option.addEventListener("pointerdown", (event) => event.preventDefault());
      option.addEventListener("click", () => pick(label));
      return option;
    }));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (!found.length) status.textContent = status.dataset.none;
    mark(found.length ? 0 : -1);
  }

  function mark(at) {
    active = at;
    [...list.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
    if (at >= 0) input.setAttribute("aria-activedescendant", `pad-found-${at}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  function pick(label) {
    if (label.control.checked) again(label.control.name, label.control.value);
    else label.control.checked = true;
    said("picked", label.dataset.name);
    input.value = "";
    close();
    show();
    changed();
    input.focus();
  }

  input.addEventListener("input", (event) => {
    event.stopPropagation();
    find();
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : list.children.length;
    if (event.key === "Enter") {
      event.preventDefault();
      if (count && active >= 0) pick(list.children[active].label);
    } else if (event.key === "Escape" && count) {
      event.preventDefault();
      close();
    } else if (count && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      mark((active + (event.key === "ArrowDown" ? 1 : count - 1)) % count);
    }
  });
  return { again, show };
}
