// One drawing: its elements, made once; its nodes, updated in place; its end. `vis` is pyvis's vis-network, which
// gives the canvas, zoom and pan.

const ASKS = 5; // an answer that never comes must not keep the page running

const drawings = new WeakMap(); // one a mounted place
const texts = new Map(); // "id print" -> [lines, label, detail]: what Python has sent so far

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const ICONS = {
  plus: "M0-6V6M-6 0H6",
  minus: "M-6 0H6",
  fit: "M-7-3v-4h4M3-7h4v4M7 3v4H3M-3 7h-4V3",
  target: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z",
};

function drawn(path, stroke, fill = "none") {
  const make = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = make("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" });
  svg.append(make("path", { d: path, stroke, fill, "stroke-width": 2, "stroke-linecap": "round" }));
  return svg;
}

function button(label, icon, act) {
  const made = element("button", { type: "button", "aria-label": label, title: label }, drawn(icon, "currentColor"));
  made.addEventListener("click", act);
  return made;
}

function legend(drawing) {
  const entries = Object.values(drawing.marks).map((mark) => {
    const colour = drawing.colours.mark(mark);
    return element("li", {}, drawn(SHAPES[mark.shape], colour, mark.filled ? colour : "none"), mark.word);
  });
  drawing.legend.replaceChildren(...entries);
}

function read(data, drawing) {
  const words = (text) => (text ? text.split(" ") : []);
  for (const [name, text] of Object.entries(data.texts)) texts.set(name, text);
  const [ids, parents, x, y] = [data.ids, data.parents, data.x, data.y].map(words);
  drawing.cards = new Map(
    ids.map((id, i) => [
      id,
      {
        id,
        x: Number(x[i]) * drawing.column,
        y: Number(y[i]) * drawing.level,
        parent: Number(parents[i]) ? ids[i - Number(parents[i])] : null,
        mark: data.marks[i],
        text: texts.get(`${id} ${data.prints.slice(4 * i, 4 * i + 4)}`),
        revisions: data.revised[id] ?? 0,
        fresh: data.fresh.includes(id),
      },
    ]),
  );
  drawing.current = data.current;
  drawing.trail = new Set();
  for (let card = drawing.cards.get(data.current); card; card = drawing.cards.get(card.parent)) {
    drawing.trail.add(card.id);
  }
}

function askForMissing(drawing, ask) {
  const missing = [...drawing.cards.values()].filter((card) => !card.text).map((card) => card.id);
  const question = missing.join(" ");
  drawing.asked = question === drawing.question ? drawing.asked + 1 : 1;
  drawing.question = question;
  if (question && drawing.asked <= ASKS) ask("missing", question);
}

function mount(place, { css, ...fixed }) {
  const drawing = { ...fixed, cards: new Map(), touched: false, turn: 0 };
  drawing.stage = element("div", { class: "stage", tabindex: "0", role: "application" });
  drawing.canvas = element("div", { class: "canvas" });
  drawing.tip = element("div", { class: "tip", "aria-hidden": "true" });
  drawing.said = element("div", { class: "said", "aria-live": "polite" });
  drawing.here = button("Show where the investigation stands", ICONS.target, () => {
    drawing.touched = false;
    frame(drawing, true);
  });
  const controls = element(
    "div",
    { class: "controls" },
    button("Zoom in (also Ctrl and the wheel)", ICONS.plus, () => zoom(drawing, 1.25)),
    button("Zoom out", ICONS.minus, () => zoom(drawing, 0.8)),
    button("Fit the whole tree", ICONS.fit, () => {
      drawing.touched = true;
      fit(drawing);
    }),
    drawing.here,
  );
  drawing.legend = element("ul", { class: "legend", "aria-label": "What the marks mean" });
  const bar = element("div", { class: "bar" }, drawing.legend, controls);
  const style = element("style", {}, css);
  const panel = element("div", { class: "panel" }, drawing.stage, drawing.tip);
  drawing.stage.append(drawing.canvas);
  drawing.root = element("div", { class: "tree" }, style, panel, bar, drawing.said);
  drawing.tip.hidden = true;
  place.append(drawing.root);

  drawing.nodes = new vis.DataSet();
  const ctxRenderer = ({ ctx, id }) => ({
    drawNode: () => {
      const card = drawing.cards.get(id);
      if (card) paintCard(drawing, ctx, card);
    },
  });
  drawing.network = new vis.Network(
    drawing.canvas,
    { nodes: drawing.nodes, edges: [] },
    {
      physics: { enabled: false },
      layout: { improvedLayout: false },
      nodes: { shape: "custom", ctxRenderer, chosen: false, size: CARD.width / 2 },
      interaction: { hover: false, dragNodes: false, keyboard: false, selectable: false },
    },
  );
  const { network } = drawing;
  drawing.canvas.firstElementChild.tabIndex = -1; // the stage around it takes the keys: one stop, not two
  network.on("beforeDrawing", (ctx) => paintEdges(drawing, ctx));
  network.on("afterDrawing", () => {
    const here = drawing.cards.get(drawing.current);
    drawing.here.classList.toggle("away", Boolean(here) && !inView(drawing, here));
  });
  network.on("click", ({ pointer }) => {
    const card = cardAt(drawing, pointer.canvas);
    if (card) pick(drawing, card.id);
  });
  network.on("dragStart", () => {
    drawing.touched = true;
    hideTip(drawing);
  });
  network.on("zoom", () => {
    drawing.touched = true;
    hideTip(drawing);
  });
  drawing.stage.addEventListener("keydown", (event) => onKey(drawing, event));
  drawing.stage.addEventListener("pointerdown", () => {
    drawing.keyboard = false;
  });
  drawing.stage.addEventListener("pointermove", ({ offsetX, offsetY, buttons }) => {
    hover(drawing, buttons ? undefined : cardAt(drawing, network.DOMtoCanvas({ x: offsetX, y: offsetY })));
  });
  drawing.stage.addEventListener("pointerleave", () => hover(drawing, undefined));
  // A wheel over the drawing scrolls the page, as everywhere else; with Ctrl, or a pinch, it zooms.
  drawing.canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    },
    { capture: true },
  );
  drawing.resizing = new ResizeObserver(() => {
    if (!drawing.touched) requestAnimationFrame(() => drawing.root.isConnected && frame(drawing));
  });
  drawing.resizing.observe(drawing.stage);
  return drawing;
}

function update(drawing, data) {
  const first = drawing.cards.size === 0;
  read(data, drawing);
  drawing.root.style.height = `${data.height}px`;
  drawing.colours = palette(drawing, data.dark);
  legend(drawing);

  const gone = drawing.nodes.getIds().filter((id) => !drawing.cards.has(id));
  if (gone.length) drawing.nodes.remove(gone);
  const moved = [...drawing.cards.values()].filter(({ id, x, y }) => {
    const before = drawing.nodes.get(id);
    return !before || before.x !== x || before.y !== y;
  });
  drawing.nodes.update(moved.map(({ id, x, y }) => ({ id, x, y })));

  const count = drawing.cards.size;
  drawing.stage.setAttribute(
    "aria-label",
    `Evidence tree, ${count} ${count === 1 ? "node" : "nodes"}. Arrow keys move, Enter selects, plus and minus zoom.`,
  );
  const chosen = data.selected !== drawing.told;
  drawing.told = drawing.selected = data.selected;
  if (!drawing.cards.has(drawing.cursor)) drawing.cursor = data.selected;
  say(drawing);
  if (first) frame(drawing);
  else if (chosen && data.selected) reveal(drawing, data.selected);
  else if (!drawing.touched) reveal(drawing, drawing.current);
  drawing.network.redraw();
}

function draw({ data, parentElement, setTriggerValue }, fixed) {
  let drawing = drawings.get(parentElement);
  if (!drawing) {
    drawing = mount(parentElement, fixed);
    drawings.set(parentElement, drawing);
  }
  drawing.ask = setTriggerValue;
  update(drawing, data);
  askForMissing(drawing, setTriggerValue);
  const turn = ++drawing.turn;
  return () => {
    if (turn !== drawing.turn) return; // a later update is already on the canvas
    hideTip(drawing);
    drawing.resizing.disconnect();
    drawing.network.destroy();
    drawing.root.remove();
    drawings.delete(parentElement);
  };
}

const seat = (globalThis.sleuthEvidenceTree ??= {});
seat.ready ??= new Promise((open) => {
  seat.open = open;
});
export default ({ data }) => seat.open((part) => draw(part, data));
