import { factsOf } from '../../schemas/language/kinds/index';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { columnsOf, indexName, storageOf, uniqueName } from './names';
import { gramsColumn, hasGrams } from './searched';
import type { WantedIndex } from './shape';

const LIVE = 'is_deleted = 0';

/** Indexes of a head: unique fields and entries, references, arrays, searched fields, the list's order, those declared. */
export const headIndexes = (
  object: ResolvedObject,
  table: string,
  condition?: (object: ResolvedObject, when: string) => string,
): readonly WantedIndex[] => {
  const fields = Object.values(object.fields);
  const named = new Set(Object.values(object.unique).flatMap((entry) => entry.fields));
  return distinct([
    ...fields.filter((field) => isUnique(field, named)).map((field) => uniqueField(object, table, field)),
    ...Object.entries(object.unique).flatMap(([code, entry]) => {
      // without a translator the condition cannot be kept: no index is better than one that refuses too much
      if (entry.when !== undefined && !condition) return [];
      const when = entry.when === undefined ? undefined : condition?.(object, entry.when);
      return entry.during === undefined
        ? uniqueEntry(object, table, code, entry.fields, when)
        : exclusion(object, table, code, { ...entry, during: entry.during }, when);
    }),
    ...fieldIndexes(
      table,
      fields.filter(({ base }) => base !== true),
    ),
    ...searchIndexes(object, table),
    ...gramIndexes(object, table, fields),
    ...orderIndex(object, table),
    ...object.index.flatMap((list) => plainIndex(object, table, list)),
  ]);
};

export const rowIndexes = (
  object: ResolvedObject,
  table: string,
  fields: readonly ResolvedField[],
): readonly WantedIndex[] =>
  distinct([
    {
      name: indexName(table, ['head_id', 'line_no']),
      unique: false,
      definition: '(head_id, line_no)',
      title: '所属单据',
    },
    ...fieldIndexes(table, fields, 'head_id'),
    ...gramIndexes(object, table, fields),
  ]);

/**
 * References and arrays: opened from the other side by links, `used()`, filters. Of rows the index tells the record as well, so that
 * records found by a row are found without reading it.
 */
const fieldIndexes = (table: string, fields: readonly ResolvedField[], head?: string): readonly WantedIndex[] =>
  fields.flatMap((field) => {
    const [column] = columnsOf(field);
    if (column === undefined) return [];
    const title = field.title;
    const storage = storageOf(field);
    if (storage.endsWith('[]') && storage !== 'numeric[]')
      return [{ name: indexName(table, [column]), unique: false, definition: `USING gin ("${column}")`, title }];
    return field.type === 'ref' ||
      field.code === 'sourceOrderNbr' ||
      field.code === 'srcId' ||
      field.code === 'srcRowId'
      ? [
          {
            name: indexName(table, [column]),
            unique: false,
            definition: head === undefined ? `("${column}")` : `("${column}", ${head})`,
            title,
          },
        ]
      : [];
  });

const RANGED = new Set(['date', 'datetime', 'integer', 'decimal', 'range']);
/** Parts of texts: over the pairs of their characters. */
const gramIndexes = (object: ResolvedObject, table: string, fields: readonly ResolvedField[]): readonly WantedIndex[] =>
  fields
    .filter((field) => hasGrams(object, field))
    .map((field) => {
      const column = gramsColumn(object, field);
      return {
        name: indexName(table, [column]),
        unique: false,
        definition: `USING gin ("${column}")`,
        title: field.title,
      };
    });

/** Dates and numbers of the search. Contained texts have pairs of their own, codes of dictionaries are too few to help. */
const searchIndexes = (object: ResolvedObject, table: string): readonly WantedIndex[] =>
  object.list.search.flatMap((item) => {
    const field = item.field === undefined ? undefined : object.fields[item.field];
    if (!field || !RANGED.has(storageOf(field))) return [];
    const columns = columnsOf(field);
    return columns.length === 0
      ? []
      : [
          {
            name: indexName(table, columns),
            unique: false,
            definition: `(${columns.map(quote).join(', ')})`,
            title: field.title,
          },
        ];
  });

/** The list's own order over the rows that live, ending in the id so that pages never overlap. */
const orderIndex = (object: ResolvedObject, table: string): readonly WantedIndex[] => {
  const keys = object.list.sort.split(',').map((key) => key.trim());
  const columns = keys.map((key) => keyColumn(object, key));
  if (!columns.every((column) => column !== null)) return [];
  const last = keys.at(-1)?.startsWith('-') ? 'id DESC' : 'id';
  const all = columns.some((column) => column === '"id"' || column === '"id" DESC') ? columns : [...columns, last];
  return [
    {
      name: indexName(table, ['list']),
      unique: false,
      definition: `(${all.join(', ')}) WHERE ${LIVE}`,
      title: '列表排序',
    },
  ];
};

const plainIndex = (object: ResolvedObject, table: string, keys: readonly string[]): readonly WantedIndex[] => {
  const columns = keys.map((key) => keyColumn(object, key));
  if (columns.length === 0 || !columns.every((column) => column !== null)) return [];
  const name = indexName(
    table,
    keys.map((key) => key.replace(/^-/, 'd_')),
  );
  return [{ name, unique: false, definition: `(${columns.join(', ')})`, title: keys.join(',') }];
};

/** `-bizDate` → `"biz_date" DESC`; null for what has no column of its own (live formulas, paths, ranges). */
const keyColumn = (object: ResolvedObject, key: string): string | null => {
  const descending = key.startsWith('-');
  const field = object.fields[key.replace(/^-/, '')];
  const columns = field === undefined ? [] : columnsOf(field);
  const [column] = columns;
  return columns.length !== 1 || column === undefined ? null : `${quote(column)}${descending ? ' DESC' : ''}`;
};

/** An automatic code is unique alone unless an entry of `unique` names it. */
const isUnique = (field: ResolvedField, named: ReadonlySet<string>): boolean => {
  if (columnsOf(field).length !== 1) return false;
  if (factsOf(field).isNumbered) return !named.has(field.code);
  return field.unique !== undefined && field.unique !== false;
};

/** Among the rows not deleted; a number once given is never given again, so automatic codes count deleted rows too. */
const uniqueField = (object: ResolvedObject, table: string, field: ResolvedField): WantedIndex => {
  const keys = [keyOf(field)];
  const where = factsOf(field).isNumbered ? undefined : LIVE;
  return uniqueIndex(uniqueName(table, field.code), keys, where, `「${object.title}」${field.title}`);
};

/** Null counts as a value here, so each key is coalesced to one no value can be. */
const uniqueEntry = (
  object: ResolvedObject,
  table: string,
  code: string,
  codes: readonly string[],
  when: string | undefined,
): WantedIndex => {
  const fields = codes.flatMap((code) => object.fields[code] ?? []);
  const keys = fields.flatMap((field) => coalesced(field));
  const kept = fields.some((field) => factsOf(field).isNumbered) ? [] : [LIVE];
  const where = [...kept, ...(when === undefined ? [] : [`(${when})`])].join(' AND ');
  const title = `「${object.title}」${fields.map((field) => field.title).join('、')}`;
  return uniqueIndex(uniqueName(table, code), keys, where === '' ? undefined : where, title);
};

const uniqueIndex = (name: string, keys: readonly string[], where: string | undefined, title: string): WantedIndex => ({
  name,
  unique: true,
  definition: `(${keys.join(', ')})${where === undefined ? '' : ` WHERE ${where}`}`,
  keys,
  ...(where === undefined ? {} : { where }),
  title,
});

/**
 * Alike only while their days meet. GiST compares ranges without an extension, so the key is a range of one number: the hash of its
 * values.
 */
const exclusion = (
  object: ResolvedObject,
  table: string,
  code: string,
  entry: { readonly fields: readonly string[]; readonly during: readonly string[] },
  when: string | undefined,
): readonly WantedIndex[] => {
  const fields = entry.fields.flatMap((field) => object.fields[field] ?? []);
  const days = entry.during.flatMap((text) => (object.fields[text] ? columnsOf(object.fields[text]) : [])).map(quote);
  if (days.length !== 2 || fields.some((field) => !HASHED.has(storageOf(field)))) return [];
  const key = fields.map((field) => `coalesce(${keyOf(field)}::text, '')`).join(' || chr(31) || ');
  const hash = `hashtextextended(${key}, 0)`;
  const span = `daterange(${days.join(', ')}, '[]')`;
  const where = [LIVE, ...(when === undefined ? [] : [`(${when})`])].join(' AND ');
  return [
    {
      name: uniqueName(table, code),
      unique: false,
      excludes: { key: hash, days: span },
      where,
      definition: `USING gist (int8range(${hash}, ${hash}, '[]') WITH =, ${span} WITH &&) WHERE (${where})`,
      title: `「${object.title}」${fields.map((field) => field.title).join('、')}`,
    },
  ];
};
/** storages whose text is the same on every day and every machine */
const HASHED = new Set(['text', 'uuid']);

/** Texts are compared trimmed and with ASCII letters folded. */
const keyOf = (field: ResolvedField): string => {
  const column = quote(columnsOf(field)[0] ?? '');
  return storageOf(field) === 'text' ? `lower(btrim(${column}) COLLATE "C")` : column;
};
const NOTHING: Readonly<Record<string, string>> = {
  text: "''",
  uuid: "'00000000-0000-0000-0000-000000000000'::uuid",
  integer: '(-9223372036854775808)::bigint',
  decimal: "'NaN'::numeric",
  date: "'-infinity'::date",
  datetime: "'-infinity'::timestamptz",
  range: "'-infinity'::timestamptz",
  time: "'24:00'::time",
  timeRange: "'24:00'::time",
};
const coalesced = (field: ResolvedField): readonly string[] => {
  const storage = storageOf(field);
  const nothing = NOTHING[storage];
  if (storage === 'bool' && field.inherit !== undefined) return [`coalesce(${keyOf(field)}::int, -1)`];
  if (nothing === undefined) return columnsOf(field).map(quote);
  if (storage === 'text') return [`coalesce(${keyOf(field)}, ${nothing})`];
  return columnsOf(field).map((column) => `coalesce(${quote(column)}, ${nothing})`);
};

const quote = (name: string): string => `"${name}"`;
/** One of a name, and none whose columns another begins with: it finds the same and every write would keep both. */
const distinct = (indexes: readonly WantedIndex[]): readonly WantedIndex[] => {
  const all = [...new Map(indexes.map((index) => [index.name, index])).values()];
  const plain = all.filter(isPlain);
  const isWithin = (index: WantedIndex): boolean =>
    plain.some(
      (other) =>
        other.definition.startsWith(`${index.definition.slice(0, -1)}, `) ||
        (other.definition === index.definition && plain.indexOf(other) < plain.indexOf(index)),
    );
  return all.filter((index) => !isPlain(index) || !isWithin(index));
};
/** columns in their order, over all rows */
const isPlain = ({ unique, definition }: WantedIndex): boolean =>
  !unique && definition.startsWith('(') && definition.endsWith(')') && !definition.includes(' WHERE ');
