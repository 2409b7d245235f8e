// A replay: slider, buttons and keys go from moment to moment; the address follows, so that it can be
// copied. What comes next is fetched before it is asked for.

import { announce, note, swap, table } from "./swap.js";
import { chains } from "./chains.js";
import { copy } from "./copying.js";

const PATIENCE = 10_000; // milliseconds
const DRAGGED = 90; // milliseconds in which the slider has to rest before a moment is fetched
const MOST_KEPT = 60;
const QUICK = 2; // seconds for a step; those who listen hear less where it goes faster
const player = document.getElementById("player");
const slider = document.getElementById("at");
const kept = new Map(); // what each address has answered
let shown = 0; // the moment that is shown or asked for
let asked = 0; // what comes for an earlier question is late
let timer = null; // of playing by itself

export function replay() {
  shown = Number(table().dataset.at);
  note(table());
  mark();
  chains();
  document.addEventListener("click", follow);
  document.addEventListener("click", copy);
  document.addEventListener("keydown", press);
  slider.addEventListener("input", drag);
  slider.form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("go").addEventListener("click", toggle);
  document.getElementById("speed").addEventListener("change", () => { if (timer) wait(); });
  addEventListener("popstate", () => go(location.href, { keep: true }));
  ahead();
}

const last = () => Number(player.dataset.last);
const bounded = (at) => Math.min(Math.max(at, 0), last());

// The address of a moment, shown like the one that is shown.
function address(at) {
  const url = new URL(location.href);
  url.searchParams.set("at", bounded(at));
  url.hash = "";
  return url.href;
}

const moment = (href) => Number(new URL(href, location.href).searchParams.get("at") ?? 0);

function fetched(href) {
  const key = new URL(href, location.href).href;
  if (!kept.has(key)) {
    const found = load(key);
    found.catch(() => kept.delete(key)); // another time perhaps
    kept.set(key, found);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(key);
}

async function load(href) {
  const answer = await fetch(href, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.error), { sentence: said.error });
  return said.html;
}

// Show what lies at an address; ``keep``: the address is there already.
async function go(href, { keep = false, quiet = false } = {}) {
  const question = ++asked;
  shown = moment(href);
  where();
  try {
    const html = await fetched(href);
    if (question !== asked) return;
    if (!keep) history.replaceState(null, "", href);
    await swap(html, true);
    if (question !== asked) return;
    document.getElementById("link-state").hidden = true;
    mark();
    announce(quiet ? table().dataset.short : table().dataset.said);
    ahead();
  } catch (error) {
    if (question !== asked) return;
    stop();
    shown = Number(table().dataset.at);
    where();
    if (error.sentence) notice(error.sentence);
    else document.getElementById("link-state").hidden = false;
  }
}

function ahead() {
  for (const at of [shown + 1, shown - 1, shown + 2]) if (at === bounded(at)) fetched(address(at)).catch(() => {});
}

// Where the slider stands, and where the buttons lead.
function where() {
  slider.value = shown;
  player.querySelector(".place-in").textContent = `${shown}/${last()}`;
}

function mark() {
  where();
  slider.setAttribute("aria-valuetext", table().dataset.short);
  const ways = { first: 0, previous: shown - 1, next: shown + 1, last: last() };
  for (const [id, at] of Object.entries(ways)) {
    const link = document.getElementById(id);
    link.href = address(at);
    link.toggleAttribute("aria-disabled", false);
    if (bounded(at) === shown) link.setAttribute("aria-disabled", "true");
  }
  for (const link of player.querySelectorAll("[data-mark]")) {
    link.href = address(link.dataset.mark);
    if (Number(link.dataset.mark) === shown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  document.getElementById("copy-moment").dataset.copy = address(shown);
}

function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-go], [data-to], [data-mark]");
  if (!link) return;
  event.preventDefault();
  if (link.matches("[data-to], [data-mark]")) stop();
  if (link.getAttribute("aria-disabled") === "true") return;
  if (link.matches("[data-go]")) return go(link.href, { quiet: timer !== null });
  step(moment(link.href));
}

function step(at) {
  if (bounded(at) !== shown) go(address(at));
}

let rests = null;

function drag() {
  stop();
  const at = Number(slider.value);
  player.querySelector(".place-in").textContent = `${at}/${last()}`;
  clearTimeout(rests);
  rests = setTimeout(() => step(at), DRAGGED);
}

const KEYS = {
  ArrowLeft: () => shown - 1,
  ArrowRight: () => shown + 1,
  Home: () => 0,
  End: () => last(),
  PageUp: () => marks().findLast((at) => at < shown) ?? 0,
  PageDown: () => marks().find((at) => at > shown) ?? last(),
};
const marks = () => [...player.querySelectorAll("[data-mark]")].map((link) => Number(link.dataset.mark));

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target, key } = event;
  if (target.matches("select, textarea, input:not([type='range'], [type='checkbox'])")) return;
  if (key === " " && !target.closest("button, a, summary, input[type='checkbox']")) {
    event.preventDefault();
    return toggle();
  }
  const side = /^[1-8]$/.test(key) && document.querySelector(`[data-side="${Number(key) - 1}"]`);
  if (side) {
    event.preventDefault();
    return go(side.href);
  }
  if (!(key in KEYS) || (target.closest(".row, .strip, .own, .log, .marks") && target.scrollWidth > target.clientWidth && key.startsWith("Arrow"))) return;
  event.preventDefault();
  stop();
  step(KEYS[key]());
}

// Playing by itself: the next moment comes when the one before has been shown for its time.
function toggle() {
  if (timer) return stop();
  if (shown === last()) shown = -1; // once more from the beginning
  player.dataset.state = "playing";
  label(player.dataset.playing);
  on();
}

async function on() {
  timer = true; // while it is being fetched
  await go(address(shown + 1), { quiet: seconds() < QUICK });
  if (!timer) return;
  if (shown === last()) return stop();
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(on, 1000 * seconds());
}

const seconds = () => Number(document.getElementById("speed").value);

function stop() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  delete player.dataset.state;
  label(player.dataset.paused);
}

function label(words) {
  document.getElementById("go").setAttribute("aria-label", words);
}

let gone;

function notice(text) {
  const box = document.getElementById("notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => { box.hidden = true; }, 5000);
}
