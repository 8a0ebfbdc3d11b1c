// Rows of a list that are chosen, and what may be done to them: the boxes are those of the form `chosen`. Without this
// they are chosen one by one, and nobody counts them.

const all = document.querySelector("[data-choose-all]");
const form = document.getElementById("chosen");
const boxes = [...(form?.elements ?? [])].filter(({ type }) => type === "checkbox");
let last = null; // the row that was chosen last

function tell() {
  const count = boxes.filter((box) => box.checked).length;
  for (const place of form.querySelectorAll("[data-count]")) place.value = count;
  if (!all) return;
  all.checked = count > 0 && count === boxes.length;
  all.indeterminate = count > 0 && !all.checked;
}

// With Shift held, all between this row and the one before it.
function choose(box, { shiftKey }) {
  if (shiftKey && last) {
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((one, other) => one - other);
    for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
  }
  last = box;
  tell();
}

if (form) {
  for (const box of boxes) box.addEventListener("click", (event) => choose(box, event));
  form.addEventListener("reset", () => setTimeout(tell));
  if (all) {
    all.hidden = !boxes.length;
    all.addEventListener("change", () => {
      for (const box of boxes) box.checked = all.checked;
      tell();
    });
  }
  tell();
}
