/** Texts a scanner reads that are more than a code: our own labels, GS1 element strings and digital links, plain bar codes (20 §10.10). */

const OWN = /^([A-Z]{2})\|([^|]{1,100})(?:\|([^|]{0,100}))?$/;
const SYMBOLOGY = /^\][CdQe][0-9]/;
const LINK = /^https?:\/\/[^/\s]+(?:\/[^?\s]*)?\/01\/\d{8,14}(?:[/?]|$)/;
const GROUP = '\u001d';

export interface OwnCode {
  /** `MB`, `LB`, `EQ` … */
  readonly type: string;
  readonly code: string;
  readonly batch: string;
}
/** `type|code|batch` of our labels; undefined = something else. */
export function ownCode(text: string): OwnCode | undefined {
  const [, type, code, batch = ''] = OWN.exec(text.trim()) ?? [];
  return type === undefined || code === undefined ? undefined : { type, code: code.trim(), batch: batch.trim() };
}

export interface Gs1 {
  /** 14 digits */
  readonly gtin: string;
  readonly batch?: string;
  /** `2027-06-30` */
  readonly expiry?: string;
  readonly serial?: string;
  readonly count?: number;
}
/** Lengths of values that need no separator; the others end at one. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};
const OPEN: Readonly<Record<string, number>> = { '10': 20, '21': 20, '22': 20, '30': 8, '37': 8, '240': 30, '241': 30 };

/** A GS1 element string (with brackets, or as a scanner sends it) or digital link; undefined = none, or without an item. */
export function gs1Of(given: string): Gs1 | undefined {
  const text = given.trim();
  const values = LINK.test(text)
    ? linkValues(text)
    : /^\(\d{2,4}\)/.test(text)
      ? bracketValues(text)
      : SYMBOLOGY.test(text) || text.startsWith(GROUP) || /^01\d{14}/.test(text)
        ? plainValues(text.replace(SYMBOLOGY, ''))
        : undefined;
  const item = values?.get('01') ?? values?.get('02');
  if (!values || item === undefined || !/^\d{8,14}$/.test(item)) return undefined;
  const [batch, serial, expiry, count] = ['10', '21', '17', '37'].map((ai) => values.get(ai));
  const day = expiry === undefined ? undefined : dayOf(expiry);
  return {
    gtin: item.padStart(14, '0'),
    ...(batch === undefined ? {} : { batch }),
    ...(serial === undefined ? {} : { serial }),
    ...(day === undefined ? {} : { expiry: day }),
    ...(count !== undefined && /^\d{1,8}$/.test(count) ? { count: Number(count) } : {}),
  };
}

/** `/01/06901234567892/10/A1?17=270630` */
function linkValues(text: string): Map<string, string> {
  const [path = '', query = ''] = text.split('?', 2);
  const parts = path.split('/');
  const values = new Map<string, string>();
  for (let i = parts.indexOf('01'); i >= 0 && i + 1 < parts.length; i += 2)
    if (/^\d{2,4}$/.test(parts[i] ?? '')) values.set(parts[i]!, plainText(parts[i + 1]!));
  for (const pair of query.split(/[&;]/)) {
    const [ai = '', value = ''] = pair.split('=', 2);
    if (/^\d{2,4}$/.test(ai)) values.set(ai, plainText(value));
  }
  return values;
}
const plainText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const bracketValues = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai = '', value = '']) => [ai, value.trim()]));

function plainValues(text: string): Map<string, string> | undefined {
  const values = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(GROUP)) {
      rest = rest.slice(1);
      continue;
    }
    const ai = [2, 3].map((length) => rest.slice(0, length)).find((text) => text in FIXED || text in OPEN);
    if (ai === undefined) return values.size > 0 ? values : undefined;
    const end = rest.indexOf(GROUP, ai.length);
    const most = ai.length + (FIXED[ai] ?? OPEN[ai] ?? 0);
    const stop = Math.min(FIXED[ai] === undefined && end >= 0 ? end : rest.length, most);
    values.set(ai, rest.slice(ai.length, stop));
    rest = rest.slice(stop);
  }
  return values;
}

/** `yyMMdd`; day 00 is the last of the month. */
function dayOf(text: string): string | undefined {
  const [, yy, mm, dd] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (yy === undefined || mm === undefined || dd === undefined || Number(mm) < 1 || Number(mm) > 12) return undefined;
  const last = new Date(Date.UTC(2000 + Number(yy), Number(mm), 0)).getUTCDate();
  const day = dd === '00' ? last : Number(dd);
  return day > last ? undefined : `20${yy}-${mm}-${String(day).padStart(2, '0')}`;
}

/** Whether a text should be asked of the resolver before it is searched for as it stands. */
export const isScanned = (given: string): boolean => {
  const text = given.trim();
  return ownCode(text) !== undefined || gs1Of(text) !== undefined || /^\d{8}$|^\d{12,14}$/.test(text);
};
