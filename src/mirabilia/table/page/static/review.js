// A review grows while it is made: the page asks for it again, until it is there, has failed or
// nobody can be waiting any more.

import { announce } from "./swap.js";

const PATIENCE = 15_000; // milliseconds for an answer
const SLOWEST = 20_000; // between two questions, while the server is away
const LONGEST = 60 * 60_000;

export function follow(first) {
  const began = Date.now();
  let failures = 0;

  const wait = (part) => {
    if (!part.dataset.again || Date.now() - began > LONGEST) return;
    setTimeout(ask, Math.min(Number(part.dataset.again) * 2 ** failures, SLOWEST));
  };

  const ask = async () => {
    const part = document.getElementById("review");
    if (document.hidden) {
      document.addEventListener("visibilitychange", ask, { once: true });
      return;
    }
    try {
      const answer = await fetch(location.href, {
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const told = await answer.json();
      if (!answer.ok) return fail(part, told.error);
      failures = 0;
      wait(show(part, told.html));
    } catch {
      failures += 1; // the server is away, and comes back
      wait(part);
    }
  };

  wait(first);
}

// The server says why there is no more of it.
function fail(part, why) {
  const line = part.querySelector(".review-status") ?? part;
  line.textContent = why;
  announce(why);
}

function show(old, html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fresh = document.adoptNode(parsed.getElementById("review"));
  const sections = [...old.children].map((child) => child.outerHTML);
  const focused = old.contains(document.activeElement) ? addressOf(document.activeElement) : null;
  const open = [...old.querySelectorAll("details[open]")].map((one) => one.dataset.keep);
  for (const one of fresh.querySelectorAll("details")) one.open = open.includes(one.dataset.keep);
  const top = anchor(old);
  // What has not changed stays, and with it what is being read.
  const kept = [...fresh.children].map((child) => {
    const at = sections.indexOf(child.outerHTML);
    return at < 0 ? child : old.children[at];
  });
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  if (!fresh.dataset.again) delete old.dataset.again;
  old.replaceChildren(...kept);
  hold(top);
  if (focused) old.querySelector(focused)?.focus({ preventScroll: true });
  if (fresh.dataset.state === "done") announce(fresh.dataset.ready);
  return old;
}

const addressOf = (element) => {
  const href = element.getAttribute("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  if (element.localName === "summary") return "summary";
  const label = element.getAttribute("aria-label");
  return label ? `[aria-label="${CSS.escape(label)}"]` : null;
};

// The heading that is at the top of what is seen stays where it is, though something grows above.
function anchor(part) {
  const heading = [...part.querySelectorAll("h2")].findLast((one) => one.getBoundingClientRect().top < 80);
  return heading && { id: heading.id, top: heading.getBoundingClientRect().top };
}

function hold(before) {
  const heading = before && document.getElementById(before.id);
  if (heading) window.scrollBy(0, heading.getBoundingClientRect().top - before.top);
}
