// The pages of the club: links are copied, and who signs out is told of his turns on this device no
// more.

import { copy } from "./copying.js";

export function club() {
  addEventListener("click", copy);
  for (const form of document.querySelectorAll("[data-sign-out]")) {
    form.addEventListener("submit", (event) => signOut(event, form));
  }
}

async function signOut(event, form) {
  if (!document.cookie.includes("push=known")) return;
  event.preventDefault();
  const { switchOff } = await import("./push.js");
  await switchOff().catch(() => {});
  form.submit();
}
