// Amounts are whole numbers of the currency's smallest unit; a reader sees and types them with its decimals.

const { decimals: said = 0, amount: form } = document.body.dataset;
const places = Number(said);
const FORM = new RegExp(`^(?:${form})$`, "u");

// 12550 → 125,50 with two decimals. `decimals`: 0 for what is no money, such as cards.
export function written(amount, decimals = places, useGrouping = "always") {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(document.documentElement.lang, { useGrouping, ...digits }).format(
    amount / 10 ** decimals,
  );
}

// As a field has it: without grouping.
export const typeable = (amount) => written(amount, places, false);

// What was typed, in smallest units; NaN, which the server refuses, for what is not clearly one amount. What is, the
// server says (`currency.form`); a comma or point that stands there once is before the decimals.
export function toUnits(text) {
  const typed = text.trim();
  if (!FORM.test(typed)) return NaN;
  const [sign] = places ? (typed.match(/[.,](?=[^.,]*$)/) ?? []) : [];
  const parts = typed.split(sign);
  const [whole, part] = parts.length === 2 ? parts : [typed, ""];
  return Number(whole.replace(/\D/g, "") + part.padEnd(places, "0"));
}
