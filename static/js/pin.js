// The PIN, typed on the number pad of a tablet that shows no keyboard, or on a keyboard wherever the focus is.

import { after, keyOf, listen } from "./number_pad.js";

const field = document.getElementById("pin");
const pad = document.querySelector(".number-pad");

function type(key) {
  field.value = key === "cancel" ? "" : after(field.value, key).slice(0, field.maxLength);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const isMine = (target) => target === field || !target.matches("input:not([type=radio]), select");
const typesItself = (target) => target === field || target.matches("a, button, summary");

function press(event) {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || !isMine(target)) return;
  const key = keyOf(event);
  if (key === "cancel") type(key);
  else if (target === field && /^\d$/.test(key) && key !== event.key) {
    event.preventDefault(); // the field alone would take it for another sign, or for none
    type(key);
  } else if (!typesItself(target)) pressElsewhere(key, target);
}

function pressElsewhere(key, { type: kind }) {
  if (/^\d$/.test(key) || key === "back") type(key);
  if (key === "done" && kind !== "radio") field.form.requestSubmit();
}

if (field) {
  listen(pad, type);
  document.addEventListener("keydown", press);
}
