// Another language, in the middle of whatever somebody does: the page is asked for anew, and what was
// typed, chosen or open on it is so again.

import { setting, tellLanguage } from "./look.js";

const KEY = "mirabilia.place";
const PATIENCE = 5000; // milliseconds for a panel to come
const LONGEST = 100_000; // letters of what is kept

// Before the form of the menu is sent.
export function keepPlace(menu) {
  menu.querySelector(".tongues").addEventListener("submit", () => note({ tells: true }));
}

// Another tab has changed the language. What tables show comes to all of them by one stream.
export function follow() {
  if (!document.getElementById("table")) return;
  note({});
  location.reload();
}

const inputs = () => [...document.querySelectorAll("input:not([type=hidden], [type=password]), textarea, select")].filter((one) => !one.closest(".menu"));
const folds = () => [...document.querySelectorAll("main details")];
const step = () => document.querySelector('[name="step"]')?.value;

// What is not as the server wrote it, by the form, the name and, of those that are called alike, the number.
function note(more) {
  const changed = [];
  for (const [key, one] of numbered(inputs(), nameOf)) {
    if (one.matches("[type=radio], [type=checkbox]")) {
      if (one.checked !== one.defaultChecked && (one.checked || one.type === "checkbox")) changed.push([key, one.checked]);
    } else if (one.matches("select")) changed.push([key, one.value]);
    else if (one.value !== one.defaultValue) changed.push([key, one.value]);
  }
  const place = {
    ...more,
    path: location.pathname,
    step: step(),
    changed,
    open: [...numbered(folds(), foldOf)].map(([key, one]) => [key, one.open]),
    talks: Boolean(document.querySelector("#talk:not([hidden])")),
    scroll: [scrollX, scrollY],
  };
  const text = JSON.stringify(place);
  if (text.length < LONGEST) sessionStorage.setItem(KEY, text);
}

const nameOf = (one) => [one.form?.getAttribute("action"), one.name || one.id, one.matches("[type=radio], [type=checkbox]") && one.value].join("|");
const foldOf = (one) => one.dataset.keep ?? one.className;

function numbered(elements, named) {
  const counts = new Map();
  const found = new Map();
  for (const one of elements) {
    const name = named(one);
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    found.set(`${name}|${number}`, one);
  }
  return found;
}

// On the page in the new language.
export async function restore() {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!text) return;
  const place = JSON.parse(text);
  if (place.tells) told();
  if (place.path !== location.pathname) return;
  if (place.talks) await talk();
  const parts = numbered(folds(), foldOf);
  for (const [key, open] of place.open) if (parts.has(key)) parts.get(key).open = open;
  const there = numbered(inputs(), nameOf);
  for (const [key, value] of place.changed) {
    const one = there.get(key);
    if (one && (place.step === step() || !one.closest("#decide"))) put(one, value); // still asked
  }
  scrollTo(...place.scroll);
}

function put(one, value) {
  if (typeof value === "boolean") one.checked = value;
  else one.value = value;
  one.dispatchEvent(new Event(typeof value === "boolean" || one.matches("select") ? "change" : "input", { bubbles: true }));
}

// Who else speaks to the reader: his other tabs, the page for when there is no connection, notices.
function told() {
  tellLanguage();
  navigator.serviceWorker?.controller?.postMessage("language");
  if (setting("notify") === "push") import("./push.js").then(({ renew }) => renew());
}

async function talk() {
  document.getElementById("talk-door").click();
  const late = performance.now() + PATIENCE;
  while (!document.querySelector("#talk:not([hidden])") && performance.now() < late) {
    await new Promise((done) => setTimeout(done, 50));
  }
}
