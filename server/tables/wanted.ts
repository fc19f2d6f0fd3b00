import { createHash } from 'node:crypto';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { checkName, columnsOf, foreignKeyName, SQL_TYPE, storageOf, tableOf } from './names';
import { gramsColumn, gramsExpression, hasGrams, isSpoken, pinyinColumn } from './searched';
import type { WantedColumn, WantedTable } from './shape';
import { headIndexes, rowIndexes } from './wanted-indexes';

/** A document that cannot become tables: names that meet, a reference to nothing. */
export class TableError extends Error {
  override readonly name = 'TableError';
}
export interface WantedOptions {
  /** SQL text of the `when` of a unique entry, over the columns of the head */
  readonly condition?: (object: ResolvedObject, when: string) => string;
}

/** Tables of the objects that publish makes (`storage: table`); the others are only looked up as targets of references. */
export const wantedTables = (
  objects: readonly ResolvedObject[],
  options: WantedOptions = {},
): readonly WantedTable[] => {
  const byCode = new Map(objects.map((object) => [object.object, object]));
  const tables = objects.filter(hasTable).flatMap((object) => {
    const fields = Object.values(object.fields);
    const head = headTable(object, byCode, options);
    const rows = fields.flatMap((field) => (field.sub ? [rowTable(object, field, head.name, byCode)] : []));
    return [head, ...rows];
  });
  const owners = new Map<string, string>();
  for (const table of tables) {
    const other = owners.get(table.name);
    if (other !== undefined) throw new TableError(`表名重复：${other} 与 ${table.owner} 都是 ${table.name}`);
    owners.set(table.name, table.owner);
  }
  return tables;
};

/** Columns an object of `storage: migration` or `platform` must already have, by table. */
export const neededColumns = (object: ResolvedObject): ReadonlyMap<string, readonly string[]> => {
  const columns = (fields: readonly ResolvedField[]): readonly string[] => fields.flatMap(columnsOf);
  const fields = Object.values(object.fields);
  const tables = new Map([[tableOf(object.object), columns(fields)]]);
  for (const { code, sub } of fields)
    if (sub) tables.set(tableOf(object.object, code), columns(Object.values(sub.fields)));
  return tables;
};

/** A page of settings (`single` with `settings`) lives in the settings, not in a table. */
export const hasTable = (object: ResolvedObject): boolean =>
  object.storage === 'table' && object.settings === undefined;

const NOW = 'now()';
const HEAD: readonly WantedColumn[] = [
  column('id', 'uuid', 'ID'),
  column('version', 'integer', '版本', '1'),
  { ...column('created_by_id', 'uuid', '创建人'), notNull: false },
  column('created_at', 'timestamp with time zone', '创建时间', NOW),
  { ...column('updated_by_id', 'uuid', '修改人'), notNull: false },
  column('updated_at', 'timestamp with time zone', '修改时间', NOW),
  column('is_deleted', 'smallint', '已删除', '0'),
];
const EXT = column('ext', 'jsonb', '扩展', "'{}'::jsonb");

const headTable = (
  object: ResolvedObject,
  byCode: ReadonlyMap<string, ResolvedObject>,
  options: WantedOptions,
): WantedTable => {
  const name = tableOf(object.object);
  const fields = Object.values(object.fields).filter(({ base }) => base !== true);
  const columns = [...HEAD, ...fields.flatMap((field) => fieldColumns(object, name, field, byCode)), EXT];
  return checked({
    name,
    title: object.title,
    owner: object.object,
    ...wasOf(object),
    columns,
    indexes: headIndexes(object, name, options.condition),
  });
};

const rowTable = (
  object: ResolvedObject,
  field: ResolvedField,
  parent: string,
  byCode: ReadonlyMap<string, ResolvedObject>,
): WantedTable => {
  const name = tableOf(object.object, field.code);
  const fields = Object.values(field.sub?.fields ?? {}).filter(({ base }) => base !== true);
  const headId: WantedColumn = {
    ...column('head_id', 'uuid', '所属单据'),
    reference: { name: foreignKeyName(name, 'head_id'), table: parent, platform: false },
  };
  return checked({
    name,
    title: `${object.title}·${field.title}`,
    owner: `${object.object}.${field.code}`,
    parent,
    ...rowsWas(object, field),
    columns: [
      column('id', 'uuid', 'ID'),
      headId,
      column('line_no', 'integer', '行号'),
      ...fields.flatMap((field) => fieldColumns(object, name, field, byCode)),
      EXT,
    ],
    indexes: rowIndexes(object, name, fields),
  });
};

/** Types whose name in the catalog is another than the one that is written. */
const CATALOG: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
};

const fieldColumns = (
  object: ResolvedObject,
  table: string,
  field: ResolvedField,
  byCode: ReadonlyMap<string, ResolvedObject>,
): readonly WantedColumn[] => {
  const storage = storageOf(field);
  if (storage === 'none' || storage === 'rows') return [];
  const type = CATALOG[SQL_TYPE[storage]] ?? SQL_TYPE[storage];
  const former = field.was === undefined ? [] : columnsOf({ ...field, code: field.was });
  const spoken: readonly WantedColumn[] = isSpoken(object, field)
    ? [{ ...column(pinyinColumn(field), 'text', `「${object.title}」${field.title}拼音`), notNull: false }]
    : [];
  const grams: readonly WantedColumn[] = hasGrams(object, field)
    ? [
        {
          ...column(gramsColumn(object, field), 'text[]', `「${object.title}」${field.title}字对`),
          notNull: false,
          generated: gramsExpression(object, field),
        },
      ]
    : [];
  const columns = columnsOf(field).map((name, at): WantedColumn => {
    const base: WantedColumn = {
      ...column(name, type, `「${object.title}」${field.title}`),
      notNull: false,
      ...(former[at] === undefined ? {} : { was: former[at] }),
    };
    if (type.endsWith('[]')) return { ...base, notNull: true, default: `'{}'::${type}` };
    if (storage === 'bool' && field.inherit === undefined) return { ...base, notNull: true, default: 'false' };
    if (storage === 'decimal')
      return {
        ...base,
        // NaN counts as greater than every number, so the second half holds it out as well as Infinity
        check: { name: checkName(table, name), expr: `"${name}" <> 'NaN'::numeric AND abs("${name}") < 1e15` },
      };
    return field.type === 'ref' && storage === 'uuid'
      ? { ...base, ...referenceOf(object, table, name, field, byCode) }
      : base;
  });
  return [...columns, ...spoken, ...grams];
};

/** A reference to an object that is not there (yet) has no foreign key; it gets one when the object comes. */
const referenceOf = (
  object: ResolvedObject,
  table: string,
  name: string,
  field: ResolvedField,
  byCode: ReadonlyMap<string, ResolvedObject>,
): Pick<WantedColumn, 'reference'> => {
  const target = field.ref === 'self' ? object : byCode.get(field.ref ?? '');
  if (!target || target.storage === 'none' || target.settings !== undefined) return {};
  return {
    reference: {
      name: foreignKeyName(table, name),
      table: tableOf(target.object),
      platform: target.storage === 'platform',
    },
  };
};

const checked = (table: WantedTable): WantedTable => {
  const seen = new Set<string>();
  for (const { name, title } of table.columns) {
    if (seen.has(name)) throw new TableError(`列名重复：${title} 在表 ${table.name} 中与另一字段同为 ${name}`);
    seen.add(name);
  }
  return table;
};

const rowsWas = (object: ResolvedObject, field: ResolvedField): { readonly was?: string } => {
  const { was } = object as { readonly was?: string };
  return was === undefined && field.was === undefined
    ? {}
    : { was: tableOf(was ?? object.object, field.was ?? field.code) };
};
const wasOf = (object: ResolvedObject): { readonly was?: string } => {
  const { was } = object as { readonly was?: string };
  return was === undefined ? {} : { was: tableOf(was) };
};

function column(name: string, type: string, title: string, byDefault?: string): WantedColumn {
  return { name, type, title, notNull: true, ...(byDefault === undefined ? {} : { default: byDefault }) };
}

/** Identity of an index definition, kept as its comment. */
export const definitionHash = (definition: string): string =>
  `mw:${createHash('sha256').update(definition).digest('hex').slice(0, 16)}`;
