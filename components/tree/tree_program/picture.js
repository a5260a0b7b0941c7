// The whole tree as a PNG, made here from the same painting: nothing is sent anywhere.

const SIDE = 16000; // pixels; browsers give up on larger canvases
const AREA = 100e6;

function savePicture(drawing) {
  if (!drawing.shown.length) return;
  const box = bounds(drawing);
  const curves = drawing.resting ? 120 : 0; // what rests on what is drawn to the right of the cards
  const [width, height] = [box.x.length + 2 * MARGIN + curves, box.y.length + 2 * MARGIN + 24];
  const scale = Math.min(2, SIDE / width, SIDE / height, Math.sqrt(AREA / width / height));
  const canvas = element("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  const ctx = canvas.getContext("2d");
  ctx.scale(scale, scale);
  ctx.fillStyle = drawing.colours.page;
  ctx.fillRect(0, 0, width, height);
  ctx.translate(MARGIN - box.x.low, MARGIN - box.y.low);
  // Painted as at zoom 1, without what is only of the moment.
  const still = { ...drawing, still: true, hovered: undefined, keyboard: false };
  paintEdges(still, ctx, { top: box.y.low, bottom: box.y.high });
  for (const card of still.shown) paintCard(still, ctx, card);
  if (still.resting) paintRests(still, ctx);
  paintLegend(still, ctx, box.x.low, box.y.high + MARGIN, box.x.length);
  canvas.toBlob((made) => {
    const address = URL.createObjectURL(made);
    element("a", { href: address, download: `${drawing.file}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
}

function paintLegend(drawing, ctx, left, top, width) {
  ctx.font = `400 12px ${drawing.colours.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  let x = left + 8;
  for (const mark of Object.values(drawing.marks)) {
    const room = 20 + ctx.measureText(mark.word).width + 16;
    if (x + room > left + width) return; // a narrow tree: its cards say the words themselves
    ctx.save();
    ctx.translate(x, top);
    ctx.scale(0.8, 0.8);
    paintMark(ctx, mark, drawing.colours.mark(mark), drawing.colours.page);
    ctx.restore();
    ctx.fillStyle = drawing.colours.text;
    ctx.fillText(mark.word, x + 12, top + 1);
    x += room;
  }
}
