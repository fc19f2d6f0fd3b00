/** The storage types (§3 table, kind default): codec, limits, search operators. Kinds start from these. */

import { labelOfCode } from '../codec/code-map';
import { acceptsFile, readFiles } from '../codec/file-list';
import type { TypeId } from '../document';
import type { ResolvedField } from '../resolved';
import { type Terms, type TextCode, text } from '../texts';
import { type FileValue, type Problem, problem, type Value } from '../value';
import type { Codec, Decoded, FieldType, FilterOp, Labels, Storage, ValidateScope } from './kind';
import { isEmptyValue } from './kind';
import { matchesPattern } from './patterns';
import { decimalsOf, hasFewDigits, plainNumber, readDate, readDateTime, readNumber, readTime } from './reading';

const RANGE_OPS: readonly FilterOp[] = ['between', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'];
const DATE_OPS: readonly FilterOp[] = ['between', 'rel', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'];
const CODE_OPS: readonly FilterOp[] = ['in', 'notIn', 'eq', 'ne', 'empty', 'notEmpty'];
const MANY_OPS: readonly FilterOp[] = ['has', 'hasAll', 'empty', 'notEmpty'];

/** A problem at a field with its title filled in. */
export function fieldProblem(code: TextCode, field: ResolvedField, path: string, terms: Terms = {}): Problem {
  return problem(code, path, text(code, { field: field.title, ...terms }));
}

interface ScalarSpec {
  readonly id: TypeId;
  readonly storage: Storage;
  readonly manyStorage?: Storage;
  /** a value, undefined = not of this shape, or the code of a sharper problem */
  read(wire: unknown, field: ResolvedField): Value | undefined | { readonly code: TextCode };
  write?(value: Value, field: ResolvedField): unknown;
  print(value: Value, field: ResolvedField, labels: Labels | undefined): string;
  check?(value: Value, field: ResolvedField, scope: ValidateScope): readonly Problem[];
  readonly empty?: Value;
  readonly filters: readonly FilterOp[];
  readonly control: FieldType['control'];
  readonly props: FieldType['props'];
}

function scalar(spec: ScalarSpec): FieldType {
  const readOne = (wire: unknown, field: ResolvedField, path: string): Decoded => {
    const value = spec.read(wire, field);
    if (value === undefined) return { problem: fieldProblem('field.shape', field, path) };
    return isCoded(value) ? { problem: fieldProblem(value.code, field, path) } : { value };
  };
  const codec: Codec = {
    fromWire(wire, field, path = field.path) {
      if (field.many !== true) return isBlank(wire) ? { value: emptyOf(field) } : readOne(wire, field, path);
      return readList(wire, field, path, (entry) => readOne(entry, field, path));
    },
    toWire(value, field) {
      if (isEmptyValue(value)) return emptyOf(field);
      const write = spec.write ?? ((one: Value) => one);
      return Array.isArray(value) && field.many === true
        ? value.map((one) => write(one, field))
        : write(value ?? null, field);
    },
    toText(value, field, labels) {
      if (isEmptyValue(value)) return '';
      if (Array.isArray(value) && field.many === true)
        return value.map((one) => spec.print(one, field, labels)).join('、');
      return spec.print(value ?? null, field, labels);
    },
  };
  const emptyOf = (field: ResolvedField): Value => (field.many === true ? [] : (spec.empty ?? null));
  return {
    id: spec.id,
    codec,
    storage: (field) => (field.many === true ? (spec.manyStorage ?? 'json') : spec.storage),
    empty: emptyOf,
    check(value, field, scope) {
      if (!Array.isArray(value) || field.many !== true) return spec.check?.(value, field, scope) ?? [];
      const problems = checkCount(value.length, field, scope);
      for (const one of value)
        problems.push(...(spec.check?.(one, { ...field, min: null, max: null }, { path: scope.path }) ?? []));
      return dedupe(problems);
    },
    filters: (field) => (field.many === true ? MANY_OPS : spec.filters),
    control: spec.control,
    props: spec.props,
    canBeMany: spec.manyStorage !== undefined,
  };
}

const TEXT = scalar({
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
      const code =
        field.pattern === 'creditCode'
          ? 'field.creditCode'
          : field.pattern === 'idCard'
            ? 'field.idCard'
            : 'field.pattern';
      problems.push(fieldProblem(code, field, scope.path));
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
  if (field.dict !== undefined) problems.push(...checkCode(String(value), field, scope));
  return problems;
}
const readNumeric = (wire: unknown) => {
  const value = readNumber(wire);
  return value === 'digits' ? ({ code: 'field.digits' } as const) : value;
};
const INT = scalar({
  id: 'int',
  storage: 'integer',
  control: 'range',
  filters: RANGE_OPS,
  props: ['min', 'max', 'low', 'high', 'unit', 'suffix', 'dict', 'step'],
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
const DECIMAL = scalar({
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
const BOOL_TYPE: FieldType = {
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
const DATE = scalar({
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
const DATETIME = scalar({
  id: 'datetime',
  storage: 'datetime',
  control: 'range',
  filters: DATE_OPS,
  props: ['min', 'max', 'presets'],
  read: readDateTime,
  print: (value) => String(value),
  check: checkMoment,
});
const TIME = scalar({
  id: 'time',
  storage: 'time',
  control: 'range',
  filters: RANGE_OPS,
  props: ['min', 'max', 'step', 'seconds'],
  read: readTime,
  print: (value, field) => String(value).slice(0, field.seconds === true ? 8 : 5),
  check: checkMoment,
});

const DICT = scalar({
  id: 'dict',
  storage: 'text',
  manyStorage: 'text[]',
  control: 'selectMany',
  filters: CODE_OPS,
  props: ['dict', 'options', 'many', 'min', 'max'],
  read: (wire) =>
    typeof wire === 'string' ? wire : typeof wire === 'number' && Number.isInteger(wire) ? String(wire) : undefined,
  print: (value, field, labels) =>
    field.options !== undefined
      ? String(value)
      : labelOfCode(value, field.dict === undefined ? undefined : (labels?.dict?.(field.dict) ?? field.dict)),
  check: (value, field, scope) => checkCode(String(value), field, scope),
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An id, or an object with one (an answer sent back as it came). */
export function readId(wire: unknown): string | undefined {
  const id = typeof wire === 'object' && wire !== null ? (wire as { readonly id?: unknown }).id : wire;
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined;
}
const REF = scalar({
  id: 'ref',
  storage: 'uuid',
  manyStorage: 'uuid[]',
  control: 'picker',
  filters: CODE_OPS,
  props: ['ref', 'pick', 'fill', 'many', 'min', 'max', 'addRows'],
  read: readId,
  print: (value, field, labels) => labels?.label?.(field.ref ?? '', String(value)) ?? String(value),
});
const ID = scalar({
  id: 'id',
  storage: 'uuid',
  control: 'input',
  filters: CODE_OPS,
  props: [],
  read: readId,
  print: (value) => String(value),
});

const FILE: FieldType = {
  id: 'file',
  codec: {
    fromWire(wire, field, path = field.path) {
      const files = readFiles(wire);
      return files === undefined ? { problem: fieldProblem('field.shape', field, path) } : { value: files };
    },
    toWire: (value) => (Array.isArray(value) ? value : []),
    toText: (value) =>
      Array.isArray(value) ? (value as readonly FileValue[]).map((file) => file.name).join('、') : '',
  },
  storage: () => 'uuid[]',
  empty: () => [],
  check(value, field, scope) {
    if (!Array.isArray(value)) return [fieldProblem('field.shape', field, scope.path)];
    const files = value as readonly FileValue[];
    const problems =
      field.many === true
        ? checkCount(files.length, field, scope)
        : checkCount(files.length, { ...field, min: null, max: 1 }, { path: scope.path });
    for (const file of files) {
      if (file.name !== '' && !acceptsFile(file.name, field.accept))
        problems.push(fieldProblem('field.file', field, scope.path));
      if (field.size !== undefined && file.size > field.size * 1024 * 1024) {
        problems.push(fieldProblem('field.fileSize', field, scope.path, { size: field.size }));
      }
    }
    return dedupe(problems);
  },
  filters: () => ['notEmpty', 'empty'],
  control: 'select',
  props: ['accept', 'size', 'card', 'many', 'min', 'max'],
  canBeMany: true,
};

const JSON_TYPE: FieldType = {
  id: 'json',
  codec: {
    fromWire: (wire, field, path = field.path) => {
      if (isBlank(wire)) return { value: null };
      return typeof wire === 'object' || typeof wire === 'number' || typeof wire === 'boolean'
        ? { value: wire as Value }
        : { problem: fieldProblem('field.shape', field, path) };
    },
    toWire: (value) => value ?? null,
    toText: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  },
  storage: () => 'json',
  empty: () => null,
  check: () => [],
  filters: () => ['notEmpty', 'empty'],
  control: 'select',
  props: [],
  canBeMany: false,
};

/** Pair of two parts read by a scalar type; both parts absent is empty. */
export function pairType(id: TypeId, of: FieldType, storage: Storage, props: FieldType['props']): FieldType {
  return {
    id,
    codec: {
      fromWire(wire, field, path = field.path) {
        if (isBlank(wire)) return { value: null };
        if (!Array.isArray(wire) || wire.length !== 2) return { problem: fieldProblem('field.shape', field, path) };
        const parts: (string | null)[] = [];
        for (const part of wire as readonly unknown[]) {
          const read = of.codec.fromWire(part, { ...field, many: false }, path);
          if ('problem' in read) return read;
          parts.push(typeof read.value === 'string' ? read.value : null);
        }
        return { value: parts.every((part) => part === null) ? null : [parts[0] ?? null, parts[1] ?? null] };
      },
      toWire: (value) => (isEmptyValue(value) ? null : value),
      toText: (value, field) =>
        Array.isArray(value) && !isEmptyValue(value)
          ? value.map((part) => of.codec.toText(part as Value, { ...field, many: false })).join(' ~ ')
          : '',
    },
    storage: () => storage,
    empty: () => null,
    check(value, field, scope) {
      if (!Array.isArray(value)) return [fieldProblem('field.shape', field, scope.path)];
      const [from, to] = value as readonly (string | null)[];
      if (typeof from !== 'string' || typeof to !== 'string') return [];
      if (id === 'range' && from > to) return [fieldProblem('field.order', field, scope.path)];
      const min = limitOf('min', field, scope);
      const max = limitOf('max', field, scope);
      const hours = (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 3_600_000;
      if (id === 'range' && typeof min === 'number' && hours < min)
        return [fieldProblem('field.shortSpan', field, scope.path, { min })];
      if (id === 'range' && typeof max === 'number' && hours > max)
        return [fieldProblem('field.longSpan', field, scope.path, { max })];
      return [];
    },
    filters: () => ['overlaps', 'empty', 'notEmpty'],
    control: 'range',
    props,
    canBeMany: false,
  };
}
const RANGE = pairType('range', DATETIME, 'range', ['min', 'max', 'presets', 'step']);
export const TIME_RANGE = pairType('time', TIME, 'timeRange', ['step', 'seconds', 'range']);

/** Path of codes `a/b`; on the wire a list of codes, many = a list of such lists. */
const PATH: FieldType = {
  id: 'path',
  codec: {
    fromWire(wire, field, path = field.path) {
      if (field.many !== true) {
        if (isBlank(wire) || (Array.isArray(wire) && wire.length === 0)) return { value: null };
        const one = readPath(wire);
        return one === undefined ? { problem: fieldProblem('field.shape', field, path) } : { value: one };
      }
      return readList(wire, field, path, (entry) => {
        const one = readPath(entry);
        return one === undefined ? { problem: fieldProblem('field.shape', field, path) } : { value: one };
      });
    },
    toWire(value, field) {
      if (field.many === true) return Array.isArray(value) ? value.map((one) => String(one).split('/')) : [];
      return typeof value === 'string' && value !== '' ? value.split('/') : null;
    },
    toText(value, field, labels) {
      if (isEmptyValue(value)) return '';
      const list = Array.isArray(value) ? value : [value];
      const name = (code: string): string =>
        field.ref !== undefined
          ? (labels?.label?.(field.ref, code) ?? code)
          : labelOfCode(code, field.dict === undefined ? undefined : (labels?.dict?.(field.dict) ?? field.dict));
      return list.map((one) => String(one).split('/').map(name).join(' / ')).join('、');
    },
  },
  storage: (field) => (field.many === true ? 'text[]' : 'text'),
  empty: (field) => (field.many === true ? [] : null),
  check(value, field, scope) {
    const problems = Array.isArray(value) ? checkCount(value.length, field, scope) : [];
    for (const one of Array.isArray(value) ? value : [value]) {
      for (const code of String(one).split('/')) problems.push(...checkCode(code, field, scope));
    }
    return dedupe(problems);
  },
  filters: (field) =>
    field.many === true ? ['has', 'hasAll', 'empty', 'notEmpty'] : ['sub', 'eq', 'empty', 'notEmpty'],
  control: 'cascader',
  props: ['dict', 'ref', 'level', 'any', 'many', 'max'],
  canBeMany: true,
};
function readPath(wire: unknown): string | undefined {
  const codes: readonly unknown[] | undefined =
    typeof wire === 'string' ? wire.split('/') : Array.isArray(wire) ? wire : undefined;
  if (codes === undefined || codes.length === 0) return undefined;
  return codes.every((code) => typeof code === 'string' && code !== '' && !code.includes('/'))
    ? codes.join('/')
    : undefined;
}

/** Rows are read by record-codec.ts, field by field; here only their number is judged. */
const ROWS: FieldType = {
  id: 'rows',
  codec: {
    fromWire: (wire, field, path = field.path) =>
      isBlank(wire)
        ? { value: [] }
        : Array.isArray(wire)
          ? { value: wire as Value }
          : { problem: fieldProblem('rows.shape', field, path) },
    toWire: (value) => (Array.isArray(value) ? value : []),
    toText: (value) => (Array.isArray(value) && value.length > 0 ? String(value.length) : ''),
  },
  storage: () => 'rows',
  empty: () => [],
  check(value, field, scope) {
    const count = Array.isArray(value) ? value.length : 0;
    const max = field.sub?.rows.max ?? 2000;
    return count > max ? [fieldProblem('field.rowsMax', field, scope.path, { max })] : [];
  },
  filters: () => ['row', 'empty', 'notEmpty'],
  control: 'none',
  props: ['use', 'rows', 'fields', 'rules', 'checks', 'columns', 'summary'],
  canBeMany: false,
};
const NONE: FieldType = {
  id: 'none',
  codec: { fromWire: () => ({ value: null }), toWire: () => null, toText: () => '' },
  storage: () => 'none',
  empty: () => null,
  check: () => [],
  filters: () => [],
  control: 'none',
  props: [],
  canBeMany: false,
};

export const TYPES = {
  text: TEXT,
  int: INT,
  decimal: DECIMAL,
  bool: BOOL_TYPE,
  date: DATE,
  datetime: DATETIME,
  time: TIME,
  dict: DICT,
  ref: REF,
  file: FILE,
  json: JSON_TYPE,
  range: RANGE,
  path: PATH,
  rows: ROWS,
  none: NONE,
  id: ID,
} as const satisfies Record<TypeId, FieldType>;

function limitOf(key: 'min' | 'max', field: ResolvedField, scope: ValidateScope): Value | undefined {
  const literal = field[key];
  if (literal === undefined || literal === null) return undefined;
  if (typeof literal === 'string' && literal.startsWith('=')) return scope.limit?.(key) ?? undefined;
  return typeof literal === 'string' || typeof literal === 'number' ? literal : undefined;
}
function checkCount(count: number, field: ResolvedField, scope: ValidateScope): Problem[] {
  const min = limitOf('min', field, scope);
  const max = limitOf('max', field, scope);
  if (typeof min === 'number' && count < min) return [fieldProblem('field.few', field, scope.path, { min })];
  return typeof max === 'number' && count > max ? [fieldProblem('field.many', field, scope.path, { max })] : [];
}
function checkCode(code: string, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  if (field.options !== undefined) return checkOptions(code, field, scope);
  const dict = field.dict === undefined ? undefined : scope.dict?.(field.dict);
  if (dict === undefined || dict.items.some((item) => item.code === code)) return [];
  return [fieldProblem('field.option', field, scope.path, { v: code })];
}
function checkOptions(code: string, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  const options = field.options === undefined ? undefined : scope.options?.();
  return options === undefined || options.includes(code)
    ? []
    : [fieldProblem('field.option', field, scope.path, { v: code })];
}
function readList(wire: unknown, field: ResolvedField, path: string, read: (entry: unknown) => Decoded): Decoded {
  if (isBlank(wire)) return { value: [] };
  if (!Array.isArray(wire)) return { problem: fieldProblem('field.shape', field, path) };
  const list: (string | number)[] = [];
  for (const entry of wire as readonly unknown[]) {
    if (isBlank(entry)) continue;
    const one = read(entry);
    if ('problem' in one) return one;
    const { value } = one;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (typeof value === 'number' || !list.includes(value)) list.push(value);
  }
  return { value: list as readonly string[] };
}
function readMonth(wire: unknown, field: ResolvedField): string | undefined {
  if (typeof wire !== 'string') return undefined;
  if (field.format === 'month' && /^\d{4}-\d{2}$/.test(wire)) return readDate(`${wire}-01`);
  return field.format === 'year' && /^\d{4}$/.test(wire) ? readDate(`${wire}-01-01`) : undefined;
}
function isBlank(wire: unknown): boolean {
  return wire === null || wire === undefined || wire === '';
}
function isCoded(value: unknown): value is { readonly code: TextCode } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).join() === 'code';
}
function dedupe(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (one, i) => problems.findIndex((other) => other.code === one.code && other.text === one.text) === i,
  );
}
const foldUpper = (value: string): string => value.replace(/[a-z]/g, (char) => char.toUpperCase());
const foldLower = (value: string): string => value.replace(/[A-Z]/g, (char) => char.toLowerCase());
