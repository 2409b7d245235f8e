// Looks at a page of the table as a reader does; every complaint is a sentence.

window.sight = (() => {
  const FINGER = 44;
  const LEAST_LETTERS = 9;
  const CONTROLS = 'a[href], button, summary, select, label:has(input), input:not([type="hidden"])';
  const PANELS = ".ways, .dock, .hint-box, .sheet-city, .menu-list, .log";
  const BARS = ".decide, .status, .bar";
  const OWED = ".decision:not(.done)";

  let shift = 0;
  let moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      shift += entry.value;
      moved.push(...entry.sources.map((source) => called(source.node)));
    }
  }).observe({ type: "layout-shift", buffered: true });

  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

  async function shifted() {
    await frames();
    const found = { value: shift, moved: moved.join(", ") };
    shift = 0;
    moved = [];
    return found;
  }

  const called = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element?.matches) return "something that is gone";
    const words = element.textContent.trim().replace(/\s+/g, " ").slice(0, 24);
    return `${element.localName}.${[...element.classList].join(".")} “${words}”`;
  };

  // What is left of a box within everything that clips it.
  function visible(element) {
    const box = element.getBoundingClientRect();
    const seen = { left: Math.max(box.left, 0), top: Math.max(box.top, 0), right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight) };
    let position = getComputedStyle(element).position;
    for (let above = element.parentElement; above && position !== "fixed"; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (position === "absolute" && style.position === "static") continue;
      position = style.position;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = above.getBoundingClientRect();
      seen.left = Math.max(seen.left, edge.left);
      seen.top = Math.max(seen.top, edge.top);
      seen.right = Math.min(seen.right, edge.right);
      seen.bottom = Math.min(seen.bottom, edge.bottom);
    }
    return seen;
  }
  const wide = (box) => box.right - box.left;
  const high = (box) => box.bottom - box.top;

  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".sr") && wide(element.getBoundingClientRect()) > 1;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(shown);

  // A radio button is as large as what it stands for.
  const stands = (element) => element.closest(".hand-card") ?? (element.matches("input") && element.closest("label")) ?? element;
  const controls = () => [...new Set(all(CONTROLS).map((element) => stands(element) || element))];

  // Whether all of it is in sight and nothing lies over it.
  function hidden(element) {
    const box = element.getBoundingClientRect();
    const seen = visible(element);
    if (wide(seen) < wide(box) - 1 || high(seen) < high(box) - 1) return "is cut off";
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]) {
      const there = document.elementFromPoint(box.left + x * wide(box), box.top + y * high(box));
      if (!there || !(element.contains(there) || there.contains(element))) return `lies under ${called(there)}`;
    }
    return "";
  }

  // A row that scrolls by itself and says how much more there is; a panel that says it holds more;
  // ways to pay, of which the chosen one is in sight.
  function saysMore(element) {
    if (element.closest("[data-over]")) return true;
    if (element.matches(".pays .chip")) return !element.matches(":has(:checked)");
    const row = element.closest(".row, .options");
    if (!row || row.scrollWidth <= row.clientWidth + 1) return false;
    const said = row.closest(".decision").querySelector(".more") ?? document.querySelector(".head .more");
    return Boolean(said && shown(said) && !hidden(said) && /\d/.test(said.textContent));
  }

  function* numbers() {
    const mine = document.querySelector(".mine");
    if (!mine) return;
    for (const part of all(".so-far, .figure, .tok, .rank, .good, .fleet", mine)) {
      const why = hidden(part);
      if (why) yield `of the own numbers ${called(part)} ${why}`;
    }
  }

  function* needed() {
    for (const control of all(`${OWED} :is(.hand-card, .option > label, .skip-move > summary, .hint button, .hint-box button, .ways button, .ways .chip, .dock button)`)) {
      const why = hidden(control);
      if (why && !(why === "is cut off" && saysMore(control))) yield `${called(control)} ${why}`;
    }
  }

  const layer = (element) => element.closest(PANELS)?.className ?? element.closest(BARS)?.className ?? "page";
  const floats = (element) => Boolean(element.closest(PANELS));
  const fixed = (element) => Boolean(!element.closest(".log") && element.closest(BARS));

  // The head of the log stays where it is while the log scrolls below it.
  const heads = (element) => Boolean(element.closest(".log-head"));

  function* overlaps() {
    const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
    const found = controls().map((element) => [element, visible(element)]).filter(([, box]) => wide(box) > 2 && high(box) > 2);
    for (const [at, [one, a]] of found.entries()) {
      for (const [other, b] of found.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 2) continue;
        if (heads(one) !== heads(other) && one.closest(".log") && other.closest(".log")) continue;
        if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 2) continue;
        // What floats may lie over the page, never over the bars; bars may lie over what scrolls.
        if (layer(one) !== layer(other)) {
          if (floats(one) && !fixed(other)) continue;
          if (floats(other) && !fixed(one)) continue;
          if (scrolls && fixed(one) !== fixed(other)) continue;
        }
        yield `${called(one)} and ${called(other)} overlap`;
      }
    }
  }

  function* panels() {
    const status = document.querySelector(".status")?.getBoundingClientRect();
    for (const panel of all(".ways, .dock, .hint-box")) {
      const box = panel.getBoundingClientRect();
      if (status && box.top < status.bottom - 1 && box.bottom > status.top) yield `${called(panel)} lies under the bar`;
      if (box.left < -1 || box.right > innerWidth + 1) yield `${called(panel)} is wider than the screen`;
    }
  }

  function* fingers() {
    for (const control of controls()) {
      if (control.matches(".skip, .face, [tabindex='-1']")) continue;
      const box = control.getBoundingClientRect();
      if (box.width < FINGER - 0.5 || box.height < FINGER - 0.5) yield `${called(control)} is too small to touch: ${Math.round(box.width)} × ${Math.round(box.height)}`;
    }
  }

  function* words() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.data.trim() || !shown(text.parentElement) || text.parentElement.closest("code")) continue;
      const size = parseFloat(getComputedStyle(text.parentElement).fontSize);
      if (/\d/.test(text.data) && size < LEAST_LETTERS - 0.05) yield `“${text.data.trim()}” in ${called(text.parentElement.parentElement)} is only ${size.toFixed(1)} px high`;
      range.selectNodeContents(text);
      if (range.getClientRects().length < 2) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\-\u00ad‐–—/…]+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        const parted = text.data[index - 1] === "\u00ad"; // its hyphen is a line of it
        if (lines.size > (parted ? 2 : 1)) yield `“${word}” in ${called(text.parentElement)} is broken in the middle`;
      }
    }
  }

  // What is not shown whole but is told elsewhere: by what is explained where one points at it, or
  // by a title or a label.
  const TOLD = "[title], [aria-label], [data-words], [data-tip], .person, .far-open";

  // Words that end in dots, stick out of their button or their box, or end where something clips.
  function* fitting() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.data.trim() || !shown(text.parentElement)) continue;
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()];
      const out = (box, high) => lines.some((line) => line.left < box.left - 1.5 || line.right > box.right + 1.5 || (high && (line.top + 0.3 * line.height < box.top || line.bottom - 0.3 * line.height > box.bottom)));
      let boxed = false;
      let position = "";
      for (let above = text.parentElement; above && above !== document.body && position !== "fixed"; above = above.parentElement) {
        const style = getComputedStyle(above);
        if (heard(style)) break;
        if (style.display === "inline" || style.display === "contents") continue;
        if (position === "absolute" && style.position === "static") continue;
        position = style.position;
        const box = above.getBoundingClientRect();
        const said = `“${text.data.trim().slice(0, 60)}”`;
        if (style.overflowX === "auto" || style.overflowX === "scroll" || style.overflowY === "auto" || style.overflowY === "scroll") {
          if (style.overflowX === "hidden" && out(box)) yield `${said} is cut off in ${called(above)}`;
          break;
        }
        const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
        if (clips && out(box, true) && !(dots(style) && above.closest(TOLD))) {
          yield `${said} is cut off in ${called(above)}`;
          break;
        }
        if (clips && dots(style)) break;
        const edged = above.matches(`${CONTROLS}, td, th`) || parseFloat(style.borderLeftWidth) > 0 || style.backgroundColor !== "rgba(0, 0, 0, 0)";
        if (!boxed && edged && !above.matches("label:has(> .sr)")) {
          boxed = true;
          if (out(box)) yield `${said} sticks out of ${called(above)}`;
        }
      }
    }
  }
  const heard = (style) => style.clipPath !== "none";
  const dots = (style) => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";

  function* page() {
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth || innerWidth > screen.width) yield `the page is wider than the screen: ${root.scrollWidth}`;
    for (const name of all(".far .person strong")) {
      if (name.scrollWidth > name.clientWidth) yield `the name ${name.textContent} is cut off`;
    }
  }

  // Briefly: what may differ from one decision to the next.
  async function complaints({ touched, briefly }) {
    await frames();
    const kinds = [page, numbers, needed, overlaps, panels];
    if (!briefly) kinds.push(words, ...(touched ? [fingers] : []));
    return [...new Set(kinds.flatMap((kind) => [...kind()]))];
  }

  // What moves with a text: what stands apart from all else, or scrolls by itself.
  function apart(element) {
    for (let above = element; above && above !== document.body; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (/absolute|fixed|sticky/.test(style.position) || style.overflowX !== "visible" || style.overflowY !== "visible") return above;
    }
    return document.body;
  }

  // Words over other words.
  function* covered() {
    const groups = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.data.trim() || !shown(text.parentElement)) continue;
      const place = apart(text.parentElement);
      if (heard(getComputedStyle(place))) continue;
      range.selectNodeContents(text);
      const lines = groups.get(place) ?? groups.set(place, []).get(place);
      for (const box of range.getClientRects()) lines.push([text, box]);
    }
    for (const lines of groups.values()) {
      lines.sort(([, one], [, other]) => one.top - other.top);
      for (const [at, [one, a]] of lines.entries()) {
        for (let next = at + 1; next < lines.length && lines[next][1].top < a.bottom - 0.3 * a.height; next++) {
          const [other, b] = lines[next];
          if (one === other || Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 2) continue;
          yield `“${one.data.trim()}” and “${other.data.trim()}” lie over each other in ${called(one.parentElement.parentElement)}`;
        }
      }
    }
  }

  // Of any page: whether its words are to be read whole, in a language whose words are long.
  async function unread() {
    await frames();
    return [...new Set([page, words, fitting, covered].flatMap((kind) => [...kind()]))];
  }

  const choices = () => [...document.querySelectorAll(`${OWED} :is([name="card"], [name="pick"])`)];
  function choose(at) {
    choices().at(at)?.click();
  }
  function close() {
    for (const choice of choices()) choice.checked = false;
  }

  return { complaints, unread, shifted, choose, close };
})();
