// What a jefe chooses to see of his floor: which tables, in which order, how large, and which are his. The choice stays
// with this device. It holds no rule of the game.

const KEPT = "floor";
const EVERY = 5000; // ms between two looks at the order, which must not change under a finger
const room = document.querySelector(".room");
const home = room.querySelector(".tiles");
const nothing = room.querySelector(".none");
const queue = room.querySelector(".by-gravity");
const news = room.querySelector(".queue .news");
const section = document.getElementById("section");
const places = new Map([...home.children].map((tile, place) => [tile.id, place]));
const me = CSS.escape(room.dataset.me);

const tiles = () => [...home.children];
const slugOf = (tile) => tile.id.slice("tile-".length);

// The choice

function choices() {
  const fields = [...room.querySelectorAll(".tools > fieldset [name], .tools > label [name]")];
  return {
    fields,
    chosen: Object.fromEntries(fields.filter(isSaid).map((field) => [field.name, saidBy(field)])),
  };
}

const isSaid = (field) => field.type !== "radio" || field.checked;
const saidBy = (field) => (field.type === "checkbox" ? field.checked : field.value);

function restore() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  for (const field of choices().fields.filter(({ name }) => name in kept)) {
    if (field.type === "radio") field.checked = field.value === kept[field.name];
    else if (field.type === "checkbox") field.checked = kept[field.name];
    else field.value = kept[field.name];
  }
}

function show() {
  const { chosen } = choices();
  localStorage.setItem(KEPT, JSON.stringify(chosen));
  room.dataset.shown = chosen.shown;
  home.classList.toggle("compact", chosen.compact);
  sort(chosen.sorted);
  look();
}

// Mine are the tables that I watch, as the server says on each tile.
function mark(tile) {
  tile.toggleAttribute("data-mine", tile.querySelector(`[data-watches="${me}"]`) !== null);
}

// The order

const ORDERS = {
  place: (tile) => places.get(tile.id) ?? places.size,
  alerts: (tile) =>
    Math.min(...[...tile.querySelectorAll(".mark:not([hidden])")].map(({ dataset }) => dataset.gravity)),
  phase: (tile) => Date.parse(tile.querySelector(".now time")?.dateTime) || Number.POSITIVE_INFINITY,
  today: (tile) => Number(tile.querySelector("[data-today]")?.dataset.today ?? Number.POSITIVE_INFINITY),
};

function sort(by) {
  const keys = new Map(tiles().map((tile) => [tile, [ORDERS[by](tile), ORDERS.place(tile)]]));
  const sorted = tiles().sort((one, other) => compare(keys.get(one), keys.get(other)));
  if (sorted.some((tile, place) => home.children[place] !== tile)) home.append(...sorted);
}

function compare([first, place], [second, otherPlace]) {
  return first === second ? place - otherPlace : first < second ? -1 : 1;
}

// The alerts of all tables together: the gravest first, of these what people at a table wait for, then the oldest. One
// that arrives waits at the end until the next look at the order, its words at the top: nothing is pushed under a finger.

const LAST = 9000;
const orders = new Map(); // the id of an alert → its place
let arrivals = 0;
const alertsTold = () => [...queue.querySelectorAll(".alerts > .alert")];

function arrive() {
  const fresh = alertsTold().filter(({ id }) => !orders.has(id));
  for (const { id } of fresh) orders.set(id, LAST + ++arrivals);
  for (const alert of alertsTold()) alert.style.order = orders.get(alert.id);
  const [newest] = fresh
    .filter(({ hidden }) => !hidden)
    .sort((one, other) => one.dataset.gravity - other.dataset.gravity);
  news.textContent = newest ? newest.querySelector(".abnormal").textContent.trim() : news.textContent;
}

function order() {
  news.textContent = "";
  orders.clear();
  const told = alertsTold().map((alert) => ({
    alert,
    later: alert.dataset.waitedFor === undefined,
    at: Date.parse(alert.dataset.at) || 0,
  }));
  told.sort((one, other) => one.later - other.later || one.at - other.at);
  for (const [place, { alert }] of told.entries()) {
    orders.set(alert.id, Number(alert.dataset.gravity) * 1000 + 1 + place);
    alert.style.order = orders.get(alert.id);
  }
  for (const head of queue.querySelectorAll("h3")) {
    const own = `.alert[data-gravity="${head.dataset.gravity}"]:not([hidden], .long:not(:has(.one:not([hidden]))))`;
    head.classList.toggle("on", queue.querySelector(own) !== null);
  }
  document.dispatchEvent(new CustomEvent("rail:sorted"));
}

function look() {
  nothing.hidden = tiles().some((tile) => tile.checkVisibility());
}

// My section

function offer() {
  if (!section.open) return;
  const list = section.querySelector(".choices");
  list.replaceChildren(
    ...tiles()
      .sort((one, other) => ORDERS.place(one) - ORDERS.place(other))
      .map(choiceOf),
  );
  say();
}

function choiceOf(tile) {
  const [label, box] = [document.createElement("label"), document.createElement("input")];
  const watching = [...tile.querySelectorAll("[data-watches]")].map(({ dataset }) => dataset.watches);
  Object.assign(box, { type: "checkbox", value: slugOf(tile), checked: "mine" in tile.dataset });
  label.append(
    box,
    ` ${[tile.querySelector("h2").textContent.trim(), watching.join(", ")].filter(Boolean).join(" · ")}`,
  );
  return label;
}

function choose(checked) {
  for (const box of section.querySelectorAll(".choices input")) box.checked = checked;
  say();
}

function say() {
  const chosen = [...section.querySelectorAll(".choices input:checked")];
  section.querySelector("[name=tables]").value = chosen.map(({ value }) => value).join(" ");
}

// Listening

room.querySelector(".tools").addEventListener("change", ({ target }) => {
  if (target.closest(".choices")) say();
  else show();
});
section?.addEventListener("toggle", offer);
section?.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-choose]");
  if (button) choose(button.dataset.choose === "all");
});
document.addEventListener("reset", ({ target }) => target.closest("#section")?.removeAttribute("open"));
document.addEventListener("screen:updated", ({ detail: { fragments } }) => {
  const told = Object.keys(fragments);
  for (const id of told.filter((name) => name.startsWith("tile-"))) mark(document.getElementById(id));
  if (told.some((name) => name.startsWith("alerts-"))) arrive();
  look();
});

let pressed = false;
for (const [event, is] of [
  ["pointerdown", true],
  ["pointerup", false],
  ["pointercancel", false],
]) {
  addEventListener(event, () => {
    pressed = is;
  });
}
setInterval(() => {
  if (!pressed && !home.matches(":focus-within")) sort(choices().chosen.sorted);
  if (!pressed && !queue.matches(":focus-within, :hover")) order();
  look();
}, EVERY);

restore();
tiles().forEach(mark);
order();
show();
