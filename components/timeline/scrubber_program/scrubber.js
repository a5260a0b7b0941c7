// A slider over the steps of a run, with marks where something of note happened. Native, so that arrow keys, Page Up
// and Down, Home and End work; it reports while it is dragged, one place at a time, never faster than the page follows.

const seats = new WeakMap();
const MARKS = {
  repair: ["◆", "repair"],
  person: ["★", "a person stepped in"],
  problem: ["▲", "something went wrong"],
  answer: ["●", "answer"],
};

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

function mount(place, { css }) {
  const slider = element("input", { type: "range", min: "1", step: "1", "aria-label": "Step in view" });
  const marks = element("div", { class: "marks", "aria-hidden": "true" });
  const note = element("div", { class: "note", "aria-hidden": "true" });
  const root = element("div", { class: "scrubber" }, element("style", {}, css), slider, marks, note);
  place.append(root);
  const seat = { slider, marks, note, root, held: false, asked: null, wanted: null };
  slider.addEventListener("input", () => want(seat, Number(slider.value)));
  slider.addEventListener("change", () => {
    seat.held = false;
    want(seat, Number(slider.value));
  });
  slider.addEventListener("pointerdown", () => {
    seat.held = true;
  });
  slider.addEventListener("pointerup", () => {
    seat.held = false;
  });
  return seat;
}

// Asks for a step; while the page is still on its way to another, only the last one wanted is kept.
function want(seat, step) {
  fill(seat, step);
  seat.wanted = step;
  if (seat.asked === null) ask(seat);
}

function ask(seat) {
  const step = seat.wanted;
  seat.wanted = null;
  if (step === null || step === seat.at) return;
  seat.asked = step;
  seat.report("step", step >= seat.count ? "newest" : String(step));
}

function fill(seat, step) {
  seat.root.style.setProperty("--at", seat.count > 1 ? (step - 1) / (seat.count - 1) : 1);
  seat.note.textContent = step === seat.at ? "" : `step ${step}`;
}

function draw({ data, parentElement, setTriggerValue }, fixed) {
  let seat = seats.get(parentElement);
  if (!seat) {
    seat = mount(parentElement, fixed);
    seats.set(parentElement, seat);
  }
  Object.assign(seat, { at: data.at, count: data.count, report: setTriggerValue });
  const { slider } = seat;
  slider.max = String(data.count);
  slider.disabled = data.count < 2;
  slider.setAttribute("aria-valuetext", data.told);
  if (seat.asked !== null && (seat.asked === data.at || data.at === data.count)) seat.asked = null;
  else if (seat.asked !== null && !seat.held) seat.asked = null; // the page went elsewhere meanwhile
  if (!seat.held && seat.wanted === null) {
    slider.value = String(data.at);
    fill(seat, data.at);
  }
  seat.marks.replaceChildren(
    ...data.marks.split(" ").filter(Boolean).map((mark) => {
      const [step, kind] = mark.split(":");
      const shown = element("span", { class: kind, title: `Step ${step}: ${MARKS[kind][1]}` }, MARKS[kind][0]);
      shown.style.setProperty("--at", data.count > 1 ? (Number(step) - 1) / (data.count - 1) : 1);
      return shown;
    }),
  );
  if (seat.asked === null) ask(seat);
  const turn = (seat.turn = (seat.turn ?? 0) + 1);
  return () => {
    if (turn !== seat.turn) return; // a later update is already drawn
    seats.delete(parentElement);
    seat.root.remove();
  };
}
