// Being told of one's turns while the browser is closed: this device is switched on or off, and the
// server reminded of it now and then.

const PATIENCE = 20000; // milliseconds
const KNOWN = "push=known";
const DAY = 86400;

// Why it did not work: the name of a reason, or the server's own sentence.
class Hindered extends Error {}

const soon = (promise) => Promise.race([
  promise,
  new Promise((_, fail) => setTimeout(() => fail(new Hindered("silent")), PATIENCE)),
]);

async function ask(path, fields) {
  const body = fields && new URLSearchParams(fields);
  const answer = await soon(fetch(path, { method: body ? "POST" : "GET", body, headers: { Accept: "application/json" } }));
  const told = await answer.json();
  if (!answer.ok) throw new Hindered(told.error);
  return told;
}

const worker = () => soon(navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" })
  .then(() => navigator.serviceWorker.ready));

function known(seconds) {
  document.cookie = `${KNOWN}; path=/; max-age=${seconds}; samesite=lax`;
}

async function subscribe() {
  const { key } = await ask("/push/key");
  const { pushManager } = await worker();
  let found = await pushManager.getSubscription();
  if (found && written(found.options.applicationServerKey) !== key) {
    await found.unsubscribe();
    found = null;
  }
  found ??= await soon(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = found.toJSON();
  await ask("/push/subscribe", { endpoint, ...keys });
  known(DAY);
}

const written = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// Why this device can't be told; null if it can.
export async function switchOn() {
  if (!navigator.serviceWorker || !("PushManager" in window)) return "closed";
  try {
    await subscribe();
    return null;
  } catch (error) {
    return error instanceof Hindered ? error.message : "silent";
  }
}

export async function switchOff() {
  known(0);
  const found = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();
  if (!found) return;
  const { endpoint } = found;
  await Promise.allSettled([ask("/push/unsubscribe", { endpoint }), soon(found.unsubscribe())]);
}

// The server forgets whom it has not heard of for long, and a browser may have got other keys.
export async function renew() {
  if (window.Notification?.permission === "granted") await switchOn();
}

// What was told at a table is known to who looks at it.
export async function hush(tag) {
  const found = await (await navigator.serviceWorker?.getRegistration())?.getNotifications({ tag });
  for (const one of found ?? []) one.close();
}
