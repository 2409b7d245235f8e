// The time left for a decision, counted down between updates; its last seconds are seen and heard. A
// clock of hours or days is told in words, and ticks only in its last hour.

import { announce } from "./swap.js";
import { heard } from "./turns.js";

const SHORT = 10; // seconds
const QUICK = 300; // seconds: a shorter clock shows nothing but seconds
const HOUR = 3600;
const UNITS = [["day", 86400], ["hour", HOUR], ["minute", 60]];
let ticking;
let told = {}; // the last second that was told, of which turn

export function clock() {
  clearInterval(ticking);
  const table = document.getElementById("table");
  const shown = table.querySelector("[data-clock]");
  if (!shown) return;
  const runs = "seconds" in table.dataset;
  shown.style.visibility = runs ? "" : "hidden"; // while bots decide; its place stays
  if (!runs) return;
  const all = Number(shown.dataset.ofAll);
  const end = performance.now() + Number(table.dataset.seconds) * 1000;
  const face = shown.querySelector("b");
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const short = left <= SHORT;
    const words = all < QUICK ? String(left) : left < HOUR ? minutes(left) : inWords(left);
    if (face.textContent !== words) face.textContent = words;
    if ("stands" in shown.dataset) return;
    shown.classList.toggle("short", short);
    shown.style.setProperty("--left", left / SHORT);
    const { turn } = table.dataset;
    if (!short || !turn || (told.turn === turn && told.left <= left)) return;
    if (told.turn !== turn) announce(shown.dataset.short);
    told = { turn, left };
    if (left) heard("tick");
  };
  tick();
  if (!("stands" in shown.dataset)) ticking = setInterval(tick, 250);
}

const minutes = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

// The two largest units: 2d 3h.
function inWords(left) {
  const first = left >= UNITS[0][1] ? 0 : 1;
  let rest = left;
  return UNITS.slice(first, first + 2)
    .map(([unit, size]) => {
      const number = Math.floor(rest / size);
      rest %= size;
      return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "narrow" }).format(number);
    })
    .join(" ");
}
