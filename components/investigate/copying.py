"""A button that puts a text on the clipboard and says so. Streamlit has one only inside a block of code, out of the
keyboard's reach."""

import streamlit as st

_BUTTON = st.components.v2.component(
    "copy_button",
    js="""
// Pages that do not come from this machine over plain http have no clipboard; an old way still works there.
async function copy(text, near) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = 0;
    near.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) throw new Error("no clipboard");
  }
}

export default function ({ data, parentElement }) {
  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    const said = document.createElement("span");
    said.className = "said";
    said.setAttribute("role", "status");
    parentElement.append(button, said);
  }
  const icon = document.createElement("span");
  icon.className = "icon";
  icon.textContent = "content_copy"; // the name of a sign in Streamlit's own font of icons
  icon.setAttribute("aria-hidden", "true");
  button.replaceChildren(icon, data.label);
  button.onclick = async () => {
    const said = parentElement.querySelector(".said");
    try {
      await copy(data.text, parentElement);
      said.textContent = "Copied";
    } catch {
      said.textContent = "The browser refused; select the text instead";
    }
    button.focus();
    clearTimeout(button.timer);
    button.timer = setTimeout(() => (said.textContent = ""), 2500);
  };
}
""",
    css="""
:host { display: block; }
button {
  padding: 3px 8px;
  border: 1px solid transparent;
  border-radius: var(--st-button-radius, 6px);
  background: none;
  color: var(--st-text-color);
  font: inherit;
  font-family: var(--st-font, sans-serif);
  font-size: 1rem;
  white-space: nowrap;
  cursor: pointer;
}
.icon {
  margin-inline-end: 6px;
  font-family: "Material Symbols Rounded";
  font-size: 1.2em;
  vertical-align: -0.2em;
}
button:hover { color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); }
.said { margin-inline-start: 6px; font-family: var(--st-font, sans-serif); color: var(--st-green-text-color); }
""",
)


def copy_button(label: str, text: str, key: str) -> None:
    """Draw it; a click copies the text, which never becomes part of the page."""
    _BUTTON(key=key, data={"label": label, "text": text}, width="content")
