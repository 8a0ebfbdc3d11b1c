// A page is seen once it stays as it is: with its font, and with what its scripts add. base.css hides it until then.

addEventListener("DOMContentLoaded", async () => {
  document.body.getBoundingClientRect(); // the fonts are asked for when the words are laid out
  await document.fonts.ready;
  document.documentElement.dataset.shown = "";
});
