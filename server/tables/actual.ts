import { sql } from 'kysely';
import type { Db, Trx } from '../ctx';
import type { ActualTable, Column } from './shape';

/** The tables of one schema as the database has them; `views` stand for tables made by hand. */
export const actualTables = async (
  db: Db | Trx,
  schema: string,
  options: { readonly views?: boolean } = {},
): Promise<ReadonlyMap<string, ActualTable>> => {
  const kinds = sql.join((options.views ? ['r', 'p', 'v'] : ['r', 'p']).map((kind) => sql.lit(kind)));
  const tables = await sql<{ name: string; comment: string | null }>`
    SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ${schema} AND c.relkind IN (${kinds})`.execute(db);
  const columns = await sql<
    Omit<Column, 'default' | 'generated'> & { table: string; default: string | null; generated: string | null }
  >`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
           CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END AS default,
           nullif(a.attgenerated::text, '') AS generated
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE n.nspname = ${schema} AND c.relkind IN (${kinds}) AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attnum`.execute(db);
  const constraints = await sql<{ table: string; name: string; type: string; target: string | null }>`
    SELECT c.relname AS table, k.conname AS name, k.contype::text AS type,
           CASE WHEN tn.nspname = n.nspname THEN t.relname ELSE tn.nspname || '.' || t.relname END AS target
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_class t ON t.oid = k.confrelid LEFT JOIN pg_namespace tn ON tn.oid = t.relnamespace
     WHERE n.nspname = ${schema} AND k.contype IN ('c', 'f')`.execute(db);
  const indexes = await sql<{ table: string; name: string; comment: string | null; excludes: boolean }>`
    SELECT t.relname AS table, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
           i.indisexclusion AS excludes
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE n.nspname = ${schema} ORDER BY c.relname`.execute(db);
  const of = <T extends { table: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> => {
    const map = new Map<string, T[]>();
    for (const row of rows) map.set(row.table, [...(map.get(row.table) ?? []), row]);
    return map;
  };
  const columnsOf = of(columns.rows);
  const constraintsOf = of(constraints.rows);
  const indexesOf = of(indexes.rows);
  return new Map(
    tables.rows.map(({ name, comment }): [string, ActualTable] => {
      const own = constraintsOf.get(name) ?? [];
      return [
        name,
        {
          name,
          comment,
          columns: new Map(
            (columnsOf.get(name) ?? []).map((row): [string, Column] => [
              row.name,
              {
                name: row.name,
                type: row.type,
                notNull: row.notNull,
                ...(row.default === null ? {} : { default: row.default }),
                ...(row.generated === null ? {} : { generated: row.generated }),
              },
            ]),
          ),
          checks: new Set(own.filter(({ type }) => type === 'c').map((row) => row.name)),
          foreignKeys: new Map(own.filter(({ type }) => type === 'f').map((row) => [row.name, row.target ?? ''])),
          indexes: new Map((indexesOf.get(name) ?? []).map((row) => [row.name, row.comment])),
          exclusions: new Set((indexesOf.get(name) ?? []).filter((row) => row.excludes).map((row) => row.name)),
        },
      ];
    }),
  );
};
