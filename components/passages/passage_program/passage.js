// A passage as text with marked stretches, in a box of its own that is scrolled to the quote once.
// Everything arrives as data and becomes text nodes, so that no text can be markup.

function piece(part, choose) {
  if (!part.mark) return document.createTextNode(part.text);
  const mark = document.createElement("mark");
  mark.className = part.mark;
  mark.textContent = part.text;
  if (part.fact) mark.dataset.fact = part.fact;
  if (part.mark === "other") {
    mark.tabIndex = 0;
    mark.setAttribute("role", "button");
    mark.setAttribute("aria-label", `${part.text}. Select ${part.fact}`);
    mark.title = `${part.fact} rests on this; select it`;
    mark.onclick = () => choose(part.fact);
    mark.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(part.fact);
    };
  }
  return mark;
}

function reveal(box) {
  const quote = box.querySelector(".quote") ?? box.querySelector("mark");
  if (quote) box.scrollTop = quote.offsetTop - box.clientHeight / 3;
}

export default function ({ data, parentElement, setTriggerValue }) {
  let box = parentElement.querySelector(".passage");
  if (!box) {
    box = document.createElement("div");
    box.className = "passage";
    box.dir = "auto";
    box.setAttribute("role", "region");
    parentElement.append(box);
  }
  const drawn = JSON.stringify(data);
  if (box.drawn === drawn) return; // nothing new: the reader may have scrolled
  box.drawn = drawn;
  box.setAttribute("aria-label", data.label);
  box.style.setProperty("--height", `${data.height}px`);
  box.classList.toggle("steady", data.steady);
  box.replaceChildren(...data.parts.map((part) => piece(part, (fact) => setTriggerValue("picked", fact))));
  requestAnimationFrame(() => {
    // Only what scrolls needs to be reached by the keyboard.
    if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    reveal(box);
  });
}
