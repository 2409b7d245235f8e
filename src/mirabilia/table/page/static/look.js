// What a reader has set for his browser: kept in cookies, so that the server sends the page right,
// and passed on to the other tabs.

const YEAR = 31536000;
const channel = new BroadcastChannel("mirabilia-look");

export const setting = (name) => document.documentElement.dataset[name];

export function applyLook() {
  for (const group of document.querySelectorAll("[data-look]")) {
    const key = group.dataset.look;
    group.addEventListener("change", (event) => {
      const value = event.target.value;
      document.documentElement.dataset[key] = value;
      document.cookie = `${key}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
      channel.postMessage({ key, value });
    });
  }
  channel.onmessage = ({ data: { key, value } }) => {
    document.documentElement.dataset[key] = value;
    const again = document.querySelector(`[data-look="${key}"] [value="${value}"]`);
    if (again) again.checked = true;
  };
  const menu = document.querySelector(".menu");
  menu.addEventListener("toggle", () => import("./switches.js").then(({ offer }) => offer()), { once: true });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const animated = () => setting("motion") !== "off" && !calm.matches;
