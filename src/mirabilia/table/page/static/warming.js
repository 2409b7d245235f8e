// The bots are warming up: the line says how far they are, and goes when they are there. It is said
// to who listens only then.

import { announce } from "./swap.js";

const EVERY = 2000; // milliseconds
const LONGEST = 10000;

export function follow(line) {
  const ask = async () => {
    try {
      const answer = await fetch("/warming", { signal: AbortSignal.timeout(LONGEST) });
      const told = await answer.json();
      if (answer.ok) return show(told);
    } catch {
      // the server is away, and comes back
    }
    setTimeout(ask, EVERY);
  };

  const show = (told) => {
    if (told.line) line.textContent = told.line;
    if (!told.last) return setTimeout(ask, EVERY);
    if (told.line) return;
    delete document.documentElement.dataset.bots;
    announce(line.dataset.ready);
    line.remove();
  };

  setTimeout(ask, EVERY);
}
