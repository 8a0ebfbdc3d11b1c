// A page that is one form is shown above the floor: where this script is not, its link leads to the page itself.

const sheet = document.getElementById("sheet");
let asked = ""; // the address of what is shown

async function fill(address, options) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, ...options });
  if (!put(await answer.text())) location.assign(address); // to the login, or to the lock
}

// Whether it is a page that can be shown here. Its styles come with it.
function put(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const body = page.querySelector("[data-sheet-body]");
  if (!body) return false;
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
    const href = link.getAttribute("href");
    if (!document.querySelector(`link[href="${CSS.escape(href)}"]`))
      document.head.append(document.adoptNode(link));
  }
  prepare(body);
  sheet.replaceChildren(document.adoptNode(body));
  return true;
}

// What this script can do more than the page alone: all are chosen with one touch, and what is grave is held.
function prepare(body) {
  for (const button of body.querySelectorAll("[data-held]")) button.dataset.hold = "";
  for (const box of body.querySelectorAll("[data-choose-all]")) box.hidden = false;
}

export async function open(address) {
  asked = address;
  await fill(address);
  if (!sheet.open) sheet.showModal();
}

async function send(form, submitter) {
  submitter?.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
  if (answer.type === "opaqueredirect") {
    if ("thenClose" in form.dataset) sheet.close();
    else await fill(asked);
    return;
  }
  if (!put(await answer.text())) location.assign(asked);
}

sheet.addEventListener("click", (event) => {
  if (event.target !== sheet && !event.target.closest("[data-close]")) return;
  event.preventDefault();
  sheet.close();
});
sheet.addEventListener("change", ({ target }) => {
  if (!("chooseAll" in target.dataset)) return;
  for (const box of target.form.querySelectorAll("[name=tables]:enabled")) box.checked = target.checked;
});
sheet.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter);
});
