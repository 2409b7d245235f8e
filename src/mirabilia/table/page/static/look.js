// What a reader has set for his browser: kept in cookies, so that the server sends the page right,
// and passed on to the other tabs.

const YEAR = 31536000;
const channel = new BroadcastChannel("mirabilia-look");

export const setting = (name) => document.documentElement.dataset[name];

// Keep a choice, wherever on the page it was made.
export function choose(key, value) {
  show(key, value);
  document.cookie = `${key}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
  channel.postMessage({ key, value });
}

// The other tabs come over to the language that was chosen here: one of them hears for all.
export const tellLanguage = () => channel.postMessage({ key: "language" });

function show(key, value) {
  document.documentElement.dataset[key] = value;
  const control = document.querySelector(`[data-look="${key}"] [value="${value}"]`);
  if (control) control.checked = true;
}

export function applyLook() {
  for (const group of document.querySelectorAll("[data-look]")) {
    group.addEventListener("change", ({ target: { value } }) => {
      choose(group.dataset.look, value);
      if (group.dataset.look === "sound" && value === "on") import("./sound.js").then(({ play }) => play("turn"));
    });
  }
  channel.onmessage = ({ data: { key, value } }) => {
    if (key === "language") import("./tongue.js").then(({ follow }) => follow());
    else show(key, value);
  };
  const menu = document.querySelector(".menu");
  menu.addEventListener("toggle", () => {
    import("./switches.js").then(({ offer }) => offer());
    import("./tongue.js").then(({ keepPlace }) => keepPlace(menu));
  }, { once: true });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const animated = () => setting("motion") !== "off" && !calm.matches;
