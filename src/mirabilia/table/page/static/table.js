// The page's helpers: everything works without them, by forms and reloading, save live updates.

import { applyLook, setting } from "./look.js";
import { explain } from "./tips.js";
import { remember } from "./remember.js";

applyLook();
explain();
remember();
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));
if (setting("notify") === "push" && !document.cookie.includes("push=known")) {
  import("./push.js").then(({ renew }) => renew());
}

const warming = document.getElementById("warming");
if (warming) {
  const { follow } = await import("./warming.js");
  follow(warming);
}
const review = document.getElementById("review");
if (review?.dataset.again) {
  const { follow } = await import("./review.js");
  follow(review);
}
const table = document.getElementById("table");
if (table && "replay" in table.dataset) {
  const { replay } = await import("./replay.js");
  replay();
} else if (table && !("still" in table.dataset)) {
  const { sit } = await import("./seat.js");
  sit();
}
if (document.getElementById("turns")) {
  const { due } = await import("./due.js");
  due();
}
if (document.querySelector("main.club")) {
  const { club } = await import("./club.js");
  club();
}
const setup = document.querySelector("[data-setup]");
if (setup) {
  const { guide } = await import("./setup.js");
  guide(setup);
}
if (sessionStorage.getItem("mirabilia.place")) import("./tongue.js").then(({ restore }) => restore());
