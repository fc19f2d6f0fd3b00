import { sql } from 'kysely';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Db, Trx } from '../ctx';
import { lockSchemas } from '../db/migrations';
import { grantSchema } from '../db/roles';
import { inTx } from '../db/tx';
import { newId } from '../ids';
import { actualTables } from './actual';
import { diffTables } from './diff';
import type { Change, Lost } from './shape';
import { neededColumns, TableError, type WantedOptions, wantedTables } from './wanted';

export interface SyncOptions extends WantedOptions {
  /** `objects` is everything the organisation has: tables of objects that are gone are retired */
  readonly whole?: boolean;
  /** objects whose tables stay although `objects` lacks them: their documents are set aside, not gone */
  readonly leave?: ReadonlySet<string>;
  /** 'YYYY-MM-DD HH:mm:ss', names what is retired */
  readonly now: string;
  /** two changes within a minute retire under different names */
  readonly seconds?: boolean;
  /** how long a table may be waited for; without it as long as it takes */
  readonly lockTimeoutMs?: number;
  /** by `table.column`: what becomes of values that its new type cannot hold */
  readonly lost?: ReadonlyMap<string, Lost>;
  /** one change after the other, each is told before it is done */
  readonly onChange?: (change: Change) => void | Promise<void>;
}

/** Brings the tables of one organisation to its documents, all or nothing; the same documents again change nothing. */
export const syncTables = (
  db: Db,
  schema: string,
  objects: readonly ResolvedObject[],
  options: SyncOptions,
): Promise<readonly Change[]> => inTx(db, (trx) => syncTablesIn(trx, schema, objects, options));

/** The same inside a transaction that has more to do (publish). */
export const syncTablesIn = async (
  trx: Trx,
  schema: string,
  objects: readonly ResolvedObject[],
  options: SyncOptions,
): Promise<readonly Change[]> => {
  await lockSchemas(trx);
  if (options.lockTimeoutMs !== undefined)
    await sql`SET LOCAL lock_timeout = ${sql.lit(options.lockTimeoutMs)}`.execute(trx);
  const changes = await planTables(trx, schema, objects, options);
  if (changes.length === 0) return changes;
  const fresh = new Set(changes.filter(({ kind }) => kind === 'addTable').map(({ table }) => table));
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await sql.raw(inSchema(waiting.join('\n'), schema)).execute(trx);
    waiting = [];
  };
  for (const change of changes) {
    const { guard, table, sql: text } = change;
    await options.onChange?.(change);
    // a new table has no rows that could forbid anything
    if (guard && !fresh.has(table)) {
      await flush();
      const n = await countOf(trx, schema, guard.count);
      if (n > 0) throw new TableError(guard.refuse.replace('{n}', String(n)));
    }
    waiting.push(text);
    if (options.onChange) await flush();
  }
  await flush();
  await grantSchema(trx, schema);
  const log = JSON.stringify(changes.map(({ kind, table, name }) => ({ kind, table, name })));
  await trx.withSchema(schema).insertInto('mw_table_log').values({ id: newId(), changes: log }).execute();
  return changes;
};

/** The list of changes without doing them. */
export const planTables = async (
  db: Db | Trx,
  schema: string,
  objects: readonly ResolvedObject[],
  options: SyncOptions,
): Promise<readonly Change[]> =>
  diffTables(wantedTables(objects, options), await actualTables(db, schema), {
    stamp: options.now.replace(/\D/g, '').slice(0, options.seconds ? 14 : 12),
    whole: options.whole === true,
    ...(options.leave ? { leave: options.leave } : {}),
    ...(options.lost ? { lost: options.lost } : {}),
  });

/** Hand-made tables are only looked at: a sentence for each table or column that a document names and the database lacks. */
export const checkHandMade = async (
  db: Db,
  schema: string,
  objects: readonly ResolvedObject[],
): Promise<readonly string[]> => {
  const own = await actualTables(db, schema, { views: true });
  const platform = await actualTables(db, 'platform');
  return objects
    .filter((object) => object.storage === 'migration' || object.storage === 'platform')
    .flatMap((object) =>
      [...neededColumns(object)].flatMap(([table, columns]) => {
        const actual = (object.storage === 'platform' ? platform : own).get(table);
        if (!actual) return [`对象「${object.title}」的表 ${table} 不存在`];
        const missing = columns.filter((column) => !actual.columns.has(column));
        return missing.length === 0 ? [] : [`对象「${object.title}」的表 ${table} 缺少列 ${missing.join('、')}`];
      }),
    );
};

const inSchema = (text: string, schema: string): string => text.replaceAll('$schema', `"${schema}"`);
/** How many rows forbid a change. */
export const countOf = async (trx: Db | Trx, schema: string, text: string): Promise<number> => {
  const { rows } = await sql.raw<{ n: string }>(inSchema(text, schema)).execute(trx);
  return Number(rows[0]?.n ?? 0);
};
