// The result so far, to be read with a cursor: uPlot in the place of the server's drawing, whose figures it shows.

const box = document.querySelector("[data-course]");
const data = JSON.parse(document.getElementById(box.dataset.course).textContent);
const drawing = box.querySelector("svg");
const said = document.createElement("p");
said.className = "readout";

/** The colour of a custom property as the page resolves it, light-dark() too. */
const resolved = (name) => {
  const probe = document.createElement("i");
  probe.hidden = true;
  probe.style.color = `var(${name})`;
  box.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
};

const faded = (name, part) => resolved(name).replace(/^rgb\((.*)\)$/, `rgba($1, ${part})`);

const size = () => {
  const { width, height } = drawing.getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
};

/** What stands at the moment below the cursor, or at the newest: the moment and each figure that there is. */
const tell = (plot) => {
  const row = data.words[plot.cursor.idx ?? plot.data[1].findLastIndex((amount) => amount !== null)];
  const names = ["", data.names[0], data.names[1], "≈", "", ""];
  const parts = (row ?? [])
    .slice(0, 4)
    .map((text, at) => (text && names[at] ? `${names[at]} ${text}` : text));
  said.textContent = parts.filter(Boolean).join(" · ");
};

const axis = { stroke: resolved("--faint"), font: "500 11px Figtree, sans-serif", ticks: { show: false } };
const levels = new Map(data.levels);
const names = new Map(data.moments.map((moment, at) => [moment, data.labels[at]]));
const every = Math.max(1, Math.ceil(data.moments.length / 9));
const shown = data.moments.filter((_, at) => at % every === 0);

const across = () => ({
  ...axis,
  size: 28,
  grid: { show: false },
  splits: () => shown,
  values: (_plot, at) => at.map((moment) => names.get(moment)),
});

const upwards = () => ({
  ...axis,
  size: 56,
  grid: { stroke: resolved("--grid"), width: 1 },
  splits: () => [...levels.keys()],
  values: (_plot, at) => at.map((level) => levels.get(level)),
});

const isAmount = (amount) => amount !== null && amount !== undefined;

/** The points with a gap on both sides, of which no line is seen. */
const alone = (plot, series) => {
  const amounts = plot.data[series];
  return [...amounts.keys()].filter(
    (at) => isAmount(amounts[at]) && !isAmount(amounts[at - 1]) && !isAmount(amounts[at + 1]),
  );
};

/** Of all points the newest is marked, and those that stand alone. */
const newest = (plot, series, show) => {
  const last = plot.data[series].findLastIndex(isAmount);
  return show && last >= 0 ? [...new Set([...alone(plot, series), last])] : [];
};

/** The moment, then what was won now and before, what is expected, and the ends of the band. */
const lines = () => {
  const points = { show: false };
  const single = { filter: alone, size: 7, fill: resolved("--faint") };
  const pale = { stroke: resolved("--faint"), points: single };
  const end = { stroke: "transparent", points };
  const won = {
    stroke: resolved("--accent"),
    width: 2.5,
    points: { filter: newest, size: 9, fill: resolved("--accent") },
  };
  return [{}, won, { ...pale, width: 1.75 }, { ...pale, width: 1.5, dash: [4, 4] }, end, end];
};

const options = () => ({
  ...size(),
  legend: { show: false },
  padding: [8, 14, 0, 0],
  cursor: { points: { size: 8 }, drag: { x: false, y: false } },
  scales: {
    x: { time: false, range: [data.moments.at(0), data.moments.at(-1)] },
    y: { range: [data.levels.at(0)[0], data.levels.at(-1)[0]] },
  },
  axes: [across(), upwards()],
  series: lines(),
  bands: [{ series: [5, 4], fill: faded("--accent", 0.16) }],
  hooks: { setCursor: [tell] },
});

if (globalThis.uPlot) {
  const plot = new globalThis.uPlot(options(), [data.moments, ...data.series], box);
  box.append(said);
  box.classList.add("drawn");
  tell(plot);
  new ResizeObserver(() => plot.setSize(size())).observe(drawing);
}
