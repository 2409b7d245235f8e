// The whole log, in a window over the table. It is fetched from its own page, whose links choose
// whose part of it is shown; while it is open it is kept up to date.

import { announce } from "./swap.js";

const PATIENCE = 10_000; // milliseconds
const PAUSE = 2000; // between two times that it is kept up to date
let dialog, address, waits;

export async function open(link) {
  dialog ??= made();
  if (await load(link.href, true)) return;
  location.assign(link.href); // the page itself may still come, or say why not
}

function made() {
  const found = document.createElement("dialog");
  found.className = "log-dialog";
  document.body.append(found);
  found.addEventListener("keydown", (event) => event.stopPropagation()); // no keys for the table
  found.addEventListener("click", choose);
  document.addEventListener("shown", refresh);
  return found;
}

async function load(href, toNewest) {
  try {
    const answer = await fetch(href, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return false;
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    address = href;
    show(document.adoptNode(parsed.querySelector(".whole-log")), toNewest);
    return true;
  } catch {
    return false;
  }
}

function show(fresh, toNewest) {
  const before = dialog.querySelector(".log-scroll");
  const atEnd = !before || before.scrollTop + before.clientHeight > before.scrollHeight - 40;
  const kept = before?.scrollTop ?? 0;
  const focused = dialog.contains(document.activeElement) && document.activeElement.closest("a")?.getAttribute("href");
  dialog.replaceChildren(fresh);
  dialog.setAttribute("aria-label", fresh.querySelector("h1").textContent);
  if (!dialog.open) dialog.showModal();
  const scroll = fresh.querySelector(".log-scroll");
  const again = focused && fresh.querySelector(`a[href="${CSS.escape(focused)}"]`);
  (again || scroll).focus({ preventScroll: true });
  scroll.scrollTop = toNewest || atEnd ? scroll.scrollHeight : kept;
}

async function choose(event) {
  if (event.target === dialog) return dialog.close(); // beside it
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches("[data-log-close]")) return dialog.close();
  if (await load(link.href, true)) announce(link.textContent.trim());
  else location.assign(link.href);
}

function refresh() {
  if (!dialog.open || waits) return;
  waits = setTimeout(async () => {
    waits = null;
    if (dialog.open) await load(address, false);
  }, PAUSE);
}
