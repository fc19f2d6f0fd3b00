/** Types that hold more than a scalar, or nothing: files, JSON, pairs, rows. */
import { acceptsFile, readFiles } from '../codec/file-list';
import type { TypeId } from '../document';
import type { FileValue, Value } from '../value';
import { type FieldType, isEmptyValue, type Storage } from './kind';
import { DATETIME, TIME } from './plain-types';
import { checkCount, dedupe, fieldProblem, isBlank, limitOf } from './scalar';

export const FILE: FieldType = {
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

export const JSON_TYPE: FieldType = {
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
export const RANGE = pairType('range', DATETIME, 'range', ['min', 'max', 'presets', 'step']);
export const TIME_RANGE = pairType('time', TIME, 'timeRange', ['step', 'seconds', 'range']);

/** Rows are read by record-codec.ts, field by field; here only their number is judged. */
export const ROWS: FieldType = {
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

export const NONE: FieldType = {
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
