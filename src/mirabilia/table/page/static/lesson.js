// The bubble of a first game stands beside what it speaks of, and leaves that in sight. Folded away
// it can be opened again; who wants no more of them has them folded from then on.

import { choose, setting } from "./look.js";

const ABOUT = {
  hand: "#decide .hand",
  own: ".round > .own",
  numbers: ".mine",
  left: ".round > .left",
  right: ".round > .right",
};
const GAP = 12;
const NEEDED = 40; // pixels of it to be seen
const lesson = () => document.getElementById("lesson");

export function teach() {
  document.addEventListener("shown", begin);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-lesson]");
    if (!button) return;
    if (button.dataset.lesson === "off") choose("lessons", "off");
    lesson().open = false;
    document.querySelector('[name="card"], [name="pick"]')?.focus({ preventScroll: true });
  });
  document.addEventListener("toggle", (event) => event.target.id === "lesson" && toggled(), true);
  for (const kind of ["resize", "scroll"]) addEventListener(kind, place, { passive: true, capture: true });
  begin();
}

function begin() {
  const found = lesson();
  if (!found || "begun" in found.dataset) return;
  found.dataset.begun = "";
  found.open = setting("lessons") !== "off";
  if (found.open) bring();
  place();
}

// What it speaks of may have been scrolled away; then the bubble would lie over the hand.
function bring() {
  const { top, bottom } = target().getBoundingClientRect();
  const [first, last] = [edge("status", "bottom"), edge("decide", "top")];
  if (bottom < first + NEEDED || (top > last - NEEDED && bottom > innerHeight)) target().scrollIntoView({ block: "center" });
}

const edge = (id, side) => document.getElementById(id).getBoundingClientRect()[side];

// Who opens one by himself wants them again.
function toggled() {
  if (lesson().open && setting("lessons") === "off") choose("lessons", "on");
  place();
}

function target() {
  const found = document.querySelector(ABOUT[lesson().dataset.about]);
  return found?.checkVisibility() ? found : document.querySelector("#decide .hand");
}

function place() {
  document.querySelector(".spoken-of")?.classList.remove("spoken-of");
  if (!lesson()) return;
  const decide = document.getElementById("decide");
  lesson().style.bottom = `${innerHeight - decide.getBoundingClientRect().top + GAP / 2}px`;
  if (!lesson().open) return;
  const bubble = lesson().querySelector(".bubble");
  const about = target();
  about.classList.add("spoken-of");
  const { left: start, width: span, right: end } = about.getBoundingClientRect();
  const { top: upper, bottom: lower } = (decide.contains(about) ? decide : about).getBoundingClientRect();
  const [middle, centre] = [start + span / 2, (upper + lower) / 2];
  const [width, height] = [bubble.offsetWidth, bubble.offsetHeight];
  const [right, bottom] = [innerWidth - width - GAP / 2, innerHeight - height - GAP / 2];
  const top = document.getElementById("status").getBoundingClientRect().bottom;
  const x = clamp(middle - width / 2, GAP / 2, right);
  const y = clamp(centre - height / 2, top + GAP / 2, bottom);
  const places = [
    ["above", x, upper - GAP - height],
    ["below", x, lower + GAP],
    ["right", end + GAP, y],
    ["left", start - GAP - width, y],
  ];
  const fits = ([, left, above]) => left >= 0 && left <= right && above >= top && above <= bottom;
  const aside = ["aside", x, centre > innerHeight / 2 ? top + GAP / 2 : bottom];
  const [where, left, above] = places.find(fits) ?? aside;
  bubble.dataset.where = where;
  bubble.style.left = `${Math.max(left, GAP / 2)}px`;
  bubble.style.top = `${Math.max(above, GAP / 2)}px`;
  bubble.style.setProperty("--to-x", `${clamp(middle - left, 20, width - 20)}px`);
  bubble.style.setProperty("--to-y", `${clamp(centre - above, 20, height - 20)}px`);
}

const clamp = (value, least, most) => Math.max(least, Math.min(value, most));
