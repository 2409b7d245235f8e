// Before the game: who looks at the table, and the system's own way to share a link.

export function gather() {
  document.addEventListener("presence", ({ detail }) => {
    if (detail.code !== document.getElementById("table").dataset.code) return;
    for (const dot of document.querySelectorAll(".looking")) {
      dot.dataset.here = detail.seats.includes(Number(dot.dataset.seat)) ? "yes" : "no";
    }
  });
  if (!navigator.share) return;
  document.documentElement.dataset.canShare = "1";
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    const shared = button && { url: button.dataset.share, title: button.dataset.title };
    if (shared) navigator.share(shared).catch(() => {}); // who changes his mind need not be told
  });
}
