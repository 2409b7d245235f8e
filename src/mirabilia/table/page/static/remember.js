// A name once given is offered again on this browser.

const PREFIX = "mirabilia.";

export function remember() {
  for (const input of document.querySelectorAll("[data-remember]")) {
    const key = PREFIX + input.dataset.remember;
    if (!input.value) input.value = localStorage.getItem(key) ?? "";
    input.addEventListener("change", () => localStorage.setItem(key, input.value.trim()));
  }
}
