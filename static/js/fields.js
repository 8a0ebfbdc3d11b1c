// What an element says: its command, with the values of the fields of its form.

import { toUnits } from "./amount.js";

// The command in `data-command` with the filled fields beside it. Those with `data-into` become one list of that name.
export function commandOf(element) {
  const command = JSON.parse(element.dataset.command);
  for (const field of filledFields(element)) put(command, field);
  // A page may add what has been chosen on it: an amount, a person, a seat.
  document.dispatchEvent(new CustomEvent("act:command", { detail: { element, command } }));
  return command;
}

// A button may stand elsewhere than the form that it belongs to.
export function formOf(element) {
  return element.form ?? element.closest("form");
}

// The named fields of a form, filled or not, as text; of a choice the chosen one, with `data-json` as what it says.
export function textsOf(form) {
  const named = [...form.elements].filter((field) => field.name && (field.type !== "radio" || field.checked));
  const said = (field) => ("json" in field.dataset ? JSON.parse(field.value) : field.value);
  return Object.fromEntries(named.map((field) => [field.name, said(field)]));
}

// `data-fields` names the only fields that an element takes.
function filledFields(element) {
  const wanted = element.dataset.fields?.split(" ");
  const fields = [...(formOf(element)?.elements ?? [])];
  return fields.filter((field) => isFilled(field) && (!wanted || wanted.includes(field.name)));
}

function isFilled(field) {
  // A setting of the reglamento is said apart: js/table_page.js.
  if (!field.name || field.value === "" || "setting" in field.dataset) return false;
  return field.checked || (field.type !== "radio" && !field.dataset.into);
}

function put(command, field) {
  const { into } = field.dataset;
  if (into) command[into] = [...(command[into] ?? []), field.value];
  else command[field.name] = read(field);
}

function read(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.dataset.money !== undefined) return toUnits(field.value);
  if (field.dataset.flag !== undefined) return field.value === "true";
  return field.type === "number" || field.dataset.number !== undefined ? Number(field.value) : field.value;
}

// A passphrase or code that was refused, or left half-typed, must not wait there for somebody else's finger.
export function forget(form) {
  for (const name of ["passphrase", "code"]) {
    const field = form.elements?.[name];
    if (field) field.value = "";
  }
}
