/** Tones of dictionary items: their own, else by the tens digit where the dictionary is one of statuses (overview 3.3). */
import type { Tone } from '../../../schemas/language/document';
import type { ResolvedDict } from '../../../schemas/language/resolved';

export interface CodeLook {
  readonly label: string;
  readonly tone: Tone;
  readonly plain?: boolean;
}

const STATUS: Readonly<Record<string, { readonly tone: Tone; readonly plain?: boolean }>> = {
  '1': { tone: 'info' },
  '2': { tone: 'primary' },
  '3': { tone: 'primary' },
  '4': { tone: 'warning' },
  '5': { tone: 'warning' },
  '6': { tone: 'success' },
  '7': { tone: 'danger' },
  '8': { tone: 'info', plain: true },
  '9': { tone: 'danger', plain: true },
};
/** the specification's audit states have no tens */
const AUDIT: Readonly<Record<string, Tone>> = { '1': 'warning', '2': 'success', '3': 'danger' };

const cache = new WeakMap<ResolvedDict, Map<string, CodeLook>>();

/** Label and tone of a code; unknown is `--`. Void and closed are plain (an outline instead of a ground). */
export const codeLook = (dict: ResolvedDict | undefined, code: string): CodeLook => {
  if (dict === undefined) return { label: '--', tone: 'info' };
  let looks = cache.get(dict);
  if (looks === undefined) {
    looks = new Map();
    cache.set(dict, looks);
  }
  let look = looks.get(code);
  if (look === undefined) {
    look = lookOf(dict, code);
    looks.set(code, look);
  }
  return look;
};

const lookOf = (dict: ResolvedDict, code: string): CodeLook => {
  const item = dict.items.find((item) => item.code === code);
  if (item === undefined) return { label: '--', tone: 'info' };
  if (item.tone !== undefined) return { label: item.title, tone: item.tone, ...plainOf(item) };
  if (dict.code === 'auditStatus') return { label: item.title, tone: AUDIT[code] ?? 'info' };
  if (/^[1-9]\d$/.test(code)) return { label: item.title, ...(STATUS[code.slice(0, 1)] ?? { tone: 'info' }) };
  return { label: item.title, tone: 'info' };
};

const plainOf = (item: object): { readonly plain?: boolean } =>
  'plain' in item && item.plain === true ? { plain: true } : {};
