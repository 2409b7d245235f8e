// Light or dark, animations on or off: kept in cookies, so that the server sends the page right.

const YEAR = 31536000;

export function applyLook() {
  for (const group of document.querySelectorAll("[data-look]")) {
    const key = group.dataset.look;
    group.addEventListener("change", (event) => {
      const value = event.target.value;
      document.documentElement.dataset[key] = value;
      document.cookie = `${key}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
    });
  }
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const animated = () => document.documentElement.dataset.motion !== "off" && !calm.matches;
