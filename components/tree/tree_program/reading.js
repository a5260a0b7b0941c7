// What Python sends, read into cards: columns of one short value a node, repeats counted ("1*12 0 3").

const words = (text) => (text ? text.split(" ") : []);

const column = (text) =>
  words(text).flatMap((word) => {
    const [value, times] = word.split("*");
    return Array(Number(times ?? 1)).fill(value);
  });

const names = (text) =>
  words(text).flatMap((word) => {
    const [, letter, first, last] = word.match(/^([a-zA-Z])(\d+)\.\.(\d+)$/) ?? [];
    if (!letter) return word;
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${letter}${Number(first) + i}`);
  });

function read(data, drawing) {
  for (const [name, text] of Object.entries(data.texts)) texts.set(name, text);
  const ids = names(data.ids);
  const [parents, shifts, marks, rests, revised] = [
    data.parents,
    data.shifts,
    data.marks,
    data.rests,
    data.revised,
  ].map(column);
  const pinned = new Set(words(data.pinned));
  const fresh = new Set(words(data.fresh));
  const lit = new Set(words(data.lit));
  drawing.cards = new Map(
    ids.map((id, i) => [
      id,
      {
        id,
        parent: Number(parents[i]) ? ids[i - Number(parents[i])] : null,
        rests: rests[i] === "." ? [] : rests[i].split(",").map((up) => ids[i - Number(up)]),
        mark: marks[i],
        text: texts.get(`${id} ${data.prints.slice(4 * i, 4 * i + 4)}`),
        revisions: Number(revised[i]),
        pinned: pinned.has(id),
        fresh: fresh.has(id),
        lit: lit.has(id),
        children: [],
      },
    ]),
  );
  drawing.lit = lit.size > 0;
  drawing.current = data.current;
  hang(drawing, ids, shifts.map(Number));
  drawing.trail = new Set();
  for (let card = drawing.cards.get(data.current); card; card = drawing.cards.get(card.parent)) {
    drawing.trail.add(card.id);
  }
  // The line that led here stays flush in an outline, and so does an only child; other branches are indented.
  for (const card of drawing.order) {
    const parent = drawing.cards.get(card.parent);
    const flush = !parent || parent.children.length === 1 || drawing.trail.has(card.id);
    card.indent = (parent?.indent ?? 0) + (flush ? 0 : 1);
  }
  fold(drawing);
}

// Places follow from the parents: a level down, so many columns to the right. A parent may stand anywhere.
function hang(drawing, ids, shifts) {
  const roots = [];
  ids.forEach((id, i) => {
    const card = drawing.cards.get(id);
    const parent = drawing.cards.get(card.parent);
    card.shift = shifts[i];
    (parent ? parent.children : roots).push(card);
  });
  drawing.roots = roots;
  drawing.order = [];
  const waiting = [...roots].reverse();
  while (waiting.length) {
    const card = waiting.pop();
    const parent = drawing.cards.get(card.parent);
    card.level = parent ? parent.level + 1 : 0;
    card.column = (parent?.column ?? 0) + card.shift;
    card.x = card.column * drawing.column;
    card.y = card.level * drawing.level;
    drawing.order.push(card); // as an outline reads: a branch to its end, then the next
    waiting.push(...[...card.children].reverse());
  }
}

// A branch can be folded away where all of it is pruned; what still counts is never hidden.
function fold(drawing) {
  for (const card of [...drawing.order].reverse()) {
    card.dead = card.mark === "p" && card.children.every((child) => child.dead);
    card.below = card.children.reduce((sum, child) => sum + child.below + 1, 0);
  }
  for (const card of drawing.order) {
    const parent = drawing.cards.get(card.parent);
    card.foldable = card.dead && card.below > 0 && !parent?.dead;
    card.hidden = Boolean(parent && (parent.hidden || (parent.foldable && drawing.folded.has(parent.id))));
  }
  drawing.shown = drawing.order.filter((card) => !card.hidden);
}

// The card that stands for one: itself, or what it is folded into.
function standIn(drawing, id) {
  let card = drawing.cards.get(id);
  while (card?.hidden) card = drawing.cards.get(card.parent);
  return card;
}

function unfoldTo(drawing, id) {
  for (let card = drawing.cards.get(id); card; card = drawing.cards.get(card.parent)) {
    if (drawing.cards.get(id).hidden) drawing.folded.delete(card.parent);
  }
  fold(drawing);
}

function askForMissing(drawing, ask) {
  const missing = [...drawing.cards.values()].filter((card) => !card.text).map((card) => card.id);
  const question = missing.join(" ");
  drawing.asked = question === drawing.question ? drawing.asked + 1 : 1;
  drawing.question = question;
  if (question && drawing.asked <= ASKS) ask("missing", question);
}

const linesOf = (card) => card.text?.[0] ?? ["…"];
const labelOf = (card) => card.text?.[1] || linesOf(card).join(" ");
const detailOf = (card) => card.text?.[2] ?? "";
