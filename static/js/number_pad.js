// The one number pad of the product (parts/number_pad.html): its keys, touched, or pressed on a keyboard.

const KEYS = { backspace: "back", enter: "done", escape: "cancel" };

// What a key of the keyboard is on the pad.
export const keyOf = (event) => KEYS[event.key.toLowerCase()] ?? event.key;

export const after = (text, key) => (key === "back" ? text.slice(0, -1) : text + key);

// The keys come disabled: a digit touched before this listens would be missing.
export function listen(pad, handle) {
  for (const key of pad.querySelectorAll("[data-digit]")) key.disabled = false;
  pad.addEventListener("click", ({ target }) => {
    const { digit } = target.closest?.("[data-digit]")?.dataset ?? {};
    if (digit) handle(digit);
  });
}
