// The passes of this shoe, one at a time: fetched when they are asked for, stepped through by arrows or a swipe.

const SWIPE = 60; // px that a finger goes sideways
const place = () => document.getElementById("passes");
let shown = ""; // the number of the pass that is looked at; the last one where it is empty
let from = null;

export async function showPass(number = shown) {
  shown = number;
  const address = document.getElementById("tab-passes")?.dataset.passes;
  if (!address) return;
  const answer = await fetch(`${address}?number=${shown}`).catch(() => null);
  if (!answer?.ok || answer.redirected || number !== shown) return;
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  place()?.replaceChildren(...part.body.childNodes);
}

// An update of the screen empties the place; a payment may have brought a new pass.
document.addEventListener("screen:updated", () => {
  if (document.querySelector('.lines[data-shown="passes"]')) showPass();
});

document.addEventListener("pointerdown", (event) => {
  from = event.target.closest?.("#passes") ? event.clientX : null;
});

document.addEventListener("pointerup", (event) => {
  const way = from === null ? 0 : event.clientX - from;
  from = null;
  if (Math.abs(way) < SWIPE) return;
  place()
    ?.querySelector(`.steps [data-pass]:${way > 0 ? "first" : "last"}-child:enabled`)
    ?.click();
});
