// The keyboard: arrows go through the hand (as in any group of radio buttons), Enter goes to what
// can be done with a card, a number does it, Escape closes.

import { skip } from "./swap.js";

const CHOICES = '[name="card"], [name="pick"]';

export function keys() {
  document.addEventListener("keydown", press);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("form")) setTimeout(skip); // first let the click do what it does
  });
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return close(event);
  const typing = event.target.matches('input:not([type="radio"]), select, textarea');
  if (event.key === "Enter" && event.target.matches(CHOICES)) {
    event.preventDefault();
    event.target.checked = true;
    ways()[0]?.focus();
    return;
  }
  if (typing || !/^[1-9]$/.test(event.key)) return;
  const at = Number(event.key) - 1;
  const button = ways()[at];
  if (button) {
    event.preventDefault();
    button.click();
    return;
  }
  const card = document.querySelectorAll(".decision:not(.done) :is([name='card'], [name='pick'])")[at];
  if (card && !ways().length) {
    event.preventDefault();
    card.checked = true;
    card.focus();
  }
}

// The buttons of what can be done now: with the opened card, or the options of another decision.
function ways() {
  const decision = document.querySelector(".decision:not(.done)") ?? document.querySelector(".decision");
  if (!decision) return [];
  const all = decision.querySelectorAll(".ways button, .dock button");
  return [...all].filter((button) => button.checkVisibility());
}

function close(event) {
  skip();
  const opened = document.querySelector(`:is(${CHOICES}):checked`);
  if (!opened || document.querySelector(":popover-open:not(#tip)")) return;
  event.preventDefault();
  opened.checked = false;
  opened.focus();
}
