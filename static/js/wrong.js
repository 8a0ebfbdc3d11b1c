// What is wrong with a field stands beside it, in the reader's language. The browser checks every form of the product as
// it is written (required, pattern, min ...), but its own bubble, which speaks the browser's language, is never shown.
// The server's answer about one field can be said in the same place: `sayWrong(field, sentence)`.

const { dataset: words } = document.getElementById("field-words");
const said = new Map(); // a field that is wrong → the place where it is said
let count = 0;

// `sentence`: by default what the browser found.
export function sayWrong(field, sentence = sentenceOf(field)) {
  const place = said.get(field) ?? newPlace();
  said.set(field, place);
  place.textContent = sentence;
  last(field).after(place);
  field.setAttribute("aria-invalid", "true");
  describe(field, place.id, true);
}

export function clearWrong(field) {
  const place = said.get(field);
  if (!place) return;
  place.remove();
  said.delete(field);
  field.removeAttribute("aria-invalid");
  describe(field, place.id, false);
}

// A field may be described by more than this.
function describe(field, id, isSo) {
  const by = new Set(field.getAttribute("aria-describedby")?.split(" "));
  if (isSo) by.add(id);
  else by.delete(id);
  if (by.size) field.setAttribute("aria-describedby", [...by].join(" "));
  else field.removeAttribute("aria-describedby");
}

function newPlace() {
  const place = document.createElement("span");
  place.className = "wrong";
  place.id = `wrong-${++count}`;
  place.role = "alert";
  return place;
}

// What the sentence stands below: a field with its label, or the last of several to choose among; or where the field says,
// which keeps the place that the sentence needs.
export function last(field) {
  if (field.dataset.wrongIn) return document.getElementById(field.dataset.wrongIn);
  if (!isChoice(field)) return field.closest(".pair, .with-words") ?? field.closest("label") ?? field;
  const own = field.closest("label") ?? field;
  return field.closest("fieldset, [role=radiogroup]")?.lastElementChild ?? own;
}

const isChoice = ({ type }) => type === "radio" || type === "checkbox";

function sentenceOf(field) {
  const { validity, type, dataset, title, min, max, minLength } = field;
  if (validity.customError) return field.validationMessage;
  if (validity.valueMissing) return missing(field);
  if ("money" in dataset) return document.body.dataset.noAmount;
  if (type === "number") return numberOf(field);
  if (validity.rangeUnderflow) return put(words.least, min);
  if (validity.rangeOverflow) return put(words.most, max);
  if (validity.tooShort) return put(words.short, minLength);
  return title || (type === "email" ? words.email : words.written);
}

function missing({ type, options }) {
  if (type === "checkbox") return words.tick;
  return type === "radio" || options ? words.choose : words.missing;
}

function numberOf({ validity, min, max, step }) {
  if (validity.rangeUnderflow) return put(words.least, min);
  if (validity.rangeOverflow) return put(words.most, max);
  return Number(step) > 1 ? put(words.multiple, step) : words.whole;
}

const put = (sentence, number) => sentence.replace("{number}", () => number);

// Of several buttons of one name the first speaks for all.
const speaker = (field) =>
  field.type === "radio" && field.form
    ? field.form.querySelector(`[name="${CSS.escape(field.name)}"]`)
    : field;

const isWrong = (field) => field.willValidate && !field.validity.valid;

document.addEventListener(
  "invalid",
  (event) => {
    const { target } = event;
    event.preventDefault();
    sayWrong(speaker(target));
    if ([...(target.form?.elements ?? [])].find(isWrong) !== target) return;
    target.closest("details:not([open])")?.setAttribute("open", "");
    target.focus();
  },
  true,
);

function look({ target }) {
  const field = target.form && target.name ? speaker(target) : target;
  if (!said.has(field)) return;
  if (isWrong(field)) sayWrong(field);
  else clearWrong(field);
}

for (const change of ["input", "change"]) document.addEventListener(change, look);

function clearIn(whole) {
  for (const field of said.keys()) if (!field.isConnected || whole.contains(field)) clearWrong(field);
}

document.addEventListener("reset", ({ target }) => clearIn(target));
document.addEventListener("close", ({ target }) => clearIn(target), true);

// An update of the screen leaves the field, and takes away what the server has not written.
document.addEventListener("screen:updated", () => {
  for (const [field, { textContent }] of said) {
    if (field.isConnected) sayWrong(field, textContent);
    else said.delete(field);
  }
});

// Of a form that was sent whole the server wrote it above: of which field, and which act was asked for.
function place(line) {
  const { refusedOf, act } = line.dataset;
  const asks = (form) =>
    form.elements[refusedOf] && form.querySelector(`[name="act"][value="${CSS.escape(act)}"]`);
  const found = refusedOf && [...document.forms].find(asks)?.elements[refusedOf];
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (!field || field.type === "hidden") return;
  sayWrong(field, line.textContent.trim());
  line.remove();
  field.focus();
}

for (const line of document.querySelectorAll("[data-refused-of]")) place(line);
