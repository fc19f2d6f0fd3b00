/** The formula of a virtual meter: codes with + and −, each with a factor if need be. A code may hold a hyphen, so a minus stands alone. */

export interface Term {
  readonly code: string;
  readonly factor: number;
}
const NUMBER = /^\d+(\.\d+)?$/;

/** null: it is none. */
export const parseFormula = (text: string): readonly Term[] | null => {
  const words = ` ${text.trim()} `
    .replaceAll(/[×*]/g, ' * ')
    .replaceAll(/[+＋]/g, ' + ')
    .replaceAll(/\s[-−－](?=\s)/g, ' - ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const terms: Term[] = [];
  let sign = 1;
  let open = true;
  for (let n = 0; n < words.length; ) {
    if (!open) {
      if (words[n] !== '+' && words[n] !== '-') return null;
      sign = words[n] === '-' ? -1 : 1;
      open = true;
      n += 1;
    } else if (n === 0 && words[n] === '-') {
      sign = -1;
      n += 1;
    } else {
      const isProduct = words[n + 1] === '*';
      const term = isProduct ? productOf(words[n], words[n + 2]) : codeOf(words[n]);
      if (term === null) return null;
      terms.push({ code: term.code, factor: term.factor * sign });
      open = false;
      n += isProduct ? 3 : 1;
    }
  }
  return open ? null : terms;
};
const isCode = (word: string | undefined): word is string =>
  word !== undefined && !['+', '-', '*'].includes(word) && !NUMBER.test(word);
const codeOf = (word: string | undefined): Term | null => (isCode(word) ? { code: word, factor: 1 } : null);
const productOf = (left: string | undefined, right: string | undefined): Term | null => {
  const [number, code] = isCode(left) ? [right, left] : [left, right];
  return isCode(code) && number !== undefined && NUMBER.test(number) ? { code, factor: Number(number) } : null;
};

/** Virtual meters after their parts; a circle answers with the codes along it. */
export const inOrder = (
  formulas: ReadonlyMap<string, readonly Term[]>,
): { readonly order: readonly string[] } | { readonly circle: readonly string[] } => {
  const order: string[] = [];
  const done = new Set<string>();
  const visit = (code: string, path: readonly string[]): readonly string[] | null => {
    const terms = formulas.get(code);
    if (terms === undefined || done.has(code)) return null;
    if (path.includes(code)) return [...path.slice(path.indexOf(code)), code];
    for (const part of terms) {
      const circle = visit(part.code, [...path, code]);
      if (circle !== null) return circle;
    }
    done.add(code);
    order.push(code);
    return null;
  };
  for (const code of formulas.keys()) {
    const circle = visit(code, []);
    if (circle !== null) return { circle };
  }
  return { order };
};
