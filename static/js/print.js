// The button that prints the page as it stands.

document.querySelector("[data-print]").addEventListener("click", () => window.print());
