// Filters the list of all cards while one types or chooses, by the marks and words of each entry.
// Without it the form does the same.

import { everything } from "./tips.js";

const form = document.querySelector("[data-filters]");
const found = document.querySelector(".found");
const none = document.querySelector(".none");
const shelves = [...document.querySelectorAll(".shelf")];
const entries = [...document.querySelectorAll(".shelf li")].map((element) => ({ element, marks: new Set(element.dataset.is.split(" ")), text: "" }));

// What is heard waits until one stops typing.
const PAUSE = 250;
let waits;

function filter() {
  const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const marks = [...form.querySelectorAll("[data-letter]")].filter((one) => one.value).map((one) => `${one.dataset.letter}-${one.value}`);
  let number = 0;
  for (const { element, marks: own, text } of entries) {
    const fits = marks.every((mark) => own.has(mark)) && words.every((word) => text.includes(word));
    element.hidden = !fits;
    number += fits;
  }
  for (const shelf of shelves) shelf.hidden = !shelf.querySelector("li:not([hidden])");
  none.hidden = number > 0;
  clearTimeout(waits);
  waits = setTimeout(() => {
    found.textContent = found.dataset.found.replace("{number}", number).replace("{of}", entries.length);
    history.replaceState(null, "", address());
  }, PAUSE);
}

// The address of what is shown: filters that are not set are left out.
function address() {
  const set = [...new FormData(form)].filter(([, value]) => value);
  return `${form.getAttribute("action")}?${new URLSearchParams(set)}`;
}

async function read() {
  const all = await everything();
  for (const entry of entries) {
    const { key, also } = entry.element.dataset;
    const name = entry.element.textContent;
    entry.text = [also, name, ...(all[key] ?? []).slice(0, 2)].join("\n").toLowerCase();
  }
  return Object.keys(all).length > 0;
}

// Until all words are there, or if they don't come, the form is sent as it would be without this.
if (await read()) {
  form.addEventListener("input", (event) => {
    if (event.target.name !== "edition") filter();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  document.documentElement.dataset.filtering = "";
  if (form.elements.q.value) filter();
}
form.elements.edition.addEventListener("change", () => location.assign(address()));
