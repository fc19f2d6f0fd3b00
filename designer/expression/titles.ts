/**
 * An expression as people say it, made into one: titles for codes (`应还日期 >= 借用日期`, `状态 == 借用中`), 且 and 或, signs of a Chinese
 * keyboard. What is between quotes stays, and so does a word that names nothing here or more than one thing.
 */
import { completeAt, type Wanted } from './complete';
import { type ExprForm, segmentsIn } from './scan';

const SAID: Readonly<Record<string, string>> = {
  且: '&&',
  并且: '&&',
  and: '&&',
  或: '||',
  或者: '||',
  or: '||',
  等于: '==',
  不等于: '!=',
  大于: '>',
  小于: '<',
  大于等于: '>=',
  小于等于: '<=',
  今天: 'today()',
  现在: 'now()',
};
const SIGNS: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '×': '*',
  '÷': '/',
  '＞': '>',
  '＜': '<',
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
};
/** quoted texts, words, comparisons, single signs */
const PIECES = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\p{L}_][\p{L}\p{N}_]*|[=＝!！<>＜＞]+|./gsu;

/** What was meant, and where a position in it stands in what was written. */
export interface Said {
  readonly text: string;
  readonly writtenAt: (at: number) => number;
}
export function saidAs(text: string, form: ExprForm, wanted: Wanted): Said {
  const [segment] = form === 'template' ? [] : segmentsIn(text, form);
  if (segment === undefined) return { text, writtenAt: (at) => at };
  const chars = Array.from(text);
  let out = chars.slice(0, segment.from).join('');
  let from = segment.from;
  const pieces: { readonly from: number; readonly to: number }[] = [];
  for (const [piece] of chars.slice(segment.from).join('').matchAll(PIECES)) {
    const to = Array.from(out).length;
    pieces.push({ from, to });
    out += meantBy(piece, out, form, wanted);
    from += Array.from(piece).length;
  }
  const writtenAt = (at: number): number => {
    const within = pieces.findLast(({ to }) => to <= at);
    return within === undefined ? at : Math.min(within.from + at - within.to, chars.length);
  };
  return { text: out, writtenAt };
}

function meantBy(piece: string, before: string, form: ExprForm, wanted: Wanted): string {
  if (/^[=＝!！<>＜＞]+$/.test(piece)) {
    const sign = piece.replace(/[＝！＜＞]/g, (wide) => ({ '＝': '=', '！': '!', '＜': '<', '＞': '>' })[wide] ?? wide);
    return sign === '=' ? '==' : sign;
  }
  if (!/^[\p{L}_]/u.test(piece)) return SIGNS[piece] ?? piece;
  const said = SAID[piece];
  if (/\p{Script=Han}/u.test(piece)) return named(piece, before, form, wanted) ?? said ?? piece;
  return said ?? piece;
}

/** What a title stands for where it is written; a code of the dictionary that is asked for comes first. */
function named(title: string, before: string, form: ExprForm, wanted: Wanted): string | undefined {
  const text = before + title;
  const choices = completeAt(text, Array.from(text).length, form, wanted)?.choices ?? [];
  const found = choices.filter((choice) => choice.title === title && choice.kind !== 'function');
  const codes = found.filter((choice) => choice.kind === 'code');
  const [first, second] = codes.length > 0 ? codes : found;
  return second === undefined ? first?.insert : undefined;
}
