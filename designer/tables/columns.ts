/** What the columns of a table are: fields of a new object, and which column fills which field of one that is there. */

import type { FieldDoc, Many } from '../../schemas/language/document';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { SyncColumn, SyncMap } from '../../schemas/language/wire-design';
import { isGiven } from '../../schemas/language/written';
import { codeOf } from '../workspace/code-from';
import type { Guessed } from '../workspace/guess';

/** what every record has besides its fields */
const BASE = ['id', 'version', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'isDeleted'] as const;
const LONG = 200;

/** Kind and field of a database type; undefined = nothing a field can hold. */
export function fieldOfType(type: string): { readonly kind: string; readonly field: FieldDoc } | undefined {
  const [, name = '', size] = /^([a-z ]+?)(?:\((\d+)(?:,\d+)?\))?( with(?:out)? time zone)?$/.exec(type) ?? [];
  switch (name) {
    case 'smallint':
    case 'integer':
    case 'bigint':
      return { kind: '整数', field: { type: 'int' } };
    case 'numeric':
    case 'real':
    case 'double precision':
    case 'money':
      return { kind: '数字', field: { type: 'decimal' } };
    case 'boolean':
      return { kind: '是否', field: { type: 'bool' } };
    case 'date':
      return { kind: '日期', field: { kind: 'date' } };
    case 'timestamp':
      return { kind: '日期时间', field: { type: 'datetime' } };
    case 'time':
      return { kind: '时间', field: { type: 'time' } };
    case 'text':
    case 'character varying':
    case 'character':
    case 'uuid': {
      const max = size === undefined ? LONG : Number(size);
      return max > LONG
        ? { kind: '多行文字', field: { kind: 'textarea', max } }
        : { kind: '单行文字', field: { kind: 'input', max } };
    }
    default:
      return undefined;
  }
}
const codeOfColumn = (name: string, taken: ReadonlySet<string>): string =>
  codeOf(name.toLowerCase().split(/[^a-z0-9]+/), taken);

/** Fields of a new object over a table: called as the table's notes call them, its key asked for and unique. */
export function guessTable(columns: readonly SyncColumn[]): readonly (Guessed & { readonly key: boolean })[] {
  const taken = new Set<string>(BASE);
  return columns.flatMap((column) => {
    const guessed = fieldOfType(column.type);
    if (guessed === undefined) return [];
    const code = codeOfColumn(column.name, taken);
    taken.add(code);
    const title = (column.comment?.trim() || column.name).slice(0, 40);
    const field = { title, ...guessed.field, ...(column.key ? { required: true } : {}) };
    return [{ code, title, kind: guessed.kind, field, key: column.key }];
  });
}
/** The key of a table is unique in the object too. */
export function uniqueOf(columns: readonly (Guessed & { readonly key: boolean })[]): Many<object> | undefined {
  const keys = columns.filter((column) => column.key);
  return keys.length === 0
    ? undefined
    : {
        source: { fields: keys.map(({ code }) => code), say: `${keys.map(({ title }) => title).join('、')}已存在` },
      };
}

/** Fields a column may fill. */
export const fillable = (object: ResolvedObject | undefined): readonly ResolvedField[] =>
  Object.values(object?.fields ?? {}).filter((field) => field.sub === undefined && isGiven(field));
/** The field each column means: by its code, or by what both are called. */
export function proposeMap(columns: readonly SyncColumn[], object: ResolvedObject | undefined): readonly SyncMap[] {
  const fields = fillable(object);
  const used = new Set<string>();
  return columns.flatMap((column) => {
    const code = codeOfColumn(column.name, new Set(BASE));
    const found = fields.find(
      (field) => !used.has(field.code) && (field.code === code || field.title === (column.comment ?? column.name)),
    );
    if (found === undefined) return [];
    used.add(found.code);
    return [{ column: column.name, field: found.code }];
  });
}
