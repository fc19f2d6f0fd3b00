/** The number pad as text: what a key makes of what stands there. Numbers stay as typed, so that `1.` and `0.0` can be. */
export type PadKey = string;
/** up to the limit (全部合格) */
export const FILL = 'fill';

const DECIMALS = /^\d{0,9}(\.\d{0,4})?$/;

/** `7`, `.`, `back`, `clear`, `+5`; a key that would make no number changes nothing. */
export function press(text: string, key: PadKey): string {
  if (key === 'clear') return '';
  if (key === 'back') return text.slice(0, -1);
  const step = /^([+-])(\d+(?:\.\d+)?)$/.exec(key);
  if (step) {
    const sum = Math.max(0, Number(text === '' ? 0 : text) + Number(key));
    return plain(sum);
  }
  const next = (text === '0' && key !== '.' ? '' : text) + (text === '' && key === '.' ? '0.' : key);
  return DECIMALS.test(next) ? next : text;
}

/** The number of a text; null when nothing is typed. */
export const numberOf = (text: string): number | null => (text === '' || text === '.' ? null : Number(text));

export const plain = (value: number): string => String(Math.round(value * 10_000) / 10_000);
