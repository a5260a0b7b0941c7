// Painting: cards, marks, edges and the legend. Every text is untrusted: it reaches the canvas or a text node only.

const CARD = { width: 188, height: 64, radius: 10 };
const NEAR = 0.5; // below this zoom a card shows its mark only, which grows as the zoom falls
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const SHAPES = {
  dot: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z",
  diamond: "M0-8.5 8.5 0 0 8.5-8.5 0Z",
  icon: "M-6-6 6 6M6-6-6 6",
  triangle: "M0-8 8.5 7-8.5 7Z",
  star: "M0-9 2.4-3.2 8.6-2.8 3.8 1.2 5.3 7.3 0 4-5.3 7.3-3.8 1.2-8.6-2.8-2.4-3.2Z",
};

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function palette(drawing, dark) {
  const style = getComputedStyle(drawing.root);
  const theme = (name) => style.getPropertyValue(`--st-${name}`).trim();
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = theme("background-color");
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const night = dark ?? red * 0.3 + green * 0.59 + blue * 0.11 < 128;
  const [page, raised] = [theme("background-color"), theme("secondary-background-color")];
  drawing.root.style.setProperty("--stage", night ? page : raised);
  drawing.root.style.setProperty("--card", night ? raised : page);
  return {
    paper: night ? raised : page,
    text: theme("text-color"),
    line: theme("border-color"),
    accent: theme("primary-color"),
    link: theme("link-color") || theme("primary-color"),
    page,
    font: theme("font") || "sans-serif",
    muted: night ? "#8b949e" : "#6e7781",
    edge: night ? "#484f58" : "#afb8c1",
    rests: night ? "#8b949e" : "#6e7781",
    mark: (mark) => (night ? mark.dark : mark.light),
  };
}

function paintMark(ctx, mark, colour, paper) {
  const path = new Path2D(SHAPES[mark.shape]);
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = colour;
  ctx.lineWidth = mark.shape === "icon" ? 3 : 2;
  ctx.fillStyle = mark.filled ? colour : paper;
  if (mark.shape !== "icon") ctx.fill(path);
  ctx.stroke(path);
}

function paintPill(ctx, drawing, text, right, top, colour, filled) {
  ctx.font = `600 10px ${drawing.colours.font}`;
  const width = ctx.measureText(text).width + 12;
  ctx.beginPath();
  ctx.roundRect(right - width, top - 10, width, 16, 8);
  ctx.fillStyle = filled ? colour : drawing.colours.paper;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = filled ? drawing.colours.paper : colour;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, right - width / 2, top - 1.5);
  return right - width - 4;
}

function paintCard(drawing, ctx, card) {
  const { colours, marks } = drawing;
  const mark = marks[card.mark];
  const colour = colours.mark(mark);
  const muted = Boolean(mark.dashes); // out of the line of reasoning
  const alert = mark.width > 2;
  const left = card.x - CARD.width / 2;
  const top = card.y - CARD.height / 2;
  const scale = scaleOf(drawing);
  const near = scale >= NEAR;
  if (drawing.lit && !card.lit) ctx.globalAlpha = 0.5;
  const outline = (grow) => {
    ctx.beginPath();
    ctx.roundRect(left - grow, top - grow, CARD.width + 2 * grow, CARD.height + 2 * grow, CARD.radius + grow);
  };
  if (card.id === drawing.selected) {
    outline(4);
    const alpha = ctx.globalAlpha;
    ctx.globalAlpha = 0.28 * alpha;
    ctx.fillStyle = colours.accent;
    ctx.fill();
    ctx.globalAlpha = alpha;
  }
  if (drawing.lit && card.lit) {
    outline(5);
    ctx.strokeStyle = colours.text;
    ctx.lineWidth = clamp(2.5 / scale, 2.5, 12);
    ctx.stroke();
  }
  outline(0);
  ctx.fillStyle = colours.paper;
  ctx.fill();
  const chosen = card.id === drawing.selected;
  ctx.strokeStyle = chosen ? colours.accent : alert ? colour : card.id === drawing.hovered || muted ? colours.muted : colours.line;
  ctx.lineWidth = chosen ? 2 : alert ? 1.5 : 1;
  ctx.setLineDash(chosen || !mark.dashes ? [] : mark.dashes);
  ctx.stroke();
  ctx.setLineDash([]);
  if (card.id === drawing.cursor && drawing.keyboard) {
    outline(5);
    ctx.setLineDash([4, 3]);
    ctx.strokeStyle = colours.text;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  ctx.save();
  ctx.translate(near ? left + 21 : card.x, near ? card.y - 6 : card.y);
  const grow = near ? 1 : clamp(0.9 / scale, 2.4, 5.5);
  ctx.scale(grow, grow);
  paintMark(ctx, mark, colour, colours.paper);
  ctx.restore();
  if (near) paintWords(drawing, ctx, card, { colours, marks, mark, muted, colour, left, top });
  if (card.foldable && near && !(drawing.still && !drawing.folded.has(card.id))) paintHandle(drawing, ctx, card, colours.muted);
  ctx.globalAlpha = 1;
}

function paintWords(drawing, ctx, card, { colours, marks, mark, muted, colour, left, top }) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colours.muted;
  ctx.font = `500 10px ${colours.font}`;
  ctx.fillText(card.id, left + 21, card.y + 14, 34);

  ctx.fillStyle = muted ? colours.muted : colours.text;
  ctx.font = `400 13px ${colours.font}`;
  const lines = linesOf(card);
  const words = lines.join("");
  // By most of its letters: a name in Arabic at the head of an English sentence does not turn it round.
  const rightwards = (words.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 < (words.match(/\p{L}/gu)?.length ?? 1);
  ctx.direction = rightwards ? "ltr" : "rtl";
  ctx.textAlign = "start";
  const begin = left + (rightwards ? 42 : CARD.width - 6);
  lines.forEach((line, i) => {
    ctx.fillText(line, begin, card.y + (i - (lines.length - 1) / 2) * 16 + 0.5, CARD.width - 48);
  });
  ctx.direction = "ltr";

  let right = left + CARD.width - 10;
  if (card.id === drawing.current) right = paintPill(ctx, drawing, "now", right, top, colours.accent, true);
  else if (card.fresh) right = paintPill(ctx, drawing, "new", right, top, colours.accent, false);
  if (card.revisions) right = paintPill(ctx, drawing, `revised ${card.revisions}×`, right, top, colours.mark(marks.r), false);
  if (card.pinned) right = paintPill(ctx, drawing, "pinned", right, top, colours.mark(marks.s), false);
  if (muted || mark.width > 2) paintPill(ctx, drawing, mark.word, right, top, colour, false);
}

const scaleOf = (drawing) => (drawing.still ? 1 : drawing.network.getScale());

function paintHandle(drawing, ctx, card, colour) {
  const folded = drawing.folded.has(card.id);
  const text = folded ? `+ ${card.below} pruned` : "− fold";
  ctx.font = `600 10px ${drawing.colours.font}`;
  const half = (ctx.measureText(text).width + 12) / 2;
  paintPill(ctx, drawing, text, card.x + half, card.y + CARD.height / 2 + 13, colour, false);
}

// Down, across, down: the crossing part lies between two levels, so no edge ever runs behind a card.
function paintEdge(drawing, ctx, from, card, scale) {
  const mark = drawing.marks[card.mark];
  const live = drawing.trail.has(card.id);
  const start = from.y + CARD.height / 2;
  const end = card.y - CARD.height / 2;
  const bend = (start + end) / 2;
  ctx.beginPath();
  ctx.moveTo(from.x, start);
  ctx.arcTo(from.x, bend, card.x, bend, 10);
  ctx.arcTo(card.x, bend, card.x, end, 10);
  ctx.lineTo(card.x, end);
  ctx.setLineDash(mark.dashes ?? []);
  ctx.strokeStyle = mark.width > 2 ? drawing.colours.mark(mark) : live ? drawing.colours.accent : drawing.colours.edge;
  ctx.lineWidth = (live ? Math.max(2, mark.width) : mark.width) * clamp(0.7 / scale, 1, 8);
  ctx.stroke();
  ctx.setLineDash([]);
}

function paintEdges(drawing, ctx, reach) {
  const scale = scaleOf(drawing);
  // The line that led here is painted last, on top of what it shares with its branches.
  for (const live of [false, true]) {
    for (const card of drawing.shown) {
      const from = drawing.cards.get(card.parent);
      if (!from || drawing.trail.has(card.id) !== live) continue;
      if (card.y < reach.top - CARD.height || from.y > reach.bottom + CARD.height) continue;
      ctx.globalAlpha = drawing.lit && !(card.lit && from.lit) ? 0.4 : 1;
      paintEdge(drawing, ctx, from, card, scale);
    }
  }
  ctx.globalAlpha = 1;
}

// What rests on what: dashed curves along the right of the cards, the arrow at what is rested on. Those of the node
// selected or pointed at stand out.
function paintRests(drawing, ctx) {
  const scale = scaleOf(drawing);
  const grow = clamp(0.7 / scale, 1, 8);
  const chosen = drawing.hovered ?? drawing.selected;
  for (const card of drawing.shown) {
    for (const ground of new Set(card.rests.map((id) => standIn(drawing, id)))) {
      if (!ground || ground === card) continue;
      const near = card.id === chosen || ground.id === chosen;
      const [x1, y1, x2, y2] = [card.x + CARD.width / 2, card.y - 8, ground.x + CARD.width / 2, ground.y + 8];
      const out = Math.max(x1, x2) + 18 + Math.min(120, Math.abs(y1 - y2) / 6);
      ctx.strokeStyle = ctx.fillStyle = near ? drawing.colours.accent : drawing.colours.rests;
      ctx.globalAlpha = near || !drawing.cards.has(chosen) ? 1 : 0.45;
      ctx.lineWidth = (near ? 2 : 1.25) * grow;
      ctx.setLineDash([5 * grow, 4 * grow]);
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.bezierCurveTo(out, y1, out, y2, x2 + 3, y2);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(x2, y2);
      ctx.lineTo(x2 + 8 * grow, y2 - 4 * grow);
      ctx.lineTo(x2 + 8 * grow, y2 + 4 * grow);
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
}
