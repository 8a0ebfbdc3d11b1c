// The calendar of a period's fields, and menus that close by themselves. Without it the fields are typed in.
// A day is the casino's: it begins at the hour that a typed day begins with.

import { drawn } from "./palette.js";

const MONTHS = new Intl.DateTimeFormat(document.documentElement.lang, { month: "long", year: "numeric" });
const WEEKDAYS = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "narrow" });
const DAYS = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full" });
const TYPED = /^\s*(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4})/;

class Calendar {
  #isNext = false; // whether the next touch ends the period

  constructor(place) {
    this.place = place;
    this.fields = [...place.closest("form").querySelectorAll("[data-end]")];
    this.#show(read(this.fields[0].value) ?? new Date());
    place.addEventListener("click", ({ target }) => this.#touched(target.closest("button")?.dataset));
    for (const field of this.fields) {
      field.addEventListener("change", () => this.#show(read(field.value) ?? this.month));
    }
    place.hidden = false;
  }

  #touched(said) {
    if (!said) return;
    if (said.by) {
      this.#show(new Date(this.month.getFullYear(), this.month.getMonth() + Number(said.by), 1));
      this.place.querySelector(`[data-by="${said.by}"]`).focus();
      return;
    }
    choose(this.fields, new Date(said.day), this.#isNext);
    this.#isNext = this.fields.length > 1 && !this.#isNext;
    this.#show(this.month);
    this.place.querySelector(`[data-day="${said.day}"]`).focus();
  }

  #show(day) {
    this.month = new Date(day.getFullYear(), day.getMonth(), 1);
    const ends = this.fields.map((one) => read(one.value));
    this.place.replaceChildren(...parts(this.place.dataset, this.month, ends));
  }
}

// The first touch begins the period, the second ends it with the end of that day.
function choose([since, until], day, isEnd) {
  const begins = read(since.value);
  if (!until || !isEnd || !begins || day < begins) {
    since.value = written(day);
    if (until) until.value = written(following(day));
    return;
  }
  until.value = written(following(day));
}

function parts({ earlier, later }, shown, [since, until]) {
  const today = new Date();
  const offset = (shown.getDay() + 6) % 7; // the week begins on Monday
  const title = element("span", "of", MONTHS.format(shown));
  const heads = [...Array(7).keys()].map((number) =>
    element("span", "weekday", WEEKDAYS.format(new Date(2024, 0, 1 + number))),
  );
  const days = [...Array(42).keys()].map((number) => {
    const day = new Date(shown.getFullYear(), shown.getMonth(), 1 - offset + number);
    return dayButton(day, shown, since, until, today);
  });
  return [step(-1, earlier), title, step(1, later), ...heads, ...days];
}

function dayButton(day, shown, since, until, today) {
  if (day.getMonth() !== shown.getMonth()) return element("span", "");
  const button = element("button", day.toDateString() === today.toDateString() ? "today" : "", day.getDate());
  button.type = "button";
  button.dataset.day = day.toISOString();
  button.setAttribute("aria-label", DAYS.format(day));
  button.ariaPressed = String(since?.getTime() === day.getTime());
  if (since && until && day > since && day < until) button.classList.add("within");
  return button;
}

function step(by, label) {
  const button = element("button");
  button.append(drawn(by < 0 ? "chevron-left" : "chevron-right"));
  button.type = "button";
  button.dataset.by = by;
  button.setAttribute("aria-label", label);
  return button;
}

function element(name, css = "", text = "") {
  const made = document.createElement(name);
  if (css) made.className = css;
  made.textContent = text;
  return made;
}

function read(said) {
  const found = TYPED.exec(said);
  return found && new Date(Number(found[3]), Number(found[2]) - 1, Number(found[1]));
}

const following = (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
const written = (day) =>
  [day.getDate(), day.getMonth() + 1].map((part) => String(part).padStart(2, "0")).join("/") +
  `/${day.getFullYear()}`;

for (const menu of document.querySelectorAll("details.choose")) {
  const calendar = menu.querySelector("[data-month]");
  if (calendar) new Calendar(calendar);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

addEventListener("pointerdown", ({ target }) => {
  for (const open of document.querySelectorAll("details.choose[open]")) {
    if (!open.contains(target)) open.open = false;
  }
});
