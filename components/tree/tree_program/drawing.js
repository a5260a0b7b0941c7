// One drawing: its elements, made once; its nodes, updated in place; its end. `vis` is pyvis's vis-network, which
// gives the canvas, zoom and pan.

const ASKS = 5; // an answer that never comes must not keep the page running

const drawings = new WeakMap(); // one a mounted place
const texts = new Map(); // "id print" -> [lines, label unless the lines say it, detail]: what Python has sent so far

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
  fold: "M-4-8 0-4 4-8M-7 0H7M-4 8 0 4 4 8",
  rests: "M-6 7C6 7 6-7-6-7M-6-7l4-3M-6-7l4 3M6 7h.01M6-7h.01",
  save: "M0-8V3M-4-1 0 3 4-1M-7 7H7",
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

function press(button, on) {
  button.setAttribute("aria-pressed", String(on));
}

function legend(drawing) {
  const entries = Object.values(drawing.marks).map((mark) => {
    const colour = drawing.colours.mark(mark);
    return element("li", {}, drawn(SHAPES[mark.shape], colour, mark.filled ? colour : "none"), mark.word);
  });
  const arrow = drawn("M-9 0h3M-3 0h3M3 0h6M9 0 5-4M9 0 5 4", drawing.colours.rests);
  const rests = element("li", { class: "on-demand" }, arrow, "rests on");
  rests.style.visibility = drawing.resting ? "visible" : "hidden"; // its room is kept, so that nothing moves
  entries.push(rests);
  drawing.legend.replaceChildren(...entries);
}

function toolbar(drawing) {
  const whole = () => {
    drawing.touched = true;
    fit(drawing);
  };
  drawing.here = button("Show where the investigation stands", ICONS.target, () => {
    drawing.touched = false;
    frame(drawing, true);
  });
  drawing.folder = button("Fold the pruned branches", ICONS.fold, () => foldAll(drawing));
  drawing.rester = button("Show what rests on what", ICONS.rests, () => {
    drawing.resting = !drawing.resting;
    press(drawing.rester, drawing.resting);
    legend(drawing);
    drawing.network.redraw();
  });
  press(drawing.rester, false);
  return element(
    "div",
    { class: "controls", role: "group", "aria-label": "Tree" },
    drawing.rester,
    drawing.folder,
    button("Zoom in (also Ctrl and the wheel)", ICONS.plus, () => zoom(drawing, 1.25)),
    button("Zoom out", ICONS.minus, () => zoom(drawing, 0.8)),
    button("Fit the whole tree", ICONS.fit, whole),
    drawing.here,
    button("Download the tree as PNG", ICONS.save, () => savePicture(drawing)),
  );
}

function mount(place, { css, ...fixed }) {
  const drawing = { ...fixed, cards: new Map(), order: [], shown: [], folded: new Set(), closed: new Set(), touched: false, turn: 0 };
  drawing.stage = element("div", { class: "stage", tabindex: "0", role: "application" });
  drawing.canvas = element("div", { class: "canvas" });
  drawing.tip = element("div", { class: "tip", "aria-hidden": "true" });
  drawing.said = element("div", { class: "said", "aria-live": "polite" });
  drawing.legend = element("ul", { class: "legend", "aria-label": "What the marks mean" });
  drawing.outline = element("ul", { class: "outline", role: "tree", "aria-label": "Evidence tree" });
  drawing.bar = element("div", { class: "bar" }, drawing.legend, toolbar(drawing));
  const style = element("style", {}, css);
  drawing.panel = element("div", { class: "panel" }, drawing.stage, drawing.tip);
  drawing.stage.append(drawing.canvas);
  drawing.root = element("div", { class: "tree" }, style, drawing.panel, drawing.outline, drawing.bar, drawing.said);
  drawing.tip.hidden = true;
  place.append(drawing.root);

  drawing.nodes = new vis.DataSet();
  const ctxRenderer = ({ ctx, id }) => ({
    drawNode: () => {
      const card = drawing.cards.get(id);
      if (card && !card.hidden) paintCard(drawing, ctx, card);
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
  drawing.canvas.firstElementChild.tabIndex = -1; // the stage around it takes the keys: one stop, not two
  drawing.network.on("beforeDrawing", (ctx) => paintEdges(drawing, ctx, visible(drawing, 0)));
  drawing.network.on("afterDrawing", (ctx) => {
    if (drawing.resting) paintRests(drawing, ctx);
    const here = drawing.cards.get(drawing.current);
    drawing.here.classList.toggle("away", Boolean(here) && !inView(drawing, here));
  });
  listen(drawing);
  drawing.resizing = new ResizeObserver(() => {
    if (!drawing.touched) requestAnimationFrame(() => drawing.root.isConnected && frame(drawing));
  });
  drawing.resizing.observe(drawing.stage);
  return drawing;
}

function update(drawing, data) {
  const first = drawing.cards.size === 0;
  read(data, drawing);
  drawing.file = data.file;
  drawing.root.style.height = `${data.height}px`;
  drawing.root.dataset.view = data.view;
  drawing.colours = palette(drawing, data.dark);
  legend(drawing);

  const gone = drawing.nodes.getIds().filter((id) => !drawing.cards.has(id));
  if (gone.length) drawing.nodes.remove(gone);
  const moved = drawing.order.filter(({ id, x, y }) => {
    const before = drawing.nodes.get(id);
    return !before || before.x !== x || before.y !== y;
  });
  drawing.nodes.update(moved.map(({ id, x, y }) => ({ id, x, y })));

  const count = drawing.cards.size;
  drawing.stage.setAttribute(
    "aria-label",
    `Evidence tree, ${count} ${count === 1 ? "node" : "nodes"}. Arrow keys move, Enter selects, ` +
      "F folds a pruned branch, plus and minus zoom.",
  );
  const chosen = data.selected !== drawing.told;
  drawing.told = drawing.selected = data.selected;
  if (!drawing.cards.has(drawing.cursor)) drawing.cursor = data.selected;
  if (chosen && drawing.cards.has(data.selected)) unfoldTo(drawing, data.selected);
  refold(drawing);
  say(drawing);
  look(drawing, data, { first, chosen });
  drawing.network.redraw();
}

function look(drawing, data, { first, chosen }) {
  const lit = data.lit !== drawing.wasLit;
  drawing.wasLit = data.lit;
  if (first) frame(drawing);
  if (lit && data.lit) for (const id of words(data.lit).reverse()) reveal(drawing, id);
  else if (chosen && data.selected) reveal(drawing, data.selected);
  else if (!drawing.touched && !first) reveal(drawing, drawing.current);
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
