/** What may be written at a position of an expression: fields, codes of a dictionary, functions with their arguments. */

import type { TypeEnv } from '../../schemas/language/expr/check';
import type { RowType, Ty } from '../../schemas/language/expr/typed';
import { headRow, subRow, tyName, tyOf } from '../../schemas/language/expr/types';
import { FUNCTION_TEXTS, OWN_FUNCTION_TEXTS, ROWS_FUNCTION_TEXTS } from '../../schemas/language/functions/texts';
import { isNumeric } from '../../schemas/language/kinds/index';
import { ownFirst } from '../../schemas/language/resolve/fields';
import { followPath, ME_TITLES, RECORD_TITLES, wordRow } from './rows';
import { type ExprForm, endAt } from './scan';

export interface Choice {
  readonly kind: 'field' | 'rows' | 'code' | 'function' | 'word';
  readonly title: string;
  /** the code as it is written */
  readonly code: string;
  /** type of the field, arguments of the function */
  readonly detail: string;
  readonly help?: string;
  readonly insert: string;
  /** where the cursor goes, counted from the end of the text */
  readonly back?: number;
}
export interface Completion {
  /** what is replaced; code points */
  readonly from: number;
  readonly to: number;
  readonly choices: readonly Choice[];
}
export interface Wanted {
  readonly env: TypeEnv;
  readonly want?: Ty | undefined;
}

const WORD = /[\p{L}\p{N}_]*$/u;
const BASE = /((?:[A-Za-z][A-Za-z0-9_]*\.)+)$/;
const MOST = 60;

/** Choices at a position, the fitting ones first; none outside of an expression. */
export function completeAt(text: string, at: number, form: ExprForm, { env, want }: Wanted): Completion | undefined {
  const chars = Array.from(text);
  const before = chars.slice(0, at).join('');
  const word = WORD.exec(before)?.[0] ?? '';
  const start = at - Array.from(word).length;
  const base = BASE.exec(chars.slice(0, start).join(''))?.[1];
  const end = endAt(text, base === undefined ? start : start - base.length, form, env);
  if (end === undefined) return undefined;
  const all =
    base === undefined
      ? [...codes(env, end.dict), ...here(env, end.self, want), ...FUNCTIONS]
      : behind(env, end.self, base.slice(0, -1).split('.'));
  const joiner = base === undefined ? JOINERS.find(({ said }) => said.includes(word.toLowerCase())) : undefined;
  const choices = [...(joiner === undefined ? [] : [joiner.choice]), ...ranked(all, word)].slice(0, MOST);
  return { from: start, to: at, choices };
}

function codes(env: TypeEnv, dict: string | undefined): readonly Choice[] {
  const known = dict === undefined ? undefined : env.lib.dict(dict);
  return (known?.items ?? []).map(({ code, title }) => ({
    kind: 'code',
    title,
    code,
    detail: known?.title ?? '',
    insert: /^(0|[1-9]\d*)$/.test(code) ? code : `'${code}'`,
  }));
}

/** Fields at hand, totals over sub-tables, fields of the records around, words. */
function here(env: TypeEnv, self: RowType, want: Ty | undefined): readonly Choice[] {
  const head = headRow(env.object);
  const inRows = self.sub !== undefined || env.candidate !== undefined;
  return [
    ...fieldsOf(self, ''),
    ...totals(self, want),
    ...(inRows ? fieldsOf(head, 'doc.', `${RECORD_TITLES.doc}·`) : []),
    ...(['ask', 'param'] as const).flatMap((word) => {
      const row = wordRow(env, word);
      return row === undefined ? [] : fieldsOf(row, `${word}.`, `${RECORD_TITLES[word]}·`);
    }),
    ...Object.entries(ME_TITLES).map(([code, title]): Choice => word(`me.${code}`, title)),
    ...(env.object.fields === self.fields ? fieldsOf(head, 'old.', `${RECORD_TITLES.old}·`) : []),
    word('true', '是'),
    word('false', '否'),
    word('null', '空'),
  ];
}
/** What joins two conditions or turns one round is a sign: found by the words people have for it. */
const JOINERS: readonly { readonly said: readonly string[]; readonly choice: Choice }[] = [
  { said: ['and', '且', '并且'], choice: { kind: 'code', title: '并且', code: '&&', detail: '', insert: '&& ' } },
  { said: ['or', '或', '或者'], choice: { kind: 'code', title: '或者', code: '||', detail: '', insert: '|| ' } },
  { said: ['not', '非', '不是'], choice: { kind: 'code', title: '不成立', code: '!', detail: '', insert: '!' } },
];
const word = (code: string, title: string): Choice => ({ kind: 'word', title, code, detail: '', insert: code });

function behind(env: TypeEnv, self: RowType, names: readonly string[]): readonly Choice[] {
  if (names.length === 1 && names[0] === 'me')
    return Object.entries(ME_TITLES).map(([code, title]) => ({ ...word(code, title), insert: code }));
  const found = followPath(env, self, names);
  if (found?.ty?.t === 'range') return [word('from', '起'), word('to', '止')];
  return found?.next === undefined ? [] : fieldsOf(found.next, '');
}

function fieldsOf(row: RowType, prefix: string, titled = ''): readonly Choice[] {
  return ownFirst(Object.values(row.fields)).flatMap((field): readonly Choice[] => {
    const ty = tyOf(row, field);
    if (ty === undefined) return [];
    return [
      {
        kind: ty.t === 'rows' ? 'rows' : 'field',
        title: `${titled}${field.title}`,
        code: `${prefix}${field.code}`,
        detail: typeTitle(ty),
        insert: `${prefix}${field.code}`,
      },
    ];
  });
}
/** Sums of the number columns of a sub-table, where a number may stand. */
function totals(row: RowType, want: Ty | undefined): readonly Choice[] {
  if (row.sub !== undefined) return [];
  const numbers = want === undefined || want.t === 'decimal' || want.t === 'int' || want.t === 'bool';
  return Object.values(row.fields).flatMap((field) => {
    const rows = subRow(row.object, field);
    if (rows === undefined) return [];
    const inner = Object.values(rows.fields).filter((field) => numbers && isNumeric(field));
    return inner.map(
      (eachType): Choice => ({
        kind: 'rows',
        title: `${field.title}·${eachType.title}的合计`,
        code: `sum(${field.code}.${eachType.code})`,
        detail: '小数',
        insert: `sum(${field.code}.${eachType.code})`,
      }),
    );
  });
}

/** What a type is called in a list of choices: without the code of its dictionary or object. */
export function typeTitle(ty: Ty): string {
  if (ty.t === 'dict') return '字典';
  if (ty.t === 'ref') return '引用';
  return ty.t === 'list' ? `${typeTitle(ty.of)}列表` : tyName(ty);
}

const FUNCTIONS: readonly Choice[] = [...ROWS_FUNCTION_TEXTS, ...FUNCTION_TEXTS, ...OWN_FUNCTION_TEXTS]
  .filter((text, i, all) => all.findIndex((other) => other.name === text.name) === i)
  .map(({ name, args, help }) => ({
    kind: 'function',
    title: name,
    code: `${name}(${args})`,
    detail: help,
    help: `${name}(${args})`,
    insert: `${name}()`,
    ...(args === '' ? {} : { back: 1 }),
  }));

/** Those that begin with the word first, then those that hold it; by title, code or both. */
function ranked(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return choices;
  const rank = ({ title, code, insert }: Choice): number => {
    const names = [title.toLowerCase(), insert.toLowerCase(), code.toLowerCase()];
    if (names.some((name) => name === wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return choices
    .map((choice, i) => ({ choice, i, rank: rank(choice) }))
    .filter((item) => item.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map((item) => item.choice);
}
