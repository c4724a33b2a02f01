// Synthesized sounds; off by default.

import { keep, kept } from "./kept.js";

/** @type {AudioContext|null} */
let context = null;

/** Whether there is sound. */
export function soundOn() {
  return kept("sound") === true;
}

/** @param {boolean} on */
export function setSound(on) {
  keep("sound", on);
  if (on) sound("move");
}

/** Pitch and length of each. @type {Record<string, [number, number][]>} */
const NOTES = { move: [[420, 0.05]], take: [[250, 0.04], [330, 0.06]], roll: [[600, 0.03], [480, 0.03], [540, 0.03]], end: [[392, 0.12], [523, 0.22]], drawn: [[392, 0.12], [392, 0.2]], lost: [[392, 0.12], [311, 0.22]] };

/** @param {"move"|"take"|"roll"|"end"|"drawn"|"lost"} what */
export function sound(what) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, long] of NOTES[what]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.18, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + long);
    at += long * 0.8;
  }
}
