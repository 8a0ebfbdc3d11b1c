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

function reveal(alert) {
  alert.hidden = secondsSince(alert.dataset.at) < Number(alert.dataset.after);
}

function all() {
  document.querySelectorAll("time").forEach(write);
  document.querySelectorAll("[data-after]").forEach(reveal);
}

setInterval(all, 1000);
document.addEventListener("screen:updated", all);
all();
