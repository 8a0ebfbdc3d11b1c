// What the croupier has chosen on this screen and not yet sent, and how it is shown, again after each update.

import { written } from "../amount.js";

const body = document.body;
const side = document.getElementById("console-side");
const IN_PASS = /dealing|will|bank_choice/; // after a payment screen only where something was put right
let phase = "";
const amounts = new Map(); // what was chosen last for each chance with a key in this pass
let lastBet = 0; // the amount that was chosen when bets were taken last: most bets are like those before

export const chosen = {
  amount: 0, // in the smallest unit of the currency; while the shoe is cut, a number of cards
  typed: null, // on the keypad, while it is open: it is what the next touch means, and then the amount in hand
  suggested: 0, // the server's suggestion that `amount` began with
  person: null,
  seat: null,
  chance: null, // the one whose key was touched: bets go there; without one each place at a seat has its own
  rank: null, // of the card whose suit is asked
  hand: null, // where the next card goes, if not to the hand in turn
  tool: null,
  moving: null, // the person for whom a seat is being chosen
  what: "", // of what kind the touched place is: seated, empty, ...
};

export const amountNow = () => chosen.typed ?? chosen.amount;

// What a quick tip begins with: what is in hand for bets, or was when they were taken last. What was said to a bid, a bank
// or the cut is no tip.
export const tipNow = () => (document.querySelector(".phase-betting") ? amountNow() : lastBet);

// What has been chosen goes into the command that is about to be sent

document.addEventListener("act:command", ({ detail: { element, command } }) => {
  putPlayer(element.dataset.chosenPlayer, command);
  if ("ofKey" in element.dataset) command.chance = chosen.chance;
  if ("suit" in element.dataset) putSuit(element.dataset.suit, command);
  if ("amount" in element.dataset) command[element.dataset.amount || "amount"] = amountNow();
  if ("chosenSeat" in element.dataset) command.seat = chosen.seat;
  if (command.command === "card") putHand(command);
  if (command.command === "place_bet") placeOrUse(command);
  queueMicrotask(show);
});

function putPlayer(field, command) {
  if (field === undefined) return;
  command[field || "player"] = field === "players" ? [chosen.person] : chosen.person;
}

function putHand(command) {
  command.hand = chosen.hand ?? command.hand;
  chosen.hand = null;
}

function putSuit(suit, command) {
  command.card = chosen.rank + suit;
  chosen.rank = null;
}

// A chance has its own limits: what was in hand before comes back with the chance for which it was meant.
export function chooseChance({ dataset: { chance, least, most } }) {
  amounts.set(chosen.chance, chosen.amount);
  chosen.chance = chosen.chance === chance ? null : chance;
  const within = Math.min(Math.max(chosen.amount, Number(least)), Number(most));
  chosen.amount = amounts.get(chosen.chance) ?? within;
  show();
}

// A touched spot is bet on, unless a tool was touched before it.
function placeOrUse(command) {
  listShown("");
  if (!chosen.tool) return;
  delete command.amount;
  if (chosen.tool === "remove") command.command = "remove_bet";
  else callBanco(command);
  chosen.tool = null;
}

function callBanco(command) {
  Object.assign(command, bancoOf(command.player));
  delete command.chance;
}

// Who has the right of suivi calls it: it comes before a banco.
export function bancoOf(player) {
  const { kind, suivi } = document.querySelector("[data-tool=banco]")?.dataset ?? {};
  return { command: "banco", player, kind: suivi && suivi === player ? "suivi" : kind };
}

// Showing

export function show() {
  write("[data-shown-amount]", written(amountNow()));
  write("[data-shown-count]", written(amountNow(), 0));
  write("[data-shown-tip]", written(tipNow()));
  mark("[data-chip]", (chip) => Number(chip.dataset.chip) === amountNow());
  mark("[data-tool]", (tool) => tool.dataset.tool === chosen.tool);
  body.classList.toggle("moving", Boolean(chosen.moving));
  body.classList.toggle("removing", chosen.tool === "remove");
  showHand();
  showChance();
  showSuits();
  showLists();
  showSheet();
}

// The hand to which the next card goes: the one in turn, or the other where it has been touched.
function showHand() {
  const next = chosen.hand ?? document.querySelector(".hands")?.dataset.next ?? "";
  mark("[data-hand]", (hand) => hand.dataset.hand === next);
  const ranks = document.querySelector(".ranks");
  if (ranks) ranks.dataset.to = next;
}

function showChance() {
  const key = chosen.chance && document.getElementById(`chance-${chosen.chance}`);
  body.classList.toggle("with-chance", Boolean(key));
  body.dataset.chance = chosen.chance ?? "";
  mark("[data-chance]", ({ dataset }) => dataset.chance === chosen.chance);
  write("[data-shown-chance]", key?.dataset.sign ?? "");
  reveal("[data-lies-on]", ({ dataset }) => dataset.liesOn === chosen.chance);
  const isMore = Boolean(key?.closest("[popover]"));
  mark("#more-chances", () => isMore);
  write("[data-shown-more]", isMore ? key.dataset.sign : "…");
}

function showSuits() {
  const suits = document.querySelector(".suits");
  if (!suits) chosen.rank = null;
  body.classList.toggle("with-rank", Boolean(chosen.rank));
  write("[data-shown-rank]", chosen.rank ?? "");
}

// Which list is in front at the side: bets, paid, or by itself ("").
export function listShown(list) {
  side.dataset.list = list;
}

function showLists() {
  const lists = side.querySelector(".lines");
  const shown = side.dataset.list || (lists.classList.contains("list-bets") ? "bets" : "paid");
  mark("[data-list]", (tab) => tab.dataset.list === shown);
  lists.dataset.shown = shown;
}

// The parts of the person's sheet that are meant for this kind of place and for this person.
function showSheet() {
  const what = chosen.what.split(/\s+/);
  reveal("[data-for]", (part) => part.dataset.for.split(" ").some((word) => what.includes(word)));
  reveal("[data-of]", (part) => part.dataset.of === chosen.person);
  reveal("[data-other-than]", (part) => part.dataset.otherThan !== chosen.person);
}

function write(selector, text) {
  for (const place of document.querySelectorAll(selector)) place.textContent = text;
}

function mark(selector, isChosen) {
  for (const button of document.querySelectorAll(`button${selector}`)) {
    button.setAttribute("aria-pressed", isChosen(button));
  }
}

function reveal(selector, isMeant) {
  for (const part of document.querySelectorAll(selector)) part.hidden = !isMeant(part);
}

// Updates

function updated() {
  if (phase.includes("phase-betting")) lastBet = chosen.amount;
  const now = document.querySelector(".phase").className;
  suggestAmount(now !== phase);
  if (now !== phase) phaseChanged(now);
  show();
}

// A bid or a bank begins at what is said most often: the amount of the phase before means nothing here. What is proposed
// is never more than may be.
function suggestAmount(isNewPhase) {
  const { suggested, most } = document.querySelector("[data-suggested]")?.dataset ?? {};
  const said = Number(suggested ?? 0);
  if (!said || (!isNewPhase && said === chosen.suggested)) return;
  chosen.suggested = said;
  const usual = document.querySelector(".phase-betting") ? Math.max(lastBet, said) : said;
  chosen.amount = Math.min(usual, Number(most ?? usual));
}

function phaseChanged(now) {
  listShown(phase.includes("resolved") && !IN_PASS.test(now) ? "paid" : "");
  if (!now.includes("dealing")) chosen.hand = null;
  chosen.tool = null;
  chosen.chance = null;
  amounts.clear();
  phase = now;
}

document.addEventListener("screen:updated", updated);
updated();
