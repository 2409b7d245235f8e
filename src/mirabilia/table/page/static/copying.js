// A button with data-copy puts that into the clipboard.

export async function copy(event) {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.dataset.done = "1";
    setTimeout(() => delete button.dataset.done, 1500);
  } catch {
    document.querySelector("[data-select]")?.select();
  }
}
