/**
 * A wedge scanner types like a very fast hand and ends with Enter. Keys that come faster than a person types are a code, wherever the
 * focus is; slower ones stay what they are.
 */
export const FASTEST_HAND_MS = 45;
/** characters of a code */
export const SHORTEST = 3;

export class WedgeReader {
  #text = '';
  #last = 0;
  #fast = 0;

  /** One key; answers the code when its Enter arrives. */
  key(key: string, at: number): string | undefined {
    const quick = at - this.#last < FASTEST_HAND_MS;
    this.#last = at;
    if (key === 'Enter') {
      const text = this.#text;
      const isCode = text.length >= SHORTEST && this.#fast >= text.length - 1 && quick;
      this.#text = '';
      this.#fast = 0;
      return isCode ? text : undefined;
    }
    if (key.length !== 1) return undefined;
    if (!quick) {
      this.#text = '';
      this.#fast = 0;
    } else this.#fast++;
    this.#text += key;
    return undefined;
  }
}

let audio: AudioContext | undefined;
/** Two tones that differ in pitch and length: done, and not known. Silent where the browser allows no sound yet. */
export function beep(isGood: boolean): void {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = isGood ? 1_320 : 220;
    gain.gain.value = 0.12;
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + (isGood ? 0.08 : 0.35));
  } catch {
    audio = undefined;
  }
}
