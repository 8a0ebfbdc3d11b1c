// The connection: one socket that puts the server's newest fragments into the page and says whether they are live.
// It holds no rule of the game.

const SILENCE = 3000; // ms without a word from the server before the screen says that it has no signal
const JOINING = 10_000; // ms for which a page that has just come is as fresh as a live one
const FIRST_WAIT = 300; // ms before the first attempt to come back, doubled up to the last
const LAST_WAIT = 1400;
const HANDSHAKE = 20_000; // ms for a socket to stand: the browser itself may let it wait before it begins
const LONGEST_WORK = 25; // ms at a time for showing a message: a floor of sixty tables must not hold up a touch
// What a page itself says of an element: the option chosen, its place in an order, that it is folded away.
const OF_THE_PAGE = new Set(["data-chosen", "style", "data-folded", "data-member"]);
const WITHDRAWN = 4401;
const NOT_FOR_YOU = 4403;
const LOCKED = 4423;
const LEFT = 4410; // said by this page when it is left for another: the tablet is not lost

const page = document.documentElement;
const body = document.body;
let socket = null;
let wait = FIRST_WAIT;
let heard = 0; // when the server last said anything
let fresh = 0; // when it last said which version is the newest
const unanswered = new Map(); // the keys of the commands that were given here → what their answers do

function setLine(state) {
  if (page.dataset.line === state) return;
  page.dataset.line = state;
  document.dispatchEvent(new CustomEvent("screen:line", { detail: state }));
}

// Asked before a socket is opened: a browser holds new sockets back for seconds after some that failed.
async function comeBack() {
  if (await isThere()) connect();
  else again();
}

async function isThere() {
  try {
    const answer = await fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(2 * SILENCE) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

function again() {
  setTimeout(comeBack, wait * (0.5 + Math.random()));
  wait = Math.min(wait * 2, LAST_WAIT);
}

// The page came from the server a moment ago: that its socket is not up yet is no lost line.
const isJoining = () => page.dataset.line === "joining" && performance.now() < JOINING;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  heard = performance.now(); // a slow handshake has its own time: it is not the silence of the line before it
  fresh = heard;
  socket = new WebSocket(`${scheme}://${location.host}${body.dataset.socket}`);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => closed(event.code);
}

function receive(message) {
  heard = performance.now();
  // An answer says nothing of the screen: it comes also while nothing new can be shown.
  if (message.type !== "answer") fresh = heard;
  if (message.type === "screen") show(message);
  if (message.type === "answer") unanswered.get(message.key)?.answered(message);
  if (message.type === "heartbeat") beat(message.version);
}

// It comes only where nothing else is on its way: whatever has changed since is not on this page.
function beat(version) {
  if (version < Number(body.dataset.version)) return;
  body.dataset.version = version;
  setLine("up");
}

// Gives a command to the table of this page; answers what the server said. Fails where no answer comes within `patience`
// ms, or the line goes down.
export function giveHere(command, { key, patience }) {
  return new Promise((answered, failed) => {
    const fail = () => failed(new Error("no answer"));
    unanswered.set(key, { answered, fail, timer: setTimeout(fail, patience) });
    socket.send(JSON.stringify({ type: "command", key, command }));
  }).finally(() => {
    clearTimeout(unanswered.get(key).timer);
    unanswered.delete(key);
  });
}

export const takesCommands = () => socket?.readyState === WebSocket.OPEN;

async function show({ version, fragments }) {
  if (version >= Number(body.dataset.version || 0)) {
    if (!(await putAll(fragments))) return;
    body.dataset.version = version;
    document.dispatchEvent(new CustomEvent("screen:updated", { detail: { version, fragments } }));
  }
  wait = FIRST_WAIT;
  setLine("up");
  // The server sends the next screen only after this one has been shown.
  socket.send(JSON.stringify({ type: "shown", version }));
}

// Whether all were put: where the line goes down meanwhile, the next connection brings everything anew.
async function putAll(fragments) {
  const from = socket;
  let began = performance.now();
  for (const [id, html] of Object.entries(fragments)) {
    if (performance.now() - began > LONGEST_WORK) {
      await turn();
      began = performance.now();
    }
    if (socket !== from) return false;
    put(id, html);
  }
  return socket === from;
}

// Lets the browser do what else waits. (A timer would be slowed down in a hidden tab.)
const turn = () =>
  new Promise((goOn) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      goOn();
    };
    port2.postMessage(null);
  });

// Shows a part in its place, as an update does.
export function put(id, html) {
  const place = document.getElementById(id) ?? newPlace(id);
  if (!place) return;
  const kept = chosenIn(place);
  Idiomorph.morph(place, html, {
    morphStyle: "innerHTML",
    callbacks: { beforeAttributeUpdated, beforeNodeMorphed },
  });
  kept.forEach(keep);
}

// A table that was not there when the page was made: its parts go where the page wants new ones of their kind.
function newPlace(id) {
  const home = document.querySelector(`[data-new-places="${CSS.escape(id.split("-")[0])}"]`);
  if (!home) return null;
  const place = document.createElement("section");
  place.id = id;
  place.className = home.dataset.newPlaces;
  home.append(place);
  return place;
}

// An update leaves alone what a person is doing on this screen: an open panel, a half-typed reason, a touch on its way.
function beforeAttributeUpdated(name, element) {
  if (name === "aria-busy") return false;
  if (name === "open") return !element.matches("details, dialog");
  if (OF_THE_PAGE.has(name)) return false;
  if (name === "hidden") return !element.matches("[data-after]");
  return !(name === "value" || name === "checked") || !element.matches("input, textarea, select");
}

// And what the page's own clock has written (`elapsed.js`), as long as it counts from the same time for the same alert.
function beforeNodeMorphed(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  const same = ["at", "after", "patience"].every((name) => old.dataset[name] === fresh.dataset[name]);
  if (!same) delete old.dataset.after;
  return !(same && old.matches("time") && old.dateTime === fresh.dateTime);
}

// So too the option chosen in a list, known by its id; where it is gone nothing is chosen.
function chosenIn(place) {
  const lists = [...place.querySelectorAll("select[data-chosen]")];
  return lists.map((list) => ({ list, option: list.selectedOptions[0] }));
}

function keep({ list, option }) {
  if (option?.isConnected) option.selected = true;
  else list.selectedIndex = -1;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("select")) target.dataset.chosen = "";
});
document.addEventListener("reset", ({ target }) => {
  for (const list of target.querySelectorAll("select")) delete list.dataset.chosen;
});

function closed(code) {
  socket = null;
  for (const { fail } of unanswered.values()) fail();
  if (!isJoining()) setLine("down");
  if ([WITHDRAWN, NOT_FOR_YOU, LOCKED].includes(code)) {
    location.reload();
    return;
  }
  again();
}

function watch() {
  if (!socket) return;
  const now = performance.now();
  if (now - fresh > SILENCE && !isJoining()) setLine("down");
  const patience = socket.readyState === WebSocket.CONNECTING ? HANDSHAKE : 2 * SILENCE;
  if (now - heard > patience) socket.close();
}

if (body.dataset.socket) {
  setLine("joining");
  connect();
  setInterval(watch, 500);
  addEventListener("pagehide", () => socket?.close(LEFT));
  // A tablet that slept shows an old table: say so at once, not after the next word from the server.
  document.addEventListener("visibilitychange", () => document.hidden || watch());
}
