// What the reader does: hover, click, keys; and what is said and shown in answer.

function describe(drawing, card) {
  const parts = [card.id];
  if (!card.revisions || card.mark !== "r") parts.push(drawing.marks[card.mark].word);
  if (card.revisions) parts.push(`revised ${card.revisions}×`);
  if (card.pinned && card.mark !== "s") parts.push("pinned");
  if (card.id === drawing.current) parts.push("the investigation stands here");
  if (card.rests.length) parts.push(`rests on ${card.rests.join(", ")}`);
  if (card.foldable && drawing.folded.has(card.id)) parts.push(`${card.below} pruned below it are folded`);
  return parts.join(" · ");
}

function showTip(drawing, id) {
  const card = drawing.cards.get(id);
  if (!card) return hideTip(drawing);
  const line = (name, text) => element("div", { class: name }, text);
  drawing.tip.replaceChildren(line("state", describe(drawing, card)), line("label", labelOf(card)), line("detail", detailOf(card)));
  drawing.tip.hidden = false;
  const spot = drawing.network.canvasToDOM({ x: card.x, y: card.y });
  const away = (CARD.height / 2) * drawing.network.getScale() + 10;
  const { clientWidth, clientHeight } = drawing.stage;
  const { offsetWidth: width, offsetHeight: height } = drawing.tip;
  const [right, bottom] = [Math.max(8, clientWidth - width - 8), Math.max(8, clientHeight - height - 8)];
  const above = spot.y - away - height;
  const top = spot.y + away > bottom && above > 0 ? above : Math.min(spot.y + away, bottom);
  drawing.tip.style.left = `${clamp(spot.x - width / 2, 8, right)}px`;
  drawing.tip.style.top = `${top}px`;
}

function hideTip(drawing) {
  clearTimeout(drawing.resting);
  drawing.tip.hidden = true;
}

// vis-network would take every node for a square as wide as a card, and neighbours for one another.
function cardAt(drawing, { x, y }) {
  return drawing.shown.find(
    (card) => Math.abs(card.x - x) <= CARD.width / 2 && Math.abs(card.y - y) <= CARD.height / 2,
  );
}

// Where a pruned branch is folded and unfolded: below its first card.
function handleAt(drawing, { x, y }) {
  const from = CARD.height / 2;
  return drawing.shown.find(
    (card) => card.foldable && Math.abs(card.x - x) <= 34 && y - card.y > from - 4 && y - card.y <= from + 22,
  );
}

function refold(drawing) {
  const foldable = drawing.order.filter((card) => card.foldable);
  const all = foldable.length > 0 && foldable.every((card) => drawing.folded.has(card.id));
  drawing.folder.hidden = foldable.length === 0;
  press(drawing.folder, all);
  if (drawing.cards.get(drawing.cursor)?.hidden) drawing.cursor = standIn(drawing, drawing.cursor)?.id;
  writeOutline(drawing);
}

function turnBranch(drawing, card) {
  if (!card?.foldable) return;
  if (!drawing.folded.delete(card.id)) drawing.folded.add(card.id);
  hideTip(drawing);
  fold(drawing);
  refold(drawing);
  say(drawing);
  drawing.network.redraw();
}

function foldAll(drawing) {
  const foldable = drawing.order.filter((card) => card.foldable);
  const all = foldable.every((card) => drawing.folded.has(card.id));
  for (const card of foldable) {
    if (all) drawing.folded.delete(card.id);
    else drawing.folded.add(card.id);
  }
  fold(drawing);
  refold(drawing);
  drawing.network.redraw();
}

function listen(drawing) {
  const { network, stage, canvas, outline } = drawing;
  network.on("click", ({ pointer }) => {
    const folding = handleAt(drawing, pointer.canvas);
    const card = cardAt(drawing, pointer.canvas);
    if (folding) turnBranch(drawing, folding);
    else if (card) pick(drawing, card.id);
  });
  for (const kind of ["dragStart", "zoom"]) {
    network.on(kind, () => {
      drawing.touched = true;
      hideTip(drawing);
    });
  }
  stage.addEventListener("keydown", (event) => onKey(drawing, event));
  stage.addEventListener("pointerdown", () => {
    drawing.keyboard = false;
  });
  stage.addEventListener("pointermove", ({ offsetX, offsetY, buttons }) => {
    const at = network.DOMtoCanvas({ x: offsetX, y: offsetY });
    hover(drawing, buttons ? undefined : cardAt(drawing, at), !buttons && Boolean(handleAt(drawing, at)));
  });
  stage.addEventListener("pointerleave", () => hover(drawing, undefined, false));
  // A wheel over the drawing scrolls the page, as everywhere else; with Ctrl, or a pinch, it zooms.
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
    },
    { capture: true },
  );
  outline.addEventListener("keydown", (event) => onOutlineKey(drawing, event));
  outline.addEventListener("click", (event) => onOutlineClick(drawing, event));
}

function hover(drawing, card, folding) {
  drawing.stage.style.cursor = card || folding ? "pointer" : "";
  if (card?.id === drawing.hovered) return;
  drawing.hovered = card?.id;
  hideTip(drawing);
  if (card) drawing.resting = setTimeout(() => showTip(drawing, card.id), 250); // not while only passing
  drawing.network.redraw();
}

function pick(drawing, id) {
  drawing.selected = drawing.cursor = id;
  drawing.network.redraw();
  writeOutline(drawing);
  drawing.ask("picked", id);
}

// What a screen reader hears: where the keys have led, and again when that node changes.
function say(drawing) {
  const card = drawing.cards.get(drawing.cursor);
  const words = drawing.keyboard && card ? `${describe(drawing, card)}: ${labelOf(card)}` : "";
  if (drawing.said.textContent !== words) drawing.said.textContent = words;
}

function neighbour(drawing, key) {
  const cards = drawing.shown;
  const at = drawing.cards.get(drawing.cursor);
  if (key === "End") return cards.at(-1);
  if (!at || key === "Home") return standIn(drawing, drawing.current) ?? cards[0];
  if (key === "ArrowUp") return drawing.cards.get(at.parent);
  if (key === "ArrowDown") return cards.find((card) => card.parent === at.id);
  const level = cards.filter((card) => card.y === at.y).sort((a, b) => a.x - b.x);
  return level[level.indexOf(at) + (key === "ArrowLeft" ? -1 : 1)];
}

function onKey(drawing, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const acts = { "+": () => zoom(drawing, 1.25), "-": () => zoom(drawing, 0.8), 0: () => frame(drawing, true) };
  acts.f = acts.F = () => turnBranch(drawing, drawing.cards.get(drawing.cursor));
  if (acts[event.key]) acts[event.key]();
  else if (event.key === "Escape") hideTip(drawing);
  else if (event.key === "Enter" || event.key === " ") {
    if (drawing.cursor) pick(drawing, drawing.cursor);
  } else if (/^(Arrow|Home|End)/.test(event.key)) {
    drawing.keyboard = true;
    const next = neighbour(drawing, event.key);
    if (next) {
      drawing.cursor = next.id;
      say(drawing);
      reveal(drawing, next.id);
      hideTip(drawing);
      drawing.network.redraw();
    }
  } else return;
  event.preventDefault();
}
