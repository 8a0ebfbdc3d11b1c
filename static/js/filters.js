// A chip of the filters that is open closes by a touch beside it and by Escape; a choice in it opens its own list above
// the page, where a touch means that list alone.

const openOnes = () => document.querySelectorAll(".filters details[open]");

document.addEventListener("click", ({ target }) => {
  if (target.closest("dialog") || document.querySelector("dialog[open]")) return;
  for (const chip of openOnes()) if (!chip.contains(target)) chip.open = false;
});

// What would open past the page's edge opens towards its middle.
function opened({ target }) {
  const fields = target.open && target.closest(".chip-of")?.querySelector(".fields");
  if (!fields) return;
  fields.classList.remove("at-end");
  fields.classList.toggle("at-end", fields.getBoundingClientRect().right > innerWidth);
}

document.addEventListener("toggle", opened, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const chip of openOnes()) {
    chip.open = false;
    chip.querySelector("summary").focus();
  }
});
