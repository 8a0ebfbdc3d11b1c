import { toUnits } from "./amount.js";

// The jefe's forms: only the settings of the chosen reglamento are shown and sent, a grave command is not begun without
// its reason, and a dialog whose command has been carried out closes.

function showSettings(form) {
  for (const settings of form.querySelectorAll(".settings")) {
    settings.hidden = settings.id !== `settings-${form.elements.reglamento.value}`;
  }
}

document.addEventListener("act:command", ({ detail: { element, command } }) => {
  const chosen = element.querySelectorAll(".settings:not([hidden]) [data-setting]");
  if (!chosen.length) return;
  const said = [...chosen].filter(
    (field) => (field.value !== "" || "list" in field.dataset) && changed(field),
  );
  const settings = said.map((field) => [field.dataset.setting, JSON.parse(asJson(field))]);
  command.settings = Object.fromEntries(settings);
});

// Numbers with commas between are a list.
function asJson(field) {
  return "list" in field.dataset ? `[${field.value}]` : field.value;
}
// What has been changed of the limits of single chances; an emptied field takes back the share, or what there was none of.
document.addEventListener("act:command", ({ detail: { element, command } }) => {
  const fields = element.querySelectorAll?.("[data-limit-of]") ?? [];
  for (const field of fields) {
    if (field.closest(".settings[hidden]") || field.value === field.defaultValue) continue;
    const { limitOf, limit } = field.dataset;
    command.chances ??= {};
    command.chances[limitOf] = { ...command.chances[limitOf], [limit]: amountOrNull(field) };
  }
  for (const field of element.querySelectorAll?.("[data-may-be-none]") ?? []) {
    if (field.value !== field.defaultValue) command[field.name] = amountOrNull(field);
  }
});

const amountOrNull = ({ value }) => (value.trim() ? toUnits(value) : null);

// A setting that is left as the reglamento has it is not sent.
function changed(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  const before = field.matches("select")
    ? [...field.options].find((option) => option.defaultSelected)?.value
    : field.defaultValue;
  return field.value !== before;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("#do-open [name=reglamento]")) showSettings(target.form);
});

function checkBeforeHold(event) {
  const button = event.target.closest?.("form button[data-hold]");
  if (button && event.key !== "Tab" && !button.form.reportValidity()) event.stopImmediatePropagation();
}

// Capturing: before act.js begins to count the two seconds.
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, checkBeforeHold, true);

// Each act has a dialog of its own; an address may name one.
document.addEventListener("click", ({ target }) => {
  const touched = target.closest?.("[data-opens], [data-closes]");
  if (!touched) return;
  if ("closes" in touched.dataset) touched.closest("dialog").close();
  else document.getElementById(touched.dataset.opens).showModal();
});

const named = document.getElementById(location.hash.slice(1));
if (named?.matches("dialog.act")) named.showModal();

function restoreSettings() {
  const form = document.getElementById("do-open");
  if (form) showSettings(form);
}

document.addEventListener("screen:updated", restoreSettings);
restoreSettings();
