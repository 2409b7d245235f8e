// A new state of the table takes the place of the old one: what was open stays open, what had the
// focus keeps it, and what has moved is seen to move.

import { animated } from "./look.js";

const MOST_MOVING = 60;
let running = null;

export async function swap(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fresh = document.adoptNode(parsed.getElementById("table"));
  const old = document.getElementById("table");
  const kept = keep(old);
  const told = lastLine(old);
  const change = () => {
    old.replaceWith(fresh);
    restore(fresh, kept);
  };
  running?.skipTransition();
  if (animated() && document.startViewTransition && !document.hidden) {
    const moving = moved(old, fresh);
    name(old, moving);
    running = document.startViewTransition(() => {
      name(fresh, moving);
      change();
    });
    const quietly = () => {};
    running.ready.catch(quietly); // rejected when skipped
    running.finished.catch(quietly).finally(() => name(fresh, new Set()));
    await running.updateCallbackDone;
  } else {
    change();
  }
  document.title = fresh.dataset.title;
  tell(old, fresh, told);
}

export const skip = () => running?.skipTransition();

// What is seen to move: cards of the hand, and everything that is new or no longer there.
function moved(old, fresh) {
  const before = keysOf(old);
  const after = keysOf(fresh);
  const found = new Set();
  for (const key of new Set([...before, ...after])) {
    const both = before.has(key) && after.has(key);
    const same = both && text(old, key) === text(fresh, key) && !inHand(old, key);
    if (!same && found.size < MOST_MOVING) found.add(key);
  }
  return found;
}

const keyed = (main) => [...main.querySelectorAll("[data-key]")];
const keysOf = (main) => new Set(keyed(main).map((element) => element.dataset.key));
const byKey = (main, key) => main.querySelector(`[data-key="${CSS.escape(key)}"]`);
const text = (main, key) => byKey(main, key)?.textContent;
const inHand = (main, key) => Boolean(byKey(main, key)?.closest(".hand"));

function name(main, keys) {
  const used = new Set();
  for (const element of keyed(main)) {
    const key = element.dataset.key;
    const moves = keys.has(key) && !used.has(key);
    used.add(key);
    element.style.viewTransitionName = moves ? `k-${key.replace(/[^\w-]/g, "_")}` : "";
  }
}

function keep(main) {
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  return {
    focus: focused && (focused.id ? `#${CSS.escape(focused.id)}` : path(focused)),
    card: main.querySelector('[name="card"]:checked')?.value,
    step: main.querySelector('[name="step"]')?.value,
    open: new Map([...main.querySelectorAll("details[data-keep]")].map((part) => [part.dataset.keep, part.open])),
    popover: main.querySelector(":popover-open")?.id,
    scroll: [...main.querySelectorAll(".log, .row, .strip, .options")].map((part) => [part.className, part.scrollLeft, part.scrollTop]),
  };
}

// A control by what it sends.
function path(element) {
  if (!element.name) return null;
  const value = element.value ? `[value="${CSS.escape(element.value)}"]` : "";
  return `[name="${CSS.escape(element.name)}"]${element.matches("button") ? value : ""}`;
}

function restore(main, kept) {
  for (const part of main.querySelectorAll("details[data-keep]")) {
    if (kept.open.has(part.dataset.keep)) part.open = kept.open.get(part.dataset.keep);
  }
  if (kept.popover) document.getElementById(kept.popover)?.showPopover?.();
  const sameStep = main.querySelector('[name="step"]')?.value === kept.step;
  if (kept.card && sameStep) {
    const card = main.querySelector(`[name="card"][value="${CSS.escape(kept.card)}"]`);
    const chosen = main.querySelector(".is-chosen");
    if (card && !chosen) card.checked = true;
  }
  for (const [className, left, top] of kept.scroll) {
    const part = main.getElementsByClassName(className)[0];
    if (part) part.scrollTo(left, top);
  }
  const log = main.querySelector(".log");
  if (log) log.scrollTop = log.scrollHeight;
  if (kept.focus) {
    const again = main.querySelector(kept.focus) ?? main.querySelector('[name="card"]') ?? main.querySelector("#decide");
    again?.focus({ preventScroll: true });
  }
}

const lines = (main) => [...main.querySelectorAll("#log [data-n]")];
const lastLine = (main) => Math.max(-1, ...lines(main).map((line) => Number(line.dataset.n)));

// What happened since, and whether it is one's turn, for those who listen.
function tell(old, fresh, told) {
  const said = lines(fresh).filter((line) => Number(line.dataset.n) > told).map((line) => line.textContent.trim());
  if (fresh.classList.contains("deciding") && said.length) {
    said.push(fresh.querySelector(".awaited")?.textContent.trim() ?? "");
  }
  if (said.length) announce(said.join(" "));
}

export function announce(words) {
  document.getElementById("live").textContent = words;
}
