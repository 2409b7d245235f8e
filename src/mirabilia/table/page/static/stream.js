// Updates. However many tables a browser has open, one tab holds the stream (a browser allows few
// connections to a host) and passes on what the others need; if it is closed, another takes over.
// It is opened anew for each page that comes, which may have sat down somewhere since.

const LOCK = "mirabilia-stream";
const GATHERING = 50; // milliseconds, for several tabs to say what they want

// The first line is JSON; a page follows as it is.
function read(event) {
  const [head] = event.data.split("\n", 1);
  const message = JSON.parse(head);
  if (head.length < event.data.length) message.html = event.data.slice(head.length + 1);
  return message;
}

// How much of a table's talk was read in this browser.
export const talkKey = (code) => `mirabilia.talk.${code}`;
export const readMark = (code) => localStorage.getItem(talkKey(code)) ?? "0.0";

export function listen(code, version, update, connection) {
  const channel = new BroadcastChannel("mirabilia");
  const wanted = new Map([[code, version()]]);
  const heard = new Map([[code, readMark(code)]]); // how much of the talk has come
  let source = null;
  let opening;

  const deliver = (message) => {
    wanted.set(message.code, message.version);
    if (message.code === code) update(message);
  };

  const tell = (kind, detail) => document.dispatchEvent(new CustomEvent(kind, { detail }));
  const present = (message) => tell("presence", message);
  const talk = (message) => {
    heard.set(message.code, message.mark);
    if (message.code === code) tell("talk", message);
  };
  const gone = (message) => {
    wanted.delete(message.code);
    if (message.code === code) tell("gone", message);
  };

  channel.onmessage = ({ data }) => {
    if (data.kind === "update") deliver(data.message);
    if (data.kind === "presence") present(data.message);
    if (data.kind === "talk") talk(data.message);
    if (data.kind === "gone") gone(data.message);
    if (data.kind === "state") connection(data.open);
    if (data.kind === "who") channel.postMessage({ kind: "want", code, version: version(), mark: heard.get(code) });
    if (data.kind === "want" && source) {
      wanted.set(data.code, data.version);
      heard.set(data.code, data.mark);
      clearTimeout(opening);
      opening = setTimeout(open, GATHERING);
    }
  };

  function open() {
    source?.close();
    const tables = [...wanted].map(([one, at]) => `t=${encodeURIComponent(`${one}:${at}.${heard.get(one) ?? "0.0"}`)}`);
    source = new EventSource(`/stream?${tables.join("&")}`);
    for (const kind of ["update", "progress"]) {
      source.addEventListener(kind, (event) => {
        const message = read(event);
        deliver(message);
        channel.postMessage({ kind: "update", message });
      });
    }
    for (const [kind, take] of Object.entries({ presence: present, talk, gone })) {
      source.addEventListener(kind, (event) => {
        const message = read(event);
        take(message);
        channel.postMessage({ kind, message });
      });
    }
    source.onopen = () => state(true);
    source.onerror = () => {
      state(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000);
    };
  }

  function state(isOpen) {
    connection(isOpen);
    channel.postMessage({ kind: "state", open: isOpen });
  }

  const lead = () => {
    channel.postMessage({ kind: "who" });
    wanted.set(code, version());
    open();
    return new Promise(() => {});
  };
  if (navigator.locks) navigator.locks.request(LOCK, lead);
  else lead();
  channel.postMessage({ kind: "want", code, version: version(), mark: heard.get(code) });
}
