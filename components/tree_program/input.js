// What the reader does: hover, click, keys; and what is said and shown in answer.

function describe(drawing, card) {
  const parts = [card.id];
  if (!card.revisions || card.mark !== "r") parts.push(drawing.marks[card.mark].word);
  if (card.revisions) parts.push(`revised ${card.revisions}×`);
  if (card.id === drawing.current) parts.push("the investigation stands here");
  return parts.join(" · ");
}

function showTip(drawing, id) {
  const card = drawing.cards.get(id);
  if (!card) return hideTip(drawing);
  const [, label, detail] = card.text ?? [[], "", ""];
  const line = (name, text) => element("div", { class: name }, text);
  drawing.tip.replaceChildren(line("state", describe(drawing, card)), line("label", label), line("detail", detail));
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
  return [...drawing.cards.values()].find(
    (card) => Math.abs(card.x - x) <= CARD.width / 2 && Math.abs(card.y - y) <= CARD.height / 2,
  );
}

function hover(drawing, card) {
  if (card?.id === drawing.hovered) return;
  drawing.hovered = card?.id;
  drawing.stage.style.cursor = card ? "pointer" : "";
  hideTip(drawing);
  if (card) drawing.resting = setTimeout(() => showTip(drawing, card.id), 250); // not while only passing
  drawing.network.redraw();
}

function pick(drawing, id) {
  drawing.selected = drawing.cursor = id;
  drawing.network.redraw();
  drawing.ask("picked", id);
}

// What a screen reader hears: where the keys have led, and again when that node changes.
function say(drawing) {
  const card = drawing.cards.get(drawing.cursor);
  const words = drawing.keyboard && card ? `${describe(drawing, card)}: ${card.text?.[1] ?? ""}` : "";
  if (drawing.said.textContent !== words) drawing.said.textContent = words;
}

function neighbour(drawing, key) {
  const cards = [...drawing.cards.values()];
  const at = drawing.cards.get(drawing.cursor);
  if (!at || key === "Home") return drawing.cards.get(drawing.current) ?? cards[0];
  if (key === "ArrowUp") return drawing.cards.get(at.parent);
  if (key === "ArrowDown") return cards.find((card) => card.parent === at.id);
  const level = cards.filter((card) => card.y === at.y).sort((a, b) => a.x - b.x);
  return level[level.indexOf(at) + (key === "ArrowLeft" ? -1 : 1)];
}

function onKey(drawing, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const acts = { "+": () => zoom(drawing, 1.25), "-": () => zoom(drawing, 0.8), 0: () => frame(drawing, true) };
  if (acts[event.key]) acts[event.key]();
  else if (event.key === "Escape") hideTip(drawing);
  else if (event.key === "Enter" || event.key === " ") {
    if (drawing.cursor) pick(drawing, drawing.cursor);
  } else if (/^(Arrow|Home)/.test(event.key)) {
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
