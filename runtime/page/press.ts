/**
 * What moves the page waits until a press is over. Leaving a field happens between the press and the release of a button: if its error
 * vanished at once, the button would have moved away before the release, and the browser would make no click of it.
 */
let pressed = false;
let limit: ReturnType<typeof setTimeout> | undefined;
/** a press longer than that, or one whose end nobody heard of, holds nothing back any more */
const LONGEST = 2_000;
const waiting = new Set<() => void>();

const release = (): void => {
  if (!pressed) return;
  pressed = false;
  clearTimeout(limit);
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
};
const hold = (): void => {
  pressed = true;
  clearTimeout(limit);
  limit = setTimeout(release, LONGEST);
};
/** The click follows in the same turn: what waits is drawn behind it, also where none comes. */
const releaseSoon = (): void => {
  setTimeout(release, 0);
};
if (typeof window !== 'undefined') {
  for (const start of ['pointerdown', 'mousedown']) window.addEventListener(start, hold, true);
  for (const end of ['pointerup', 'pointercancel', 'mouseup', 'dragend'])
    window.addEventListener(end, releaseSoon, true);
  // what the click does may ask for what was drawn
  window.addEventListener('click', release);
  window.addEventListener('blur', release);
}

/** Now, or when the press under way is over; the same act waits once. */
export const afterPress = (act: () => void): void => {
  if (pressed) waiting.add(act);
  else act();
};

/** Resolves now, or when the press under way is over: for answers that make something wider or higher. */
export const pressOver = (): Promise<void> => new Promise(afterPress);
