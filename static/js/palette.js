// The search over the whole house: Ctrl K opens it, the arrows choose, Enter goes there. What fits, the server says.

const PAUSE = 120; // ms after the last key before it asks
const palette = document.getElementById("palette");
const input = palette.querySelector("input");
const list = palette.querySelector("ul");
const none = palette.querySelector(".none");
const SVG = "http://www.w3.org/2000/svg";
let timer = 0;
let asked = 0; // the number of the newest question: an older answer is not shown

function open() {
  if (palette.open) return;
  input.value = "";
  palette.showModal();
  ask();
}

async function ask() {
  asked += 1;
  const question = asked;
  const answer = await fetchFound();
  if (question !== asked) return;
  list.replaceChildren(...(answer ?? []).map(lineOf));
  none.textContent =
    answer === null ? palette.dataset.noAnswer : answer.length ? "" : palette.dataset.nothing;
  choose(list.firstElementChild);
}

async function fetchFound() {
  const address = `${palette.dataset.address}?q=${encodeURIComponent(input.value)}`;
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).found : null;
  } catch {
    return null;
  }
}

function lineOf({ icon, title, detail, address }, place) {
  const line = document.createElement("li");
  line.id = `palette-${place}`;
  line.role = "option";
  line.dataset.address = address;
  const name = document.createElement("b");
  name.textContent = title;
  const beside = document.createElement("span");
  beside.className = "soft";
  beside.textContent = detail;
  line.append(drawn(icon), name, beside);
  return line;
}

// An icon of the sprite (casino/common/icons.py). A word stands beside it, or labels its button.
export function drawn(icon) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${palette.dataset.icons}#${icon}`);
  svg.append(use);
  return svg;
}

const chosen = () => list.querySelector("[aria-selected=true]");

function choose(line) {
  chosen()?.removeAttribute("aria-selected");
  line?.setAttribute("aria-selected", "true");
  line?.scrollIntoView({ block: "nearest" });
  if (line) input.setAttribute("aria-activedescendant", line.id);
  else input.removeAttribute("aria-activedescendant");
}

const go = (line) => line && location.assign(line.dataset.address);
const KEYS = {
  ArrowDown: () => choose(chosen()?.nextElementSibling ?? list.firstElementChild),
  ArrowUp: () => choose(chosen()?.previousElementSibling ?? list.lastElementChild),
  Enter: () => go(chosen()),
  Escape: () => palette.close(), // at once: the field would be emptied first
};

input.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
input.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
list.addEventListener("click", ({ target }) => go(target.closest("li")));
palette.addEventListener("click", ({ target }) => target === palette && palette.close());
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key?.toLowerCase() !== "k") return;
  event.preventDefault();
  open();
});
for (const button of document.querySelectorAll("[data-open-palette]")) button.addEventListener("click", open);
