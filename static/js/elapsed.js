// How long each phase has lasted, counted on between two words from the server. What the server has called unusually
// long (after so many seconds) is marked, and its alert shown, when that moment comes.

const two = (number) => String(number).padStart(2, "0");
const secondsSince = (moment) => Math.max(0, Math.floor((Date.now() - ahead - new Date(moment)) / 1000));

// How far this device's clock is ahead of the house's, in ms: when the page arrived, and what the server's clock said.
const arrived = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
const ahead = arrived - Number(document.querySelector("[data-now]").dataset.now) * 1000;

function write(place) {
  const seconds = secondsSince(place.dateTime);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  place.textContent = hours
    ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
  place.classList.toggle("abnormal", seconds >= Number(place.dataset.patience ?? Infinity));
}

// Whether its time has just come.
function reveal(alert) {
  const was = alert.hidden;
  alert.hidden = secondsSince(alert.dataset.at) < Number(alert.dataset.after);
  return was !== alert.hidden;
}

// How much of the usual time is over, as a line of 100.
function draw(pace) {
  const part = Math.min(100, (100 * secondsSince(pace.dataset.since)) / Number(pace.dataset.patience));
  pace.firstElementChild.setAttribute("width", part.toFixed(1));
  pace.classList.toggle("over", part >= 100);
}

function all() {
  document.querySelectorAll(".pace[data-since]").forEach(draw);
  document.querySelectorAll("time").forEach(write);
  const changed = [...document.querySelectorAll("[data-after]")].filter(reveal);
  if (changed.length) document.dispatchEvent(new CustomEvent("alerts:due"));
}

setInterval(all, 1000);
document.addEventListener("screen:updated", all);
all();
