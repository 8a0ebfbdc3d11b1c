// The alerts of all tables together: the gravest first, of these what people at a table wait for, then the oldest. Those of
// one kind are one line, which unfolds. One that arrives waits at the end until the next look at the order, its words at
// the top: nothing is pushed under a finger. It holds no rule of the game.

import { say } from "../done.js";
import { post } from "../post.js";
import { refused } from "../refusal.js";

const EVERY = 5000; // ms between two looks at the order
const LAST = 9000;
const SEEN = "4";
const TO_SIGN = new Set(["slip", "request"]); // kinds
const WAITED_FOR = new Set(["dispute", "request"]); // what the places count, whether somebody has seen it or not
const MOST_NAMED = 9; // tables of one line
const queue = document.getElementById("queue");
const lines = queue.querySelector(".by-gravity");
const news = queue.querySelector(".news");
const page = document.documentElement;
const lists = new Intl.ListFormat(page.lang, { type: "conjunction" });
const orders = new Map(); // the id of an alert → its place
const unfolded = new Set(); // kinds
let arrivals = 0;
let pressed = false;

// Whether nobody is in the midst of a touch or of something opened.
export const isNow = () => !pressed && !document.querySelector("dialog[open], .picker[open]");

const told = () => [...lines.querySelectorAll(".alerts > .alert")];
const standing = () => told().filter(({ hidden, dataset }) => !hidden && dataset.gravity !== SEEN);

function arrive() {
  const fresh = told().filter(({ id }) => !orders.has(id));
  for (const { id } of fresh) orders.set(id, LAST + ++arrivals);
  for (const alert of told()) alert.style.order = orders.get(alert.id);
  const [newest] = fresh
    .filter(({ hidden }) => !hidden)
    .sort((one, other) => one.dataset.gravity - other.dataset.gravity);
  news.textContent = newest ? newest.querySelector("b").textContent.trim() : news.textContent;
  gather();
}

function order() {
  news.textContent = "";
  orders.clear();
  const found = told().map((alert) => ({
    alert,
    later: alert.dataset.waitedFor === undefined,
    at: Date.parse(alert.dataset.at) || 0,
  }));
  found.sort((one, other) => one.later - other.later || one.at - other.at);
  const firsts = new Map(); // kind → the place of its first
  for (const [place, { alert }] of found.entries()) {
    const { kind, gravity } = alert.dataset;
    const isOfMany = gravity !== SEEN && !alert.hidden && document.getElementById(`many-${kind}`);
    const at = isOfMany ? (firsts.get(kind) ?? place) : place;
    if (isOfMany) firsts.set(kind, at);
    orders.set(alert.id, Number(gravity) * 1000 + 2 + 2 * at + (isOfMany ? 1 : 0));
    alert.style.order = orders.get(alert.id);
  }
  gather();
  document.dispatchEvent(new CustomEvent("rail:sorted"));
}

// One line for several of a kind

function gather() {
  const byKind = Map.groupBy(standing(), ({ dataset }) => dataset.kind);
  for (const line of lines.querySelectorAll(".many")) tell(line, byKind.get(line.dataset.of) ?? []);
  for (const alert of told().filter(({ dataset }) => dataset.gravity === SEEN))
    alert.removeAttribute("data-folded");
  count();
}

function tell(line, members) {
  const isOne = members.length > 1;
  const isOpen = unfolded.has(line.dataset.of);
  line.hidden = !isOne;
  for (const alert of members) {
    alert.toggleAttribute("data-folded", isOne && !isOpen);
    alert.toggleAttribute("data-member", isOne && isOpen);
  }
  if (!isOne) return;
  const [first] = members.toSorted((one, other) =>
    (one.dataset.at ?? "").localeCompare(other.dataset.at ?? ""),
  );
  line.dataset.gravity = first.dataset.gravity;
  line.querySelector("b").textContent = line.dataset.many.replace("%(count)s", members.length);
  const since = first.querySelector(".clock")?.textContent;
  line.querySelector("small").textContent = [named(members), since].filter(Boolean).join(" · ");
  line.querySelector("button").setAttribute("aria-expanded", isOpen);
  line.style.order = Math.min(...members.map(({ id }) => orders.get(id) ?? LAST)) - 1;
}

// Mesa 23, 41 and 47: a word that all have in common stands once.
function named(members) {
  const names = [...new Set(members.map(({ dataset }) => dataset.table))];
  names.sort(new Intl.Collator(page.lang, { numeric: true }).compare);
  const [word] = names[0].split(/(?<= )(?=\d+$)/);
  const isShared = names.every((name) => name.startsWith(word) && /^\d+$/.test(name.slice(word.length)));
  const short = isShared ? names.map((name, place) => (place ? name.slice(word.length) : name)) : names;
  const more = short.length - MOST_NAMED;
  return more > 0 ? `${short.slice(0, MOST_NAMED).join(", ")} +${more}` : lists.format(short);
}

function count() {
  const found = standing();
  const of = (gravity) => found.filter(({ dataset }) => dataset.gravity === String(gravity)).length;
  const [now, soon] = [queue.querySelector(".badge.now"), queue.querySelector(".badge.soon")];
  now.hidden = of(1) === 0;
  now.querySelector("i").textContent = of(1);
  soon.hidden = of(2) === 0;
  soon.textContent = of(2);
  const toSign = found.filter(({ dataset }) => TO_SIGN.has(dataset.kind)).length;
  write(".bar-below [data-waiting]", of(1));
  write(".bar-below [data-to-sign]", toSign);
  const waits = told().filter(({ dataset }) => WAITED_FOR.has(dataset.kind)).length;
  for (const place of document.querySelectorAll("[data-waits]")) {
    place.hidden = waits === 0;
    place.firstElementChild.textContent = waits;
  }
  for (const group of lines.querySelectorAll(".group")) {
    const { gravity } = group.dataset;
    const own = told().filter(({ hidden, dataset }) => !hidden && dataset.gravity === gravity);
    group.classList.toggle("on", own.length > 0);
  }
}

function write(selector, number) {
  for (const place of document.querySelectorAll(selector)) place.textContent = number || "";
}

// Seen, all of a group: one after the other, each by its own door

async function seeAll(button) {
  const gravity = button.dataset.seeAll;
  const doors = standing()
    .filter(({ dataset }) => dataset.gravity === gravity)
    .map((alert) => alert.querySelector("button[id^=see-]")?.dataset.post)
    .filter(Boolean);
  button.setAttribute("aria-busy", "true");
  try {
    for (const door of doors) {
      const answer = await post(door, {});
      if (!answer.ok) {
        refused(answer.error, button);
        return;
      }
    }
    say(button.textContent);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

lines.addEventListener("click", ({ target }) => {
  const [all, many] = [target.closest("[data-see-all]"), target.closest(".many button")];
  if (all) seeAll(all);
  if (!many) return;
  const { of } = many.closest(".many").dataset;
  if (!unfolded.delete(of)) unfolded.add(of);
  gather();
});

// Listening

for (const [event, is] of [
  ["pointerdown", true],
  ["pointerup", false],
  ["pointercancel", false],
]) {
  addEventListener(event, () => {
    pressed = is;
  });
}
document.addEventListener("screen:updated", ({ detail: { fragments } }) => {
  if (Object.keys(fragments).some((name) => name.startsWith("alerts-"))) arrive();
});
document.addEventListener("alerts:due", () => {
  gather();
});
setInterval(() => {
  if (!pressed && !queue.matches(":focus-within, :hover")) order();
}, EVERY);

// On a phone the bar below leads to parts of this page.
function mark() {
  for (const link of document.querySelectorAll(".bar-below a")) {
    if (link.hash === location.hash && link.pathname === location.pathname)
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

addEventListener("hashchange", mark);
mark();
order();
