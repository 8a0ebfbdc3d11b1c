// A chime when a result is new; the button in the corner, or M, mutes it. The result itself is always written.

const NOTES = { punto: [523, 659], banca: [659, 523], tie: [587, 587] }; // Hz: rising, falling, level
const button = document.getElementById("sound");
let sound = null;
let last = result()?.dataset.result;

// The wall keeps the last result: one that is paid before this page has seen it open was not there to be heard.
function result() {
  return document.querySelector("[data-result]");
}

// Browsers keep a page silent until it has been touched, unless the glass is started with leave to sound.
function isOn() {
  return !localStorage.getItem("muted") && sound?.state === "running";
}

async function wake() {
  sound ??= new AudioContext();
  // Without leave this promise stays open: what is shown must not wait for it.
  await Promise.race([sound.resume(), new Promise((over) => setTimeout(over, 300))]);
  show();
}

function show() {
  button.setAttribute("aria-pressed", String(isOn()));
}

function chime(side) {
  (NOTES[side] ?? []).forEach((frequency, number) => {
    const begin = sound.currentTime + number * 0.2;
    const tone = new OscillatorNode(sound, { frequency });
    const volume = new GainNode(sound, { gain: 0 });
    volume.gain.setTargetAtTime(0.1, begin, 0.01);
    volume.gain.setTargetAtTime(0, begin + 0.12, 0.06);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + 0.5);
  });
}

document.addEventListener("screen:updated", () => {
  const now = result();
  if (!now || now.dataset.result === last) return;
  last = now.dataset.result;
  if (isOn()) chime(now.dataset.side);
});

async function toggle() {
  const silence = isOn();
  if (silence) localStorage.setItem("muted", "1");
  else localStorage.removeItem("muted");
  await wake();
}

button.addEventListener("click", toggle);
document.addEventListener("keydown", (event) => event.key?.toLowerCase() === "m" && toggle());
wake();
