/** The formula of a virtual meter (50 §6): codes of meters with + and −, each with a factor if need be, `EM-00 - EM-10 - 0.5 * EM-20`. */

export interface Term {
  readonly code: string;
  readonly factor: number;
}
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * The terms in order, null when it is none. A minus within a code is part of it, so an operator stands apart from codes by a
 * blank or at their beginning.
 */
export function parseFormula(formula: string): readonly Term[] | null {
  const words = formula
    .replaceAll(/[−－]/g, '-')
    .replaceAll('×', '*')
    .replaceAll('＋', '+')
    .replace(/[+*]/g, ' $& ')
    .split(/\s+/)
    .flatMap((word) => (word.length > 1 && word.startsWith('-') ? ['-', word.slice(1)] : [word]))
    .filter((word) => word !== '');
  const terms: Term[] = [];
  let at = 0;
  while (at < words.length) {
    let sign = 1;
    if (words[at] === '+' || words[at] === '-') sign = words[at++] === '-' ? -1 : 1;
    else if (terms.length > 0) return null;
    const first = words[at++];
    if (first === undefined || isSign(first)) return null;
    if (words[at] !== '*') {
      terms.push({ code: first, factor: sign });
      continue;
    }
    const second = words[at + 1];
    at += 2;
    if (second === undefined || isSign(second)) return null;
    // a code may look like a number: the factor is the first that does
    const [factor, code] = NUMBER.test(first) ? [first, second] : [second, first];
    if (!NUMBER.test(factor)) return null;
    terms.push({ code, factor: sign * Number(factor) });
  }
  return terms.length === 0 ? null : terms;
}
const isSign = (word: string): boolean => word === '+' || word === '-' || word === '*';

/** The codes from a meter back to itself, undefined when its formula leads nowhere round. */
export function loopFrom(code: string, partsOf: (code: string) => readonly string[]): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (at: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of partsOf(at)) {
      if (next === code) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(code, [code]);
}

/** The same formula after a meter got another code. */
export const renamedIn = (formula: string, from: string, to: string): string =>
  formula
    .split(/(\s+|[+*×−])/)
    .map((word) => (word === from ? to : word === `-${from}` ? `-${to}` : word))
    .join('');
