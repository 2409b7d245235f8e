// The end as an event: over the page, which is there at once, the last war is shown, then the score
// sheet line by line, then who has won. A click or a key ends it. Who listens hears the result once
// and has the page itself; nothing of this is read out.

import { animated } from "./look.js";
import { announce, table } from "./swap.js";

const WAR = 3000; // milliseconds
const LINE = 550;
const VERDICT = 3000;
let curtain = null;
let hurry = () => {};

// Hides the table before its end is shown, so that nothing is given away.
export function raise() {
  if (curtain || !animated() || document.hidden) return;
  curtain = document.createElement("div");
  curtain.className = "curtain";
  curtain.setAttribute("aria-hidden", "true");
  curtain.addEventListener("click", drop);
  document.addEventListener("keydown", press, true);
  document.body.append(curtain);
}

export async function play() {
  const main = table();
  const verdict = main.querySelector(".ranking-verdict");
  const places = [...main.querySelectorAll(".ranking-row")].map((row) => row.innerText.replace(/\s+/g, " ").trim());
  if (!verdict) return drop(); // something newer is shown by now
  announce([verdict.textContent.trim(), ...places].join(". "));
  document.getElementById("end").focus({ preventScroll: true });
  scrollTo(0, 0);
  if (!curtain) return;
  document.addEventListener("shown", undone);
  const skip = document.createElement("p");
  skip.className = "curtain-skip";
  skip.textContent = main.querySelector("[data-skip]").dataset.skip;
  const stage = document.createElement("div");
  stage.className = "curtain-stage";
  curtain.append(stage, skip);
  const war = main.querySelector(".end-war");
  if (war) {
    stage.replaceChildren(war.cloneNode(true));
    await pause(WAR);
  }
  await count(stage, main.querySelector(".end-sheet").cloneNode(true), verdict.cloneNode(true));
  drop();
}

// The sheet: a line after the other comes, and is added to the totals; then it says who has won.
async function count(stage, sheet, verdict) {
  const winners = [...sheet.querySelectorAll(".is-winner")];
  const teams = sheet.querySelector(".pad-teams");
  const totals = [...sheet.querySelectorAll(".pad-totals:not(.pad-teams) td")];
  const last = totals.map((cell) => cell.textContent);
  const rows = [...sheet.querySelectorAll("tbody tr")];
  for (const one of winners) one.classList.remove("is-winner");
  for (const part of [...rows, ...sheet.querySelectorAll("thead .icon"), teams, verdict]) part?.classList.add("to-come");
  for (const cell of totals) cell.textContent = 0;
  stage.replaceChildren(sheet, verdict);
  for (const row of rows) {
    await pause(LINE);
    if (!curtain) return;
    row.classList.remove("to-come");
    row.scrollIntoView({ block: "nearest" });
    row.querySelectorAll("td").forEach((cell, at) => {
      totals[at].textContent = written(number(totals[at]) + number(cell));
    });
  }
  await pause(LINE);
  totals.forEach((cell, at) => { cell.textContent = last[at]; });
  for (const one of winners) one.classList.add("is-winner");
  for (const part of stage.querySelectorAll(".to-come")) part.classList.remove("to-come");
  verdict.scrollIntoView({ block: "nearest" });
  await pause(VERDICT);
}

const number = (cell) => Number(cell.textContent.replace("−", "-"));
const written = (value) => String(value).replace("-", "−");

function pause(milliseconds) {
  if (!curtain) return null;
  return new Promise((done) => {
    hurry = done;
    setTimeout(done, milliseconds);
  });
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  drop();
}

// The last decision was taken back: the game goes on.
function undone() {
  if (!table().classList.contains("over")) drop();
}

function drop() {
  curtain?.remove();
  curtain = null;
  document.removeEventListener("keydown", press, true);
  document.removeEventListener("shown", undone);
  hurry();
}
