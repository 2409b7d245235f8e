// A score pad: what is written is kept as one types, counted by the server, and shown at once.
// Until the server has answered, what was written stays in this browser.

import { seek } from "./pad-search.js";

const PAUSE = 350; // milliseconds after the last key
const AGAIN = 5000; // until it is tried again, and until others' changes are looked for
const LONGEST = 15000; // for an answer
const PREFIX = "mirabilia.pad:";
const main = document.querySelector("[data-pad]");
const form = document.querySelector("[data-pad-form]");
const names = document.querySelector("[data-pad-names]");

if (names) asManyNames(names);
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const input of document.querySelectorAll("[data-select]")) input.addEventListener("focus", () => input.select());
if (form) write();
else if (main) look();

// As many names are asked for as play.
function asManyNames(setup) {
  const show = () => {
    const players = Number(new FormData(setup).get("players"));
    setup.querySelectorAll(".pad-names li").forEach((li, at) => {
      li.hidden = at >= players && !li.querySelector("input").value;
    });
  };
  setup.addEventListener("change", show);
  show();
}

function swap(parts) {
  for (const [name, html] of Object.entries(parts)) {
    const place = document.querySelector(`[data-swap="${name}"]`);
    if (place && place.dataset.was !== html) {
      place.dataset.was = html;
      const focused = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
      place.innerHTML = html;
      if (focused) place.querySelector(`[href="${focused}"]`)?.focus();
    }
  }
}

async function fetched(address, options = {}) {
  return fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(LONGEST), ...options });
}

// Who only reads sees what others write.
function look() {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetched(`${location.pathname}?version=${main.dataset.version}`);
      if (answer.status !== 200) return;
      const told = await answer.json();
      main.dataset.version = told.version;
      swap(told.parts);
    } catch { /* the next time */ }
  }, AGAIN);
}

function write() {
  const state = form.querySelector("[data-state]");
  const [mine, theirs] = ["[data-mine]", "[data-theirs]"].map((which) => form.querySelector(which));
  const seen = form.elements.seen;
  const address = new URL(form.action).pathname;
  const kept = PREFIX + address;
  let timer = 0;
  let running = false;
  let differing = null; // what the server holds where somebody else wrote something else
  let refused = "";
  let sent = null;

  const body = () => {
    const values = new FormData(form);
    for (const [name, value] of [...values]) if (value === "" && name !== "seen") values.delete(name);
    return new URLSearchParams(values);
  };
  const values = () => {
    const found = new Map();
    for (const [name, value] of body()) if (name !== "seen") found.set(name, [...(found.get(name) ?? []), value]);
    for (const list of found.values()) list.sort();
    return found;
  };
  const same = (one, other) => String(one ?? []) === String(other ?? []);
  const unsaved = () => {
    const now = values();
    return [...new Set([...now.keys(), ...there.keys()])].some((name) => !same(now.get(name), there.get(name)));
  };
  const say = (words) => { if (state.textContent !== words) state.textContent = words; };
  let there = values();

  function keep() {
    try {
      if (unsaved()) localStorage.setItem(kept, String(body()));
      else localStorage.removeItem(kept);
    } catch { /* full, or forbidden: the server still hears of it */ }
  }

  // Puts values into the controls of a name, save where something else was written meanwhile.
  function fill(now, before) {
    const written = values();
    for (const name of new Set([...written.keys(), ...now.keys(), ...before.keys()])) {
      if (!same(written.get(name), before.get(name))) continue;
      set(name, now.get(name) ?? []);
    }
  }

  function set(name, wanted) {
    const controls = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    if (!controls.length) return;
    if (controls[0].type !== "checkbox") {
      controls.forEach((control, at) => { control.value = wanted[at] ?? ""; });
      return;
    }
    const left = [...wanted];
    for (const control of controls) {
      const at = left.indexOf(control.value);
      control.checked = at >= 0;
      if (at >= 0) left.splice(at, 1);
    }
    for (const value of left) picks?.again(name, value);
  }

  function take(told) {
    const now = new Map(Object.entries(told.fields).map(([name, list]) => [name, [...list].sort()]));
    fill(now, sent ?? there);
    there = now;
    seen.value = told.seen;
    main.dataset.version = told.version;
    for (const [name, points] of Object.entries(told.counted)) {
      const control = form.elements.namedItem(name);
      if (control) control.placeholder = points;
    }
    swap(told.parts);
    picks?.show();
  }

  async function save() {
    clearTimeout(timer);
    if (running || differing) return;
    if (!unsaved()) return keep();
    running = true;
    sent = values();
    say(state.dataset.saving);
    let wait = PAUSE;
    try {
      const answer = await fetched(address, { method: "POST", body: body() });
      if (answer.ok) {
        take(await answer.json());
        refused = "";
        say(state.dataset.saved);
      } else {
        const told = await answer.json().catch(() => ({ error: state.dataset.offline }));
        refused = String(answer.status === 429 || answer.status >= 500 ? "" : body());
        if (answer.status === 409) ask(await (await fetched(address)).json());
        say(refused || differing ? told.error : state.dataset.offline);
        wait = AGAIN;
      }
    } catch {
      say(state.dataset.offline);
      wait = AGAIN;
    } finally {
      running = false;
      sent = null;
      keep();
    }
    if (unsaved() && !differing && refused !== String(body())) timer = setTimeout(save, wait);
  }

  // Somebody else wrote something else: which of both counts is for the writer to say.
  function ask(told) {
    differing = told;
    mine.hidden = theirs.hidden = false;
  }
  function answered(told) {
    differing = null;
    refused = "";
    mine.hidden = theirs.hidden = true;
    seen.value = told.seen;
    there = new Map(Object.entries(told.fields).map(([name, list]) => [name, [...list].sort()]));
  }
  mine.addEventListener("click", () => { answered(differing); save(); });
  theirs.addEventListener("click", () => {
    const told = differing;
    answered(told);
    for (const name of new Set([...values().keys(), ...there.keys()])) set(name, there.get(name) ?? []);
    take(told);
    keep();
    say(state.dataset.saved);
  });

  function changed() {
    keep();
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  }

  const picks = seek(form, changed);
  restore();
  picks?.show();
  form.addEventListener("input", (event) => {
    if (!event.target.name) return;
    picks?.show();
    changed();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refused = "";
    save();
  });
  addEventListener("online", save);
  addEventListener("pagehide", () => {
    if (unsaved() && !differing) fetched(address, { method: "POST", body: body(), keepalive: true, signal: undefined });
  });
  setInterval(follow, AGAIN);
  elsewhere();

  // What was written here before the server had it.
  function restore() {
    let stored = null;
    try { stored = localStorage.getItem(kept); } catch { /* forbidden */ }
    if (!stored) return;
    const written = new Map();
    for (const [name, value] of new URLSearchParams(stored)) written.set(name, [...(written.get(name) ?? []), value]);
    const saw = written.get("seen")?.[0];
    written.delete("seen");
    const fields = new Set([...form.elements].map((control) => control.name).filter((name) => name && name !== "seen"));
    for (const name of fields) set(name, written.get(name) ?? []);
    if (saw) seen.value = saw;
    changed();
  }

  // What others write, while nothing of one's own is on its way.
  async function follow() {
    if (document.hidden || running || differing || unsaved()) return;
    try {
      const answer = await fetched(`${address}?version=${main.dataset.version}`);
      if (answer.status === 200 && !running && !differing) take(await answer.json());
    } catch { /* the next time */ }
  }

  // Notes for another page of this pad that no server has heard of.
  async function elsewhere() {
    let others = [];
    try {
      others = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${main.dataset.pad}`) && key !== kept);
    } catch { /* forbidden */ }
    for (const key of others) {
      try {
        const stored = new URLSearchParams(localStorage.getItem(key));
        const answer = await fetched(key.slice(PREFIX.length), { method: "POST", body: stored });
        if (answer.ok || answer.status === 404) localStorage.removeItem(key);
        else say(state.dataset.elsewhere);
      } catch {
        say(state.dataset.elsewhere);
      }
    }
    if (others.length) follow();
  }
}
