// Chains: the card that is explained (pointed at, focused, pressed for long) or opened lights up its
// partners, in all cities and in the hand: those it makes free, and those that make it free.

import { everything } from "./tips.js";

const NAMED = 2; // before the cards that a card makes free, an entry has its name and its words
const NOT_ON_THE_TABLE = "#log, .ways, .dock";
let explained = null;
let lit = ""; // the card whose partners are marked

export function chains() {
  document.addEventListener("explain", ({ detail }) => {
    explained = detail?.dataset.face ?? null;
    light();
  });
  for (const kind of ["change", "keyup", "click"]) document.addEventListener(kind, () => light());
  new MutationObserver(() => light(true)).observe(document.body, { childList: true, subtree: true });
}

// ``anew``: parts of the page are new, and without marks.
async function light(anew = false) {
  const card = explained ?? document.querySelector('[name="card"]:checked')?.value ?? "";
  if (card === lit && !(anew && card)) return;
  lit = card;
  const all = card ? await everything() : {};
  if (card !== lit) return; // it took a while, and another is meant by now
  const frees = all[card]?.slice(NAMED) ?? [];
  for (const face of document.querySelectorAll("#table [data-face]")) {
    const { face: id } = face.dataset;
    if (face.closest(NOT_ON_THE_TABLE)) continue;
    if (frees.includes(id)) face.dataset.lit = "freed";
    else if (all[id]?.includes(card, NAMED)) face.dataset.lit = "frees";
    else delete face.dataset.lit;
  }
}
