// A new state of the table takes the place of the old one, part by part: what has not changed is
// left alone, what was open stays open, what had the focus keeps it, and what has moved is seen to
// move.

import { animated, setting } from "./look.js";

const PARTS = [".status", ".strip", ".round > .left", ".round > .own", ".round > .right", ".round > .log", "#lesson", "#decide"];
const MOST_MOVING = 60;
const written = new WeakMap(); // each part as the server wrote it
let running = null; // what is seen to move
let waiting = null; // the newest state that came meanwhile
let shown = Promise.resolve(); // once it is in the page
let changing = Promise.resolve(); // until the page is as it was last told to be

export const table = () => document.getElementById("table");

export function note(main) {
  for (const selector of PARTS) {
    const part = main.querySelector(selector);
    if (part) written.set(part, part.outerHTML);
  }
}

// Show a new state: at once, cutting short what moves, if the reader has asked for it; otherwise
// when nothing moves any more, and then only the newest.
export function swap(html, atOnce = false) {
  if (waiting !== null && !atOnce) waiting = html;
  else shown = take(html, atOnce);
  return shown;
}

export const settled = () => shown;

async function take(html, atOnce) {
  if (running && !atOnce) {
    waiting = html;
    await running.finished.catch(() => {});
    if (waiting === null) return; // something newer is shown
    html = waiting;
  }
  waiting = null;
  skip();
  changing = changing.catch(() => {}).then(() => show(html)); // compared with what stands by then
  await changing;
}

export const skip = () => running?.skipTransition();

async function show(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fresh = document.adoptNode(parsed.getElementById("table"));
  note(fresh);
  const old = table();
  if (isOlder(fresh, old)) return;
  const told = lastLine(old);
  const pairs = changes(old, fresh);
  const news = lines(fresh).filter((line) => Number(line.dataset.n) > told);
  const change = () => {
    const kept = keep(old); // as it is now: an animation begins a little later
    if (pairs) patch(old, fresh, pairs);
    else old.replaceWith(fresh);
    mark(table());
    restore(table(), kept);
  };
  if ((news.length || !pairs) && animated() && document.startViewTransition && !document.hidden) {
    await animate(old, moved(old, fresh), change);
  } else {
    change();
  }
  document.title = table().dataset.title;
  tell(news);
}

// What was fetched may have been overtaken; but who has lost his seat is shown an earlier state.
const isOlder = (fresh, old) => Number(fresh.dataset.version) < Number(old.dataset.version) && !fresh.querySelector(".watch");

async function animate(old, moving, change) {
  name(old, moving);
  const transition = document.startViewTransition(() => {
    change();
    name(table(), moving);
  });
  running = transition;
  transition.ready.catch(() => {}); // refused when skipped
  transition.finished.catch(() => {}).finally(() => {
    if (running !== transition) return;
    running = null;
    name(table(), new Set());
  });
  await transition.updateCallbackDone;
}

// The parts that differ, each with its successor; null if the whole page is another.
function changes(old, fresh) {
  const found = [];
  for (const selector of PARTS) {
    const before = old.querySelector(selector);
    const after = fresh.querySelector(selector);
    if (!before !== !after) return null;
    if (before && written.get(before) !== written.get(after)) found.push([before, after]);
  }
  const playing = [old, fresh].every((main) => main.classList.contains("playing"));
  return playing ? found : null;
}

function patch(old, fresh, pairs) {
  for (const [before, after] of pairs) before.replaceWith(after);
  old.className = fresh.className;
  for (const key of Object.keys(old.dataset)) if (!(key in fresh.dataset)) delete old.dataset[key];
  Object.assign(old.dataset, fresh.dataset);
}

// Who is awaited, and who has decided.
const STATES = { t: "thinking", d: "decided", q: "quiet" };

function mark(main) {
  const { states = "" } = main.dataset;
  for (const one of main.querySelectorAll("[data-of]")) one.dataset.state = STATES[states[one.dataset.of]] ?? "quiet";
  const only = main.querySelectorAll(".decision");
  if (only.length === 1) choose(only[0], main.dataset.chosen);
}

// What the reader has chosen is marked in his hand, and what was open is closed.
function choose(decision, chosen = "") {
  if ((decision.dataset.chosen ?? "") === chosen) return;
  decision.dataset.chosen = chosen;
  decision.classList.toggle("done", chosen !== "");
  for (const input of decision.querySelectorAll('[name="card"], [name="pick"]')) {
    input.closest(".hand-card, .option").classList.toggle("is-chosen", input.value === chosen);
    if (chosen) input.checked = false;
  }
  if (chosen) decision.querySelector(".hint-box")?.remove();
}

// Within a step: who is awaited, and what the reader has chosen, if that has changed. Everything else
// stays.
export function advance(message) {
  const main = table();
  const kept = keep(main);
  const { version, states, title, turn, chosen, own } = message;
  Object.assign(main.dataset, { version, states, title });
  document.title = title;
  put(main.dataset, "turn", turn);
  main.classList.toggle("deciding", turn !== null);
  if (own !== undefined) {
    put(main.dataset, "chosen", chosen || null);
    choice(main.querySelector("#decide > .head"), own);
  }
  mark(main);
  for (const words of main.querySelectorAll(".awaited, .waiting")) words.textContent = message.awaited;
  main.querySelector(".awaited").classList.toggle("you", turn !== null);
  for (const part of [".status", "#decide"]) written.delete(main.querySelector(part)); // no longer so
  if (own !== undefined) restore(main, kept);
}

function put(dataset, key, value) {
  if (value === null) delete dataset[key];
  else dataset[key] = value;
}

// What the reader was asked, or has chosen, and the hint beside it.
function choice(head, html) {
  const fresh = document.createRange().createContextualFragment(html);
  head.querySelector(":scope > .said").replaceWith(fresh.querySelector(".said"));
  head.querySelector(":scope > .hint")?.remove();
  head.append(...fresh.querySelectorAll(".hint"));
}

// What is seen to move: cards of the hand, and everything that is new or no longer the same.
function moved(old, fresh) {
  const before = byKey(old);
  const after = byKey(fresh);
  const found = new Set();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(key), after.get(key)];
    const same = one && other && one.textContent === other.textContent && !one.closest(".hand");
    if (!same && found.size < MOST_MOVING) found.add(key);
  }
  return found;
}

const keyed = (main) => [...main.querySelectorAll("[data-key]")];
const byKey = (main) => new Map(keyed(main).map((element) => [element.dataset.key, element]));

function name(main, keys) {
  const used = new Set();
  for (const element of keyed(main)) {
    const key = element.dataset.key;
    const moves = keys.has(key) && !used.has(key) && element.checkVisibility() && inSight(element);
    if (moves) used.add(key);
    element.style.viewTransitionName = moves ? `k-${key.replace(/[^\w-]/g, "_")}` : "";
    element.style.viewTransitionClass = element.closest(".hand") ? "hand" : "laid";
  }
}

// What lies outside of the part that scrolls would be seen to move over others.
function inSight(element) {
  const frame = element.closest(SCROLLED)?.getBoundingClientRect();
  if (!frame) return true;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom;
}

function keep(main) {
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  return {
    focus: focused && (focused.id ? `#${CSS.escape(focused.id)}` : path(focused)),
    card: main.querySelector(':is([name="card"], [name="pick"]):checked')?.value,
    step: main.querySelector('[name="step"]')?.value,
    open: new Map([...main.querySelectorAll("details[data-keep]")].map((part) => [part.dataset.keep, part.open])),
    popover: main.querySelector(":popover-open")?.id,
    typed: [...main.querySelectorAll("input[id][maxlength]")].filter((input) => input.value !== input.defaultValue),
    scroll: [...main.querySelectorAll(SCROLLED)].map((part) => [part.className, part.scrollLeft, part.scrollTop]),
  };
}

const SCROLLED = ".own, .neighbour, .row, .strip, .options, .sides";

// A control by what it sends.
function path(element) {
  if (!element.name) return null;
  const value = element.value ? `[value="${CSS.escape(element.value)}"]` : "";
  return `[name="${CSS.escape(element.name)}"]${element.matches("button") ? value : ""}`;
}

function restore(main, kept) {
  for (const part of main.querySelectorAll("details[data-keep]")) {
    const { keep } = part.dataset;
    if (kept.open.has(keep) && !keep.startsWith("chapter")) part.open = kept.open.get(keep);
  }
  if (kept.popover) {
    const again = document.getElementById(kept.popover);
    if (again && !again.matches(":popover-open")) again.showPopover();
  }
  for (const { id, value } of kept.typed) {
    const again = document.getElementById(id);
    if (again) again.value = value;
  }
  reopen(main, kept);
  for (const [className, left, top] of kept.scroll) {
    main.getElementsByClassName(className)[0]?.scrollTo(left, top);
  }
  const log = main.querySelector(".log");
  log?.scrollTo(0, log.querySelector(".conflicts") ? 0 : log.scrollHeight);
  if (kept.focus && !main.contains(document.activeElement)) {
    const found = [kept.focus, ".is-chosen input", '[name="card"], [name="pick"]', "#decide"].map((one) => main.querySelector(one));
    found.find((one) => one?.checkVisibility())?.focus({ preventScroll: true });
  }
}

// The card that was open stays so, while the same decision is asked for.
function reopen(main, kept) {
  const same = main.querySelector('[name="step"]')?.value === kept.step;
  if (!kept.card || !same || main.querySelector(".is-chosen")) return;
  const card = main.querySelector(`:is([name="card"], [name="pick"])[value="${CSS.escape(kept.card)}"]`);
  if (card) card.checked = true;
}

const lines = (main) => [...main.querySelectorAll("#log [data-n]")];
const lastLine = (main) => Math.max(-1, ...lines(main).map((line) => Number(line.dataset.n)));

// What happened since, and whether it is one's turn, for those who listen.
function tell(news) {
  if (!news.length) return;
  const said = news.map((line) => line.textContent.trim());
  const main = table();
  if (main.classList.contains("deciding")) said.push(main.querySelector(".awaited")?.textContent.trim() ?? "");
  if (setting("lessons") !== "off") said.push(...[...main.querySelectorAll("#lesson .bubble > :not(.lesson-ends)")].map((one) => one.textContent));
  announce(said.join(" "));
}

export function announce(words) {
  document.getElementById("live").textContent = words;
}
