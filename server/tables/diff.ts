/** Wanted minus actual = the list of changes. Nothing is dropped but indexes; what is no longer wanted is renamed away. */
import { conversionOf } from './convert';
import { checkName, foreignKeyName } from './names';
import type { ActualTable, Change, Column, Lost, WantedColumn, WantedIndex, WantedTable } from './shape';
import { definitionHash } from './wanted';

export interface DiffOptions {
  /** suffix of retired names, sortable: `202601150800`, by a publish with seconds */
  readonly stamp: string;
  /** the wanted tables are all there are, so tables of objects that are gone are retired too */
  readonly whole?: boolean;
  /** objects whose tables are not retired */
  readonly leave?: ReadonlySet<string>;
  /** by `table.column`: what becomes of values that its new type cannot hold; without it they refuse the change */
  readonly lost?: ReadonlyMap<string, Lost>;
}

export const diffTables = (
  wanted: readonly WantedTable[],
  actual: ReadonlyMap<string, ActualTable>,
  options: DiffOptions,
): readonly Change[] => {
  const renames: Change[] = [];
  const changes: Change[] = [];
  const foreign: Change[] = [];
  const kept = new Set<string>();
  // hand-made tables come after the others: what points to them gets its key with the next sync
  const names = new Set([...wanted.map(({ name }) => name), ...actual.keys()]);
  const isThere = (name: string): boolean => names.has(name);
  for (const table of wanted) {
    const own = actual.get(table.name);
    const former = own ? undefined : findFormer(table, actual, wanted);
    // names of constraints tell the table: after a rename they are made anew
    const known = own ?? (former && { ...former, checks: new Set<string>(), foreignKeys: new Map<string, string>() });
    if (known) kept.add(known.name);
    if (former) renames.push(renameTable(former, table));
    if (known) {
      const indexes = diffIndexes(table, known);
      changes.push(...indexes.gone, ...diffColumns(table, known, options), ...indexes.made);
    } else {
      changes.push(createTable(table), ...table.indexes.map((index) => addIndex(table, index)));
    }
    foreign.push(...diffForeignKeys(table, known, isThere));
  }
  const all = [...renames, ...changes, ...foreign];
  return options.whole ? [...all, ...retireTables(actual, kept, options)] : all;
};

const findFormer = (
  table: WantedTable,
  actual: ReadonlyMap<string, ActualTable>,
  wanted: readonly WantedTable[],
): ActualTable | undefined => {
  const was = table.was === undefined ? undefined : actual.get(table.was);
  if (was && !wanted.some(({ name }) => name === was.name)) return was;
  return newestRetired(table.name, [...actual.values()]);
};

const createTable = (table: WantedTable): Change => {
  const lines = [
    ...table.columns.map(columnSql),
    'PRIMARY KEY (id)',
    ...table.columns.flatMap(({ check }) => (check ? [`CONSTRAINT "${check.name}" CHECK (${check.expr})`] : [])),
  ];
  return {
    kind: 'addTable',
    table: table.name,
    sql: `CREATE TABLE $schema."${table.name}" (\n  ${lines.join(',\n  ')}\n);\n${comment(table)}`,
  };
};
const renameTable = (from: ActualTable, table: WantedTable): Change => ({
  kind: 'renameTable',
  table: table.name,
  name: from.name,
  sql: [
    ...[...from.checks, ...from.foreignKeys.keys()].map(
      (key) => `ALTER TABLE $schema."${from.name}" DROP CONSTRAINT "${key}";`,
    ),
    `ALTER TABLE $schema."${from.name}" RENAME TO "${table.name}";`,
    comment(table),
  ].join('\n'),
});
const comment = ({ name, owner }: WantedTable): string => `COMMENT ON TABLE $schema."${name}" IS 'mw:${owner}';`;

const diffColumns = (table: WantedTable, known: ActualTable, options: DiffOptions): readonly Change[] => {
  const changes: Change[] = [];
  const used = new Set<string>();
  const at = `$schema."${table.name}"`;
  // computed columns hold nothing of their own, and a column they read cannot change its type under them
  for (const { name, generated } of known.columns.values()) {
    if (
      generated === undefined ||
      table.columns.some((column) => column.name === name && column.generated !== undefined)
    )
      continue;
    used.add(name);
    changes.push({ kind: 'dropComputed', table: table.name, name, sql: `ALTER TABLE ${at} DROP COLUMN "${name}";` });
  }
  for (const column of table.columns) {
    const own = known.columns.get(column.name);
    const former = own ? undefined : formerColumn(column, table, known);
    const actual = own ?? former;
    if (former) {
      const sql = `${free(table.name, former.name, known)}ALTER TABLE ${at} RENAME COLUMN "${former.name}" TO "${column.name}";`;
      changes.push({ kind: 'renameColumn', table: table.name, name: column.name, sql });
    }
    if (!actual) {
      changes.push({
        kind: 'addColumn',
        table: table.name,
        name: column.name,
        sql: `ALTER TABLE ${at} ADD COLUMN ${columnSql(column)};`,
      });
    } else {
      used.add(actual.name);
      changes.push(
        ...loseValues(table, column, actual, { known, options }),
        ...changeColumn(table, column, actual, known),
        ...restoreValues(table, column, actual, known),
      );
    }
    if (column.check && !known.checks.has(column.check.name))
      changes.push({
        kind: 'addCheck',
        table: table.name,
        name: column.check.name,
        sql: `ALTER TABLE ${at} ADD CONSTRAINT "${column.check.name}" CHECK (${column.check.expr});`,
      });
  }
  for (const { name } of known.columns.values())
    if (!used.has(name) && !name.startsWith('zz_')) changes.push(retireColumn(table, name, known, options));
  return changes;
};

const formerColumn = (column: WantedColumn, table: WantedTable, known: ActualTable) => {
  const was = column.was === undefined ? undefined : known.columns.get(column.was);
  if (was && !table.columns.some(({ name }) => name === was.name)) return was;
  const retired = newestRetired(column.name, [...known.columns.values()]);
  return retired?.type === column.type ? retired : undefined;
};
/** `zz_<name>_<stamp>`: a thing that comes back finds what it held. */
const newestRetired = <T extends { readonly name: string }>(name: string, all: readonly T[]): T | undefined =>
  all
    .filter((item) => item.name.startsWith(`zz_${name}_`) && /^\d{12,14}$/.test(item.name.slice(name.length + 4)))
    .sort((a, b) => (a.name < b.name ? 1 : -1))[0];

const changeColumn = (
  table: WantedTable,
  column: WantedColumn,
  actual: Column,
  known: ActualTable,
): readonly Change[] => {
  const at = `$schema."${table.name}"`;
  const name = `"${column.name}"`;
  const parts: string[] = [];
  const check = checkName(table.name, column.name);
  if (!column.check && known.checks.has(check)) parts.push(`DROP CONSTRAINT "${check}"`);
  const key = foreignKeyName(table.name, column.name);
  const target = known.foreignKeys.get(key);
  if (target !== undefined && target !== targetOf(column)) parts.push(`DROP CONSTRAINT "${key}"`);
  let guard: Change['guard'];
  if (actual.type !== column.type) {
    const { using, lost } = conversionOf(name, actual.type, column.type);
    guard = {
      count: `SELECT count(*) AS n FROM ${at} WHERE ${lost}`,
      refuse: `${column.title}的类型不可修改：已有{n}条数据会改变`,
    };
    parts.push(`ALTER COLUMN ${name} DROP DEFAULT`, `ALTER COLUMN ${name} TYPE ${column.type} USING ${using}`);
    if (column.default !== undefined) parts.push(`ALTER COLUMN ${name} SET DEFAULT ${column.default}`);
  }
  const fill =
    column.notNull && !actual.notNull && column.default !== undefined
      ? `UPDATE ${at} SET ${name} = ${column.default} WHERE ${name} IS NULL;\n`
      : '';
  if (column.notNull !== actual.notNull) {
    if (column.notNull && actual.type === column.type && column.default !== undefined)
      parts.push(`ALTER COLUMN ${name} SET DEFAULT ${column.default}`);
    parts.push(`ALTER COLUMN ${name} ${column.notNull ? 'SET' : 'DROP'} NOT NULL`);
    if (!column.notNull) parts.push(`ALTER COLUMN ${name} DROP DEFAULT`);
  }
  if (parts.length === 0) return [];
  // the type first, so that the default that fills has it
  const types = parts.filter((part) => !part.includes('SET NOT NULL'));
  const strict = parts.filter((part) => part.includes('SET NOT NULL'));
  const alter = (list: readonly string[]): string =>
    list.length === 0 ? '' : `ALTER TABLE ${at} ${list.join(', ')};\n`;
  return [
    {
      kind: 'changeColumn',
      table: table.name,
      name: column.name,
      sql: `${alter(types)}${fill}${alter(strict)}`.trimEnd(),
      ...(guard ? { guard, retyped: { from: actual.type, to: column.type } } : {}),
    },
  ];
};

/** Values that the new type cannot hold leave the column before it changes, as it was answered: into a hidden one, or for good. */
const loseValues = (
  table: WantedTable,
  column: WantedColumn,
  actual: Column,
  { known, options }: { readonly known: ActualTable; readonly options: DiffOptions },
): readonly Change[] => {
  const way = options.lost?.get(`${table.name}.${column.name}`);
  if (way === undefined || actual.type === column.type) return [];
  const at = `$schema."${table.name}"`;
  const { lost } = conversionOf(`"${column.name}"`, actual.type, column.type);
  const empty = `"${column.name}" = ${emptyOf(actual)}`;
  const kept = `"${retiredName(column.name, options.stamp, known.columns)}"`;
  const write = `UPDATE ${at} SET ${way === 'keep' ? `${kept} = "${column.name}", ` : ''}${empty} WHERE ${lost};`;
  return [
    {
      kind: way === 'keep' ? 'keepValues' : 'emptyValues',
      table: table.name,
      name: column.name,
      writes: lost,
      sql: way === 'keep' ? `ALTER TABLE ${at} ADD COLUMN ${kept} ${actual.type};\n${write}` : write,
    },
  ];
};
const emptyOf = ({ type }: Column): string =>
  type.endsWith('[]') ? `'{}'::${type}` : type === 'boolean' ? 'false' : 'NULL';

/** The type of before brings back what it held where nothing was written since; what is used up goes under a name that is not found again. */
const restoreValues = (
  table: WantedTable,
  column: WantedColumn,
  actual: Column,
  known: ActualTable,
): readonly Change[] => {
  const hidden = newestRetired(column.name, [...known.columns.values()]);
  // under another name it was another field's
  if (actual.name !== column.name || actual.type === column.type || hidden?.type !== column.type) return [];
  const at = `$schema."${table.name}"`;
  const isEmpty = column.notNull ? `"${column.name}" = ${emptyOf(column)}` : `"${column.name}" IS NULL`;
  const writes = `"${hidden.name}" IS NOT NULL`;
  const [, stamp = ''] = /_(\d+)$/.exec(hidden.name) ?? [];
  const used = retiredName(`${column.name}_`, stamp, known.columns);
  return [
    {
      kind: 'restoreValues',
      table: table.name,
      name: column.name,
      writes,
      sql:
        `UPDATE ${at} SET "${column.name}" = "${hidden.name}" WHERE ${writes} AND ${isEmpty};\n` +
        `ALTER TABLE ${at} RENAME COLUMN "${hidden.name}" TO "${used}";`,
    },
  ];
};

/** The constraints named after a column: they would stay behind under its old name, and refuse rows. */
const free = (table: string, column: string, known: ActualTable): string =>
  [
    ...[checkName(table, column)].filter((name) => known.checks.has(name)),
    ...[foreignKeyName(table, column)].filter((name) => known.foreignKeys.has(name)),
  ]
    .map((name) => `ALTER TABLE $schema."${table}" DROP CONSTRAINT "${name}";\n`)
    .join('');

/** Retired twice within a second: the later one counts as a moment later. */
function retiredName(name: string, stamp: string, taken: { has(name: string): boolean }): string {
  let at = BigInt(stamp);
  while (taken.has(`zz_${name}_${String(at)}`)) at += 1n;
  return `zz_${name}_${String(at).padStart(stamp.length, '0')}`;
}
const retireColumn = (table: WantedTable, name: string, known: ActualTable, options: DiffOptions): Change => {
  const at = `$schema."${table.name}"`;
  return {
    kind: 'retireColumn',
    table: table.name,
    name,
    sql:
      `${free(table.name, name, known)}ALTER TABLE ${at} ALTER COLUMN "${name}" DROP NOT NULL;\n` +
      `ALTER TABLE ${at} RENAME COLUMN "${name}" TO "${retiredName(name, options.stamp, known.columns)}";`,
  };
};

const targetOf = ({ reference }: WantedColumn): string | undefined =>
  reference && (reference.platform ? `platform.${reference.table}` : reference.table);

const diffForeignKeys = (
  table: WantedTable,
  known: ActualTable | undefined,
  isThere: (name: string) => boolean,
): readonly Change[] =>
  table.columns.flatMap((column): readonly Change[] => {
    const { reference } = column;
    if (!reference || !(reference.platform || isThere(reference.table))) return [];
    if (known?.foreignKeys.get(reference.name) === targetOf(column)) return [];
    const target = `${reference.platform ? 'platform' : '$schema'}."${reference.table}"`;
    return [
      {
        kind: 'addForeignKey',
        table: table.name,
        name: reference.name,
        sql:
          `ALTER TABLE $schema."${table.name}" ADD CONSTRAINT "${reference.name}" FOREIGN KEY ("${column.name}") ` +
          `REFERENCES ${target} (id) ON DELETE RESTRICT DEFERRABLE;`,
        guard: {
          count:
            `SELECT count(*) AS n FROM $schema."${table.name}" r WHERE r."${column.name}" IS NOT NULL ` +
            `AND NOT EXISTS (SELECT 1 FROM ${target} t WHERE t.id = r."${column.name}")`,
          refuse: `${column.title}有{n}条引用了不存在的记录`,
        },
      },
    ];
  });

/** Ours carry the hash of their definition as comment; another definition means another index. */
const diffIndexes = (
  table: WantedTable,
  known: ActualTable,
): { readonly gone: readonly Change[]; readonly made: readonly Change[] } => {
  const wanted = new Map(table.indexes.map((index) => [index.name, definitionHash(index.definition)]));
  return {
    gone: [...known.indexes]
      .filter(([name, note]) => note?.startsWith('mw:') && wanted.get(name) !== note)
      .map(([name]) => ({
        kind: 'dropIndex',
        table: table.name,
        name,
        sql: known.exclusions?.has(name)
          ? `ALTER TABLE $schema."${table.name}" DROP CONSTRAINT "${name}";`
          : `DROP INDEX $schema."${name}";`,
      })),
    made: table.indexes
      .filter((index) => known.indexes.get(index.name) !== wanted.get(index.name))
      .map((index) => addIndex(table, index)),
  };
};
const addIndex = (table: WantedTable, index: WantedIndex): Change => {
  const at = `$schema."${table.name}"`;
  const where = index.where === undefined ? '' : ` WHERE ${index.where}`;
  const filled = index.keys?.map((key) => `${key} IS NOT NULL`).join(' AND ');
  return {
    kind: 'addIndex',
    table: table.name,
    name: index.name,
    sql:
      (index.excludes
        ? `ALTER TABLE ${at} ADD CONSTRAINT "${index.name}" EXCLUDE ${index.definition};\n`
        : `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX "${index.name}" ON ${at} ${index.definition};\n`) +
      `COMMENT ON INDEX $schema."${index.name}" IS '${definitionHash(index.definition)}';`,
    ...(index.excludes
      ? {
          guard: {
            count:
              `WITH r AS (SELECT id, ${index.excludes.key} AS key, ${index.excludes.days} AS days FROM ${at}${where}) ` +
              'SELECT count(*) AS n FROM r a JOIN r b ON a.key = b.key AND a.id < b.id AND a.days && b.days',
            refuse: `${index.title}有{n}组日期重叠，不能建立唯一约束`,
          },
        }
      : {}),
    ...(index.keys
      ? {
          guard: {
            count:
              `SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT * FROM ${at}${where}) r WHERE ${filled} ` +
              `GROUP BY ${index.keys.join(', ')} HAVING count(*) > 1) g`,
            refuse: `${index.title}有{n}组重复值，不能建立唯一约束`,
          },
        }
      : {}),
  };
};

const retireTables = (
  actual: ReadonlyMap<string, ActualTable>,
  kept: ReadonlySet<string>,
  options: DiffOptions,
): readonly Change[] =>
  [...actual.values()]
    .filter(({ name, comment: note }) => note?.startsWith('mw:') && !kept.has(name) && !name.startsWith('zz_'))
    .filter(({ comment: note }) => !options.leave?.has(note?.slice('mw:'.length).split('.')[0] ?? ''))
    .map(({ name, foreignKeys }) => ({
      kind: 'retireTable',
      table: name,
      sql: [
        ...[...foreignKeys.keys()].map((key) => `ALTER TABLE $schema."${name}" DROP CONSTRAINT "${key}";`),
        `ALTER TABLE $schema."${name}" RENAME TO "${retiredName(name, options.stamp, actual)}";`,
      ].join('\n'),
    }));

const columnSql = (column: WantedColumn): string =>
  column.generated !== undefined
    ? `"${column.name}" ${column.type} GENERATED ALWAYS AS (${column.generated}) STORED`
    : `"${column.name}" ${column.type}${column.default === undefined ? '' : ` DEFAULT ${column.default}`}${column.notNull ? ' NOT NULL' : ''}`;
