// The switch that needs more than a cookie: notifications are asked for and, where the browser has
// none for us, that is said.

import { choose } from "./look.js";

export function offer() {
  const group = document.querySelector('[data-look="notify"]');
  const box = group.querySelector(".says");
  const words = (why) => group.querySelector("template").content.querySelector(`[data-why="${why}"]`)?.textContent ?? why;
  const say = (why) => {
    box.hidden = !why;
    box.textContent = why ? words(why) : "";
  };
  const off = (why) => {
    choose("notify", "off");
    say(why);
  };
  const chosen = () => group.querySelector(":checked").value;
  let before = group.querySelector("[checked]").value; // as the page came: who clicks may be quicker than this
  let work = Promise.resolve();

  // One change after the other: who changes his mind meanwhile gets what he wanted last.
  async function apply() {
    const wanted = chosen();
    const pushes = wanted === "push";
    say(pushes ? "wait" : null);
    // Some browsers let themselves be asked only right after the click.
    let why = wanted === "off" ? null : hindrance() ?? (await ask(pushes ? null : words("works")));
    const push = pushes || before === "push" ? await import("./push.js") : null;
    if (pushes) why ??= await push.switchOn();
    else await push?.switchOff();
    before = why ? "off" : wanted;
    if (chosen() !== wanted) return;
    if (why) off(why);
    else if (wanted !== "off") say(pushes ? "told" : "works");
  }

  const change = () => { work = work.then(apply).catch(() => off("silent")); };
  group.addEventListener("change", change);
  if (chosen() !== before) return change();
  const lost = hindrance() ?? (Notification.permission === "granted" ? null : "refused");
  if (before !== "off" && lost) off(lost);
}

function hindrance() {
  if (!isSecureContext) return "unsafe";
  if (!("Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "refused" : null;
}

// On a telephone the constructor may be missing although the permission is given.
async function ask(words) {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  if (!words) return null;
  try {
    new Notification("Mirabilia", { body: words, tag: "mirabilia", silent: true });
  } catch {
    return "unable";
  }
  return null;
}
