/**
 * Rules of automatic numbers (§6.5; allocation of the serial is the server's): `SCDD{bizDate:yyyyMMdd}{seq:4}`,
 * `{materialCategory.shortCode}{seq:5}`, `{level|A=1;B=2}`, `{check}`; a list of rules with `when`, the last one plain.
 */
import { formatDate, partsOf } from './codec/date-time';
import type { FieldDoc } from './document';
import type { Scope } from './env';
import { bindExpr, type TypeEnv } from './expr/check';
import { depsOf } from './expr/deps';
import { evaluate, truth } from './expr/evaluate';
import type { Bound } from './expr/typed';
import { type Problem, problem, type Value } from './value';

export type Segment = (
  | { readonly k: 'text'; readonly text: string }
  /** without an expression the system date */
  | { readonly k: 'date'; readonly format: string; readonly of?: Bound; readonly title: string }
  | { readonly k: 'value'; readonly of: Bound; readonly title: string; readonly map?: ReadonlyMap<string, string> }
  | { readonly k: 'seq'; readonly length: number; readonly start: number; readonly step: number }
  | { readonly k: 'check' }
) & {
  /** serials go on although its text changes */
  readonly apart?: boolean;
};
/** When serials begin anew: by the finest date part of the number where nothing is said. */
export type Reset = 'never' | 'year' | 'month' | 'week' | 'day';
export interface CodeRule {
  readonly text: string;
  /** stands in sentences instead of the document */
  readonly name?: string;
  readonly reset?: Reset;
  readonly when?: Bound;
  readonly segments: readonly Segment[];
  readonly seq: { readonly length: number; readonly start: number; readonly step: number };
}

/** Longest number a rule may make. */
export const MAX_LENGTH = 50;
const DATE_FORMATS = new Set([
  'yyyyMMdd',
  'yyMMdd',
  'yyyyMM',
  'yyMM',
  'yyyy',
  'yy',
  'yyyyww',
  'yyww',
  'yyyy-MM-dd',
  'MMdd',
  'dd',
  'MM',
]);

/** Parses the rule of a field; expressions are bound by `types` (the head of the object, or the row). Problems carry no address. */
export function parseRule(
  rule: NonNullable<FieldDoc['rule']>,
  types: TypeEnv,
): readonly CodeRule[] | readonly Problem[] {
  const entries = typeof rule === 'string' ? [{ rule }] : rule;
  const rules: CodeRule[] = [];
  const problems: Problem[] = [];
  for (const entry of entries) {
    const segments = segmentsOf(entry.rule, types);
    const when = 'when' in entry && entry.when !== undefined ? bindExpr(entry.when, types) : undefined;
    if (isProblems(when)) problems.push(...when);
    if (isProblems(segments)) {
      problems.push(...segments);
      continue;
    }
    const serials = segments.filter((segment) => segment.k === 'seq');
    const [seq] = serials;
    if (!seq || serials.length > 1) problems.push(problem('code.rule', '', '编码规则必须且只能有一个流水号段'));
    else if (!isProblems(when)) rules.push({ text: entry.rule, segments, seq, ...(when ? { when } : {}) });
  }
  return problems.length > 0 ? problems : rules;
}

export const isRules = (parsed: readonly CodeRule[] | readonly Problem[]): parsed is readonly CodeRule[] =>
  parsed.every((rule) => 'segments' in rule);

/** The first rule whose condition holds. */
export const pickRule = (rules: readonly CodeRule[], scope: Scope): CodeRule | undefined =>
  rules.find((rule) => !rule.when || truth(rule.when, scope));

/**
 * The counter a rule takes its serial from: rendered text before the serial, `#`, and the period of its finest date part, e.g.
 * `SCDD20260115#20260115`. Refused while a value it needs is missing.
 */
export function scopeOf(rule: CodeRule, scope: Scope): { readonly scope: string } | { readonly problem: Problem } {
  const before: string[] = [];
  for (const segment of rule.segments) {
    if (segment.k === 'seq') break;
    if (segment.apart === true) continue;
    const part = render(segment, scope);
    if ('problem' in part) return part;
    before.push(part.text);
  }
  const period = periodOf(rule, scope);
  if ('problem' in period) return period;
  return { scope: `${before.join('')}#${period.text}` };
}

/** The number with a given serial; `name` of the rule stands in the sentence when the serial is used up. */
export function renderRule(
  rule: CodeRule,
  scope: Scope,
  serial: number,
  name = '',
): { readonly text: string } | { readonly problem: Problem } {
  const { length } = rule.seq;
  const parts: string[] = [];
  for (const segment of rule.segments) {
    if (segment.k === 'seq') {
      const digits = String(serial);
      if (digits.length > length) {
        const most = '9'.repeat(length);
        return refuse(
          'code.full',
          `编码规则「${rule.name ?? name}」流水号已用完（${length}位，最大${most}），请加长或改变重置周期`,
        );
      }
      parts.push(digits.padStart(length, '0'));
    } else if (segment.k === 'check') parts.push(checkDigit(parts.join('')));
    else {
      const part = render(segment, scope);
      if ('problem' in part) return part;
      parts.push(part.text);
    }
  }
  const code = parts.join('');
  return [...code].length > MAX_LENGTH
    ? refuse('code.long', `编码总长${[...code].length}超过${MAX_LENGTH}位`)
    : { text: code };
}

/** Weights 3, 1, 3, 1 … from the right; (10 − sum mod 10) mod 10. */
export function checkDigit(text: string): string {
  const digits = [...text].filter((char) => char >= '0' && char <= '9').reverse();
  const sum = digits.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

function render(segment: Segment, scope: Scope): { readonly text: string } | { readonly problem: Problem } {
  switch (segment.k) {
    case 'text':
      return { text: segment.text };
    case 'date': {
      const date = segment.of ? evaluate(segment.of, scope) : scope.env.now;
      return typeof date === 'string' ? { text: dateText(date, segment.format) } : needs(segment.title);
    }
    case 'value': {
      const value = evaluate(segment.of, scope);
      if (value === null || value === '') return needs(segment.title);
      const text = plainText(value);
      if (!segment.map) return { text };
      const mapped = segment.map.get(text);
      return mapped === undefined ? refuse('code.map', `编码映射缺少值「${text}」`) : { text: mapped };
    }
    case 'seq':
    case 'check':
      return { text: '' };
  }
}

const RANK: Readonly<Record<Reset, number>> = { never: 0, year: 1, month: 2, week: 3, day: 4 };

/** Period key of the finest date part: day, week, month, year, or none; a rule that says when it begins anew has that one. */
function periodOf(rule: CodeRule, scope: Scope): { readonly text: string } | { readonly problem: Problem } {
  if (rule.reset === 'never') return { text: '' };
  let finest: { rank: number; key: string } = { rank: 0, key: '' };
  for (const segment of rule.segments) {
    if (segment.k !== 'date') continue;
    const rank = segment.format.includes('dd')
      ? 4
      : segment.format.includes('ww')
        ? 3
        : segment.format.includes('MM')
          ? 2
          : 1;
    if (rank <= finest.rank) continue;
    const date = segment.of ? evaluate(segment.of, scope) : scope.env.now;
    if (typeof date !== 'string') return needs(segment.title);
    finest = { rank, key: periodKey(date, rule.reset === undefined ? rank : RANK[rule.reset]) };
  }
  return { text: finest.key };
}

function periodKey(date: string, rank: number): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  if (rank === 4) return year + month + day;
  if (rank === 2) return year + month;
  return rank === 1 ? year : weekText(date, 'yyyy-Www');
}

/** A day in a format of numbers, weeks (`yyww`) too. */
export const dateText = (date: string, format: string): string =>
  format.includes('ww') ? weekText(date, format.replace('ww', 'WW')) : formatDate(date, format);

/** Weeks start on Monday, week 1 holds the first Thursday; the year is the one of its Thursday. */
function weekText(date: string, format: string): string {
  const at = partsOf(date);
  if (!at) return '';
  const day = new Date(Date.UTC(at.year, at.month - 1, at.day));
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * 86_400_000);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000));
  const two = String(week).padStart(2, '0');
  return format
    .replace('yyyy', String(year))
    .replace('yy', String(year).slice(2))
    .replace('WW', two)
    .replace('ww', two);
}

const plainText = (value: Value): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const refuse = (code: string, text: string): { readonly problem: Problem } => ({ problem: problem(code, '', text) });
const needs = (title: string): { readonly problem: Problem } =>
  refuse('code.needs', `编码规则需要「${title}」，请先填写`);

export const isProblems = (value: unknown): value is readonly Problem[] =>
  Array.isArray(value) && value.length > 0 && 'text' in value[0] && 'path' in value[0];

/** Segments of the text of a rule, its expressions bound. */
export function segmentsOf(rule: string, types: TypeEnv): readonly Segment[] | readonly Problem[] {
  const segments: Segment[] = [];
  const problems: Problem[] = [];
  let rest = rule;
  while (rest !== '') {
    const open = rest.indexOf('{');
    if (open !== 0) {
      segments.push({ k: 'text', text: open < 0 ? rest : rest.slice(0, open) });
      rest = open < 0 ? '' : rest.slice(open);
      continue;
    }
    const close = rest.indexOf('}');
    if (close < 0) {
      problems.push(problem('expr.syntax', '', `表达式错误：缺少}（第${rule.length - rest.length + 1}个字符）`));
      break;
    }
    const segment = segmentOf(rest.slice(1, close).trim(), types);
    if (isProblems(segment)) problems.push(...segment);
    else segments.push(segment as Segment);
    rest = rest.slice(close + 1);
  }
  return problems.length > 0 ? problems : segments;
}

function segmentOf(text: string, types: TypeEnv): Segment | readonly Problem[] {
  if (text === 'check') return { k: 'check' };
  const serial = /^seq(?::(\d{1,2}))?(?::(\d+))?(?::(\d+))?$/.exec(text);
  if (serial)
    return {
      k: 'seq',
      length: Number(serial[1] ?? 4),
      start: Number(serial[2] ?? 1),
      step: Math.max(1, Number(serial[3] ?? 1)),
    };
  if (DATE_FORMATS.has(text)) return { k: 'date', format: text, title: '日期' };
  const [source, map] = splitOnce(text, '|');
  const [expr, format] = map === undefined ? splitOnce(source, ':') : [source];
  const bound = bindExpr(expr, types);
  if (isProblems(bound)) return bound;
  const of = bound as Bound;
  const title = titleOf(of, types) ?? expr;
  if (format !== undefined) return { k: 'date', format, of, title };
  if (map === undefined) return { k: 'value', of, title };
  const pairs = map.split(';').map((pair) => splitOnce(pair, '=') as [string, string | undefined]);
  return { k: 'value', of, title, map: new Map(pairs.map(([from, to]) => [from.trim(), (to ?? '').trim()])) };
}

/** Title of the own field that the segment reads first: what the user has to fill in. */
function titleOf(of: Bound, types: TypeEnv): string | undefined {
  const first = depsOf(of).fields[0];
  if (first === undefined) return undefined;
  const [head = '', column] = first.split('.');
  const field = types.object.fields[head];
  return (column === undefined ? field : field?.sub?.[column])?.title;
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
