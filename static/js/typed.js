// Before a grave act the server may ask again who is there. What was typed until then waits in this tab, and is put back
// when the person returns. Secrets and files are not kept, nor what was typed before the page was left for another.

const KEPT = "typed";
const NEVER = new Set(["password", "file", "hidden", "submit", "button", "fieldset", "output"]);
const SECRET = /^(off|one-time-code|current-password|new-password)$/;
const CHOICES = new Set(["checkbox", "radio"]);
const { confirm } = document.body.dataset;

const isKept = (field) =>
  field.name && !NEVER.has(field.type) && !SECRET.test(field.getAttribute("autocomplete") ?? "");
const fieldsOf = (form) => [...form.elements].filter(isKept);

function isTyped(field) {
  if (CHOICES.has(field.type)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  return [...field.options].some((option) => option.selected !== option.defaultSelected);
}

// What tells a form from the others of its page: its fields, and what it says by itself.
const SAYS = new Set(["hidden", "submit", "button"]);
const markOf = (form) =>
  [...form.elements]
    .filter(({ name }) => name && name !== "csrfmiddlewaretoken")
    .map(({ name, type, value }) => (SAYS.has(type) ? `${name}=${value}` : name))
    .join();

const read = (field) => (CHOICES.has(field.type) ? field.checked : field.value);

function keep() {
  const typed = [...document.forms].filter((form) => fieldsOf(form).some(isTyped));
  if (!typed.length) return;
  const forms = typed.map((form) => [markOf(form), fieldsOf(form).map(read)]);
  sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, forms }));
}

function putBack() {
  const { path, forms } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  if (path !== location.pathname || !cameFromThere()) return;
  for (const [mark, values] of forms) {
    const form = [...document.forms].find((one) => markOf(one) === mark);
    if (form) fill(form, values);
  }
}

const cameFromThere = () => document.referrer && new URL(document.referrer).pathname === confirm;

function fill(form, values) {
  for (const [number, field] of fieldsOf(form).entries()) {
    if (CHOICES.has(field.type)) field.checked = values[number];
    else field.value = values[number];
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const folded = form.closest("details");
  if (folded) folded.open = true;
}

if (location.pathname !== confirm) {
  putBack();
  addEventListener("pagehide", keep);
}
