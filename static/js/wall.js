// What goes on by itself on a wall: a result keeps the glass for a while, the odds turn their pages, and the ring counts
// down. All of it only shows; the game knows nothing of it.

const MOMENT = 4000; // ms for which a result keeps the glass, even where it is paid at once
const PAGE = 7000; // ms for which a page of the odds is shown

const wall = document.querySelector(".wall");
const sheet = wall.querySelector(".wall-sheet");

// The moment

let shown = null; // the number of the result that this page has shown open
let since = 0; // when it came
let release = 0; // the timer that gives the glass back

function holdMoment() {
  const moment = sheet.querySelector("#wall-moment [data-result]");
  if (moment && "open" in moment.dataset) {
    if (shown !== moment.dataset.result) [shown, since] = [moment.dataset.result, performance.now()];
    giveBack();
    return;
  }
  const left = since + MOMENT - performance.now();
  if (moment?.dataset.result !== shown || left <= 0) {
    giveBack();
    return;
  }
  sheet.dataset.held = moment.dataset.side;
  clearTimeout(release);
  release = setTimeout(giveBack, left);
}

function giveBack() {
  clearTimeout(release);
  delete sheet.dataset.held;
}

// The odds

let page = 0;

function turnPage() {
  const pages = [...sheet.querySelectorAll(".wall-page")];
  for (const [number, one] of pages.entries()) one.classList.toggle("on", number === page % pages.length);
}

// The ring: what is left of the seconds that the house gives for bets, by the server's clock

const arrived = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
const ahead = arrived - Number(wall.dataset.now) * 1000; // ms by which this device's clock is ahead

function count() {
  const ring = sheet.querySelector(".wall-ring");
  if (!ring) return;
  const whole = Number(ring.dataset.seconds);
  const gone = (Date.now() - ahead - new Date(ring.dataset.since)) / 1000;
  const left = Math.min(whole, Math.max(0, Math.ceil(whole - gone)));
  ring.querySelector(".rest").setAttribute("stroke-dasharray", `${(100 * left) / whole} 100`);
  ring.querySelector("text").textContent = left;
}

function show() {
  holdMoment();
  turnPage();
  count();
}

setInterval(() => {
  page += 1;
  turnPage();
}, PAGE);
setInterval(count, 1000);
document.addEventListener("screen:updated", show);
show();
