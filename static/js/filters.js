// A chip of the filters that is open closes by a touch beside it and by Escape.

const openOnes = () => document.querySelectorAll(".filters details[open]");

document.addEventListener("click", ({ target }) => {
  for (const chip of openOnes()) if (!chip.contains(target)) chip.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const chip of openOnes()) {
    chip.open = false;
    chip.querySelector("summary").focus();
  }
});
