/** Types that name something else: dictionary codes, references, ids, paths of codes. */
import { labelOfCode } from '../codec/code-map';
import { type FieldType, isEmptyValue } from './kind';
import { CODE_OPS, checkCode, checkCount, dedupe, fieldProblem, isBlank, readList, scalar } from './scalar';

export const DICT = scalar({
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
export const REF = scalar({
  id: 'ref',
  storage: 'uuid',
  manyStorage: 'uuid[]',
  control: 'picker',
  filters: CODE_OPS,
  props: ['ref', 'pick', 'fill', 'many', 'min', 'max', 'addRows'],
  read: readId,
  print: (value, field, labels) => labels?.label?.(field.ref ?? '', String(value)) ?? String(value),
});
export const ID = scalar({
  id: 'id',
  storage: 'uuid',
  control: 'input',
  filters: CODE_OPS,
  props: [],
  read: readId,
  print: (value) => String(value),
});

/** Path of codes `a/b`; on the wire a list of codes, many = a list of such lists. */
export const PATH: FieldType = {
  id: 'path',
  codec: {
    fromWire(wire, field, path = field.path) {
      if (field.many !== true) {
        if (isBlank(wire) || (Array.isArray(wire) && wire.length === 0)) return { value: null };
        const text = readPath(wire);
        return text === undefined ? { problem: fieldProblem('field.shape', field, path) } : { value: text };
      }
      return readList(wire, field, path, (entry) => {
        const text = readPath(entry);
        return text === undefined ? { problem: fieldProblem('field.shape', field, path) } : { value: text };
      });
    },
    toWire(value, field) {
      if (field.many === true) return Array.isArray(value) ? value.map((item) => String(item).split('/')) : [];
      return typeof value === 'string' && value !== '' ? value.split('/') : null;
    },
    toText(value, field, labels) {
      if (isEmptyValue(value)) return '';
      const list = Array.isArray(value) ? value : [value];
      const name = (code: string): string =>
        labelOfCode(code, field.dict === undefined ? undefined : (labels?.dict?.(field.dict) ?? field.dict));
      return list.map((item) => String(item).split('/').map(name).join(' / ')).join('、');
    },
  },
  storage: (field) => (field.many === true ? 'text[]' : 'text'),
  empty: (field) => (field.many === true ? [] : null),
  check(value, field, scope) {
    const problems = Array.isArray(value) ? checkCount(value.length, field, scope) : [];
    for (const item of Array.isArray(value) ? value : [value]) {
      for (const code of String(item).split('/')) problems.push(...checkCode(code, field, scope));
    }
    return dedupe(problems);
  },
  filters: (field) =>
    field.many === true ? ['has', 'hasAll', 'empty', 'notEmpty'] : ['sub', 'eq', 'empty', 'notEmpty'],
  control: 'cascader',
  props: ['dict', 'many', 'max'],
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
