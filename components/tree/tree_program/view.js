// What is in view: the first look, fitting, revealing a card with the smallest step, zoom.

const MARGIN = 28; // pixels kept free around the tree
const READABLE = 0.68; // below this zoom a label is too small to read

function visible(drawing, margin) {
  const low = drawing.network.DOMtoCanvas({ x: margin, y: margin });
  const high = drawing.network.DOMtoCanvas({
    x: drawing.stage.clientWidth - margin,
    y: drawing.stage.clientHeight - margin,
  });
  return { left: low.x, top: low.y, right: high.x, bottom: high.y };
}

function inView(drawing, card) {
  const view = visible(drawing, 0);
  return card.x > view.left && card.x < view.right && card.y > view.top && card.y < view.bottom;
}

function bounds(drawing) {
  const cards = drawing.shown;
  const span = (values, size) => {
    const low = values.reduce((a, b) => Math.min(a, b)) - size / 2;
    const high = values.reduce((a, b) => Math.max(a, b)) + size / 2;
    return { low, high, length: high - low };
  };
  return { x: span(cards.map((c) => c.x), CARD.width), y: span(cards.map((c) => c.y), CARD.height) };
}

function move(drawing, position, scale, gently) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const animation = gently && !calm ? { duration: 260, easingFunction: "easeInOutQuad" } : false;
  drawing.network.moveTo({ position, scale, animation });
}

// Where to look along one axis: at the target, but never past the ends of the tree; all of it where it fits.
function centre(span, target, room, scale, small) {
  const half = room / 2 / scale;
  const margin = MARGIN / scale;
  if (span.length + 2 * margin <= 2 * half) return small === "start" ? span.low - margin + half : (span.low + span.high) / 2;
  return clamp(target, span.low - margin + half, span.high + margin - half);
}

function wholeScale(drawing, box) {
  const { clientWidth, clientHeight } = drawing.stage;
  const across = (clientWidth - 2 * MARGIN) / box.x.length;
  const down = (clientHeight - 2 * MARGIN) / box.y.length;
  return clamp(Math.min(across, down), 0.005, 1);
}

// The first look: the whole tree as long as it can be read, else the part where the investigation stands.
function frame(drawing, gently = false) {
  if (!drawing.cards.size || !drawing.stage.clientWidth) return;
  const box = bounds(drawing);
  const whole = wholeScale(drawing, box);
  const scale = whole >= READABLE ? whole : 0.85;
  const target = standIn(drawing, drawing.current) ?? drawing.shown.at(-1);
  const { clientWidth, clientHeight } = drawing.stage;
  const x = centre(box.x, target.x, clientWidth, scale);
  const y = centre(box.y, target.y - clientHeight / 5 / scale, clientHeight, scale, "start");
  move(drawing, { x, y }, scale, gently);
}

function fit(drawing) {
  if (!drawing.cards.size) return;
  const box = bounds(drawing);
  const position = { x: (box.x.low + box.x.high) / 2, y: (box.y.low + box.y.high) / 2 };
  move(drawing, position, wholeScale(drawing, box), true);
}

// Bring a card into view with the smallest step; the zoom stays.
function reveal(drawing, id) {
  const card = standIn(drawing, id);
  scrollTo(drawing, id);
  if (!card || !drawing.stage.clientWidth) return;
  const view = visible(drawing, MARGIN);
  const step = (low, high, at, size) =>
    at - size / 2 < low ? at - size / 2 - low : at + size / 2 > high ? at + size / 2 - high : 0;
  const x = step(view.left, view.right, card.x, CARD.width);
  const y = step(view.top, view.bottom, card.y, CARD.height);
  if (!x && !y) return;
  const now = drawing.network.getViewPosition();
  move(drawing, { x: now.x + x, y: now.y + y }, drawing.network.getScale(), true);
}

function zoom(drawing, factor) {
  drawing.touched = true;
  move(drawing, drawing.network.getViewPosition(), clamp(drawing.network.getScale() * factor, 0.005, 2.5), true);
}
