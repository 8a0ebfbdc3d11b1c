// The search within a reglamento: only the articles in whose words each typed word stands are shown, and listed.

import { folded } from "./folded.js";

const line = document.querySelector("[data-search-within]");
const none = document.querySelector(".contents .none");

const articles = [...document.querySelectorAll("[data-article-text]")].map((whole) => ({
  whole,
  text: folded(whole.textContent),
  entry: document.querySelector(`.contents [href="#${CSS.escape(whole.querySelector("h3").id)}"]`)
    ?.parentElement,
}));

function search({ target }) {
  const words = folded(target.value).split(/\s+/);
  for (const { whole, text, entry } of articles) {
    whole.hidden = !words.every((word) => text.includes(word));
    if (entry) entry.hidden = whole.hidden;
  }
  none.hidden = articles.some(({ whole }) => !whole.hidden);
}

if (line) {
  line.hidden = false;
  line.querySelector("input").addEventListener("input", search);
}
