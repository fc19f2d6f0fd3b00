/** Code 128 and EAN-13 as widths of bars and gaps in modules, beginning with a bar: one encoder for screen, paper, PDF and the linter. */

// symbols 0–105 and the stop symbol, each as the widths of its bars and gaps
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const [START_B, START_C, TO_B, TO_C, STOP] = [104, 105, 100, 99, 106];

/** Gap on either side that a scanner needs, in modules. */
export const QUIET = 10;
/** Modules narrower than this (mm) are not read from an office printer's paper. */
export const NARROWEST = 0.19;

/** Widths of bars and gaps; undefined when the symbology cannot hold the text. */
export function barsOf(type: 'code128' | 'ean13', text: string): readonly number[] | undefined {
  return type === 'ean13' ? ean13(text) : code128(text);
}
/** Modules a text takes with its quiet zones; undefined when it cannot be a bar code. */
export function modulesOf(type: 'code128' | 'ean13', text: string): number | undefined {
  const bars = barsOf(type, text);
  return bars === undefined ? undefined : bars.reduce((sum, bar) => sum + bar, 0) + 2 * QUIET;
}

const widths = (symbol: string): number[] => Array.from(symbol, Number);

/** Set C takes two digits a symbol, set B one character: the shortest way through both. */
function code128(text: string): readonly number[] | undefined {
  if (text === '' || /[^\x20-\x7e]/.test(text)) return undefined;
  const chars = Array.from(text);
  // cheapest[i][set]: symbols from i to the end when `set` is on, and whether the set is changed there
  const cost: { readonly b: number; readonly c: number }[] = [];
  cost[chars.length] = { b: 0, c: 0 };
  const isPair = (i: number): boolean => /^\d\d$/.test(`${chars[i]}${chars[i + 1] ?? ''}`);
  const stayB = (i: number): number => 1 + (cost[i + 1]?.b ?? 0);
  const stayC = (i: number): number => (isPair(i) ? 1 + (cost[i + 2]?.c ?? 0) : Number.POSITIVE_INFINITY);
  for (let i = chars.length - 1; i >= 0; i--) {
    const [b, c] = [stayB(i), stayC(i)];
    cost[i] = { b: Math.min(b, c + 1), c: Math.min(c, b + 1) };
  }
  let isC = (cost[0]?.c ?? 0) < (cost[0]?.b ?? 0);
  const symbols = [isC ? START_C : START_B];
  for (let i = 0; i < chars.length; ) {
    const [b, c] = [stayB(i), stayC(i)];
    if (isC ? b + 1 < c : c + 1 < b) {
      symbols.push(isC ? TO_B : TO_C);
      isC = !isC;
    }
    symbols.push(isC ? Number(`${chars[i]}${chars[i + 1]}`) : (chars[i]?.charCodeAt(0) ?? 32) - 32);
    i += isC ? 2 : 1;
  }
  const check = symbols.reduce((sum, symbol, i) => sum + symbol * Math.max(i, 1), 0) % 103;
  return [...symbols, check, STOP].flatMap((symbol) => widths(SYMBOLS[symbol] ?? ''));
}

const DIGITS = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
/** which of the left six digits stand mirrored says the first digit */
const FIRST = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ');

/** Twelve digits, or thirteen with the right check digit. */
function ean13(text: string): readonly number[] | undefined {
  if (!/^\d{12,13}$/.test(text)) return undefined;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 12).reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0);
  const check = (10 - (sum % 10)) % 10;
  if (digits.length === 13 && digits[12] !== check) return undefined;
  const all = [...digits.slice(0, 12), check];
  const sets = FIRST[all[0] ?? 0] ?? '';
  const digit = (at: number): string => DIGITS[all[at] ?? 0] ?? '';
  const left = [1, 2, 3, 4, 5, 6].map((at) => (sets[at - 1] === 'B' ? [...digit(at)].reverse().join('') : digit(at)));
  const right = [7, 8, 9, 10, 11, 12].map(digit);
  return widths(`111${left.join('')}11111${right.join('')}111`);
}
