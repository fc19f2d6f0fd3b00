/** What publishes hid: columns and tables named `zz_<name>_<time>`; after 30 days they go. */
import { sql } from 'kysely';
import type { Trx } from '../ctx';
import { lockSchemas } from '../db/migrations';

/** Days a hidden field keeps its data. */
export const RETIRED_DAYS = 30;
const STAMP = /^zz_.+_(\d{12,14})$/;

/** Drops what was hidden before a moment ('YYYY-MM-DD HH:mm:ss', factory time); a table of an object that still stands is never dropped. */
export async function dropRetired(
  trx: Trx,
  schema: string,
  before: string,
): Promise<{ readonly columns: number; readonly tables: number }> {
  await lockSchemas(trx);
  await sql`SET LOCAL lock_timeout = 3000`.execute(trx);
  const limit = before.replace(/\D/g, '').slice(0, 12);
  const { rows } = await sql<{ table: string; column: string | null }>`
    select c.relname as table, a.attname as column from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = ${schema} and c.relkind = 'r' and a.attname like 'zz\\_%' and c.relname not like 'zz\\_%'
    union all
    select c.relname, null from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema} and c.relkind = 'r' and c.relname like 'zz\\_%'`.execute(trx);
  const due = rows.filter(({ table, column }) => {
    const [, stamp] = STAMP.exec(column ?? table) ?? [];
    return stamp !== undefined && stamp.slice(0, 12) < limit;
  });
  for (const { table, column } of due)
    if (column === null) await sql`drop table ${sql.id(schema, table)} cascade`.execute(trx);
    else await sql`alter table ${sql.id(schema, table)} drop column ${sql.id(column)}`.execute(trx);
  return {
    columns: due.filter(({ column }) => column !== null).length,
    tables: due.filter(({ column }) => column === null).length,
  };
}
