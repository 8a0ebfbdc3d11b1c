// How long the phase of each table has lasted, counted on between two words from the server.

function write(place) {
  const seconds = Math.max(0, Math.floor((Date.now() - new Date(place.dateTime)) / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (number) => String(number).padStart(2, "0");
  place.textContent = hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const all = () => document.querySelectorAll("time[data-since]").forEach(write);
setInterval(all, 1000);
document.addEventListener("screen:updated", all);
all();
