// Without a connection: goes on with the page that was wanted as soon as the server answers.

const EVERY = 5000; // milliseconds

async function attempt() {
  try {
    await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(EVERY) });
    location.reload();
  } catch {
    setTimeout(attempt, EVERY);
  }
}

if (location.pathname !== "/offline") {
  document.getElementById("trying").hidden = false;
  addEventListener("online", attempt);
  setTimeout(attempt, EVERY);
}
