/**
 * Reads an expression that may be unfinished or wrong, name by name: which stretches are fields (shown as their titles) and codes of a
 * dictionary (shown as their labels), and what may be written where it ends.
 */

import type { TypeEnv } from '../../schemas/language/expr/check';
import { takesRows } from '../../schemas/language/expr/rows-functions';
import { type Token, tokenize } from '../../schemas/language/expr/tokenize';
import type { RowType } from '../../schemas/language/expr/typed';
import { type Followed, followPath, ownRow } from './rows';

export type ExprForm = 'expr' | 'value' | 'template';
/** A stretch with a name of its own; positions are code points. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly kind: 'field' | 'code' | 'function';
}
/** What is known where the text ends. */
export interface End {
  /** what bare names mean */
  readonly self: RowType;
  /** a code of this dictionary is expected */
  readonly dict?: string;
  /** inside rows: the sub-table or object they come from, by title */
  readonly rows?: string;
}
interface Scanned {
  readonly spans: readonly Span[];
  readonly end: End;
}

/** Stretches of the text that hold expressions: all of it, what follows `=`, or what stands in braces. */
export function segmentsIn(text: string, form: ExprForm): readonly { readonly from: number; readonly to: number }[] {
  const chars = Array.from(text);
  if (form === 'expr') return [{ from: 0, to: chars.length }];
  if (form === 'value') return chars[0] === '=' ? [{ from: 1, to: chars.length }] : [];
  const found: { from: number; to: number }[] = [];
  for (let i = 0; i < chars.length; i += 1) {
    if (chars[i] !== '{') continue;
    const end = chars.indexOf('}', i);
    const to = end < 0 ? chars.length : end;
    found.push({ from: i + 1, to });
    i = to;
  }
  return found;
}

/** Names of fields and codes in a text of any form. */
export function spansOf(text: string, form: ExprForm, env: TypeEnv): readonly Span[] {
  const chars = Array.from(text);
  return segmentsIn(text, form).flatMap(({ from, to }) => scan(chars.slice(0, to), from, env).spans);
}

/** The text with titles for names, where only plain text may stand. */
export function readable(text: string, form: ExprForm, { env }: { readonly env: TypeEnv }): string {
  const chars = Array.from(text);
  for (const { from, to, title } of spansOf(text, form, env).toReversed()) chars.splice(from, to - from, title);
  return chars.join('');
}

/** What may be written at a position; undefined outside of an expression. */
export function endAt(text: string, at: number, form: ExprForm, env: TypeEnv): End | undefined {
  const segment = segmentsIn(text, form).find(({ from, to }) => from <= at && at <= to);
  return segment === undefined ? undefined : scan(Array.from(text).slice(0, at), segment.from, env).end;
}

interface Level {
  readonly self: RowType;
  readonly rows?: string;
  /** the next argument is the collection of a function over rows */
  first: boolean;
  dict?: string | undefined;
}

/** Reads tokens from `start` to the end of `chars`. */
function scan(chars: readonly string[], start: number, env: TypeEnv): Scanned {
  const tokens = tokenize(chars, start).filter((token) => token.k !== 'end' && token.k !== 'bad');
  const spans: Span[] = [];
  const stack: Level[] = [{ self: ownRow(env), first: false }];
  let dict: string | undefined;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token;
    const level = stack.at(-1) as Level;
    if (token.k === 'name') {
      const path = pathAt(tokens, i);
      const last = tokens[i + 2 * (path.length - 1)] as Token;
      const opens = tokens[i + 2 * path.length - 1];
      if (path.length === 1 && opens?.text === '(') {
        stack.push({ ...level, first: takesRows(token.text), dict: undefined });
        i += 1;
        continue;
      }
      if (token.text === 'in' && path.length === 1) {
        level.dict = dict;
        continue;
      }
      const found = WORDS.has(token.text) ? undefined : followPath(env, level.self, path);
      if (found !== undefined) {
        spans.push({ from: token.from, to: last.to, title: found.titles.join('·'), kind: 'field' });
        if (level.first) stack.splice(-1, 1, { ...level, ...collection(env, level.self, path, found) });
        dict = found.field?.type === 'dict' || found.field?.dict !== undefined ? found.field.dict : undefined;
      } else dict = undefined;
      (stack.at(-1) as Level).first = false;
      i += 2 * (path.length - 1);
    } else if (token.k === 'op') operator(token.text, stack, dict);
    else if (level.dict !== undefined) {
      const item = env.lib.dict(level.dict)?.items.find((item) => item.code === token.text);
      if (item !== undefined) spans.push({ from: token.from, to: token.to, title: item.title, kind: 'code' });
    }
  }
  const { self, rows, dict: wanted } = stack.at(-1) as Level;
  return {
    spans,
    end: { self, ...(rows === undefined ? {} : { rows }), ...(wanted === undefined ? {} : { dict: wanted }) },
  };
}
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** `a.b.c` from a token on. */
function pathAt(tokens: readonly Token[], at: number): readonly string[] {
  const names = [(tokens[at] as Token).text];
  for (let i = at + 1; tokens[i]?.text === '.' && tokens[i + 1]?.k === 'name'; i += 2)
    names.push((tokens[i + 1] as Token).text);
  return names;
}

function operator(op: string, stack: Level[], dict: string | undefined): void {
  const level = stack.at(-1) as Level;
  if (op === '(' || op === '[') stack.push({ ...level, first: false, dict: op === '[' ? level.dict : undefined });
  else if (op === ')' || op === ']') {
    if (stack.length > 1) stack.pop();
    (stack.at(-1) as Level).dict = undefined;
  } else if (op === '==' || op === '!=') level.dict = dict;
  else if (op !== ',' && op !== '.') level.dict = undefined;
}

/** What bare names mean behind the first argument of a function over rows. */
function collection(env: TypeEnv, self: RowType, path: readonly string[], found: Followed): Partial<Level> {
  for (let length = path.length; length > 0; length -= 1) {
    const part = length === path.length ? found : followPath(env, self, path.slice(0, length));
    const isRows = part?.field?.type === 'rows' || (length === 1 && part?.field === undefined);
    if (part?.next !== undefined && isRows) return { self: part.next, rows: part.titles.join('·') };
  }
  return {};
}
