/** Types of plain scalars: text, numbers, bool, dates and times. */
import { labelOfCode } from '../codec/code-map';
import type { ResolvedField } from '../resolved';
import type { TextCode } from '../texts';
import type { Problem, Value } from '../value';
import type { FieldType, ValidateScope } from './kind';
import { matchesPattern } from './patterns';
import { decimalsOf, hasFewDigits, plainNumber, readDate, readDateTime, readNumber, readTime } from './reading';
import { checkCode, checkOptions, DATE_OPS, fieldProblem, isBlank, limitOf, RANGE_OPS, scalar } from './scalar';

/** patterns that say more than that the form is wrong */
const PATTERN_TEXTS: Readonly<Record<string, TextCode>> = {
  creditCode: 'field.creditCode',
  idCard: 'field.idCard',
  code: 'field.code',
};

export const TEXT = scalar({
  id: 'text',
  storage: 'text',
  manyStorage: 'text[]',
  control: 'input',
  filters: ['like', 'eq', 'ne', 'starts', 'empty', 'notEmpty'],
  props: ['pattern', 'case', 'min', 'max', 'secret', 'options', 'many', 'suffix', 'dict', 'lines'],
  read(wire, field) {
    const raw = typeof wire === 'number' && Number.isFinite(wire) ? plainNumber(wire) : wire;
    if (typeof raw !== 'string') return undefined;
    if (raw.includes('\u0000')) return undefined;
    return field.case === 'upper' ? foldUpper(raw) : field.case === 'lower' ? foldLower(raw) : raw;
  },
  print: (value) => String(value),
  check(value, field, scope) {
    const problems: Problem[] = [];
    const length = [...String(value)].length;
    const min = limitOf('min', field, scope);
    const max = limitOf('max', field, scope);
    if (typeof min === 'number' && length < min) problems.push(fieldProblem('field.short', field, scope.path, { min }));
    if (typeof max === 'number' && length > max) problems.push(fieldProblem('field.long', field, scope.path, { max }));
    if (field.pattern !== undefined && !matchesPattern(field.pattern, String(value))) {
      problems.push(fieldProblem(PATTERN_TEXTS[field.pattern] ?? 'field.pattern', field, scope.path));
    }
    if (problems.length === 0) problems.push(...checkOptions(String(value), field, scope));
    return problems;
  },
});

function checkNumber(value: Value, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  if (typeof value !== 'number') return [fieldProblem('field.shape', field, scope.path)];
  if (!hasFewDigits(value)) return [fieldProblem('field.digits', field, scope.path)];
  const problems: Problem[] = [];
  const min = limitOf('min', field, scope);
  const max = limitOf('max', field, scope);
  if (typeof min === 'number' && value < min)
    problems.push(fieldProblem('field.min', field, scope.path, { min: plainNumber(min) }));
  if (typeof max === 'number' && value > max)
    problems.push(fieldProblem('field.max', field, scope.path, { max: plainNumber(max) }));
  const scale = field.type === 'int' ? 0 : (field.scale ?? 4);
  const decimals = decimalsOf(value);
  if (decimals > scale) problems.push(fieldProblem('field.scale', field, scope.path, { n: scale }));
  const unit = field.unit === undefined ? undefined : scope.unit?.();
  if (unit !== undefined && decimals > unit.decimals && decimals <= scale) {
    problems.push(fieldProblem('field.unit', field, scope.path, { unit: unit.name, n: unit.decimals }));
  }
  if (field.dict !== undefined || field.options !== undefined) problems.push(...checkCode(String(value), field, scope));
  return problems;
}
const readNumeric = (wire: unknown) => {
  const value = readNumber(wire);
  return value === 'digits' ? ({ code: 'field.digits' } as const) : value;
};
export const INT = scalar({
  id: 'int',
  storage: 'integer',
  control: 'range',
  filters: RANGE_OPS,
  props: ['min', 'max', 'low', 'high', 'unit', 'suffix', 'dict', 'options', 'step'],
  read(wire) {
    const value = readNumeric(wire);
    return typeof value === 'number' && !Number.isInteger(value) ? undefined : value;
  },
  print: (value, field, labels) =>
    field.dict === undefined
      ? plainNumber(Number(value))
      : labelOfCode(String(value), labels?.dict?.(field.dict) ?? field.dict),
  check: checkNumber,
});
export const DECIMAL = scalar({
  id: 'decimal',
  storage: 'decimal',
  manyStorage: 'numeric[]',
  control: 'range',
  filters: RANGE_OPS,
  props: ['min', 'max', 'low', 'high', 'scale', 'unit', 'suffix', 'many', 'spread', 'step'],
  read: readNumeric,
  print: (value) => plainNumber(Number(value)),
  check: checkNumber,
});

const BOOL = scalar({
  id: 'bool',
  storage: 'bool',
  control: 'select',
  filters: ['eq', 'ne'],
  props: [],
  empty: false,
  read(wire) {
    if (typeof wire === 'boolean') return wire;
    if (wire === 'true' || wire === 1 || wire === '1' || wire === '是') return true;
    return wire === 'false' || wire === 0 || wire === '0' || wire === '否' ? false : undefined;
  },
  print: (value) => (value === true ? '是' : '否'),
});
/** false when absent; with `inherit` absence is kept as null */
const boolEmpty = (field: ResolvedField): Value => (field.inherit === undefined ? false : null);
export const BOOL_TYPE: FieldType = {
  ...BOOL,
  empty: boolEmpty,
  codec: {
    ...BOOL.codec,
    fromWire: (wire, field, path) =>
      isBlank(wire) ? { value: boolEmpty(field) } : BOOL.codec.fromWire(wire, field, path),
    toWire: (value, field) => (typeof value === 'boolean' ? value : boolEmpty(field)),
    toText: (value, field) =>
      typeof value === 'boolean' ? (value ? '是' : '否') : field.inherit === undefined ? '否' : '',
  },
};

function checkMoment(value: Value, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  const own = String(value);
  const min = limitOf('min', field, scope);
  const max = limitOf('max', field, scope);
  const problems: Problem[] = [];
  if (typeof min === 'string' && own.slice(0, min.length) < min)
    problems.push(fieldProblem('field.early', field, scope.path, { min }));
  if (typeof max === 'string' && own.slice(0, max.length) > max)
    problems.push(fieldProblem('field.late', field, scope.path, { max }));
  return problems;
}
export const DATE = scalar({
  id: 'date',
  storage: 'date',
  manyStorage: 'date[]',
  control: 'range',
  filters: DATE_OPS,
  props: ['min', 'max', 'many', 'presets'],
  read(wire, field) {
    const date = readDate(wire) ?? readMonth(wire, field);
    if (date === undefined) return undefined;
    return field.format === 'month'
      ? `${date.slice(0, 7)}-01`
      : field.format === 'year'
        ? `${date.slice(0, 4)}-01-01`
        : date;
  },
  print: (value, field) => String(value).slice(0, field.format === 'month' ? 7 : field.format === 'year' ? 4 : 10),
  check: checkMoment,
});
export const DATETIME = scalar({
  id: 'datetime',
  storage: 'datetime',
  control: 'range',
  filters: DATE_OPS,
  props: ['min', 'max', 'presets'],
  read: readDateTime,
  print: (value) => String(value),
  check: checkMoment,
});
export const TIME = scalar({
  id: 'time',
  storage: 'time',
  control: 'range',
  filters: RANGE_OPS,
  props: ['min', 'max', 'step', 'seconds'],
  read: readTime,
  print: (value, field) => String(value).slice(0, field.seconds === true ? 8 : 5),
  check: checkMoment,
});

function readMonth(wire: unknown, field: ResolvedField): string | undefined {
  if (typeof wire !== 'string') return undefined;
  if (field.format === 'month' && /^\d{4}-\d{2}$/.test(wire)) return readDate(`${wire}-01`);
  return field.format === 'year' && /^\d{4}$/.test(wire) ? readDate(`${wire}-01-01`) : undefined;
}
const foldUpper = (value: string): string => value.replace(/[a-z]/g, (char) => char.toUpperCase());
const foldLower = (value: string): string => value.replace(/[A-Z]/g, (char) => char.toLowerCase());
