// A new table: what can't be together can't be picked, and a line says why.

export function guide(form) {
  const reasons = form.querySelector("[data-reasons]").content;
  const reason = (key) => reasons.querySelector(`[data-reason="${key}"]`).textContent;
  const all = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const value = (name) => all(name).find((input) => input.checked)?.value;
  const why = (key, text) => { form.querySelector(`[data-why="${key}"]`).textContent = text; };

  function check(changed) {
    const players = Number(value("players"));
    if (changed === "players" && (players === 2 || players === 8)) {
      for (const input of all("edition")) input.checked = input.value === "1st";
      for (const input of all("expansion")) {
        if (players === 2) input.checked = false;
        else if (input.value === "armada") input.checked = true;
      }
    }
    const edition = value("edition");
    const chosen = new Set(all("expansion").filter((input) => input.checked).map((input) => input.value));
    if (players === 2 && (edition !== "1st" || chosen.size) || players === 8 && (edition !== "1st" || !chosen.has("armada"))) {
      for (const input of all("players")) input.checked = input.value === "4";
      return check("");
    }
    why("players", players === 2 ? reason("two") : players === 8 ? reason("eight") : "");

    const even = [4, 6, ...(edition === "1st" ? [8] : [])].includes(players);
    const teams = even && (chosen.has("cities") || chosen.has("armada"));
    for (const input of all("teams")) {
      input.disabled = !teams;
      if (!teams) input.checked = false;
    }
    why("teams", teams ? "" : reason("teams"));

    for (const part of form.querySelectorAll("[data-needs]")) {
      part.hidden = !chosen.has(part.dataset.needs);
      if (part.hidden) for (const input of part.querySelectorAll("input")) input.checked = input.value === "standard";
    }
    for (const label of form.querySelectorAll("[data-edition]")) {
      label.hidden = label.dataset.edition !== edition;
      const input = label.querySelector("input");
      if (label.hidden && input.checked) all("sides")[0].checked = true;
    }
  }

  form.addEventListener("change", (event) => check(event.target.name));
  check("");
}
