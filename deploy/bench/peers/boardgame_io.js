// boardgame.io with a small game of baccarat and its storage in memory: bets of nine players, and a hand that is dealt
// and paid. Everybody may move, and a move on an older state is taken, as at a table with several bettors.
const { Server } = require("boardgame.io/dist/cjs/server.js");
const { ActivePlayers } = require("boardgame.io/dist/cjs/core.js");

const SEATS = 9;
const ROAD = 60; // results that are shown
const PAYS = { punto: 2, banca: 1.95, tie: 9 };

const points = (hand) => hand.reduce((sum, card) => sum + Math.min(card, 10), 0) % 10;
const card = (random) => random.Die(13);

function third(banca, drawn) {
  const total = points(banca);
  if (drawn === undefined) return total < 6;
  if (total < 3) return true;
  const least = { 3: 0, 4: 2, 5: 4, 6: 6 }[total];
  const value = Math.min(drawn, 10) % 10;
  return total === 3 ? value !== 8 : least !== undefined && value >= least && value <= 7;
}

function dealt(random) {
  const punto = [card(random), card(random)];
  const banca = [card(random), card(random)];
  if (Math.max(points(punto), points(banca)) < 8) {
    if (points(punto) < 6) punto.push(card(random));
    if (third(banca, punto[2])) banca.push(card(random));
  }
  return { punto, banca };
}

const bet = {
  move: ({ G }, seat, chance, amount) => {
    if (!(chance in PAYS) || G.stacks[seat] < amount) return "INVALID_MOVE";
    G.version += 1;
    G.stacks[seat] -= amount;
    G.bets.push({ seat, chance, amount });
  },
  ignoreStaleStateID: true,
};

const deal = {
  move: ({ G, random }) => {
    if (!G.bets.length) return "INVALID_MOVE";
    G.version += 1;
    Object.assign(G, dealt(random));
    const difference = points(G.punto) - points(G.banca);
    const result = difference > 0 ? "punto" : difference < 0 ? "banca" : "tie";
    for (const { seat, chance, amount } of G.bets) {
      if (chance === result) G.stacks[seat] += amount * PAYS[chance];
      else if (result === "tie") G.stacks[seat] += amount;
    }
    G.bets = [];
    G.road = [...G.road, result].slice(-ROAD);
  },
  client: false,
  ignoreStaleStateID: true,
};

const baccarat = {
  name: "baccarat",
  setup: () => ({
    version: 0,
    stacks: Array(SEATS).fill(1e12),
    bets: [],
    punto: [],
    banca: [],
    road: [],
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { bet, deal },
};

Server({ games: [baccarat], origins: [/127\.0\.0\.1/] }).run({
  port: Number(process.argv[2]),
  callback: () => {},
});
