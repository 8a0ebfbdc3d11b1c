// A chime when a result is new; a touch or M mutes it. The result itself is always written.

const NOTES = { punto: [523, 659], banca: [659, 523], tie: [587, 587] };
let sound = null;
let last = result()?.dataset.result;

function result() {
  return document.querySelector("[data-result]");
}

function chime(side) {
  sound ??= new AudioContext();
  if (sound.state !== "running") return; // the glass has not been touched: browsers allow no sound yet
  (NOTES[side] ?? []).forEach((frequency, number) => {
    const tone = new OscillatorNode(sound, { frequency });
    const volume = new GainNode(sound, { gain: 0.08 });
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + number * 0.18);
    tone.stop(sound.currentTime + number * 0.18 + 0.16);
  });
}

document.addEventListener("screen:updated", () => {
  const now = result();
  if (!now || now.dataset.result === last) return;
  last = now.dataset.result;
  if (!localStorage.getItem("muted")) chime(now.dataset.side);
});

function toggle() {
  if (localStorage.getItem("muted")) localStorage.removeItem("muted");
  else localStorage.setItem("muted", "1");
}

document.addEventListener("keydown", (event) => event.key.toLowerCase() === "m" && toggle());
document.addEventListener("pointerdown", () => (sound ??= new AudioContext()).resume());
