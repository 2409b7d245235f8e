// Whatever has words explains itself: when pointed at, focused, or pressed for a while.

const DELAY = 350;
const LONG_PRESS = 450;
let tip, timer, shown;
let pressed = false; // for long, and not yet let go
let pinned = false; // what is shown leads on, and stays until something else is done
let dictionary = null;

export function explain() {
  tip = document.getElementById("tip");
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !pinned) later(explained(event.target), DELAY);
  });
  document.addEventListener("pointerout", (event) => {
    const next = event.relatedTarget;
    if (event.pointerType === "mouse" && !pinned && !(next instanceof Element && explained(next))) hide();
  });
  document.addEventListener("pointerdown", (event) => {
    pressed = false;
    if (tip.contains(event.target)) return;
    hide();
    if (event.pointerType !== "mouse") later(explained(event.target), LONG_PRESS, true);
  });
  for (const kind of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(kind, (event) => {
      if (event.pointerType !== "mouse" && !shown) clearTimeout(timer);
    });
  }
  document.addEventListener("click", (event) => {
    if (!pressed) return;
    pressed = false; // a long press has explained: it does nothing else
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest("#tip a")) hide();
    const found = !event.target.closest(CONTROLS) && explained(event.target);
    if (found) pin(found); // a tap that does nothing else explains
  });
  document.addEventListener("contextmenu", (event) => {
    if (shown && explained(event.target)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) later(explained(event.target), DELAY);
  });
  document.addEventListener("focusout", (event) => {
    if (!tip.contains(event.relatedTarget)) hide();
  });
  const scrolled = () => { if (shown) hide(); }; // what the focus scrolls to may still explain itself
  document.addEventListener("scroll", scrolled, { passive: true, capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) hide();
    if (event.key === "Enter" && event.target.matches("[data-face][tabindex]")) pin(event.target).then(() => tip.querySelector("a")?.focus());
  });
}

const CONTROLS = "a, button, input, label, select, summary";
const EXPLAINED = "[data-words], [data-face], [data-stage], [data-space], .board-title, .track-name, .count";

// A control is explained by the card it stands for, a buried leader by its grave, a player further
// away by all that is shown of him.
function explained(element) {
  if (element.matches(".far-open")) return element;
  const found = element.closest(".buried") ?? element.closest(EXPLAINED);
  return found ?? element.closest(".hand-card, .option > label")?.querySelector(EXPLAINED);
}

function later(element, delay, touched = false) {
  clearTimeout(timer);
  if (element === shown) return;
  hide();
  if (element) {
    timer = setTimeout(() => {
      pressed = touched;
      show(element, touched);
    }, delay);
  }
}

// By a click or a tap: it stays, with a way to more of it.
function pin(element) {
  clearTimeout(timer);
  hide();
  return show(element, true);
}

async function show(element, leads) {
  const said = await words(element);
  if (!said || !element.isConnected) return;
  tip.replaceChildren();
  if (said.name) {
    const name = document.createElement("b");
    name.textContent = said.name;
    tip.append(name);
  }
  tip.append(said.words);
  leadOn(more(element), leads);
  tip.showPopover();
  place(element.getBoundingClientRect());
  shown = element;
  tell();
}

// A link cannot be followed by who only points at something: he is told that a click keeps it.
function leadOn(address, leads) {
  pinned = Boolean(address && leads);
  tip.toggleAttribute("data-pinned", pinned);
  tip.toggleAttribute("data-leads", Boolean(address && !leads));
  tip.role = pinned ? "group" : "tooltip";
  if (!pinned) return;
  const way = document.createElement("a");
  Object.assign(way, { href: address, target: "_blank", rel: "noopener" }).dataset.open = "";
  way.textContent = address.startsWith("/rules") ? tip.dataset.rules : tip.dataset.page;
  tip.append(way);
}

// Where there is more about it: its page, or where the rules speak of it. Not while another window
// lies over the table, for nothing else can be reached then.
function more(element) {
  if (document.querySelector("dialog[open]")) return null;
  const { face } = (element.matches(".buried") ? element.querySelector("[data-face]") : element).dataset;
  const { rule } = element.closest("[data-rule]")?.dataset ?? {};
  if (rule) return `/rules#${rule}`;
  const whole = element.closest("[data-board], [data-shipyard]")?.dataset;
  const id = face ?? whole?.board?.split(":")[0] ?? whole?.shipyard;
  const edition = document.querySelector("[data-words-url]")?.dataset.wordsUrl.split("/")[2];
  return id && edition ? `/cards/${id}#${edition}` : null;
}

// Others go by what is explained: cards light up that belong together.
const tell = () => document.dispatchEvent(new CustomEvent("explain", { detail: shown }));

// What stands with the element, else in the dictionary, else what it is called.
async function words(element) {
  const { words, name } = element.dataset;
  if (element.matches(".far-open")) return told(element.closest(".far"));
  if (words) return { name, words };
  const said = words === "" && element.querySelector(".sr")?.textContent.trim();
  if (said) return { name, words: said };
  const found = (await everything())[key(element)];
  if (found) return { name: found[0], words: found[1] };
  const label = element.getAttribute("aria-label");
  return label && { words: label };
}

// All that is shown of a player further away, line by line, each after its number.
function told(far) {
  const shown = [...far.querySelectorAll("[data-words], .count")].filter((one) => !one.closest("[popover]"));
  const lines = shown.map((one) => {
    const number = one.querySelector(":scope > b")?.textContent ?? (one.matches(".tok") ? one.textContent : "");
    return `${number} ${one.dataset.words ?? one.getAttribute("aria-label")}`.trim();
  });
  return { name: far.querySelector(".wonder-name").textContent, words: lines.join("\n") };
}

function key(element) {
  const { face, stage, space } = element.dataset;
  if (face) return face;
  if (space) return "";
  const whole = element.closest("[data-board], [data-shipyard]")?.dataset ?? {};
  return `${whole.board ?? whole.shipyard}${stage ? `#${stage}` : ""}`;
}

// All names and words, by what they are of; fetched when first asked for.
export const everything = () => (dictionary ??= load());

async function load() {
  const address = document.querySelector("[data-words-url]")?.dataset.wordsUrl;
  if (!address) return {};
  try {
    return await (await fetch(address)).json();
  } catch {
    dictionary = null;
    return {};
  }
}

function place(box) {
  const own = tip.getBoundingClientRect();
  const gap = 8;
  const above = box.top - own.height - gap;
  const top = above > gap ? above : Math.min(box.bottom + gap, innerHeight - own.height - gap);
  const left = box.left + box.width / 2 - own.width / 2;
  tip.style.top = `${Math.max(gap, top)}px`;
  tip.style.left = `${Math.max(gap, Math.min(left, innerWidth - own.width - gap))}px`;
}

export function hide() {
  clearTimeout(timer);
  if (!shown) return;
  shown = null;
  pinned = false;
  tip.hidePopover();
  tell();
}
