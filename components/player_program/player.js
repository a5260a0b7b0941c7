// Play and pause. A press of the step's button counts as done when the page says that it stands elsewhere.

const seats = new WeakMap();
const PATIENCE = 8000; // milliseconds after which a page that does not follow is no longer waited for

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const ICONS = { play: "M8 5v14l11-7z", pause: "M6 5h4v14H6zM14 5h4v14h-4z" };

function icon(name) {
  const make = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = make("svg", { viewBox: "0 0 24 24", width: "18", height: "18", "aria-hidden": "true" });
  svg.append(make("path", { d: ICONS[name], fill: "currentColor" }));
  return svg;
}

function mount(place, { css }) {
  const button = element("button", { type: "button" });
  const speed = element("select", { "aria-label": "Speed" });
  const root = element("div", { class: "player" }, element("style", {}, css), button, speed);
  place.append(root);
  const seat = { button, speed, root, playing: false };
  button.addEventListener("click", () => (seat.playing ? pause(seat) : play(seat)));
  seat.elsewhere = (event) => {
    // Only what a person does: the presses below are ours.
    if (seat.playing && event.isTrusted && !event.composedPath().includes(seat.root)) pause(seat);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, seat.elsewhere, true);
  return seat;
}

const target = (seat) => document.querySelector(`.st-key-${CSS.escape(seat.presses)} button`);

function play(seat) {
  seat.playing = true;
  seat.from = null;
  if (target(seat)?.disabled) {
    seat.from = seat.at;
    seat.since = performance.now();
    seat.report("restart", performance.now());
  }
  show(seat);
  wait(seat);
}

function pause(seat) {
  seat.playing = false;
  clearTimeout(seat.timer);
  show(seat);
}

function wait(seat) {
  clearTimeout(seat.timer);
  seat.timer = setTimeout(() => next(seat), (seat.seconds * 1000) / Number(seat.speed.value || 1));
}

function next(seat) {
  if (!seat.playing) return;
  const following = seat.from !== null && seat.from === seat.at;
  if (following && performance.now() - seat.since < PATIENCE) {
    seat.timer = setTimeout(() => next(seat), 30);
    return;
  }
  const button = target(seat);
  if (following || !button || button.disabled) return pause(seat);
  seat.from = seat.at;
  seat.since = performance.now();
  button.click();
  wait(seat);
}

function show(seat) {
  const [name, word] = seat.playing ? ["pause", "Pause"] : ["play", "Play"];
  seat.button.setAttribute("aria-label", `${word} ${seat.what}`);
  seat.button.replaceChildren(icon(name), word);
}

function draw({ data, parentElement, setTriggerValue }, fixed) {
  let seat = seats.get(parentElement);
  if (!seat) {
    seat = mount(parentElement, fixed);
    seats.set(parentElement, seat);
    seat.speed.append(...data.speeds.map((times) => element("option", { value: times }, `${times}×`)));
    seat.speed.hidden = data.speeds.length === 0;
  }
  Object.assign(seat, { what: data.what, presses: data.presses, at: data.at, seconds: data.seconds });
  seat.report = setTriggerValue;
  show(seat);
  const turn = (seat.turn = (seat.turn ?? 0) + 1);
  return () => {
    if (turn !== seat.turn) return; // a later update is already drawn
    pause(seat);
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, seat.elsewhere, true);
    seats.delete(parentElement);
    seat.root.remove();
  };
}
