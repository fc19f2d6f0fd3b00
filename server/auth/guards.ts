import { sql } from 'kysely';
import type { Db } from '../ctx';
import { lockSchemas } from '../db/migrations';
import { inTx } from '../db/tx';
import { actualTables } from '../tables/actual';

interface Guard {
  readonly table: string;
  readonly name: string;
  readonly events: string;
  readonly columns: readonly string[];
  readonly call: string;
  readonly each: 'ROW' | 'STATEMENT';
}

/** What decides about rights and documents: a change of it raises the organisation's version, whoever writes it and however. */
const GUARDS: readonly Guard[] = [
  statement('role', [
    'functions',
    'field_groups',
    'data_scope',
    'depts',
    'is_super',
    'is_disabled',
    'is_deleted',
    'code',
  ]),
  statement('role_scopes', []),
  statement('dept_role', []),
  // documents of the organisation change with them
  statement('extend_head', []),
  statement('extend_head_details', []),
  statement('doc_link', []),
  statement('doc_link_heads', []),
  statement('doc_link_lines', []),
  // apps that are off, and their order
  statement('app', ['is_disabled', 'is_deleted', 'sort_no']),
  statement('dept', ['parent_id', 'is_disabled', 'is_deleted']),
  statement('employee', ['team_id', 'dept_id']),
  statement('user', ['roles', 'dept_id', 'employee_id', 'name', 'is_disabled', 'is_deleted']),
  {
    table: 'user',
    name: 'mw_member',
    events: 'UPDATE',
    columns: ['login_name', 'is_disabled', 'valid_to', 'is_deleted'],
    call: 'platform.user_changed()',
    each: 'ROW',
  },
];

/** Puts the triggers on the tables that exist; tables and columns that come later get theirs after the sync that makes them. */
export const ensureGuards = (db: Db, schema: string): Promise<void> =>
  inTx(db, async (trx) => {
    await lockSchemas(trx);
    const tables = await actualTables(trx, schema);
    const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
      SELECT c.relname AS table, t.tgname AS name,
             ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (t.tgattr::int2[])) AS columns
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = ${schema} AND NOT t.tgisinternal`.execute(trx);
    for (const guard of GUARDS) {
      const table = tables.get(guard.table);
      if (!table) continue;
      const columns = guard.columns.filter((column) => table.columns.has(column));
      const known = rows.find((row) => row.table === guard.table && row.name === guard.name);
      if (known && known.columns.length === columns.length && columns.every((column) => known.columns.includes(column)))
        continue;
      const of = columns.length === 0 ? '' : ` OF ${columns.map((column) => `"${column}"`).join(', ')}`;
      const events = guard.events.replace('UPDATE', `UPDATE${of}`);
      const at = `"${schema}"."${guard.table}"`;
      const drop = known ? `DROP TRIGGER ${guard.name} ON ${at};` : '';
      await sql
        .raw(
          `${drop} CREATE TRIGGER ${guard.name} AFTER ${events} ON ${at} FOR EACH ${guard.each} EXECUTE FUNCTION ${guard.call}`,
        )
        .execute(trx);
    }
  });

function statement(table: string, columns: readonly string[]): Guard {
  const call = 'platform.rights_changed()';
  return { table, name: 'mw_rights', events: 'INSERT OR DELETE OR UPDATE', columns, call, each: 'STATEMENT' };
}
