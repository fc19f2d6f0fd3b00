import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../ctx';
import { withPrepared } from './prepared';
import { ROLE_SETTING } from './roles';

export interface ConnectOptions {
  readonly url: string;
  /** connections of this process */
  readonly max?: number;
  /** ms; a statement that runs longer is cancelled */
  readonly statementTimeout?: number;
  readonly name?: string;
  /** fills new tables: a commit does not wait for the disk, what is lost with it is made anew, and statements are planned once for all values */
  readonly loads?: boolean;
  /** of the owner: the role its tables are granted to (roles.ts) */
  readonly appRole?: string | undefined;
}
export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** The one way to a database, embedded or given: factory time, exact texts for numbers, limits on everything. */
/** ms a statement waits for a lock unless it says otherwise */
export const LOCK_MS = 20_000;

export const connect = (options: ConnectOptions): Database => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 20,
    application_name: options.name ?? 'millwright',
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    options: [
      '-c TimeZone=Asia/Shanghai',
      '-c DateStyle=ISO,YMD',
      '-c IntervalStyle=postgres',
      '-c extra_float_digits=1',
      `-c statement_timeout=${options.statementTimeout ?? 60_000}`,
      `-c lock_timeout=${LOCK_MS}`,
      '-c idle_in_transaction_session_timeout=120000',
      ...(options.loads ? ['-c synchronous_commit=off', '-c plan_cache_mode=force_generic_plan'] : []),
      ...(options.appRole ? [`-c ${ROLE_SETTING}=${options.appRole.replace(/[\\ ]/g, '\\$&')}`] : []),
    ].join(' '),
    types: { getTypeParser },
  });
  // a connection that breaks while idle is replaced by the pool; the next query tells
  pool.on('error', () => undefined);
  // one that breaks while somebody holds it (between two statements) has no listener of the pool: its next statement tells
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: withPrepared(pool, options.loads) }) });
  return { db, pool, url: options.url, close: () => db.destroy() };
};

/** Major version of the server behind a connection. */
export const serverVersion = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ v: number }>`SELECT current_setting('server_version_num')::int / 10000 AS v`.execute(db);
  return rows[0]?.v ?? 0;
};

type Parser = (text: string) => unknown;
const text: Parser = (value) => value;
/** `2026-01-15 08:00:00.25+08` is the language's `2026-01-15 08:00:00`: the session stands in factory time */
const instant: Parser = (value) => value.slice(0, 19);
const list =
  (parser: Parser): Parser =>
  (value) =>
    arrays.create(value, parser).parse();
/** what the package exports; its types tell of a later major version */
const arrays = pg.types.arrayParser as unknown as { create(value: string, parser: Parser): { parse(): unknown[] } };
const PARSERS = new Map<number, Parser>([
  [20, text], // int8
  [1700, text], // numeric
  [1082, text], // date
  [1083, text], // time
  [1114, instant], // timestamp
  [1184, instant], // timestamptz
  [1016, list(text)],
  [1231, list(text)],
  [1182, list(text)],
  [1183, list(text)],
  [1115, list(instant)],
  [1185, list(instant)],
  [2951, list(text)], // uuid[]
]);
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
