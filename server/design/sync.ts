/**
 * Synced tables (domain 10, §6.6): rows of a table that the installation declares become records of an object. Nothing but declared
 * tables can be named; never `platform`, never the tables of our own objects.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { kindOf } from '../../schemas/language/kinds';
import { isNumeric } from '../../schemas/language/kinds/index';
import { isProtected } from '../../schemas/language/protected';
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';
import type {
  SyncColumn,
  SyncDetail,
  SyncListed,
  SyncMap,
  SyncResult,
  SyncTable,
} from '../../schemas/language/wire-design';
import { grantRead } from '../db/roles';
import { AppError, badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';

/** `DATA_DIR/sync.json`: `{"erp": {"url": "postgres://…", "tables": ["public.item"]}}`; '' without url = this database. */
export interface Declared {
  readonly connection: string;
  readonly url: string | undefined;
  readonly tables: readonly string[];
}
const NAME = /^[A-Za-z_][A-Za-z0-9_$]{0,62}\.[A-Za-z_][A-Za-z0-9_$]{0,62}$/;
const OURS = /^(platform|jobs|pg_.*|information_schema|org_.*|try_.*)\./;

/** Read at each use: who declares a table need not stop the server. A malformed file declares nothing. */
export function declaredTables(dataDir: string): readonly Declared[] {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(join(dataDir, 'sync.json'), 'utf8'));
  } catch {
    return [];
  }
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([connection, value]: [string, unknown]): readonly Declared[] => {
    const { url, tables } = (value ?? {}) as { readonly url?: unknown; readonly tables?: unknown };
    const names = Array.isArray(tables) ? tables.filter((name): name is string => NAME.test(String(name))) : [];
    const outside = typeof url === 'string' && url !== '';
    return [
      {
        connection,
        url: outside ? url : undefined,
        tables: outside ? names : names.filter((name) => !OURS.test(name)),
      },
    ];
  });
}
const found = (dataDir: string, connection: string, table: string): Declared => {
  const declared = declaredTables(dataDir).find(
    (each) => each.connection === connection && each.tables.includes(table),
  );
  if (!declared) throw refuse('该表未在安装配置中声明，不能同步');
  return declared;
};

type SyncRow = SyncTable & { readonly lastMark: string | null };
const rowsOf = (ctx: EngineCtx) =>
  ctx.trx
    .selectFrom('mw_sync_table')
    .select(['id', 'name', 'connection', 'target', 'watermark', 'map', 'every', 'version'])
    .select([
      'table_name as tableName',
      'key_columns as keyColumns',
      'delete_rule as deleteRule',
      'is_disabled as isDisabled',
    ])
    .select(['last_result as lastResult', 'last_mark as lastMark'])
    .select(sql<string | null>`to_char(last_run at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('lastRun'));
const all = async (ctx: EngineCtx): Promise<readonly SyncRow[]> =>
  (await rowsOf(ctx).orderBy('name').execute()) as unknown as SyncRow[];
const one = async (ctx: EngineCtx, id: unknown): Promise<SyncRow> => {
  if (!isUuid(id)) throw badRequest();
  const row = await rowsOf(ctx).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('同步表不存在');
  return row as unknown as SyncRow;
};

/** Declared tables, with the sync of those that have one. */
export async function syncTablesList(
  ctx: EngineCtx,
  dataDir: string,
  keyword: unknown,
): Promise<readonly SyncListed[]> {
  const rows = await all(ctx);
  const listed = declaredTables(dataDir).flatMap(({ connection, url, tables }) =>
    tables.flatMap((tableName): readonly SyncListed[] => {
      const own = rows.filter((row) => row.connection === connection && row.tableName === tableName);
      const base = {
        id: null as string | null,
        name: tableName,
        source: url === undefined ? '10' : '20',
        connection,
        tableName,
      };
      return own.length === 0 ? [base] : own.map((row) => ({ ...base, ...row }));
    }),
  );
  const text = typeof keyword === 'string' ? keyword.toLowerCase() : '';
  return listed.filter(({ name, tableName }) => `${name} ${tableName}`.toLowerCase().includes(text));
}

/** {id or tableName, connection?} → columns of the table and the map */
export async function syncTableDetail(
  ctx: EngineCtx,
  dataDir: string,
  given: Readonly<Record<string, unknown>>,
): Promise<SyncDetail> {
  const row = given.id === undefined || given.id === '' ? undefined : await one(ctx, given.id);
  const tableName = row?.tableName ?? String(given.tableName ?? '');
  const connection =
    row?.connection ??
    (typeof given.connection === 'string'
      ? given.connection
      : (declaredTables(dataDir).find(({ tables }) => tables.includes(tableName))?.connection ?? ''));
  const declared = found(dataDir, connection, tableName);
  const columns = await columnsAt(ctx, declared, tableName);
  return { table: tableName, connection, columns, map: row?.map ?? [], ...(row ? { sync: row } : {}) };
}
async function columnsAt(ctx: EngineCtx, declared: Declared, table: string): Promise<readonly SyncColumn[]> {
  return ask<SyncColumn>(
    ctx,
    declared,
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, col_description(c.oid, a.attnum) as comment,
       exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as key
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
}
/** Where the table is: this database, or the declared one. */
async function ask<T>(
  ctx: EngineCtx,
  { url }: Declared,
  text: string,
  values: readonly unknown[],
): Promise<readonly T[]> {
  if (url === undefined) {
    const parts = text.split(/\$(\d+)/);
    const bound = parts.map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    return (await sql<T & object>`${sql.join(bound, sql``)}`.execute(ctx.host.db)).rows;
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 60_000 });
  // told by the statement it breaks
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text, [...values])).rows as T[];
  } catch (error) {
    throw refuse(`无法读取外部数据库：${(error as Error).message}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function saveSyncTable(
  ctx: EngineCtx,
  dataDir: string,
  given: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string }> {
  const text = (key: string): string => (typeof given[key] === 'string' ? (given[key] as string).trim() : '');
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const name = text('name');
  const connection = text('connection');
  const tableName = text('tableName');
  if (name === '' || name.length > 50) throw refuse('请填写名称');
  const declared = found(dataDir, connection, tableName);
  const object = ctx.registry.find(text('target'));
  const { rights } = ctx.session;
  const mayWrite = rights.has(`${text('target')}:add`) && rights.has(`${text('target')}:edit`);
  // who may do what is never brought in from outside
  if (object?.storage !== 'table' || object.settings || object.area === 'system' || !mayWrite)
    throw refuse('请选择目标对象');
  const known = new Set((await columnsAt(ctx, declared, tableName)).map((column) => column.name));
  const map = list(given.map).map((entry): SyncMap => {
    const { column, field } = (entry ?? {}) as { readonly column?: unknown; readonly field?: unknown };
    const target = object.fields[String(field)];
    if (!known.has(String(column))) throw refuse(`列不存在：${String(column)}`);
    if (!target || target.sub || target.formula) throw refuse(`字段不存在：${String(field)}`);
    if (isProtected(target.code) || target.code === object.state)
      throw refuse(`「${target.title}」由系统维护，不能同步`);
    return { column: String(column), field: String(field) };
  });
  const keys = list(given.keyColumns).map(String);
  if (keys.length === 0 || keys.some((key) => !map.some(({ column }) => column === key)))
    throw refuse('请选择已映射的键列');
  const watermark = text('watermark');
  if (watermark !== '' && !known.has(watermark)) throw refuse(`列不存在：${watermark}`);
  const every = Number(given.every ?? 60);
  if (!Number.isInteger(every) || every < 5 || every > 10_080) throw refuse('同步间隔应在5到10080分钟之间');
  const values = {
    name,
    connection,
    table_name: tableName,
    target: object.object,
    key_columns: sql`${keys}::text[]`,
    watermark: watermark === '' ? null : watermark,
    map: JSON.stringify(map),
    every,
    delete_rule: given.deleteRule === '0' || given.deleteRule === 0 ? '0' : '1',
    is_disabled: given.isDisabled === true,
  };
  if (given.id === undefined || given.id === null || given.id === '') {
    const id = ctx.newId();
    await ctx.trx
      .insertInto('mw_sync_table')
      .values({ id, ...values })
      .execute();
    return { id };
  }
  const row = await one(ctx, given.id);
  const done = await ctx.trx
    .updateTable('mw_sync_table')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', Number(given.version))
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) === 0) throw refuse('数据已被他人修改，请刷新后重试', { rule: 'record.stale' });
  return { id: row.id };
}

/** Refused while a page of the menu shows what it brings. */
export async function delSyncTable(ctx: EngineCtx, id: unknown): Promise<true> {
  const row = await one(ctx, id);
  const page = ctx.registry.menus.find((menu) => menu.page?.split('.')[0] === row.target);
  if (page && !row.isDisabled) throw refuse(`页面「${page.name}」正在使用该同步表`);
  await ctx.trx.deleteFrom('mw_sync_table').where('id', '=', row.id).execute();
  return true;
}

const BLOCK = 1000;
const MAX_MESSAGES = 100;

/** One run: rows beyond the watermark, or all of them; a row that fails is told and the others go on. Again it changes nothing. */
export async function runSync(
  /** one transaction with all rights in nobody's name */
  inBlock: <T>(run: (ctx: EngineCtx) => Promise<T>) => Promise<T>,
  dataDir: string,
  id: string,
): Promise<SyncResult> {
  const row = await inBlock((ctx) => one(ctx, id));
  const declared = found(dataDir, row.connection, row.tableName);
  const counts = { inserted: 0, updated: 0, same: 0, failed: 0 };
  const messages: string[] = [];
  const seen = new Set<string>();
  const isFull = row.watermark === null;
  let mark = row.lastMark;
  for (let offset = 0; ; offset += BLOCK) {
    const rows = await inBlock((ctx) => block(ctx, declared, row, offset));
    if (rows.length === 0) break;
    await inBlock(async (ctx) => {
      const object = ctx.records.object(row.target);
      for (const [n, source] of rows.entries()) {
        const line = offset + n + 1;
        await sql`savepoint mw_sync`.execute(ctx.trx);
        try {
          const done = await take(ctx, object, row, source);
          seen.add(done.key);
          counts[done.did]++;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await sql`rollback to savepoint mw_sync`.execute(ctx.trx);
          counts.failed++;
          if (messages.length < MAX_MESSAGES) messages.push(`第${line}行：${error.message}`);
        }
      }
    });
    if (row.watermark !== null) mark = textOf(rows.at(-1)?.[row.watermark]) ?? mark;
    if (rows.length < BLOCK) break;
  }
  if (isFull && row.deleteRule === '1' && counts.failed === 0) await inBlock((ctx) => disableMissing(ctx, row, seen));
  const text = `新增${counts.inserted} 修改${counts.updated} 不变${counts.same} 失败${counts.failed}`;
  const result: SyncResult = { ...counts, text, messages };
  await inBlock((ctx) =>
    ctx.trx
      .updateTable('mw_sync_table')
      .set({ last_run: sql`now()`, last_result: JSON.stringify(result), last_mark: mark })
      .where('id', '=', row.id)
      .execute(),
  );
  return result;
}

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
async function block(
  ctx: EngineCtx,
  declared: Declared,
  row: SyncRow,
  offset: number,
): Promise<readonly Record<string, unknown>[]> {
  const columns = [...new Set([...row.map.map(({ column }) => column), ...(row.watermark ? [row.watermark] : [])])];
  const list = columns
    .map((name) => `"${name.replaceAll('"', '""')}"::text as "${name.replaceAll('"', '""')}"`)
    .join(', ');
  const since = row.watermark !== null && row.lastMark !== null;
  const mark = row.watermark ? `"${row.watermark.replaceAll('"', '""')}"` : '';
  const where = since ? `where ${mark} > $1` : '';
  const order = [row.watermark, ...row.keyColumns]
    .filter((name) => name !== null)
    .map((name) => `"${name.replaceAll('"', '""')}"`);
  if (declared.url === undefined && offset === 0) await grantRead(ctx.host.owner, row.tableName);
  return ask(
    ctx,
    declared,
    `select ${list} from ${quoted(row.tableName)} ${where} order by ${order.join(', ')} limit ${BLOCK} offset ${offset}`,
    since ? [row.lastMark] : [],
  );
}
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

async function take(
  ctx: EngineCtx,
  object: ResolvedObject,
  row: SyncRow,
  source: Readonly<Record<string, unknown>>,
): Promise<{ readonly did: 'inserted' | 'updated' | 'same'; readonly key: string }> {
  const wanted: Rec = {};
  for (const { column, field } of row.map) {
    const target = object.fields[field];
    if (target) wanted[field] = await converted(ctx, object, target, textOf(source[column]));
  }
  const keys = row.map.filter(({ column }) => row.keyColumns.includes(column)).map(({ field }) => field);
  const where = keys.map((field) => `${field} == param.${field}`).join(' && ');
  const param = Object.fromEntries(keys.map((field) => [field, wanted[field] ?? null]));
  const key = JSON.stringify(keys.map((field) => wanted[field] ?? null));
  const [known] = await ctx.records.find(object.object, where, { param, limit: 1 });
  if (!known) {
    await ctx.records.save(object.object, wanted);
    return { did: 'inserted', key };
  }
  const differs = Object.entries(wanted).some(
    ([field, value]) => !sameValue(value as Value, (known[field] as Value) ?? null),
  );
  if (!differs) return { did: 'same', key };
  await ctx.records.save(object.object, { ...wanted, id: known.id as string, version: known.version as number });
  return { did: 'updated', key };
}

/** dict and ref by code, everything else as the kind reads it. */
async function converted(
  ctx: EngineCtx,
  object: ResolvedObject,
  field: ResolvedField,
  text: string | null,
): Promise<Value> {
  if (text === null || text === '') return null;
  if (field.type === 'ref') {
    const target = ctx.records.object(field.ref === 'self' ? object.object : (field.ref ?? ''));
    const [label] = target.label;
    const key = target.fields.code ? 'code' : (label ?? 'id');
    const [hit] = await ctx.records.find(target.object, `${key} == param.key`, { param: { key: text }, limit: 1 });
    if (!hit) throw refuse(`${field.title}「${text}」不存在`);
    return hit.id as string;
  }
  if (field.type === 'dict' && field.dict !== undefined) {
    const dict = ctx.records.dict(field.dict);
    const item = dict?.items.find(({ code, title }) => code === text || title === text);
    if (!item && dict?.open !== true) throw refuse(`${field.title}「${text}」不存在`);
    return item?.code ?? text;
  }
  if (field.type === 'bool') return ['t', 'true', '1', 'Y', '是'].includes(text);
  const wire = isNumeric(field) ? Number(text) : field.type === 'date' ? text.slice(0, 10) : text;
  const decoded = kindOf(field.kind).codec.fromWire(wire, field);
  if ('problem' in decoded) throw refuse(`${field.title}「${text}」格式不正确`);
  return decoded.value;
}

/** A full run found everything there is: what it did not find is switched off, never deleted. */
async function disableMissing(ctx: EngineCtx, row: SyncRow, seen: ReadonlySet<string>): Promise<void> {
  const object = ctx.records.object(row.target);
  if (!object.fields.isDisabled) return;
  const keys = row.map.filter(({ column }) => row.keyColumns.includes(column)).map(({ field }) => field);
  for (const record of await ctx.records.find(object.object, 'isDisabled == 0', { limit: 100_000 })) {
    if (seen.has(JSON.stringify(keys.map((field) => record[field] ?? null)))) continue;
    await ctx.records.save(object.object, {
      id: record.id as string,
      version: record.version as number,
      isDisabled: '1',
    });
  }
}

/** Syncs of an organisation whose time has come (a job). */
export async function dueSyncs(ctx: EngineCtx): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string;
    target: string;
  }>`select id, target from ${sql.table(`${ctx.org.schema}.mw_sync_table`)}
    where not is_disabled and (last_run is null or last_run <= now() - make_interval(mins => every))`.execute(ctx.trx);
  // those of an app that is off wait until it is on again
  return rows.filter(({ target }) => ctx.registry.off?.objects.has(target) !== true).map(({ id }) => id);
}
