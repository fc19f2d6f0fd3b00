/**
 * Rules of numbers as rows that people put together (20 §7 codeRule), and the way between them and the texts of documents: a shipped
 * rule is shown as its parts, parts become the rule that numbers are taken by.
 */
import {
  type CodeRule,
  checkDigit,
  dateText,
  isProblems,
  MAX_LENGTH,
  type Reset,
  type Segment,
  segmentsOf,
} from './code-rule';
import { type Bound, bindExpr, type TypeEnv } from './expr/check';
import { BOOL } from './expr/types';
import { type Problem, problem } from './value';

/** One row; which of its values count depends on `sort`. */
export interface CodePart {
  readonly id?: string;
  readonly sort: 'text' | 'date' | 'value' | 'seq' | 'check';
  readonly text?: string | null;
  /** of a date: its format */
  readonly format?: string | null;
  /** of a value: its path; of a date: the date it shows, today without */
  readonly field?: string | null;
  /** `A=1;B=2` */
  readonly map?: string | null;
  readonly length?: number | null;
  readonly start?: number | null;
  readonly step?: number | null;
  readonly reset?: Reset | null;
  /** false: serials go on although this part changes */
  readonly inScope?: boolean | null;
}
export interface PartsRule {
  readonly name: string;
  readonly when?: string | null;
  readonly parts: readonly CodePart[];
}

/** The rule of parts; problems carry the row they stand in (`segments[<id>].<column>`). */
export function ruleOfParts(rule: PartsRule, types: TypeEnv): CodeRule | readonly Problem[] {
  const problems: Problem[] = [];
  const segments: Segment[] = [];
  for (const part of rule.parts) {
    const made = segmentOfPart(part, types);
    if (isProblems(made)) problems.push(...made);
    else segments.push(part.inScope === false ? { ...(made as Segment), apart: true } : (made as Segment));
  }
  const when = rule.when ? bindExpr(rule.when, types, BOOL) : undefined;
  if (isProblems(when)) problems.push(...when.map((problem) => ({ ...problem, path: 'condition' })));
  const serials = rule.parts.filter((part) => part.sort === 'seq');
  if (serials.length !== 1) problems.push(problem('code.rule', 'segments', '编码规则必须且只能有一个流水号段'));
  problems.push(...checkDigitProblems(rule.parts), ...resetProblems(rule.parts));
  const length = lengthOfParts(rule.parts);
  if (length > MAX_LENGTH) problems.push(problem('code.long', 'segments', `编码总长${length}超过${MAX_LENGTH}位`));
  const seq = segments.find((segment) => segment.k === 'seq');
  if (problems.length > 0 || !seq) return problems;
  const reset = serials[0]?.reset ?? undefined;
  return {
    text: rule.parts.map(textOfPart).join(''),
    name: rule.name,
    segments,
    seq,
    ...(when ? { when: when as Bound } : {}),
    ...(reset ? { reset } : {}),
  };
}

/** Text of a rule in a document → its parts; `date` dates and serials as the text says them. */
export function partsOfText(rule: string): readonly CodePart[] {
  const parts: CodePart[] = [];
  for (const [token] of rule.matchAll(/\{[^}]*\}|[^{]+/g)) {
    if (!token.startsWith('{')) parts.push({ sort: 'text', text: token });
    else parts.push(partOfToken(token.slice(1, -1).trim()));
  }
  const seq = parts.findIndex((part) => part.sort === 'seq');
  const reset = finestOf(parts);
  return parts.map((part, index) => (index === seq ? { ...part, reset } : part));
}

/** Characters of the longest number as far as it is known: values of fields count by their mapping. */
export function lengthOfParts(parts: readonly CodePart[]): number {
  const of = (part: CodePart): number => {
    if (part.sort === 'text') return [...(part.text ?? '')].length;
    if (part.sort === 'date') return (part.format ?? '').length;
    if (part.sort === 'seq') return part.length ?? DIGITS;
    if (part.sort === 'check') return 1;
    return Math.max(0, ...(part.map ?? '').split(';').map((pair) => [...(pair.split('=')[1] ?? '').trim()].length));
  };
  return parts.reduce((sum, part) => sum + of(part), 0);
}

/** A number as the parts make it on a day; values of fields are not known: the first one that is mapped, else `XX`. */
export function sampleOfParts(parts: readonly CodePart[], day: string, serial?: number): string {
  let sample = '';
  for (const part of parts) {
    if (part.sort === 'text') sample += part.text ?? '';
    else if (part.sort === 'date') sample += dateText(day, part.format ?? '');
    else if (part.sort === 'seq') sample += String(serial ?? part.start ?? 1).padStart(part.length ?? DIGITS, '0');
    else if (part.sort === 'check') sample += checkDigit(sample);
    else sample += /=([^;]*)/.exec(part.map ?? '')?.[1]?.trim() ?? 'XX';
  }
  return sample;
}

const DIGITS = 4;
const DATE = /^(yyyy|yy|MM|dd|ww|-)+$/;

function partOfToken(token: string): CodePart {
  if (token === 'check') return { sort: 'check' };
  const serial = /^seq(?::(\d+))?(?::(\d+))?(?::(\d+))?$/.exec(token);
  if (serial)
    return {
      sort: 'seq',
      length: Number(serial[1] ?? DIGITS),
      start: Number(serial[2] ?? 1),
      step: Number(serial[3] ?? 1),
    };
  if (DATE.test(token)) return { sort: 'date', format: token };
  const [field = '', map] = split(token, '|');
  if (map !== undefined) return { sort: 'value', field, map };
  const [date = '', format] = split(field, ':');
  return format === undefined ? { sort: 'value', field } : { sort: 'date', field: date, format };
}
const split = (text: string, mark: string): readonly string[] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
};

function textOfPart(part: CodePart): string {
  switch (part.sort) {
    case 'text':
      return part.text ?? '';
    case 'date':
      return part.field ? `{${part.field}:${part.format}}` : `{${part.format}}`;
    case 'value':
      return part.map ? `{${part.field}|${part.map}}` : `{${part.field}}`;
    case 'seq':
      return `{seq:${part.length ?? DIGITS}:${part.start ?? 1}:${part.step ?? 1}}`;
    case 'check':
      return '{check}';
  }
}

function segmentOfPart(part: CodePart, types: TypeEnv): Segment | readonly Problem[] {
  const say = (column: string, text: string): readonly Problem[] => [problem('code.part', at(part, column), text)];
  if (part.sort === 'text') {
    if (!part.text) return say('text', '请填写文本');
    return /[{}]/.test(part.text) ? say('text', '文本不能含有{}') : { k: 'text', text: part.text };
  }
  if (part.sort === 'date' && !part.format) return say('dateFormat', '请选择日期格式');
  if (part.sort === 'value' && !part.field) return say('field', '请填写字段');
  if (part.sort === 'seq' && !((part.length ?? DIGITS) >= 1 && (part.length ?? DIGITS) <= 10))
    return say('len', '流水号长度应在1到10之间');
  if (/[{}|:]/.test(part.field ?? '') || /[{}]/.test(part.map ?? ''))
    return say('field', `字段「${part.field}」不存在`);
  const made = segmentsOf(textOfPart(part), types);
  if (isProblems(made)) return say('field', `字段「${part.field}」不存在`);
  return (made as readonly Segment[])[0]!;
}

const at = (part: CodePart, column: string): string =>
  part.id === undefined ? 'segments' : `segments[${part.id}].${column}`;

function checkDigitProblems(parts: readonly CodePart[]): readonly Problem[] {
  const index = parts.findIndex((part) => part.sort === 'check');
  if (index < 0) return [];
  const isDigits = parts.every((part) => {
    if (part.sort === 'text') return /^\d*$/.test(part.text ?? '');
    return part.sort !== 'date' || !(part.format ?? '').includes('-');
  });
  return index === parts.length - 1 && isDigits
    ? []
    : [problem('code.check', 'segments', '校验位必须是最后一段且其他段只能是数字')];
}

/** What a number must say of the date so that it is not given twice. */
const NEEDED: Readonly<Record<Exclude<Reset, 'never'>, readonly [string, string, (format: string) => boolean]>> = {
  day: ['按日', '年月日', (format) => format.includes('yy') && format.includes('MM') && format.includes('dd')],
  month: ['按月', '年月', (format) => format.includes('yy') && format.includes('MM')],
  week: ['按周', '年周', (format) => format.includes('yy') && format.includes('ww')],
  year: ['按年', '年', (format) => format.includes('yy')],
};
function resetProblems(parts: readonly CodePart[]): readonly Problem[] {
  return parts.flatMap((part) => {
    if (part.sort !== 'seq' || !part.reset || part.reset === 'never') return [];
    const [by, what, holds] = NEEDED[part.reset];
    const isSaid = parts.some((part) => part.sort === 'date' && holds(part.format ?? ''));
    return isSaid ? [] : [problem('code.reset', at(part, 'reset'), `${by}重置时编码中必须包含${what}`)];
  });
}

function finestOf(parts: readonly CodePart[]): Reset {
  const formats = parts.flatMap((part) => (part.sort === 'date' ? [part.format ?? ''] : []));
  if (formats.some((format) => format.includes('dd'))) return 'day';
  if (formats.some((format) => format.includes('ww'))) return 'week';
  if (formats.some((format) => format.includes('MM'))) return 'month';
  return formats.length > 0 ? 'year' : 'never';
}
