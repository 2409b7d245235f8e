// The start page: where it is one's turn, asked for now and then; the number in the tab and the badge.

import { localise } from "./when.js";

const OFTEN = 15000; // milliseconds, while the page is seen
const SELDOM = 60000;
const channel = new BroadcastChannel("mirabilia-turns");
const title = document.title;
let asking, etag;

export function due() {
  localise();
  count();
  for (const field of document.querySelectorAll("[data-offset]")) {
    field.form.addEventListener("submit", () => { field.value = -new Date(`${field.form.until.value}T12:00`).getTimezoneOffset(); });
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  channel.onmessage = () => plan(500); // a table has told its turn, and the badge of its own
  plan();
}

const plan = (soon = document.hidden ? SELDOM : OFTEN) => {
  clearTimeout(asking);
  asking = setTimeout(ask, soon);
};

async function ask() {
  try {
    const answer = await fetch("/turns", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (answer.status === 200) {
      etag = answer.headers.get("etag");
      show(await answer.text());
    }
    count();
  } catch {} // asked again in a while
  plan();
}

function show(html) {
  const old = document.getElementById("turns");
  const fresh = document.createRange().createContextualFragment(html).firstElementChild;
  localise(fresh);
  if (fresh.textContent === old.textContent) return;
  const before = Number(old.dataset.count);
  const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  if (Number(fresh.dataset.count) > before) document.getElementById("live").textContent = fresh.textContent.replace(/\s+/g, " ").trim();
}

function count() {
  const number = Number(document.getElementById("turns").dataset.count);
  document.title = number ? `(${number}) ${title}` : title;
  const icon = document.querySelector('link[rel="icon"]');
  icon.dataset.plain ??= icon.getAttribute("href");
  const wanted = number ? icon.dataset.turn : icon.dataset.plain;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  const badge = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // what is not installed has none
}
