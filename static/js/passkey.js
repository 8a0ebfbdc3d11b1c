// Asks the browser to make a passkey, or to have one sign, and sends what it says with the form. The server decides. The
// button comes disabled: a touch before this script listens would send the form with nothing in it.

const bytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0));
};
const text = (buffer) =>
  btoa(String.fromCodePoint(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const named = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

async function asked(form) {
  const body = new FormData();
  body.set("for", form.dataset.passkey);
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  const answer = await fetch(form.dataset.challenge, { method: "POST", body });
  const { publicKey, error } = await answer.json();
  if (error) throw new Refused(error);
  return { ...publicKey, challenge: bytes(publicKey.challenge) };
}

class Refused extends Error {}

async function make(options) {
  const user = { ...options.user, id: bytes(options.user.id) };
  const publicKey = { ...options, user, excludeCredentials: named(options.excludeCredentials) };
  const { id, rawId, type, response } = await navigator.credentials.create({ publicKey });
  const { clientDataJSON, attestationObject } = response;
  const said = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
  return { id, rawId: text(rawId), type, response: said };
}

async function sign(options) {
  const publicKey = { ...options, allowCredentials: named(options.allowCredentials) };
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey });
  const said = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  };
  return { id, rawId: text(rawId), type, response: said };
}

function say(form, sentence) {
  const said = form.querySelector("[data-said]");
  said.textContent = sentence;
  said.hidden = !sentence;
}

async function go(form) {
  const button = form.querySelector("button");
  button.disabled = true;
  say(form, "");
  try {
    const options = await asked(form);
    const made = await (form.dataset.passkey === "make" ? make(options) : sign(options));
    form.elements.passkey.value = JSON.stringify(made);
    form.submit();
  } catch (error) {
    say(form, error instanceof Refused ? error.message : form.dataset.notDone);
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(form);
  });
  if (window.PublicKeyCredential) form.querySelector("button").disabled = false;
  else say(form, form.dataset.notHere);
}
