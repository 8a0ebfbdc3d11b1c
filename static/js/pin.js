// The digits beside the PIN, for a tablet that shows no keyboard. They come disabled: a digit touched before this script
// listens would be missing from the PIN, and a wrong PIN counts.

const field = document.getElementById("pin");

document.addEventListener("click", ({ target }) => {
  const { digit } = target.closest?.("[data-digit]")?.dataset ?? {};
  if (!digit || !field) return;
  field.value = digit === "back" ? field.value.slice(0, -1) : (field.value + digit).slice(0, field.maxLength);
});

for (const key of document.querySelectorAll("[data-digit]")) key.disabled = false;
