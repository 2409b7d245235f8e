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

export function listen(code, version, update, connection) {
  const channel = new BroadcastChannel("mirabilia");
  const wanted = new Map([[code, version()]]);
  let source = null;
  let opening;

  const deliver = (message) => {
    wanted.set(message.code, message.version);
    if (message.code === code) update(message);
  };

  const present = (message) => document.dispatchEvent(new CustomEvent("presence", { detail: message }));

  channel.onmessage = ({ data }) => {
    if (data.kind === "update") deliver(data.message);
    if (data.kind === "presence") present(data.message);
    if (data.kind === "state") connection(data.open);
    if (data.kind === "who") channel.postMessage({ kind: "want", code, version: version() });
    if (data.kind === "want" && source) {
      wanted.set(data.code, data.version);
      clearTimeout(opening);
      opening = setTimeout(open, GATHERING);
    }
  };

  function open() {
    source?.close();
    const tables = [...wanted].map(([one, at]) => `t=${encodeURIComponent(`${one}:${at}`)}`);
    source = new EventSource(`/stream?${tables.join("&")}`);
    for (const kind of ["update", "progress"]) {
      source.addEventListener(kind, (event) => {
        const message = read(event);
        deliver(message);
        channel.postMessage({ kind: "update", message });
      });
    }
    source.addEventListener("presence", (event) => {
      const message = JSON.parse(event.data);
      present(message);
      channel.postMessage({ kind: "presence", message });
    });
    source.addEventListener("gone", (event) => wanted.delete(JSON.parse(event.data).code));
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
  channel.postMessage({ kind: "want", code, version: version() });
}
