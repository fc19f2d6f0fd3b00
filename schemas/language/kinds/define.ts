/** Builds a kind over the storage types: what it does not say itself is what its type does. */
import type { FieldDoc, KindId, TypeId } from '../document';
import type { ResolvedField } from '../resolved';
import type { Problem, Value } from '../value';
import { type FieldKind, type FieldType, isEmptyValue, NO_FACTS } from './kind';
import { fieldProblem } from './scalar';
import { TYPES } from './types';

export interface KindSpec {
  readonly id: KindId;
  readonly code: number;
  readonly title: string;
  /** first = default */
  readonly types: readonly [TypeId, ...TypeId[]];
  readonly many?: 'always' | 'never' | 'may';
  readonly facts?: Partial<FieldKind['facts']>;
  readonly props?: FieldKind['props'];
  readonly defaults?: FieldKind['defaults'];
  readonly control?: FieldKind['control'];
  readonly filters?: FieldKind['filters'];
  readonly codec?: Partial<FieldKind['codec']>;
  readonly check?: FieldType['check'];
  /** another behaviour than that of the field's type (a range of times) */
  readonly as?: (field: ResolvedField) => FieldType;
  readonly create?: (title: string) => FieldDoc;
}

export function defineKind(spec: KindSpec): FieldKind {
  const typeOf = (field: ResolvedField): FieldType =>
    spec.as?.(field) ?? (Object.hasOwn(TYPES, field.type) ? TYPES[field.type] : TYPES[spec.types[0]]);
  const codec: FieldKind['codec'] = {
    fromWire: (wire, field, path) => (spec.codec?.fromWire ?? typeOf(field).codec.fromWire)(wire, field, path),
    toWire: (value, field) => (spec.codec?.toWire ?? typeOf(field).codec.toWire)(value, field),
    toText: (value, field, labels) => (spec.codec?.toText ?? typeOf(field).codec.toText)(value, field, labels),
  };
  return {
    id: spec.id,
    code: spec.code,
    title: spec.title,
    types: spec.types,
    defaultType: spec.types[0],
    many: spec.many ?? 'never',
    facts: { ...NO_FACTS, ...spec.facts },
    codec,
    asIs: spec.codec === undefined && spec.as === undefined,
    storage: (field) => typeOf(field).storage(field),
    empty: (field) => typeOf(field).empty(field),
    validate(value, field, scope): readonly Problem[] {
      if (field.type !== 'rows' && (isEmptyValue(value) || value === undefined)) return [];
      if (!isOfShape(value ?? null, field, codec)) return [fieldProblem('field.shape', field, scope.path)];
      return (spec.check ?? typeOf(field).check)(value ?? null, field, scope);
    },
    filters: (field) => spec.filters?.(field) ?? typeOf(field).filters(field),
    control: spec.control ?? TYPES[spec.types[0]].control,
    props: [...new Set([...(spec.props ?? []), ...spec.types.flatMap((type) => TYPES[type].props)])],
    defaults: spec.defaults ?? {},
    create: spec.create ?? ((title) => (spec.facts?.followsType === true ? { title } : { title, kind: spec.id })),
  };
}

/** A value has the right shape when its codec takes its own wire form back. */
function isOfShape(value: Value, field: ResolvedField, codec: FieldKind['codec']): boolean {
  if (field.type === 'rows' || field.type === 'none') return true;
  if (field.many === true && field.type !== 'file' && !Array.isArray(value)) return false;
  if (field.many !== true && Array.isArray(value) && !['file', 'range', 'time', 'json'].includes(field.type))
    return false;
  const read = codec.fromWire(codec.toWire(value, field), field);
  // numbers of too many digits are told by the limit check, with its own sentence
  return 'value' in read ? field.type === 'bool' || !isEmptyValue(read.value) : read.problem.code === 'field.digits';
}
