// Taking back: the key goes to the button, and only the button does it.

export function back() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "u") return;
    if (event.target.matches('input:not([type="radio"]), select, textarea')) return;
    const button = document.getElementById("take-back");
    if (!button?.checkVisibility()) return;
    event.preventDefault();
    button.focus();
  });
}
