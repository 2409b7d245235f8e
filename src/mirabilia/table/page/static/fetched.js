// What is rarely read is not part of the page: a link to it opens it here, in a box.

const PATIENCE = 10000; // milliseconds

export function fetched(notice) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-fetch]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const box = document.getElementById("fetched");
    try {
      const answer = await fetch(link.href, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
      const said = await answer.json().catch(() => ({}));
      if (!answer.ok) return notice(said.error ?? answer.statusText);
      box.querySelector(".fetched-part").innerHTML = said.html;
      box.ariaLabel = box.querySelector("h2").textContent;
      if (!box.matches(":popover-open")) box.showPopover();
      box.querySelector(".close").focus();
    } catch {
      notice(document.getElementById("link-state").textContent);
    }
  });
}
