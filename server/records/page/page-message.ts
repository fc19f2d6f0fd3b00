/**
 * 消息公告 by the fixed calls of the specification (10 §8): pageMessage/*. Whoever keeps the news works on the records of `news` as its
 * page does; who only receives reads what he was sent, which marks it read.
 */
import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import { badRequest, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import { objectOf } from '../context';
import { linkFiles } from '../files/file-values';
import type { EngineCtx } from '../host';
import { getPageList } from '../list/list';
import { isUuid } from '../list/list-request';
import { markRead } from '../people/inbox';
import { getOne, notThere } from '../read/read';
import { actCall, saveCall } from '../save/write-calls';

type Given = Readonly<Record<string, unknown>>;
type Wire = Record<string, unknown>;

const NEWS = 'news';
const MOST = 200;

const pageOfNews = (ctx: EngineCtx): Page => {
  const page = ctx.registry.page(NEWS);
  if (!page) throw notThere();
  return page;
};
const text = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 200) throw badRequest();
  return value;
};
const number = (value: unknown, otherwise: number, most: number): number => {
  const found = value === undefined || value === '' ? otherwise : Number(value);
  if (!Number.isInteger(found) || found < 1 || found > most) throw badRequest();
  return found;
};
/** Who keeps the news asks for all of it, everybody for his own. */
const isManager = (ctx: EngineCtx, { scope }: Given): boolean => {
  if (scope !== undefined && scope !== 'manage' && scope !== 'mine') throw badRequest();
  if (scope !== 'manage') return false;
  if (!ctx.session.rights.has(`${NEWS}:view`)) throw forbidden();
  return true;
};

/** GET getList {scope, title?, type?, docStatus?, current?, size?} → page of news, those on top first */
export async function newsList(ctx: EngineCtx, given: Given): Promise<unknown> {
  const { current, size } = { current: number(given.current, 1, 10_000), size: number(given.size, 20, MOST) };
  const [title, type, docStatus] = [text(given.title), text(given.type), text(given.docStatus)];
  if (isManager(ctx, given)) {
    const search = {
      ...(title === undefined ? {} : { title }),
      ...(type === undefined ? {} : { type: [type] }),
      ...(docStatus === undefined ? {} : { docStatus: [docStatus] }),
    };
    return getPageList(ctx, pageOfNews(ctx), { current, size, search });
  }
  const ids = await sentTo(ctx, { title, type });
  const shown = ids.slice((current - 1) * size, current * size);
  const rows = new Map((await ctx.asSystem().records.many(NEWS, shown)).map((row) => [row.id as string, row]));
  const read = await readBy(ctx, shown);
  const records = shown.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ ...headOf(row), isRead: read.has(id) }] : [];
  });
  return { records, total: ids.length, current, size, summary: {} };
}
const headOf = ({ id, title, type, summary, top, publishedAt, validTo, docStatus }: Rec): Wire => ({
  id,
  title,
  type,
  summary,
  top,
  publishedAt,
  validTo,
  docStatus,
});

/** GET getIds {scope, type?} → ids, those on top first, then the newest */
export async function newsIds(ctx: EngineCtx, given: Given): Promise<readonly string[]> {
  const type = text(given.type);
  if (!isManager(ctx, given)) return sentTo(ctx, { type });
  const answer = await getPageList(ctx, pageOfNews(ctx), {
    size: 1_000,
    search: type === undefined ? {} : { type: [type] },
  });
  return answer.records.map(({ id }) => String(id));
}

/** GET getDetail {id} → the news with its files, whether the caller has read it, its neighbours; reading marks it read. */
export async function newsDetail(ctx: EngineCtx, { id }: Given): Promise<Wire> {
  if (!isUuid(id)) throw badRequest();
  const mine = await sentTo(ctx, {});
  const at = mine.indexOf(id);
  const around = { prevId: at > 0 ? mine[at - 1] : null, nextId: at >= 0 ? (mine[at + 1] ?? null) : null };
  if (at < 0) {
    // not sent to him: as the page shows it to who may see the page
    if (!ctx.session.rights.has(`${NEWS}:view`)) throw notThere();
    return { ...(await getOne(ctx, pageOfNews(ctx), { id })), isRead: false, confirmed: false, ...around };
  }
  const [row]: Rec[] = await ctx.asSystem().records.many(NEWS, [id]);
  if (!row) throw notThere();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(`${ctx.org.schema}.message`)} WHERE receiver_id = ${ctx.session.me.id}::uuid AND doc_id = ${id}::uuid`.execute(
    ctx.trx,
  );
  // a full disk keeps nobody from reading
  if (!ctx.host.room.isFull())
    await markRead(
      ctx,
      rows.map((row) => row.id),
    );
  const wire: Wire = { ...headOf(row), content: row.content, files: row.files ?? [] };
  linkFiles(ctx, objectOf(ctx, NEWS), wire);
  return { ...wire, isRead: true, confirmed: true, ...around };
}

/** GET getDictionary → the lists a form of news chooses from */
export function newsDictionary(ctx: EngineCtx): Wire {
  const list = (code: string) =>
    (ctx.registry.dicts.get(code)?.items ?? []).map((item) => ({ value: item.code, label: item.title }));
  return { type: list('newsType'), receiverKind: list('newsReceivers'), docStatus: list('newsStatus') };
}

/** POST add {…} → {id}; update {id, version, …} → {version} */
export async function newsSave(ctx: EngineCtx, { token, ...record }: Given): Promise<Wire> {
  const { id, version } = await saveCall(ctx, pageOfNews(ctx), { record, token });
  return { id, version };
}

/** POST del {ids} → how many went; all or none */
export async function newsDelete(ctx: EngineCtx, { ids, token }: Given): Promise<number> {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST || !ids.every(isUuid)) throw badRequest();
  const targets = [];
  for (const id of ids) targets.push(await targetOf(ctx, id));
  await actCall(ctx, pageOfNews(ctx), 'del', { targets, token });
  return ids.length;
}

/** GET publish {id, off?} → {docStatus} */
export async function newsPublish(ctx: EngineCtx, { id, off }: Given): Promise<Wire> {
  if (!isUuid(id)) throw badRequest();
  const action = isOff(off) ? 'off' : 'release';
  await actCall(ctx, pageOfNews(ctx), action, { targets: [await targetOf(ctx, id)] });
  return { docStatus: action === 'off' ? '10' : '60' };
}
export const isOff = (off: unknown): boolean => off === '1' || off === 'true' || off === true || off === 1;

/** As it is now: these calls carry no version of what the caller saw. */
const targetOf = async (ctx: EngineCtx, id: string): Promise<Wire> => {
  const { version } = await getOne(ctx, pageOfNews(ctx), { id });
  return { id, version };
};

/** News the caller was sent and that still hold, those on top first, then the newest. */
const sentTo = async (
  ctx: EngineCtx,
  { title, type }: { readonly title?: string | undefined; readonly type?: string | undefined },
): Promise<readonly string[]> => {
  let query = ctx.trx
    .selectFrom('news as n')
    .select('n.id')
    .where('n.is_deleted', '=', 0)
    .where('n.doc_status', '=', '60')
    .where(sql<boolean>`(n.valid_to IS NULL OR n.valid_to >= ${ctx.now}::timestamptz::date)`)
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM ${sql.table(`${ctx.org.schema}.message`)} m
        WHERE m.doc_type = 'news' AND m.doc_id = n.id AND m.receiver_id = ${ctx.session.me.id}::uuid)`,
    )
    .orderBy(sql`n.top IS TRUE`, 'desc')
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc');
  if (title !== undefined) query = query.where(sql<boolean>`position(lower(${title}) in lower(n.title)) > 0`);
  if (type !== undefined) query = query.where('n.type', '=', type);
  return (await query.limit(1_000).execute()).map(({ id }) => String(id));
};
const readBy = async (ctx: EngineCtx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await ctx.trx
    .selectFrom('message')
    .select('doc_id')
    .where('receiver_id', '=', ctx.session.me.id)
    .where('doc_id', 'in', [...ids])
    .where('is_read', '=', true)
    .execute();
  return new Set(rows.map(({ doc_id }) => String(doc_id)));
};
