// "Art. 29" and "Why?": the words of an article, and the facts of a decision, in a dialog above the screen. Without this
// script the same links lead to pages of their own.

import { leave } from "./post.js";

const dialog = document.getElementById("words");
const place = dialog.querySelector("[data-words-place]");

// `facts`: of a refusal, [label, value] pairs, shown above the article's words.
async function open(address, facts) {
  try {
    const words = address ? await wordsOf(address) : [];
    place.replaceChildren(...listOf(facts), ...words);
  } catch {
    location.assign(address); // a page of its own says what is wrong
    return;
  }
  if (!dialog.open) dialog.showModal();
  place.scrollTop = 0;
  place.focus();
}

async function wordsOf(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (answer.redirected) leave({ code: "locked" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...page.querySelector("[data-words-content]").children];
}

function listOf(facts) {
  if (facts.length === 0) return [];
  const list = document.createElement("dl");
  list.className = "why";
  for (const { label, value } of facts) {
    const row = document.createElement("div");
    row.append(textIn("dt", label), textIn("dd", value));
    list.append(row);
  }
  return [list];
}

function textIn(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-words], a[href^='/reglamentos/'], a[href$='/why/']");
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || elsewhere || link.closest(".articles main")) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover(); // its opener has the focus again, and gets it back after the dialog
  open(link.href ?? link.dataset.address, JSON.parse(link.dataset.facts ?? "[]"));
});
