// The time left for a decision, counted down between updates; its last seconds are seen and heard.

import { announce } from "./swap.js";
import { heard } from "./turns.js";

const SHORT = 10; // seconds
let ticking;
let told = {}; // the last second that was told, of which turn

export function clock() {
  clearInterval(ticking);
  const table = document.getElementById("table");
  const shown = table.querySelector("[data-clock]");
  if (!shown) return;
  const end = performance.now() + Number(table.dataset.seconds) * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const short = left <= SHORT;
    shown.querySelector("b").textContent = left;
    shown.classList.toggle("short", short);
    shown.style.setProperty("--left", left / SHORT);
    const { turn } = table.dataset;
    if (!short || !turn || (told.turn === turn && told.left <= left)) return;
    if (told.turn !== turn) announce(shown.dataset.short);
    told = { turn, left };
    if (left) heard("tick");
  };
  tick();
  ticking = setInterval(tick, 250);
}
