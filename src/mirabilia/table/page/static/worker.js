// The service worker; what it knows of the files is written before this (installed.py).
//
// It keeps static files whose address has the version that the server has, and nothing else: no
// page and nothing of anybody's. A page of a newer program asks for other addresses, so that it never
// meets an old file. Pages come from the server, or, where it does not answer, a page says so.

const CACHE = `mirabilia-${VERSION}`;

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(take()));
addEventListener("message", (event) => { if (event.data === "language") event.waitUntil(keep([])); });
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.origin === location.origin && url.pathname.startsWith("/static/") && url.searchParams.has("v")) {
    event.respondWith(file(event));
  }
});

async function begin() {
  await keep(KEPT);
  await skipWaiting();
}

// The page that is shown without a connection, in the language that is read now, and what it needs.
async function keep(files) {
  const kept = await caches.open(CACHE);
  await kept.addAll([new Request(OFFLINE, { cache: "reload" }), ...files]);
}

async function take() {
  const old = (await caches.keys()).filter((name) => name.startsWith("mirabilia-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.open(CACHE);
    return (await kept.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
  }
}

// The server calls immutable what has the version that was asked for.
async function file(event) {
  const kept = await caches.open(CACHE);
  const found = await kept.match(event.request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    event.waitUntil(kept.put(event.request, answer.clone()).catch(() => {})); // no room, perhaps
  }
  return answer;
}

// One's turn, while no page is open. What has been told by a page is not told aloud again.

addEventListener("push", (event) => event.waitUntil(tell(event.data)));
addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function tell(data) {
  const { kind, code = "", step, title = "Mirabilia", body = "" } = read(data);
  const path = /^\w+$/.test(code) ? `/t/${code}` : "/";
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some((one) => one.focused && new URL(one.url).pathname === path)) return;
  const tag = `mirabilia-${code}`;
  const shown = await registration.getNotifications({ tag });
  const renotify = kind === "nudge" || !shown.some((one) => one.data?.step === step);
  navigator.setAppBadge?.().catch(() => {});
  await registration.showNotification(title, { body, tag, renotify, icon: ICON, badge: BADGE, data: { path, step } });
}

async function open(notification) {
  const path = notification.data?.path ?? "/";
  notification.close();
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === path);
  await (there ? there.focus() : clients.openWindow(path));
}

async function renew() {
  const { key } = await (await fetch("/push/key")).json();
  const found = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  await fetch("/push/subscribe", { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) });
}
