// The switches that need more than a cookie: sounds are heard when switched on, notifications are
// asked for and, where the browser has none for us, that is said.

export function offer() {
  const sound = document.querySelector('[data-look="sound"]');
  sound.addEventListener("change", async (event) => {
    if (event.target.value === "on") (await import("./sound.js")).play("turn");
  });
  const group = document.querySelector('[data-look="notify"]');
  const words = (why) => group.querySelector("template").content.querySelector(`[data-why="${why}"]`).textContent;
  const say = (why) => {
    const box = group.querySelector(".says");
    box.hidden = !why;
    box.textContent = why ? words(why) : "";
  };
  const off = (why) => {
    group.querySelector('[value="off"]').click();
    say(why);
  };
  group.addEventListener("change", async (event) => {
    if (event.target.value === "off") return say(null);
    const why = hindrance() ?? (await ask(words("works")));
    if (why) off(why);
    else say("works");
  });
  const lost = hindrance() ?? (Notification.permission === "granted" ? null : "refused");
  if (group.querySelector('[value="on"]').checked && lost) off(lost);
}

function hindrance() {
  if (!isSecureContext) return "unsafe";
  if (!("Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "refused" : null;
}

// On a telephone the constructor may be missing although the permission is given.
async function ask(words) {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  try {
    new Notification("Mirabilia", { body: words, tag: "mirabilia", silent: true });
  } catch {
    return "unable";
  }
  return null;
}
