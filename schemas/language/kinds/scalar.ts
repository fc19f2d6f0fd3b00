/** How storage types are built: reading one value or a list, writing, printing, and the checks they share. */
import type { TypeId } from '../document';
import type { ResolvedField } from '../resolved';
import { type Terms, type TextCode, text } from '../texts';
import { type Problem, problem, type Value } from '../value';
import type { Codec, Decoded, FieldType, FilterOp, Labels, Storage, ValidateScope } from './kind';
import { isEmptyValue } from './kind';

export const RANGE_OPS: readonly FilterOp[] = ['between', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'notEmpty'];
export const DATE_OPS: readonly FilterOp[] = [
  'between',
  'rel',
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'empty',
  'notEmpty',
];
export const CODE_OPS: readonly FilterOp[] = ['in', 'notIn', 'eq', 'ne', 'empty', 'notEmpty'];
export const MANY_OPS: readonly FilterOp[] = ['has', 'hasAll', 'empty', 'notEmpty'];

/** A problem at a field with its title filled in. */
export function fieldProblem(code: TextCode, field: ResolvedField, path: string, terms: Terms = {}): Problem {
  return problem(code, path, text(code, { field: field.title, ...terms }));
}

export interface ScalarSpec {
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

export function scalar(spec: ScalarSpec): FieldType {
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
      const write = spec.write ?? ((value: Value) => value);
      return Array.isArray(value) && field.many === true
        ? value.map((item) => write(item, field))
        : write(value ?? null, field);
    },
    toText(value, field, labels) {
      if (isEmptyValue(value)) return '';
      if (Array.isArray(value) && field.many === true)
        return value.map((item) => (item === null ? '' : spec.print(item, field, labels))).join('、');
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
      const given = value.filter((item) => item !== null);
      const tooMany = checkCount(value.length, field, scope);
      const problems = tooMany.length > 0 ? tooMany : checkCount(given.length, field, scope);
      // limits are of the list, what may be chosen of each; a code that left its dictionary may stay
      const { path, options } = scope;
      const each = options === undefined ? { path } : { path, options };
      for (const item of given) problems.push(...(spec.check?.(item, { ...field, min: null, max: null }, each) ?? []));
      return dedupe(problems);
    },
    filters: (field) => (field.many === true ? MANY_OPS : spec.filters),
    control: spec.control,
    props: spec.props,
    canBeMany: spec.manyStorage !== undefined,
  };
}

export function limitOf(key: 'min' | 'max', field: ResolvedField, scope: ValidateScope): Value | undefined {
  const literal = field[key];
  if (literal === undefined || literal === null) return undefined;
  if (typeof literal === 'string' && literal.startsWith('=')) return scope.limit?.(key) ?? undefined;
  return typeof literal === 'string' || typeof literal === 'number' ? literal : undefined;
}
export function checkCount(count: number, field: ResolvedField, scope: ValidateScope): Problem[] {
  const min = limitOf('min', field, scope);
  const max = limitOf('max', field, scope);
  if (typeof min === 'number' && count < min) return [fieldProblem('field.few', field, scope.path, { min })];
  return typeof max === 'number' && count > max ? [fieldProblem('field.many', field, scope.path, { max })] : [];
}
export function checkCode(code: string, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  if (field.options !== undefined) return checkOptions(code, field, scope);
  const dict = field.dict === undefined ? undefined : scope.dict?.(field.dict);
  if (dict === undefined || dict.items.some((item) => item.code === code)) return [];
  return [fieldProblem('field.option', field, scope.path, { v: code })];
}
export function checkOptions(code: string, field: ResolvedField, scope: ValidateScope): readonly Problem[] {
  const options = field.options === undefined ? undefined : scope.options?.();
  return options === undefined || options.includes(code)
    ? []
    : [fieldProblem('field.option', field, scope.path, { v: code })];
}
export function readList(
  wire: unknown,
  field: ResolvedField,
  path: string,
  read: (entry: unknown) => Decoded,
): Decoded {
  if (isBlank(wire)) return { value: [] };
  if (!Array.isArray(wire)) return { problem: fieldProblem('field.shape', field, path) };
  const list: (string | number | null)[] = [];
  for (const entry of wire as readonly unknown[]) {
    // an element of a spread list has its place: what was left out between two readings stays a gap
    if (isBlank(entry)) {
      if (field.spread === true) list.push(null);
      continue;
    }
    const decoded = read(entry);
    if ('problem' in decoded) return decoded;
    const { value } = decoded;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (typeof value === 'number' || !list.includes(value)) list.push(value);
  }
  while (list.length > 0 && list.at(-1) === null) list.pop();
  return { value: list as readonly string[] };
}
export function isBlank(wire: unknown): boolean {
  return wire === null || wire === undefined || wire === '';
}
export function isCoded(value: unknown): value is { readonly code: TextCode } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).join() === 'code';
}
export function dedupe(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    (problem, i) => problems.findIndex((other) => other.code === problem.code && other.text === problem.text) === i,
  );
}
