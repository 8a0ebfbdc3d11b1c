// The server may ask who is there before a grave act, when the tablet has locked itself or was locked, and when a session
// has ended. What was typed until then waits in this tab, and is put back when the same person returns to the page. Secrets
// and files are not kept, nor what was typed before the page was left for another, or by who logs out.

const KEPT = "typed";
const NEVER = new Set(["password", "file", "hidden", "submit", "button", "fieldset", "output"]);
const SECRET = /^(one-time-code|current-password|new-password)$/;
const SECRETS = new Set(["code", "pin", "secret", "signer", "passphrase", "again"]);
const SAID_FOR = 8000; // ms
const CHOICES = new Set(["checkbox", "radio"]);
const { confirm, lock, login, logout, keptFor } = document.body.dataset;
let isGone = false; // the person logs out

const isKept = (field) =>
  (field.name || field.id) &&
  !SECRETS.has(field.name) &&
  !NEVER.has(field.type) &&
  !SECRET.test(field.getAttribute("autocomplete") ?? "");
const fieldsOf = (form) => [...form.elements].filter(isKept);

function isTyped(field) {
  if (CHOICES.has(field.type)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  return [...field.options].some((option) => option.selected !== option.defaultSelected);
}

// What tells a form from the others of its page: its fields, and what it says by itself.
const SAYS = new Set(["hidden", "submit", "button"]);
const markOf = (form) =>
  form.getAttribute("id") ||
  [...form.elements]
    .filter(({ name }) => name && name !== "csrfmiddlewaretoken")
    .map(({ name, type, value }) => (SAYS.has(type) ? `${name}=${value}` : name))
    .join();

const read = (field) => (CHOICES.has(field.type) ? field.checked : field.value);

function keep() {
  if (isGone) return;
  const typed = [...document.forms].filter((form) => fieldsOf(form).some(isTyped));
  if (!typed.length) return;
  const forms = typed.map((form) => [markOf(form), fieldsOf(form).map(read)]);
  sessionStorage.setItem(KEPT, JSON.stringify({ keptFor, path: location.pathname, forms }));
}

function putBack() {
  const { keptFor: whose, path, forms } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  if (whose !== keptFor || path !== location.pathname || !cameFromThere()) return;
  let isBack = false;
  for (const [mark, values] of forms) {
    const form = [...document.forms].find((one) => markOf(one) === mark);
    if (form) fill(form, values);
    isBack ||= form !== undefined;
  }
  if (isBack) sayRestored();
}

function sayRestored() {
  const place = document.getElementById("restored");
  place.hidden = false;
  setTimeout(() => {
    place.hidden = true;
  }, SAID_FOR);
}

const asks = (path) => path === confirm || path === lock || path.startsWith(login);
const cameFromThere = () => document.referrer && asks(new URL(document.referrer).pathname);

function fill(form, values) {
  for (const [number, field] of fieldsOf(form).entries()) {
    if (CHOICES.has(field.type)) field.checked = values[number];
    else field.value = values[number];
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  const folded = form.closest("details");
  if (folded) folded.open = true;
}

function forget({ target }) {
  if (new URL(target.action).pathname !== logout) return;
  isGone = true;
  sessionStorage.removeItem(KEPT);
}

document.addEventListener("submit", forget);
if (!asks(location.pathname)) {
  addEventListener("DOMContentLoaded", putBack); // when every script of the page hears of it
  addEventListener("pagehide", keep);
}
