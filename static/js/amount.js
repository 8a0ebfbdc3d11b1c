// Amounts are whole numbers of the currency's smallest unit; a reader sees and types them with its decimals.

const places = Number(document.body.dataset.decimals ?? 0);

// 12550 → 125,50 with two decimals. `decimals`: 0 for what is no money, such as cards.
export function written(amount, decimals = places) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always", ...digits }).format(
    amount / 10 ** decimals,
  );
}

// What was typed, in smallest units; NaN, which the server refuses, for what is no amount. With decimals 125,50 or 125.5
// is 12550, and nothing is grouped; without any 5.000 is five thousand.
export function toUnits(text) {
  const typed = text.trim();
  if (!places) return /^(\d+|\d{1,3}([.,\s]\d{3})+)$/.test(typed) ? Number(typed.replace(/\D/g, "")) : NaN;
  const [, whole, part = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(typed) ?? [];
  return whole && part.length <= places ? Number(whole + part.padEnd(places, "0")) : NaN;
}
