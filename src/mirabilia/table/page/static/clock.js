// The time left for a decision, counted down between updates.

let ticking;

export function clock() {
  clearInterval(ticking);
  const table = document.getElementById("table");
  const shown = table.querySelector("[data-clock]");
  if (!shown) return;
  const end = performance.now() + Number(table.dataset.seconds) * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    shown.querySelector("b").textContent = left;
    shown.classList.toggle("short", left <= 10);
  };
  tick();
  ticking = setInterval(tick, 250);
}
