// Says for a moment that an act was done, on the pages that have a place for it.

const SHOWN_FOR = 4000; // ms
const place = document.getElementById("done");
let timer = 0;

// `element`: the form or button whose act it was; `data-done` says what is done now. Where neither it nor the page has a
// word for it, as at the console, whose screen itself is the answer, nothing is said.
export function sayDone(element) {
  if (place) say(element.dataset.done ?? element.form?.dataset.done ?? place.dataset.word);
}

export function say(text) {
  if (!place || !text) return;
  place.textContent = text;
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    place.hidden = true;
  }, SHOWN_FOR);
}
