// The one number pad of the product (parts/number_pad.html): its keys, touched, or pressed on a keyboard.

const KEYS = { backspace: "back", enter: "done", escape: "cancel" };

const PRINTED = /^(?:Digit|Numpad)(\d)$/; // a digit stands on it, whatever the layout or Num Lock make of it

// What a key of the keyboard says, in small letters; nothing where the browser's own filling in sends no key.
export function said({ key = "", code = "" }) {
  const plain = key.normalize("NFKC").toLowerCase();
  if (/^[\d.,]$/.test(plain)) return plain;
  return code === "NumpadDecimal" ? "." : (code.match(PRINTED)?.[1] ?? plain);
}

// What a key of the keyboard is on the pad.
export const keyOf = (event) => KEYS[said(event)] ?? said(event);

export const after = (text, key) => (key === "back" ? text.slice(0, -1) : text + key);

// The keys come disabled: a digit touched before this listens would be missing.
export function listen(pad, handle) {
  for (const key of pad.querySelectorAll("[data-digit]")) key.disabled = false;
  pad.addEventListener("click", ({ target }) => {
    const { digit } = target.closest?.("[data-digit]")?.dataset ?? {};
    if (digit) handle(digit);
  });
}
