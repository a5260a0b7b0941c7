// The same tree as an outline: one line a node, for the keyboard, for a screen reader, and for whoever prefers to read.
// The main line stays flush, as in the drawing it stays straight; only branches are indented.

const DEEP = 6; // steps of indentation at most: what matters of a deeper branch is that it is one

function badges(drawing, card) {
  const mark = drawing.marks[card.mark];
  const made = [];
  const badge = (text, colour) => {
    const shown = element("span", { class: "badge" }, text);
    shown.style.color = shown.style.borderColor = colour;
    made.push(shown);
  };
  if (card.mark !== "a" && card.mark !== "r" && card.mark !== "s") badge(mark.word, drawing.colours.mark(mark));
  if (card.revisions) badge(`revised ${card.revisions}×`, drawing.colours.mark(drawing.marks.r));
  if (card.pinned) badge("pinned", drawing.colours.mark(drawing.marks.s));
  if (card.id === drawing.current) badge("now", drawing.colours.link);
  else if (card.fresh) badge("new", drawing.colours.link);
  return made;
}

function row(drawing, card, index) {
  const mark = drawing.marks[card.mark];
  const colour = drawing.colours.mark(mark);
  const open = !drawing.closed.has(card.id);
  const siblings = drawing.cards.get(card.parent)?.children ?? drawing.roots;
  const item = element("li", {
    role: "treeitem",
    "aria-level": card.level + 1,
    "aria-posinset": siblings.indexOf(card) + 1,
    "aria-setsize": siblings.length,
    "aria-selected": String(card.id === drawing.selected),
    tabindex: card.id === drawing.focused || (!drawing.focused && index === 0) ? "0" : "-1",
    "data-id": card.id,
  });
  if (card.children.length) item.setAttribute("aria-expanded", String(open));
  item.className = [mark.dashes && "muted", drawing.lit && (card.lit ? "lit" : "dim")].filter(Boolean).join(" ");
  item.style.setProperty("--indent", Math.min(card.indent, DEEP));
  const folder = element("span", { class: "folder", "aria-hidden": "true" }, card.children.length ? (open ? "▾" : "▸") : "");
  const text = element("span", { class: "text" }, labelOf(card));
  const hidden = open ? [] : [element("span", { class: "count" }, `${card.below} more`)];
  item.append(
    folder,
    drawn(SHAPES[mark.shape], colour, mark.filled ? colour : "none"),
    element("span", { class: "id" }, card.id),
    text,
    ...badges(drawing, card),
    ...hidden,
  );
  return item;
}

function lines(drawing) {
  const seen = new Set(drawing.roots.map((card) => card.id));
  for (const card of drawing.order) {
    if (seen.has(card.id) && !drawing.closed.has(card.id)) card.children.forEach((child) => seen.add(child.id));
  }
  return drawing.order.filter((card) => seen.has(card.id));
}

function writeOutline(drawing) {
  if (drawing.root.dataset.view !== "outline") return drawing.outline.replaceChildren();
  const had = drawing.outline.getRootNode().activeElement?.dataset.id;
  if (!drawing.cards.has(drawing.focused)) drawing.focused = drawing.selected ?? drawing.current;
  const shown = lines(drawing);
  if (!shown.some((card) => card.id === drawing.focused)) drawing.focused = shown[0]?.id;
  drawing.outline.replaceChildren(...shown.map((card, index) => row(drawing, card, index)));
  if (had) item(drawing, drawing.focused)?.focus({ preventScroll: true });
}

const item = (drawing, id) => [...drawing.outline.children].find((child) => child.dataset.id === id);

function scrollTo(drawing, id) {
  const found = item(drawing, id);
  if (!found) return;
  const { outline } = drawing;
  const [top, bottom] = [found.offsetTop - outline.offsetTop, found.offsetTop - outline.offsetTop + found.offsetHeight];
  if (top < outline.scrollTop) outline.scrollTop = top; // not scrollIntoView: the page stays where it is
  else if (bottom > outline.scrollTop + outline.clientHeight) outline.scrollTop = bottom - outline.clientHeight;
}

function focusOn(drawing, card) {
  if (!card) return;
  drawing.focused = card.id;
  for (const child of drawing.outline.children) child.tabIndex = child.dataset.id === card.id ? 0 : -1;
  item(drawing, card.id)?.focus({ preventScroll: true });
  scrollTo(drawing, card.id);
}

function turn(drawing, id, open) {
  if (open) drawing.closed.delete(id);
  else drawing.closed.add(id);
  writeOutline(drawing);
}

function onOutlineKey(drawing, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const shown = lines(drawing);
  const at = shown.findIndex((card) => card.id === drawing.focused);
  const card = shown[at];
  if (!card) return;
  const open = card.children.length > 0 && !drawing.closed.has(card.id);
  const acts = {
    ArrowDown: () => focusOn(drawing, shown[at + 1]),
    ArrowUp: () => focusOn(drawing, shown[at - 1]),
    Home: () => focusOn(drawing, shown[0]),
    End: () => focusOn(drawing, shown.at(-1)),
    ArrowRight: () => (open ? focusOn(drawing, card.children[0]) : card.children.length && turn(drawing, card.id, true)),
    ArrowLeft: () => (open ? turn(drawing, card.id, false) : focusOn(drawing, drawing.cards.get(card.parent))),
    Enter: () => pick(drawing, card.id),
    " ": () => pick(drawing, card.id),
  };
  if (!acts[event.key]) return;
  acts[event.key]();
  event.preventDefault();
}

function onOutlineClick(drawing, event) {
  const found = event.target.closest("li");
  if (!found) return;
  const { id } = found.dataset;
  const closes = event.target.closest(".folder") && drawing.cards.get(id).children.length;
  drawing.focused = id;
  if (closes) turn(drawing, id, drawing.closed.has(id));
  else pick(drawing, id);
}
