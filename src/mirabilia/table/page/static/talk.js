// What is said at the table: a panel beside it, fetched when it is opened; lines come by the stream.
// Who does not look at it sees how many are new, and a reaction for a moment beside who sent it.

import { setting } from "./look.js";
import { announce } from "./swap.js";
import { readMark, talkKey } from "./stream.js";
import { heard } from "./turns.js";
import { locale } from "./when.js";

const MOMENT = 4000; // milliseconds that a reaction is seen
const FRESH = 10; // seconds: what was said earlier is only read
const PATIENCE = 10_000;
const LATE = 2000; // for what was sent to come back by the stream
const door = document.getElementById("talk-door");
const code = document.getElementById("table").dataset.code;
let panel = null;
let notice = () => {};
let unread = 0;
let mark = readMark(code); // how much has come

addEventListener("storage", ({ key }) => {
  if (key === talkKey(code)) count(0); // read in another tab
});
document.addEventListener("visibilitychange", () => {
  if (open() && !document.hidden) read();
  title();
});
new MutationObserver(title).observe(document.querySelector("title"), { childList: true });

const open = () => panel !== null && !panel.hidden;

export async function toggle(say) {
  notice = say;
  if (open()) return close();
  await style();
  await refresh();
  panel.hidden = false;
  door.setAttribute("aria-expanded", "true");
  read();
  scrollDown();
  const field = panel.querySelector("#say-words");
  const target = field && matchMedia("(pointer: fine)").matches ? field : panel.querySelector(".said-lines, a");
  target.focus({ preventScroll: true });
}

function close() {
  panel.hidden = true;
  door.setAttribute("aria-expanded", "false");
  door.focus({ preventScroll: true });
}

// What has come by the stream.
export async function hear(message, say) {
  notice = say;
  const box = document.createElement("template");
  box.innerHTML = message.html;
  const fresh = [...box.content.querySelectorAll(".say")];
  mark = message.mark;
  const seen = open() && !document.hidden;
  if (panel) {
    if (message.closed !== panel.querySelector(".talk").hasAttribute("data-closed")) await refresh();
    add(fresh.map((line) => line.cloneNode(true)));
  }
  const others = fresh.filter((line) => !line.matches(".own, .by-host"));
  if (seen) read();
  else count(unread + others.length);
  const now = fresh.filter((line) => message.now - Number(line.dataset.at) < FRESH);
  const told = now.filter((line) => others.includes(line));
  if (told.length && !open()) announce(told.map((line) => line.textContent.trim().replace(/\s+/g, " ")).join(" "));
  if (told.length && document.hidden && setting("talk") === "on") heard("talk");
  await style();
  for (const line of now) bubble(line);
}

function add(lines) {
  const list = panel.querySelector(".said-lines");
  if (!list) return;
  const atEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
  for (const line of lines) {
    if (list.querySelector(`[data-line="${line.dataset.line}"]`)) continue;
    list.querySelector("ol").append(line);
    panel.querySelector(".said-none")?.remove();
  }
  clocks(list);
  if (atEnd) scrollDown();
}

function scrollDown() {
  const list = panel.querySelector(".said-lines");
  if (list) list.scrollTop = list.scrollHeight;
}

function clocks(list) {
  for (const time of list.querySelectorAll("time:empty")) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
  }
}

async function refresh() {
  const answer = await fetch(door.href, { signal: AbortSignal.timeout(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok) throw new Error(answer.statusText);
  const fresh = document.adoptNode(page.querySelector(".talk"));
  panel ??= made();
  const typed = panel.querySelector("#say-words")?.value;
  const to = panel.querySelector('[name="to"]:checked')?.value;
  const folded = !panel.querySelector(".mutes")?.open;
  const focused = panel.contains(document.activeElement) ? document.activeElement.id || "panel" : null;
  panel.replaceChildren(fresh);
  mark = fresh.dataset.mark;
  const field = fresh.querySelector("#say-words");
  if (field && typed) field.value = typed;
  const choice = to && fresh.querySelector(`[name="to"][value="${to}"]`);
  if (choice) choice.checked = true;
  const away = fresh.querySelector("[data-close]");
  away.setAttribute("aria-label", away.textContent);
  away.textContent = "×";
  away.className = "button close";
  const mutes = fresh.querySelector(".mutes");
  if (mutes) mutes.open = !folded;
  const list = fresh.querySelector(".said-lines");
  if (list) clocks(list);
  scrollDown();
  if (focused) (fresh.querySelector("#say-words") ?? list)?.focus({ preventScroll: true });
}

function made() {
  const found = document.createElement("div");
  found.className = "talk-panel";
  found.id = "talk";
  found.hidden = true;
  found.setAttribute("role", "dialog");
  found.setAttribute("aria-label", door.dataset.words);
  document.body.append(found);
  found.addEventListener("keydown", (event) => {
    event.stopPropagation(); // no keys for the table
    if (event.key === "Escape") close();
  });
  found.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close]")) return;
    event.preventDefault();
    close();
  });
  found.addEventListener("submit", send);
  return found;
}

async function send(event) {
  const form = event.target;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  const data = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) return notice(said.error ?? answer.statusText);
    const field = form.querySelector("#say-words");
    if (field) field.value = "";
    if (form.matches(".saying, .reactions")) late(mark);
    else await refresh();
  } catch {
    notice(document.getElementById("link-state").textContent);
  } finally {
    delete form.dataset.busy;
  }
}

// What was sent comes by the stream, or else is fetched.
function late(before) {
  setTimeout(() => {
    if (mark === before && open()) refresh().then(read, () => {});
  }, LATE);
}

function read() {
  localStorage.setItem(talkKey(code), mark);
  count(0);
}

function count(number) {
  unread = number;
  const badge = door.querySelector("b");
  badge.hidden = !unread;
  badge.textContent = unread > 99 ? "99+" : unread;
  door.dataset.plain ??= door.getAttribute("aria-label");
  door.setAttribute("aria-label", unread ? door.dataset.new.replace("{count}", unread) : door.dataset.plain);
  title();
}

// The tab says how much is new to who looks elsewhere, if he wants that.
function title() {
  const plain = document.title.replace(/^\(\d+\) /, "");
  const wanted = unread && document.hidden && setting("talk") === "on" ? `(${unread}) ${plain}` : plain;
  if (document.title !== wanted) document.title = wanted;
}

// A reaction is seen for a moment beside who sent it.
function bubble(line) {
  const icon = line.querySelector(".said-words .icon");
  if (!icon) return;
  const { seat } = line.dataset;
  const places = document.querySelectorAll(`#table .person[data-of="${seat}"], .looking[data-seat="${seat}"], #table .side[data-of="${seat}"]`);
  const place = [...places].find((one) => one.checkVisibility() && one.getBoundingClientRect().width);
  if (!place) return;
  const found = document.createElement("span");
  found.className = "talk-bubble";
  found.setAttribute("aria-hidden", "true"); // it was announced
  found.dataset.seat = seat;
  found.append(...line.querySelector(".said-words").cloneNode(true).childNodes);
  document.querySelector(`.talk-bubble[data-seat="${seat}"]`)?.remove();
  document.body.append(found);
  const { left, bottom } = place.getBoundingClientRect();
  found.style.left = `${Math.max(4, Math.min(left, innerWidth - found.offsetWidth - 4))}px`;
  found.style.top = `${Math.max(4, Math.min(bottom + 2, innerHeight - found.offsetHeight - 4))}px`;
  setTimeout(() => found.remove(), MOMENT);
}

let styled = null;

function style() {
  styled ??= new Promise((done) => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", href: door.dataset.talkWith, onload: done, onerror: done });
    document.head.append(sheet);
  });
  return styled;
}
