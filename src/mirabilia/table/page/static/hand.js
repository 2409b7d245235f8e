// The hand: how much of it is seen where it scrolls, and that its place stays while others decide.

const ROWS = ".hand:not(.resting) .row, .options.row";
const PANELS = ".ways, .dock, .hint-box";

export function hand() {
  const look = () => {
    keepPlace();
    clear();
    count();
    overflow();
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("scroll", () => { clear(); count(); overflow(); }, { passive: true, capture: true });
  document.addEventListener("change", overflow);
  addEventListener("resize", () => {
    tallest = 0;
    look();
  });
}

let tallest = 0; // of the hands seen at this size of the window

// What is lower than a hand gets the place of one, so that nothing else moves.
function keepPlace() {
  const decide = document.querySelector(".playing > .decide");
  if (!decide) return;
  decide.style.minHeight = "";
  const full = decide.querySelectorAll(".decision").length < 2 && decide.querySelector(".decision .hand");
  if (full) tallest = Math.max(tallest, decide.offsetHeight);
  if (tallest) decide.style.minHeight = `${Math.min(tallest, innerHeight * 0.6)}px`;
}

// An opened panel ends below the bar, also where the bar has more than a line, or stands below the
// page's head because nothing has been scrolled.
function clear() {
  const bottom = document.getElementById("status")?.getBoundingClientRect().bottom;
  const wanted = `${Math.round(bottom ?? 0)}px`;
  const { style } = document.documentElement;
  if (style.getPropertyValue("--status") !== wanted) style.setProperty("--status", wanted);
}

// “← 3–6 of 8 →”: which cards are in sight, where there are more.
function count() {
  for (const row of document.querySelectorAll(ROWS)) {
    const more = (row.closest(".decision")?.querySelector(".more")) ?? document.querySelector(".head .more");
    if (!more) continue;
    const said = row.scrollWidth > row.clientWidth + 1 ? seen(row, more.dataset.more) : "";
    if (more.textContent !== said) more.textContent = said;
  }
}

function seen(row, words) {
  const edge = row.getBoundingClientRect();
  const cards = [...row.querySelectorAll(":scope > .hand-card, :scope > .option")];
  const whole = cards.map((card) => card.getBoundingClientRect()).map(({ left, right }) => left > edge.left - 2 && right < edge.right + 2);
  const [first, last] = [whole.indexOf(true), whole.lastIndexOf(true)];
  const range = first === last ? `${first + 1}` : `${first + 1}–${last + 1}`;
  const said = words.replace("{seen}", range).replace("{all}", cards.length);
  return `${first > 0 ? "← " : ""}${said}${last < cards.length - 1 ? " →" : ""}`;
}

// A panel that holds more than it shows says so.
function overflow() {
  for (const panel of document.querySelectorAll(PANELS)) {
    const more = panel.scrollHeight - panel.clientHeight - panel.scrollTop > 4;
    if (panel.hasAttribute("data-over") !== more) panel.toggleAttribute("data-over", more);
  }
}
