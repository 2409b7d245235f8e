// What is rarely read is a page of its own: a link to it opens its part in a window over the table.
// Links in there choose another part; while it is open it is kept up to date.

import { announce } from "./swap.js";

const PATIENCE = 10_000; // milliseconds
const PAUSE = 2000; // between two times that it is kept up to date
const SPEAKERS = ["live", "notice"]; // nothing outside of the open window is heard
let dialog, notice, opener, address, waits;
let asked = 0; // what comes for an earlier question is late

export async function open(link, say) {
  dialog ??= made();
  notice = say;
  opener = link;
  await load(link.href);
}

function made() {
  const found = document.createElement("dialog");
  found.className = "opened";
  document.body.append(found);
  found.addEventListener("keydown", (event) => event.stopPropagation()); // no keys for the table
  found.addEventListener("click", choose);
  found.addEventListener("close", closed);
  document.addEventListener("shown", refresh);
  return found;
}

// Whether it is shown; if not, why is said.
async function load(href) {
  const question = ++asked;
  const before = address;
  address = href;
  try {
    const found = await part(href);
    if (question === asked) show(found, true);
    return question === asked;
  } catch (error) {
    if (question !== asked) return false;
    address = before;
    notice(error.sentence ?? document.getElementById("link-state").textContent);
    return false;
  }
}

async function part(href) {
  const answer = await fetch(href, { signal: AbortSignal.timeout(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) {
    await dress(page);
    return document.adoptNode(page.querySelector("[data-part]"));
  }
  const sentence = page.querySelector("main .lead")?.textContent ?? answer.statusText;
  throw Object.assign(new Error(sentence), { sentence });
}

// The style sheets that the table has no use for.
async function dress(page) {
  const known = new Set([...document.querySelectorAll('link[rel="stylesheet"]')].map((sheet) => sheet.getAttribute("href")));
  const missing = [...page.querySelectorAll('link[rel="stylesheet"]')].filter((sheet) => !known.has(sheet.getAttribute("href")));
  await Promise.all(missing.map((sheet) => new Promise((done) => {
    const own = document.createElement("link");
    Object.assign(own, { rel: "stylesheet", href: sheet.getAttribute("href"), onload: done, onerror: done });
    document.head.append(own);
    setTimeout(done, PATIENCE);
  })));
}

// What grows at its end is shown there, and stays there for who has not scrolled back.
function show(fresh, anew) {
  const before = dialog.querySelector("[data-scroll]");
  const atEnd = !before || before.scrollTop + before.clientHeight > before.scrollHeight - 40;
  const kept = before?.scrollTop ?? 0;
  const focused = dialog.contains(document.activeElement) && document.activeElement.closest("a")?.getAttribute("href");
  dialog.querySelector("[data-part]")?.remove();
  dialog.prepend(fresh);
  dialog.setAttribute("aria-label", fresh.querySelector("h1").textContent);
  if (!dialog.open) {
    dialog.append(...SPEAKERS.map((id) => document.getElementById(id)));
    dialog.showModal();
  }
  const scroll = fresh.querySelector("[data-scroll]");
  const again = focused && fresh.querySelector(`a[href="${CSS.escape(focused)}"]`);
  (again || scroll).focus({ preventScroll: true });
  const follows = scroll.dataset.scroll === "end" && (anew || atEnd);
  scroll.scrollTop = follows ? scroll.scrollHeight : anew ? 0 : kept;
  if (anew) jump(new URL(address).hash);
}

function jump(hash) {
  const place = hash && dialog.querySelector(`#${CSS.escape(hash.slice(1))}`);
  if (!place) return false;
  place.closest("details")?.setAttribute("open", "");
  place.scrollIntoView({ block: "start" });
  return true;
}

async function choose(event) {
  if (event.target === dialog) return dialog.close(); // beside it
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-out]")) link.target = "_blank"; // it would not fit in here
  if (link.target) return;
  event.preventDefault();
  if (link.matches("[data-close]")) return dialog.close();
  if (link.href.split("#")[0] === address.split("#")[0] && jump(link.hash)) return;
  if (await load(link.href)) announce(link.textContent.trim());
}

// The link may have been written anew meanwhile.
function closed() {
  asked++;
  document.body.append(...dialog.querySelectorAll(SPEAKERS.map((id) => `#${id}`).join()));
  const again = opener.isConnected ? opener : document.querySelector(`a[data-open][href="${CSS.escape(opener.getAttribute("href"))}"]`);
  again?.focus({ preventScroll: true });
}

function refresh() {
  if (!dialog.open || waits || dialog.querySelector("[data-lasting]")) return;
  waits = setTimeout(async () => {
    waits = null;
    const question = asked;
    const found = dialog.open && (await part(address).catch(() => null)); // the next change tries again
    if (found && question === asked) show(found, false);
  }, PAUSE);
}
