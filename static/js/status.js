// Keeps the numbers of the status page fresh, as long as somebody looks at it. What the doctor found stays until it is asked
// again.

const EVERY = 5000; // ms

const numbers = document.getElementById("numbers");

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(numbers.dataset.address);
    if (answer.redirected) location.reload(); // locked, or logged out
    if (answer.ok) numbers.innerHTML = await answer.text();
    numbers.classList.toggle("stale", !answer.ok);
  } catch {
    numbers.classList.add("stale");
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
