/**
 * Try-as and previews (language §11.1): a draft runs in a schema `try_…` of its own. The tables of its documents are made there as planned,
 * with rows the tester may see; everything else is read from the live tables and cannot be written. Jobs and outbox do not know it.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DraftStep } from '../../schemas/language/wire-design';
import type { OrgInfo, Session, Trx } from '../ctx';
import { grantSchema } from '../db/roles';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { getPageList } from '../records/list/list';
import type { Registries, Registry } from '../registry/registry';
import { indexCondition } from '../tables/condition';
import { diffTables } from '../tables/diff';
import { tableOf } from '../tables/names';
import type { WantedTable } from '../tables/shape';
import { wantedTables } from '../tables/wanted';
import { candidateOf, changeOf, isError } from './candidate';
import { type ObjectPair, objectPairs } from './compare';
import { findDraft, standingOf, stepsOf, wishesOf } from './drafts';
import { leaks } from './rights';
import { type Somebody, sessionAs } from './somebody';

export type SampleRows = 'live' | 'none' | 'many';
export interface Sandbox {
  /** goes as header `x-sandbox` with the calls that shall run there */
  readonly sandbox: string;
  readonly until: string;
  readonly pages: readonly string[];
  /** who the pages are drawn for, and what he may do that the tester may do too */
  readonly as: { readonly me: Session['me']; readonly functions: readonly string[] };
}
interface Open {
  readonly registry: Registry;
  readonly schema: string;
}

const ROWS = 200;
const MANY = 10_000;
const HOURS = 1;
/** Tables of the engine that a sandbox has of its own, empty; the other ones are read live. */
const OWN: ReadonlySet<string> = new Set([
  'mw_call',
  'mw_counter',
  'mw_field_rename',
  'mw_file_use',
  'mw_link',
  'mw_outbox',
  'mw_trail',
]);
const ID = /^[0-9a-f]{16}$/;

/** {draft, rows?, as?: {role?, user?}} */
export async function openSandbox(
  ctx: EngineCtx,
  given: Somebody & { readonly draft: unknown; readonly rows: SampleRows },
): Promise<Sandbox> {
  const { host, org, session } = ctx;
  const draft = await findDraft(ctx.trx, given.draft);
  const steps = await stepsOf(ctx, draft.id);
  const next = registryOf(ctx, draft.app, steps);
  if (!next) throw refuse('存在错误，不能预览');
  const target = await sessionAs(host, session, given);
  const pairs = objectPairs(ctx.registry, next);
  const ids = given.rows === 'none' ? new Map<string, readonly string[]>() : await rowsInScope(ctx, pairs);
  const id = host.newId().replaceAll('-', '').slice(-16);
  const schema = schemaOf(id);
  await inTx(host.owner, async (trx) => {
    await dropOld(trx, org.schema, session.me.id);
    await makeSchema(trx, { schema, live: org.schema, pairs, next, condition: indexCondition(host.db, next.lib) });
    for (const pair of pairs) await copyRows(trx, schema, org.schema, pair, next, ids.get(pair.after.object) ?? []);
    if (given.rows === 'many') for (const pair of pairs) await multiply(trx, schema, pair);
    await trx
      .withSchema(org.schema)
      .insertInto('mw_sandbox')
      .values({
        id,
        draft_id: draft.id,
        seq: draft.seq,
        user_id: session.me.id,
        as_role: given.role ?? null,
        as_user: given.user ?? null,
        until: sql`now() + make_interval(hours => ${HOURS})`,
      })
      .execute();
  });
  const { rows } = await sql<{
    until: string;
  }>`select to_char(until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as until
    from ${sql.table(`${org.schema}.mw_sandbox`)} where id = ${id}`.execute(host.db);
  const changed = new Set(pairs.map(({ after }) => after.object));
  return {
    sandbox: id,
    until: rows[0]?.until ?? '',
    pages: [...next.pages.values()].filter((page) => changed.has(page.object.object)).map((page) => page.code),
    as: { me: target.me, functions: target.rights.functions },
  };
}
const schemaOf = (id: string): string => `try_${id}`;

function registryOf(ctx: EngineCtx, app: string, steps: readonly DraftStep[]): Registry | undefined {
  const shipped = ctx.host.registries.shipped;
  const wishes = wishesOf({ app }, standingOf(ctx), steps);
  const changes = wishes.map(({ id, doc, area }) => changeOf(ctx.registry, shipped, id, doc, area));
  const { registry, problems } = candidateOf(ctx.host, ctx.registry, changes);
  if (!registry || problems.some(isError)) return undefined;
  // what could not be published because of what it reads is not read here either
  const [leak] = leaks(ctx.session.rights, registry, changes);
  if (leak !== undefined) throw refuse(leak.text);
  return registry;
}

/** Records of the changed objects that the tester may see. */
async function rowsInScope(
  ctx: EngineCtx,
  pairs: readonly ObjectPair[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { before, after } of pairs) {
    const page = before && ctx.registry.page(before.object);
    if (!page || page.object.storage === 'none' || page.object.settings || !ctx.session.rights.has(page.right))
      continue;
    const { records } = await getPageList(ctx, page, { size: ROWS });
    found.set(
      after.object,
      records.map((record) => String(record.id)),
    );
  }
  return found;
}

interface Making {
  readonly schema: string;
  readonly live: string;
  readonly pairs: readonly ObjectPair[];
  readonly next: Registry;
  readonly condition: ReturnType<typeof indexCondition>;
}
const ownTables = (pairs: readonly ObjectPair[], wanted: readonly WantedTable[]): readonly WantedTable[] => {
  const objects = new Set(pairs.map(({ after }) => after.object));
  return wanted.filter(({ owner }) => objects.has(owner.split('.')[0] ?? ''));
};

async function makeSchema(trx: Trx, { schema, live, pairs, next, condition }: Making): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(trx);
  const own = ownTables(pairs, wantedTables([...next.objects.values()], { condition }));
  const changes = diffTables(own, new Map(), { stamp: '000000000000' });
  for (const { kind, sql: text } of changes)
    if (kind !== 'addForeignKey') await sql.raw(text.replaceAll('$schema', `"${schema}"`)).execute(trx);
  await sql
    .raw(
      `create function "${schema}".mw_readonly() returns trigger language plpgsql as $f$ begin
         raise exception '% is live', TG_TABLE_NAME using errcode = 'MW001'; end $f$`,
    )
    .execute(trx);
  const made = new Set(own.map(({ name }) => name));
  const { rows } = await sql<{
    name: string;
  }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${live} and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'zz\\_%'`.execute(
    trx,
  );
  for (const { name } of rows) {
    if (made.has(name)) continue;
    const at = `"${schema}"."${name}"`;
    if (OWN.has(name)) await sql.raw(`create table ${at} (like "${live}"."${name}" including all)`).execute(trx);
    else
      await sql
        .raw(
          `create view ${at} as select * from "${live}"."${name}";
           create trigger mw_readonly instead of insert or update or delete on ${at}
             for each row execute function "${schema}".mw_readonly()`,
        )
        .execute(trx);
  }
  await grantSchema(trx, schema);
  // numbers go on from the live ones
  await sql.raw(`insert into "${schema}".mw_counter select * from "${live}".mw_counter`).execute(trx);
}

/** Rows of an object and its sub-tables, in the columns both have. */
async function copyRows(
  trx: Trx,
  schema: string,
  live: string,
  { before, after }: ObjectPair,
  next: Registry,
  ids: readonly string[],
): Promise<void> {
  if (!before || ids.length === 0) return;
  const wanted = new Map(wantedTables([...next.objects.values()]).map((table) => [table.name, table]));
  const copy = async (from: string, to: string, where: RawBuilder<unknown>): Promise<void> => {
    const table = wanted.get(to);
    if (!table) return;
    const there = await columnsThere(trx, live, from);
    const columns = table.columns.flatMap(({ name, was, type, generated }) => {
      const source = [name, was].find((text) => text !== undefined && there.get(text) === type);
      return generated !== undefined || source === undefined ? [] : [{ name, source }];
    });
    const list = sql.join(columns.map(({ name }) => sql.ref(name)));
    const values = sql.join(columns.map(({ source }) => sql.ref(source)));
    await sql`insert into ${sql.table(`${schema}.${to}`)} (${list}) select ${values} from ${sql.table(`${live}.${from}`)} where ${where}`.execute(
      trx,
    );
  };
  await copy(tableOf(before.object), tableOf(after.object), sql`id = any(${ids}::uuid[])`);
  for (const field of Object.values(after.fields)) {
    const old = before.fields[field.code] ?? before.fields[field.was ?? ''];
    if (field.sub && old?.sub)
      await copy(
        tableOf(before.object, old.code),
        tableOf(after.object, field.code),
        sql`head_id = any(${ids}::uuid[])`,
      );
  }
}
async function columnsThere(trx: Trx, schema: string, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`.execute(trx);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** The heads again and again, up to 10,000: texts that must differ get a number. */
async function multiply(trx: Trx, schema: string, { after }: ObjectPair): Promise<void> {
  const table = tableOf(after.object);
  const { rows } = await sql<{ name: string; type: string; single: boolean; kept: boolean }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attgenerated <> '' as kept,
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and (a.attnum = any(i.indkey)
        or position(quote_ident(a.attname) in pg_get_indexdef(i.indexrelid)) > 0)) as single
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped`.execute(trx);
  const written = rows.filter(({ kept }) => !kept);
  if (written.length === 0) return;
  const values = written.map(({ name, type, single }) => {
    if (name === 'id') return sql`gen_random_uuid()`;
    return single && type === 'text' ? sql`${sql.ref(name)} || '-' || n` : sql.ref(name);
  });
  const at = sql.table(`${schema}.${table}`);
  await sql`insert into ${at} (${sql.join(written.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from ${at}, generate_series(1, ${MANY}) n
    limit greatest(0, ${MANY} - (select count(*) from ${at})) on conflict do nothing`.execute(trx);
}

/** A tester has one sandbox at a time. */
async function dropOld(trx: Trx, live: string, user: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`delete from ${sql.table(`${live}.mw_sandbox`)} where user_id = ${user} returning id`.execute(trx);
  for (const { id } of rows) await sql`drop schema if exists ${sql.id(schemaOf(id))} cascade`.execute(trx);
}
/** Sandboxes whose hour is over (a job). */
export async function dropSandboxes(trx: Trx, live: string): Promise<number> {
  const { rows } = await sql<{
    id: string;
  }>`delete from ${sql.table(`${live}.mw_sandbox`)} where until < now() returning id`.execute(trx);
  for (const { id } of rows) await sql`drop schema if exists ${sql.id(schemaOf(id))} cascade`.execute(trx);
  return rows.length;
}

/** Sessions in a sandbox: other tables, the draft's documents, the rights that tester and target both have. */
export interface Sandboxes {
  readonly registries: Registries;
  enter(ctx: EngineCtx, id: string): Promise<Session>;
}
export function sandboxes(live: Registries): Sandboxes {
  const open = new Map<string, Open>();
  return {
    registries: {
      shipped: live.shipped,
      of: (org) => open.get(org.code)?.registry ?? live.of(org),
      ready: (org) => (open.has(org.code) ? Promise.resolve() : live.ready(org)),
    },
    async enter(ctx, id) {
      const { host, org, session } = ctx;
      const row = ID.test(id)
        ? await ctx.trx
            .selectFrom('mw_sandbox')
            .select(['draft_id', 'seq', 'as_role', 'as_user'])
            .where('id', '=', id)
            .where('user_id', '=', session.me.id)
            .where('until', '>', sql<Date>`now()`)
            .executeTakeFirst()
        : undefined;
      if (!row) throw refuse('预览已结束，请重新打开', { rule: 'sandbox.over' });
      const code = `${org.code}/${id}`;
      if (!open.has(code)) {
        const draft = await findDraft(ctx.trx, row.draft_id);
        const steps = (await stepsOf(ctx, draft.id)).filter(({ seq }) => seq <= Number(row.seq));
        const registry = registryOf(ctx, draft.app, steps);
        if (!registry) throw refuse('预览已结束，请重新打开', { rule: 'sandbox.over' });
        if (open.size > 20) open.delete(open.keys().next().value ?? '');
        open.set(code, { registry, schema: schemaOf(id) });
      }
      const inside: OrgInfo = { ...org, code, schema: schemaOf(id) };
      const target = await sessionAs(host, session, {
        ...(row.as_role ? { role: row.as_role as string } : {}),
        ...(row.as_user ? { user: row.as_user as string } : {}),
      });
      return { ...target, org: inside };
    },
  };
}
