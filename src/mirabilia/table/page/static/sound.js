// Short sounds, made of a few tones; fetched by who has switched them on.

// Each tone: after how many seconds, how high, how long.
const SOUNDS = {
  turn: [[0, 659, 0.18], [0.14, 880, 0.32]],
  talk: [[0, 587, 0.12]],
  tick: [[0, 1320, 0.05]],
  over: [[0, 523, 0.2], [0.16, 659, 0.2], [0.32, 784, 0.5]],
};
const LOUD = 0.12;
const PATIENCE = 200; // milliseconds: what is late is worse than silence
let context;

export async function play(name) {
  if (!window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state !== "running") {
    // A page that nobody has touched yet stays silent.
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, PATIENCE))]);
    if (context.state !== "running") return;
  }
  for (const [after, high, long] of SOUNDS[name]) tone(context.currentTime + after, high, long);
}

function tone(at, high, long) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: high });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + long);
}
