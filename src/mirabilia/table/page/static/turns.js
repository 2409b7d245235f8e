// One's turn, told to who looks elsewhere: by the tab's icon and badge, a sound, a notification. Each
// is told once in a browser, however many tabs show the table, and not to who sees it come about by
// his own doing.

import { setting } from "./look.js";
import { announce } from "./swap.js";

const OWN = 3000; // milliseconds: what comes so soon after something was sent is one's own doing
const DUE = "mirabilia-due:";
const LOOKED = "mirabilia-looked:";
const main = () => document.getElementById("table");
const channel = new BroadcastChannel("mirabilia-turns");
let code, owes, looks;
let acted = -Infinity;
let playing = false;
let notified = null;

export function turns() {
  code = main().dataset.code;
  owes = sign(DUE + code, () => {
    channel.postMessage("due");
    elsewhere();
  });
  looks = sign(LOOKED + code, () => {});
  document.addEventListener("submit", () => { acted = performance.now(); });
  channel.onmessage = elsewhere;
  for (const kind of ["focus", "blur"]) addEventListener(kind, look);
  document.addEventListener("visibilitychange", look);
  look();
  turn();
}

const looking = () => document.visibilityState === "visible" && document.hasFocus();

function look() {
  looks(looking());
  if (!looking()) return;
  hush();
  elsewhere();
}

// What the page shows has changed.
export async function turn() {
  const { turn: owed } = main().dataset;
  const icon = document.querySelector('link[rel="icon"]');
  icon.dataset.plain ??= icon.href;
  const wanted = owed ? icon.dataset.turn : icon.dataset.plain;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  owes(Boolean(owed));
  if (!owed) hush();
  const wasPlaying = playing;
  playing = main().classList.contains("playing");
  if (wasPlaying && main().classList.contains("over")) return heard("over");
  if (!owed || (!looking() && (await signs(LOOKED)).has(code)) || !(await first(Number(owed)))) return;
  if (looking() && performance.now() - acted < OWN) return;
  heard("turn");
  if (!looking()) notify();
}

export async function heard(name) {
  if (setting("sound") === "on") (await import("./sound.js")).play(name);
}

const tag = () => `mirabilia-${code}`;

function hush() {
  notified?.close();
  if (setting("notify") === "push") import("./push.js").then((push) => push.hush(tag()));
}

// Somebody wants the reader to know that all wait for him.
export async function remind(words) {
  if (!looking() && (await signs(LOOKED)).has(code)) return;
  heard("turn");
  if (!looking()) notify(words);
}

function notify(words) {
  if (setting("notify") === "off" || window.Notification?.permission !== "granted") return;
  const said = (part) => main().querySelector(part)?.textContent.trim();
  const title = words ?? said(".awaited") ?? said("h1") ?? document.title;
  const data = { path: `/t/${code}`, step: Number(main().dataset.turn) };
  const about = { body: `${said(".when") ?? ""} · ${code}`, tag: tag(), data };
  try {
    notified = new Notification(title, about);
    notified.onclick = () => { focus(); notified.close(); };
  } catch { // on a telephone only the worker can
    navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, about)).catch(() => {});
  }
}

// Whether a turn is told for the first time; steps are numbered upwards, also when one is taken back.
function first(step) {
  const take = () => {
    if (Number(localStorage.getItem(toldKey()) ?? -1) >= step) return false;
    localStorage.setItem(toldKey(), step);
    return true;
  };
  return navigator.locks ? navigator.locks.request(toldKey(), take) : take();
}

const toldKey = () => `mirabilia.told.${code}`;

export const forgetTurns = () => localStorage.removeItem(toldKey());

// A lock that is held as long as something is so: other tabs see it, and it ends with this one.
function sign(name, changed) {
  let release = null;
  return (is) => {
    if (!navigator.locks || is === Boolean(release)) return;
    release?.();
    release = null;
    if (!is) return;
    const held = new Promise((done) => { release = done; });
    const hold = () => {
      changed();
      return held;
    };
    navigator.locks.request(name, { mode: "shared" }, hold).then(changed);
  };
}

async function signs(kind) {
  const { held } = (await navigator.locks?.query()) ?? { held: [] };
  return new Set(held.filter(({ name }) => name.startsWith(kind)).map(({ name }) => name.slice(kind.length)));
}

// At how many tables it is one's turn, for the badge; and the way to another one of them.
async function elsewhere() {
  const due = await signs(DUE);
  const badge = due.size ? navigator.setAppBadge?.(due.size) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // what is not installed has none
  due.delete(code);
  const link = document.getElementById("elsewhere");
  if (link.hidden && due.size) announce(link.ariaLabel);
  link.hidden = !due.size;
  if (due.size) link.href = `/t/${[...due][0]}`;
}
