// The jefe's forms: only the settings of the chosen reglamento are shown and sent, a grave command is not begun without
// its reason, and a form whose command has been carried out closes.

function showSettings(form) {
  for (const settings of form.querySelectorAll(".settings")) {
    settings.hidden = settings.id !== `settings-${form.elements.reglamento.value}`;
  }
}

document.addEventListener("act:command", ({ detail: { element, command } }) => {
  const chosen = element.querySelectorAll(".settings:not([hidden]) [data-setting]");
  if (!chosen.length) return;
  const said = [...chosen].filter((field) => field.value !== "" && changed(field));
  const settings = said.map((field) => [field.dataset.setting, JSON.parse(field.value)]);
  command.settings = Object.fromEntries(settings);
});

// A setting that is left as the reglamento has it is not sent.
function changed(field) {
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

document.addEventListener("reset", ({ target }) => target.closest("details")?.removeAttribute("open"));

function restoreSettings() {
  const form = document.getElementById("do-open");
  if (form) showSettings(form);
}

document.addEventListener("screen:updated", restoreSettings);
restoreSettings();
