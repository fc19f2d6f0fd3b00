/** Search of the top bar (look.md, Shell): records of the lists somebody may see, by a part of number or name, by pinyin, or by a scanned code. */
import { sql } from 'kysely';
import type { FoundRecord } from '../../../schemas/language/home/wire';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import { AppError } from '../../errors';
import { resolveScan } from '../../labels/scan';
import type { Page } from '../../registry/pages';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { keywordSql, searchText } from '../pick/pick-search';
import { all, rowScope } from '../read/access';
import { isOpen } from '../read/grants';
import { labelSql } from '../read/labels';

/** characters; less names half of everything */
const SHORTEST = 2;
const EACH = 5;
const MOST = 20;

/** {text, entered}: what was found, whole names first; `entered` asks what a scanned code means, too. */
export async function findAnything(
  ctx: EngineCtx,
  query: Readonly<Record<string, unknown>>,
): Promise<readonly FoundRecord[]> {
  const text = searchText(query.text).trim();
  if ([...text].length < SHORTEST) return [];
  const pages = searchedPages(ctx);
  const found: FoundRecord[] = query.entered === '1' ? [...(await scanned(ctx, pages, text))] : [];
  for (const page of pages) found.push(...(await recordsIn(ctx, page, text)));
  const known = new Set<string>();
  const once = found.filter(({ id }) => !known.has(id) && known.add(id));
  const rank = ({ isExact, label }: FoundRecord): number =>
    isExact ? 0 : label.toLowerCase().startsWith(text.toLowerCase()) ? 1 : 2;
  return once.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

/** The list of every object somebody may open records of; views show the same records again. */
const searchedPages = ({ registry, session }: EngineCtx): readonly Page[] =>
  [...registry.pages.values()].filter(
    ({ sort, view, object, right }) =>
      sort === 'list' &&
      view === undefined &&
      object.storage === 'table' &&
      object.settings === undefined &&
      object.single === undefined &&
      session.rights.has(right),
  );

async function recordsIn(ctx: EngineCtx, page: Page, text: string): Promise<readonly FoundRecord[]> {
  const { object } = page;
  const scope = rowScope(ctx, object, page.right);
  if (scope === false) return [];
  const condition = all([scope, page.where]);
  const label = nameSql(ctx, object);
  const rows = await findRows(ctx, {
    object,
    conditions: condition === undefined ? [] : [bindCondition(ctx.registry.lib, object, condition)],
    viewer: true,
    where: (place) => keywordSql(ctx, object, undefined, place, text),
    select: () => sql`t.id, ${label} as label`,
    order: () => sql`length(${label}), t.id desc`,
    limit: EACH,
  });
  return rows.map((row) => {
    const name = String(row.label ?? '');
    const isExact = name.toLowerCase().split(' ').includes(text.toLowerCase());
    return { page: page.code, id: String(row.id), label: name, title: page.title, ...(isExact ? { isExact } : {}) };
  });
}

/** Its label, with the name where the label is a bare code. */
const nameSql = (ctx: EngineCtx, object: ResolvedObject) => {
  const { name } = object.fields;
  const isBare = name?.type === 'text' && !object.label.includes('name') && isOpen(object, name, ctx.session.rights);
  return isBare ? sql`concat_ws(' ', ${labelSql(object, 't')}, t.name)` : labelSql(object, 't');
};

/** What our own labels and bar codes name; a code nobody knows is no answer here. */
async function scanned(ctx: EngineCtx, pages: readonly Page[], text: string): Promise<readonly FoundRecord[]> {
  const hits = await resolveScan(ctx, text).catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  const found: FoundRecord[] = [];
  for (const { object, id, code, name } of hits) {
    const page = pages.find((page) => page.object.object === object);
    if (page === undefined || (await ctx.records.get(object, id, { scoped: true })) === null) continue;
    found.push({ page: page.code, id, label: `${code} ${name}`.trim(), title: page.title, isExact: true });
  }
  return found;
}
