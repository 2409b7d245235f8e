// A seat at a table: decisions are sent without reloading, updates come in by themselves.

import { advance, announce, note, settled, swap, table } from "./swap.js";
import { listen } from "./stream.js";
import { keys } from "./keys.js";
import { clock } from "./clock.js";
import { back } from "./back.js";
import { chains } from "./chains.js";
import { forgetTurns, turn, turns } from "./turns.js";
import { hand } from "./hand.js";
import { copy } from "./copying.js";

const PATIENCE = 2000; // milliseconds for what was sent to come back by the stream
const LOST = 20000; // milliseconds after which nobody waits for an answer; what was sent may be sent again
let seen = 0; // the newest version that has come
let sending = 0; // forms that wait for their answers
let live = false; // whether updates come by themselves

export function sit() {
  seen = Number(table().dataset.version);
  document.title = table().dataset.title;
  note(table());
  fold();
  document.querySelector(".side[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const log = document.getElementById("log");
  if (log && !log.querySelector(".conflicts")) log.scrollTop = log.scrollHeight;
  clock();
  keys();
  back();
  chains();
  hand();
  document.addEventListener("submit", send);
  document.addEventListener("click", copy);
  document.addEventListener("click", tap);
  document.addEventListener("change", payOtherwise);
  document.addEventListener("click", read);
  document.addEventListener("talk", async ({ detail }) => (await import("./talk.js")).hear(detail, notice));
  document.addEventListener("gone", () => location.reload()); // there it says why
  if (document.getElementById("lesson")) import("./lesson.js").then(({ teach }) => teach());
  if (table().classList.contains("waiting")) import("./lobby.js").then(({ gather }) => gather());
  import("./slow.js").then(({ wait }) => wait());
  turns();
  listen(table().dataset.code, () => seen, update, connection);
}

async function update(message) {
  const unseated = message.past && !table().querySelector(".watch"); // what was shown is no longer his
  const undone = message.back || unseated; // or is no longer so: the server was restored
  if (message.version <= seen && !undone) return;
  seen = message.version;
  const wasPlaying = table().classList.contains("playing");
  const asked = sending > 0; // who has sent something waits for nothing that moves
  const fits = () => message.rest === undefined || message.rest === table().dataset.rest;
  if (!fits()) await settled(); // what it is a part of may be about to be shown
  if (message.back) await goBack();
  else if (Number(table().dataset.version) > message.version && !unseated) return; // and more than that
  const ending = wasPlaying && /^\s*<main[^>]* class="over/.test(message.html) ? await import("./ending.js") : null;
  ending?.raise();
  if (!fits()) await whole();
  else if (message.html) await swap(message.html, asked);
  else advance(message);
  ending?.play();
  if (message.seconds != null) table().dataset.seconds = message.seconds;
  else if (message.seconds === null) delete table().dataset.seconds; // nobody's clock runs
  if (!wasPlaying) fold();
  follow();
}

// Nothing that comes is older than what is shown now, and turns that were told may come again.
async function goBack() {
  await settled();
  table().dataset.version = 0;
  forgetTurns();
}

// What goes by the state of the table.
function follow() {
  clock();
  document.dispatchEvent(new Event("shown"));
  turn();
}

// What is rarely read is fetched when it is opened, a picture made when asked for; without scripts
// both are links.
async function read(event) {
  const link = event.target.closest("a[data-open], a[data-picture], .talk-door");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    if (link.matches(".talk-door")) await (await import("./talk.js")).toggle(notice);
    else if (link.matches("[data-open]")) await (await import("./opened.js")).open(link, notice);
    else await (await import("./share.js")).sharePicture(link, notice);
  } catch {
    notice(document.getElementById("link-state").textContent);
  }
}

// What has come is a part, and the rest of the page is no longer as it was then.
async function whole() {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(10000) });
    if (answer.ok) await swap(await answer.text());
    seen = Math.max(seen, Number(table().dataset.version));
  } catch {
    connection(false);
  }
}

// What was sent has been taken, and will be seen as this version; by the stream, or else by fetching.
async function arrival(version) {
  const there = () => Number(table().dataset.version) >= version;
  if (!there()) {
    await new Promise((done) => {
      const late = setTimeout(done, PATIENCE);
      document.addEventListener("shown", function look() {
        if (!there()) return;
        document.removeEventListener("shown", look);
        clearTimeout(late);
        done();
      });
    });
  }
  if (there()) return;
  live = false; // until the stream is heard of again
  await whole();
  follow();
}

// On a narrow screen the neighbours are folded away at first.
function fold() {
  if (!matchMedia("(max-width: 560px), (max-width: 760px) and (min-height: 501px)").matches) return;
  for (const part of document.querySelectorAll(".neighbour")) part.open = false;
  document.documentElement.dataset.folded = ""; // until now it only looked so
}

async function send(event) {
  const form = event.target;
  if (!form.matches("[data-decide], [data-undecide], [data-act], [data-hint]")) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  sending++;
  const data = new URLSearchParams(new FormData(form, event.submitter));
  const asks = form.matches("[data-hint]");
  const told = live && form.matches("[data-decide], [data-undecide]"); // by the stream: once is enough
  if (asks) announce(form.querySelector(".thinking").textContent);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: data,
      headers: { Accept: "application/json", ...(told && { Prefer: "return=minimal" }) },
      signal: AbortSignal.timeout(asks ? 1000 * form.dataset.seconds : LOST),
    });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) return notice(said.error ?? answer.statusText);
    if (asks) hint(form, said.html);
    else if (said.html || said.states) await update(said);
    else if (said.version) await arrival(said.version);
    outcome(form);
  } catch (error) {
    const late = error.name === "TimeoutError" ? form.dataset.late : null;
    notice(late ?? document.getElementById("link-state").textContent);
  } finally {
    sending--;
    delete form.dataset.busy;
  }
}

// What came of it, for those who listen; what happened in the game is told with the update.
function outcome(form) {
  const part = form.matches("[data-decide]") ? ".chosen > span" : form.matches("[data-undecide]") ? ".awaited" : null;
  const words = form.dataset.said ?? (part && table().querySelector(part)?.textContent.trim());
  if (words) announce(words);
}

function hint(form, html) {
  if (!form.isConnected) return; // another decision is asked for by now
  if (!html) return notice(form.dataset.late);
  const decision = form.closest(".decision") ?? document.querySelector(".decision");
  decision.querySelector(".hint-box")?.remove();
  decision.insertAdjacentHTML("afterbegin", html);
  const box = decision.querySelector(".hint-box");
  announce(box.querySelector("p").textContent);
  box.querySelector("button").focus();
}

let gone;

export function notice(text) {
  const box = document.getElementById("notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => { box.hidden = true; }, 5000);
}

function connection(open) {
  live = open;
  document.getElementById("link-state").hidden = open;
}

// Who knows the game may have choices taken at once; the keyboard still goes through them freely.
function tap(event) {
  if (document.documentElement.dataset.tap !== "one" || !event.detail) return;
  const option = event.target.closest(".option");
  if (event.target.matches("input") || !option || event.target.closest(".dock")) return; // there one reads
  const button = option.querySelector(".dock button");
  button.form.requestSubmit(button);
}

// Who picks one of very many ways to pay means that one.
function payOtherwise(event) {
  const radio = event.target.closest("[data-other]")?.previousElementSibling?.querySelector("input");
  if (radio) radio.checked = true;
}
