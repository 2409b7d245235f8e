// Moments that the server has written in universal time, by the clock of the reader and as it is
// written where he lives.

const NEAR = 6 * 24 * 3600 * 1000; // milliseconds: within them a day of the week says it

// The language of the page, as it is written where the reader lives if he reads it there.
export function locale() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
}

export function localise(part = document) {
  const told = (then, how) => new Intl.DateTimeFormat(locale(), how).format(then);
  for (const time of part.querySelectorAll("time[data-when]")) {
    const then = new Date(time.dateTime);
    const brief = time.dataset.when === "day";
    const near = Math.abs(then - Date.now()) < NEAR;
    const day = near ? { weekday: brief ? "short" : "long" } : { day: "numeric", month: brief ? "short" : "long" };
    const hour = brief ? {} : { hour: "2-digit", minute: "2-digit" };
    time.textContent = told(then, { ...day, ...hour });
    time.title = told(then, { dateStyle: "full", timeStyle: "short" });
  }
}
