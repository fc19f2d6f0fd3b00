/** What somebody opens: the pages he uses most, and his last documents (10 §3, shortcut and recentDoc). Names only, no values. */
import { sql } from 'kysely';
import type { Recent } from '../../../schemas/language/home/wire';
import { badRequest } from '../../errors';
import type { EngineCtx } from '../host';
import { isUuid } from '../list/list-request';

const PAGE_ITSELF = '00000000-0000-0000-0000-000000000000';
const DAYS = 30;
const DOCS = 10;
const PAGES = 12;

/** {page, id?}: the same call twice counts twice, which hurts nobody. Pages the user may not open are not noted. */
export async function noteOpened(ctx: EngineCtx, given: Readonly<Record<string, unknown>>): Promise<true> {
  const { page: code, id } = given;
  if (typeof code !== 'string' || (id !== undefined && !isUuid(id))) throw badRequest();
  const page = ctx.registry.page(code);
  if (page === undefined || !ctx.session.rights.has(page.right)) return true;
  const { trx, session } = ctx;
  await trx
    .insertInto('mw_opened')
    .values({ user_id: session.me.id, page: page.code, record_id: id ?? PAGE_ITSELF })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'page', 'record_id']).doUpdateSet({
        // what lies long ago counts no more
        times: sql`CASE WHEN mw_opened.at < now() - make_interval(days => ${DAYS}) THEN 1 ELSE mw_opened.times + 1 END`,
        at: sql`now()`,
      }),
    )
    .execute();
  await trx
    .deleteFrom('mw_opened')
    .where('user_id', '=', session.me.id)
    .where(sql<boolean>`at < now() - make_interval(days => ${DAYS})`)
    .execute();
  return true;
}

/** Pages by how often they were opened. */
export async function mostUsed(ctx: EngineCtx): Promise<readonly string[]> {
  const rows = await ctx.trx
    .selectFrom('mw_opened')
    .select('page')
    .where('user_id', '=', ctx.session.me.id)
    .where('record_id', '=', PAGE_ITSELF)
    .orderBy('times', 'desc')
    .orderBy('at', 'desc')
    .limit(PAGES)
    .execute();
  return rows.map(({ page }) => String(page));
}

/** The last documents that are still there and still his to see. */
export async function recentDocs(ctx: EngineCtx): Promise<readonly Recent[]> {
  const rows = await ctx.trx
    .selectFrom('mw_opened')
    .select(['page', 'record_id'])
    .where('user_id', '=', ctx.session.me.id)
    .where('record_id', '<>', PAGE_ITSELF)
    .orderBy('at', 'desc')
    .limit(DOCS * 2)
    .execute();
  const docs: Recent[] = [];
  for (const { page: code, record_id } of rows) {
    const page = ctx.registry.page(String(code));
    if (page === undefined || !ctx.session.rights.has(page.right) || docs.length === DOCS) continue;
    const id = String(record_id);
    if ((await ctx.records.get(page.object.object, id, { scoped: true })) === null) continue;
    docs.push({ page: page.code, id, title: page.title, label: await ctx.records.label(page.object.object, id) });
  }
  return docs;
}
