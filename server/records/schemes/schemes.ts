/**
 * Search schemes that people keep (specification §3, §7; language §8): personal ones, those of a role, and conditions too long for an
 * address. Shipped ones come from the document. The default is the person's choice, else his role's, else the document's.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { truth } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { ResolvedScheme } from '../../../schemas/language/resolved';
import type { OwnScheme, Scheme } from '../../../schemas/language/wire';
import { AppError, badRequest, forbidden, refuse } from '../../errors';
import type { Page } from '../../registry/pages';
import { makeEnv } from '../env';
import { BOOL, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { isUuid, type ListRequest } from '../list/list-request';
import { checkKept, findShipped, type Stored } from '../list/plan-input';
import { anyPageOf } from '../page/page-item';
import { checkSearched } from '../report/searched';
import { callOnce } from '../save/idempotency';
import { readContent, type SchemeContent, type StoredScheme } from './scheme-content';

export type SchemeRow = Scheme<SchemeContent>;
interface Row {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly content: SchemeContent;
  readonly owner_id: string | null;
  readonly role_code: string | null;
  readonly is_default: boolean;
  readonly temporary: boolean;
  readonly version: number;
}
const MOST = 100;
const NAME_LENGTH = 30;
const ROLE_RIGHT = 'role:edit';
/** Days a condition behind an address is kept after its last use. */
const KEPT_DAYS = 180;

/** What a list request names that is kept in the database; a shipped scheme needs no reading. */
export async function storedOf(ctx: EngineCtx, page: Page, request: ListRequest): Promise<Stored> {
  const { scheme, q } = request;
  const kept = scheme === undefined || findShipped(page, scheme) ? undefined : await keptScheme(ctx, page, scheme);
  if (typeof q !== 'string') return { scheme: kept, q };
  const id = q.startsWith('~') ? q.slice(1) : '';
  const row = isUuid(id) ? await rowOf(ctx, id) : undefined;
  if (!row?.temporary || row.type !== page.code)
    throw refuse('链接中的查询条件已失效，请重新设置', { rule: 'scheme.gone' });
  return { scheme: kept, q: row.content.where };
}

/** Anybody who may see the page may apply a scheme he was sent: conditions narrow what he sees anyway, and his own rights judge them. */
async function keptScheme(ctx: EngineCtx, page: Page, wanted: string): Promise<StoredScheme> {
  const id = wanted.replace(/^r:/, '');
  if (!isUuid(id)) throw new AppError(400);
  const row = await rowOf(ctx, id);
  if (!row || row.type !== page.code) throw refuse('查询方案不存在或已删除', { rule: 'scheme.gone' });
  return { id, name: row.name, content: row.content };
}

/** Schemes of a page, the default first; `id` adds one that somebody shared by its address, or the condition of an address. */
export async function listSchemes(ctx: EngineCtx, query: Readonly<Record<string, unknown>>): Promise<SchemeRow[]> {
  const page = openPage(ctx, query.type);
  const rows = await visibleRows(ctx, page);
  const chosen = await chosenDefault(ctx, page);
  const all = [
    ...page.list.schemes.map((scheme) => shippedRow(page, scheme)),
    ...rows.filter((row) => row.role_code !== null).map((row) => keptRow(ctx, page, row)),
    ...rows.filter((row) => row.owner_id !== null).map((row) => keptRow(ctx, page, row)),
  ];
  const wanted = typeof query.id === 'string' ? query.id.replace(/^(r:|~)/, '') : '';
  const row = isUuid(wanted) && !rows.some((row) => row.id === wanted) ? await rowOf(ctx, wanted) : undefined;
  if (row && row.type === page.code) all.push(keptRow(ctx, page, row));
  const first = await defaultOf(ctx, page, rows, chosen);
  const marked = all.map((row): SchemeRow => (row.id === first ? { ...row, isDefault: 1 } : row));
  return [...marked.filter((row) => row.isDefault === 1), ...marked.filter((row) => row.isDefault === 0)];
}

/** Saves a personal scheme, one of a role (right role:edit), or keeps a condition for an address (`temporary`). */
export async function saveScheme(ctx: EngineCtx, body: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const page = openPage(ctx, body.type);
  const content = readContent(ctx, page, body.content);
  judge(ctx, page, content);
  if (body.temporary === true || body.temporary === 1) return keepTemporary(ctx, page, content);
  const { token: _token, ...rest } = body;
  return callOnce(ctx, 'searchScheme/save', rest, (inner) => saveRow(inner, page, content, body));
}

export async function deleteScheme(ctx: EngineCtx, id: unknown): Promise<true> {
  const row = await ownRow(ctx, id);
  await ctx.trx.deleteFrom('mw_scheme').where('id', '=', row.id).execute();
  await ctx.trx
    .deleteFrom('mw_scheme_default')
    .where('scheme', 'in', [row.id, `r:${row.id}`])
    .execute();
  return true;
}

/** Which scheme a list opens with is everybody's own choice, of schemes of all three sources. */
export async function setDefault(ctx: EngineCtx, id: unknown, type: unknown): Promise<true> {
  const { page, scheme } = await visible(ctx, id, type);
  await choose(ctx, page, scheme);
  return true;
}
/** Back to the role's or the document's default; when that is the one cancelled, to none. */
export async function cancelDefault(ctx: EngineCtx, id: unknown, type: unknown): Promise<true> {
  const { page, scheme } = await visible(ctx, id, type);
  const chosen = await chosenDefault(ctx, page);
  const rows = await visibleRows(ctx, page);
  if ((await defaultOf(ctx, page, rows, undefined)) === scheme) await choose(ctx, page, '');
  else if (chosen === scheme)
    await ctx.trx
      .deleteFrom('mw_scheme_default')
      .where('user_id', '=', ctx.session.me.id)
      .where('type', '=', page.code)
      .execute();
  return true;
}

/** The caller's own schemes of every page he still has, by page and name. */
export async function ownSchemes(ctx: EngineCtx): Promise<readonly OwnScheme[]> {
  const { me, rights } = ctx.session;
  const rows = (await ctx.trx
    .selectFrom('mw_scheme')
    .selectAll()
    .where('owner_id', '=', me.id)
    .where('temporary', '=', false)
    .execute()) as unknown as readonly Row[];
  const chosen = (await ctx.trx
    .selectFrom('mw_scheme_default')
    .select(['type', 'scheme'])
    .where('user_id', '=', me.id)
    .execute()) as readonly { readonly type: string; readonly scheme: string }[];
  return rows
    .flatMap((row): readonly OwnScheme[] => {
      const page = ctx.registry.page(row.type);
      if (page === undefined || !rights.has(page.right)) return [];
      const isDefault = chosen.some(({ type, scheme }) => type === row.type && scheme === row.id);
      return [{ id: row.id, name: row.name, type: row.type, page: page.title, isDefault }];
    })
    .sort((a, b) => a.page.localeCompare(b.page, 'zh') || a.name.localeCompare(b.name, 'zh'));
}

/** The page of a `type`, for people who may see its list. */
export function openPage(ctx: EngineCtx, type: unknown): Page {
  if (typeof type !== 'string' || type.length > 100) throw badRequest();
  const page = anyPageOf(ctx, type);
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  return page;
}

async function saveRow(
  ctx: EngineCtx,
  page: Page,
  content: SchemeContent,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const name = typeof body.name === 'string' ? body.name.trim() : '';
  if (name === '') throw refuse('请填写方案名称');
  if (name.length > NAME_LENGTH) throw refuse(`方案名称最多${NAME_LENGTH}个字`);
  if (typeof body.id === 'string' && body.id.startsWith('s:')) throw refuse('系统方案不可修改，请另存为方案');
  const id = body.id === undefined || body.id === null || body.id === '' ? ctx.newId() : bareId(body.id);
  const row = await rowOf(ctx, id);
  const role = row ? row.role_code : typeof body.role === 'string' && body.role !== '' ? body.role : null;
  if (role !== null && !ctx.session.rights.has(ROLE_RIGHT)) throw forbidden();
  if (row && (row.temporary || row.type !== page.code || (row.owner_id !== null && row.owner_id !== ctx.session.me.id)))
    throw refuse('查询方案不存在或已删除', { rule: 'scheme.gone' });
  if (row && typeof body.version === 'number' && body.version !== row.version)
    throw refuse('方案已被修改，请刷新后重试', { rule: 'record.stale' });
  await refuseName(ctx, page, name, id, role);
  const isDefault = body.isDefault === 1 || body.isDefault === true || body.isDefault === '1';
  const values = { name, content: JSON.stringify(content), updated_at: sql`now()` };
  const shared = role === null ? {} : { is_default: isDefault };
  if (row)
    await ctx.trx
      .updateTable('mw_scheme')
      .set({ ...values, ...shared, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
  else
    await ctx.trx
      .insertInto('mw_scheme')
      .values({
        ...values,
        ...shared,
        id,
        type: page.code,
        owner_id: role === null ? ctx.session.me.id : null,
        role_code: role,
      })
      .execute();
  if (role !== null && isDefault)
    await ctx.trx
      .updateTable('mw_scheme')
      .set({ is_default: false })
      .where('role_code', '=', role)
      .where('type', '=', page.code)
      .where('id', '<>', id)
      .execute();
  if (role === null && isDefault) await choose(ctx, page, id);
  return { id: role === null ? id : `r:${id}` };
}

/** Names are told apart where they stand side by side: among one's own, and from the shipped ones. */
async function refuseName(ctx: EngineCtx, page: Page, name: string, id: string, role: string | null): Promise<void> {
  // one save at a time for a person and page, so that two tabs cannot make one name twice
  await sql`select pg_advisory_xact_lock(hashtext(${`scheme ${ctx.org.id} ${role ?? ctx.session.me.id} ${page.code}`}))`.execute(
    ctx.trx,
  );
  const rows = (await visibleRows(ctx, page)).filter((row) => row.id !== id && (row.role_code ?? null) === role);
  if (page.list.schemes.some(({ title }) => title === name) || rows.some((row) => row.name === name))
    throw refuse('方案名称已存在');
  if (rows.length >= MOST) throw refuse(`方案最多${MOST}个，请先删除不用的`);
}

/** The same condition gets the same address, whoever asks. */
async function keepTemporary(ctx: EngineCtx, page: Page, content: SchemeContent): Promise<{ id: string }> {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  await ctx.trx
    .deleteFrom('mw_scheme')
    .where('temporary', '=', true)
    .where(sql<boolean>`updated_at < now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
  const row = await ctx.trx
    .insertInto('mw_scheme')
    .values({ id: ctx.newId(), type: page.code, name: '', content: JSON.stringify(content), temporary: true, hash })
    .onConflict((conflict) =>
      conflict.columns(['type', 'hash']).where('temporary', '=', true).doUpdateSet({ updated_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id as string };
}

async function rowOf(ctx: EngineCtx, id: string): Promise<Row | undefined> {
  return (await ctx.trx.selectFrom('mw_scheme').selectAll().where('id', '=', id).executeTakeFirst()) as Row | undefined;
}
/** One's own, those of one's roles; who edits roles sees all of theirs. */
async function visibleRows(ctx: EngineCtx, page: Page): Promise<readonly Row[]> {
  const { me, rights } = ctx.session;
  const rows = await ctx.trx
    .selectFrom('mw_scheme')
    .selectAll()
    .where('type', '=', page.code)
    .where('temporary', '=', false)
    .where((eb) => eb.or([eb('owner_id', '=', me.id), eb('role_code', 'is not', null)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return (rows as unknown as readonly Row[]).filter(
    (row) => row.owner_id !== null || rights.has(ROLE_RIGHT) || me.roles.includes(row.role_code ?? ''),
  );
}

/** A row that this user may change or delete. */
async function ownRow(ctx: EngineCtx, id: unknown): Promise<Row> {
  if (typeof id === 'string' && id.startsWith('s:')) throw refuse('系统方案不可删除');
  const row = await rowOf(ctx, bareId(id));
  if (!row || row.temporary || (row.owner_id !== null && row.owner_id !== ctx.session.me.id))
    throw refuse('查询方案不存在或已删除', { rule: 'scheme.gone' });
  if (row.role_code !== null && !ctx.session.rights.has(ROLE_RIGHT)) throw forbidden();
  return row;
}

async function visible(ctx: EngineCtx, id: unknown, type: unknown) {
  if (typeof id !== 'string' || id === '') throw badRequest();
  if (id.startsWith('s:')) {
    const page = openPage(ctx, type);
    if (!findShipped(page, id)) throw badRequest();
    return { page, scheme: id };
  }
  const row = await rowOf(ctx, bareId(id));
  if (!row || row.temporary) throw refuse('查询方案不存在或已删除', { rule: 'scheme.gone' });
  const page = openPage(ctx, row.type);
  if (!(await visibleRows(ctx, page)).some((eachRow) => eachRow.id === row.id))
    throw refuse('查询方案不存在或已删除', { rule: 'scheme.gone' });
  return { page, scheme: row.role_code === null ? row.id : `r:${row.id}` };
}

async function choose(ctx: EngineCtx, page: Page, scheme: string): Promise<void> {
  await ctx.trx
    .insertInto('mw_scheme_default')
    .values({ user_id: ctx.session.me.id, type: page.code, scheme })
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet({ scheme }))
    .execute();
}
/** The person's own choice; '' = none, undefined = never chosen. */
async function chosenDefault(ctx: EngineCtx, page: Page): Promise<string | undefined> {
  const row = await ctx.trx
    .selectFrom('mw_scheme_default')
    .select('scheme')
    .where('user_id', '=', ctx.session.me.id)
    .where('type', '=', page.code)
    .executeTakeFirst();
  return row?.scheme as string | undefined;
}

async function defaultOf(
  ctx: EngineCtx,
  page: Page,
  rows: readonly Row[],
  chosen: string | undefined,
): Promise<string | undefined> {
  const isThere =
    chosen?.startsWith('s:') === true
      ? findShipped(page, chosen) !== undefined
      : chosen === '' || rows.some((row) => row.id === chosen?.replace(/^r:/, ''));
  if (chosen !== undefined && isThere) return chosen === '' ? undefined : chosen;
  const mine = ctx.session.me.roles;
  const ofRole = rows.find((row) => row.role_code !== null && row.is_default && mine.includes(row.role_code));
  if (ofRole) return `r:${ofRole.id}`;
  const shipped = await shippedDefault(ctx, page);
  return shipped && `s:${shipped.code}`;
}

/** Conditional defaults are tried in order, then the plain one. */
async function shippedDefault(ctx: EngineCtx, page: Page): Promise<ResolvedScheme | undefined> {
  const { schemes } = page.list;
  const env = makeEnv(ctx);
  for (const scheme of schemes) {
    if (typeof scheme.default !== 'string') continue;
    const text = scheme.default.replace(/^=/, '');
    const bound = bindText(ctx.registry.lib, page.object.object, text, { want: BOOL });
    if (await env.settle((settled) => truth(bound, scopeAt(settled, {})))) return scheme;
  }
  return schemes.find((scheme) => scheme.default === true);
}

const shippedRow = (page: Page, { code, title, where, sort }: ResolvedScheme): SchemeRow => ({
  id: `s:${code}`,
  name: title,
  content: { ...(where === undefined ? {} : { where }), ...(sort === undefined ? {} : { sort }) },
  isDefault: 0,
  type: page.code,
  from: 'shipped',
  readonly: true,
});

function keptRow(ctx: EngineCtx, page: Page, row: Row): SchemeRow {
  const { me, rights } = ctx.session;
  const isMine = row.owner_id === me.id;
  return {
    id: row.role_code === null ? row.id : `r:${row.id}`,
    name: row.name,
    content: row.content,
    isDefault: 0,
    type: row.type,
    from: row.temporary ? 'temporary' : row.role_code !== null ? 'role' : isMine ? 'personal' : 'shared',
    readonly: row.role_code === null ? !isMine : !rights.has(ROLE_RIGHT),
    version: row.version,
    ...(row.role_code === null ? {} : { role: row.role_code }),
    ...(isBroken(ctx, page, row.content) ? { broken: true as const } : {}),
  };
}
/** Every name of it must be open to the caller. */
function judge(ctx: EngineCtx, page: Page, content: SchemeContent): void {
  if (page.report !== undefined || page.board !== undefined) checkSearched(ctx, page, content);
  else if (content.shown !== undefined) throw badRequest();
  else checkKept(ctx, page, content);
}
function isBroken(ctx: EngineCtx, page: Page, content: SchemeContent): boolean {
  try {
    judge(ctx, page, content);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

function bareId(id: unknown): string {
  const bare = typeof id === 'string' ? id.replace(/^r:/, '') : '';
  if (!isUuid(bare)) throw badRequest();
  return bare;
}
