// Prints a slip on the roll of the counter's printer, from the page that one is on: its paper is fetched, shown to the
// printer alone, and forgotten.

import { refuse } from "../refusal.js";

const place = document.getElementById("paper");
const { body } = document;

// `addresses`: that of slip 0. `near`: what was touched.
export async function printSlip(addresses, number, near) {
  const paper = await paperOf(addresses.replace("0", number)).catch(() => null);
  if (!paper) return refuse(body.dataset.noAnswer, null, near);
  place.replaceChildren(...paper.children);
  await Promise.all([...place.querySelectorAll("img")].map((image) => image.decode().catch(() => null)));
  place.hidden = false;
  body.classList.add("prints-slip");
  window.print();
  return undefined;
}

async function paperOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("roll");
}

addEventListener("afterprint", () => {
  body.classList.remove("prints-slip");
  place.hidden = true;
  place.replaceChildren();
});
