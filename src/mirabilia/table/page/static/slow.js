// At a table where the time matters: moments by the reader's clock, a pause or a nudge that is heard
// of, by who listens too.

import { announce } from "./swap.js";
import { remind } from "./turns.js";
import { localise } from "./when.js";

let told = new Set();

export function wait() {
  told = new Set(halts());
  localise();
  document.addEventListener("shown", shown);
}

const halts = () => [...document.querySelectorAll("[data-halt]")].map((halt) => halt.dataset.halt);

function shown() {
  localise();
  const now = halts();
  const news = now.filter((words) => !told.has(words));
  told = new Set(now);
  if (news.length) announce(news.join(" "));
  const nudge = document.querySelector(".halt.is-nudged")?.dataset.halt;
  if (nudge && news.includes(nudge)) remind(nudge);
}
