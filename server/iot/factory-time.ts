const OFFSET_MS = 8 * 3_600_000;
/** ms of a factory time 'YYYY-MM-DD HH:mm:ss'. */
export const factoryMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);
/** The factory time of a moment. */
export const factoryText = (ms: number): string =>
  new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
