/**
 * Column settings of lists (specification §3 "Saved column settings"): one row per person and list, one per role and list. `content` is
 * JSON: chosen columns, the order of all, widths and pins, each by the list inside the page. Of a board: the values somebody searches by.
 */
import { sql } from 'kysely';
import type { ResolvedBoard } from '../../../schemas/language/resolved-report';
import { badRequest, forbidden } from '../../errors';
import type { Page } from '../../registry/pages';
import type { EngineCtx } from '../host';
import { callOnce } from '../save/idempotency';
import { parsed, plain } from '../schemes/scheme-content';
import { openPage } from '../schemes/schemes';
import { isUuid } from './list-request';

export interface FieldSearchRow {
  readonly id: string;
  readonly type: string;
  /** JSON text, as the specification has it */
  readonly content: string;
  readonly version: number;
  readonly from: 'personal' | 'role';
}
/** of a board: values by the field or parameter of its search, null = a default that was emptied (80 §7.5) */
interface BoardContent {
  readonly search: Readonly<Record<string, unknown>>;
}
interface Content {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly all: Readonly<Record<string, readonly string[]>>;
  readonly width: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly pin: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
const MAX_NAMES = 300;
const LISTS = 20;
const MAX_SEARCH = 8000;
const ROLE_RIGHT = 'role:edit';

/** The person's own settings, else those of one of his roles, else nothing: the document's order. */
export async function fieldSearchOf(
  ctx: EngineCtx,
  query: Readonly<Record<string, unknown>>,
): Promise<FieldSearchRow | null> {
  const page = openPage(ctx, query.type);
  const { me } = ctx.session;
  const rows = (await ctx.trx
    .selectFrom('mw_field_search')
    .select(['id', 'type', 'content', 'version', 'owner_id', 'role_code'])
    .where('type', '=', page.code)
    .where((eb) => eb.or([eb('owner_id', '=', me.id), eb('role_code', 'is not', null)]))
    .orderBy('role_code')
    .execute()) as readonly Readonly<Record<string, unknown>>[];
  const row =
    rows.find((row) => row.owner_id === me.id) ?? rows.find((row) => me.roles.includes(String(row.role_code)));
  if (!row) return null;
  return {
    id: String(row.id),
    type: page.code,
    content: JSON.stringify(row.content),
    version: Number(row.version),
    from: row.owner_id === null ? 'role' : 'personal',
  };
}

/**
 * Saves the settings of a list for the caller, or with `role` for a role (right role:edit). Empty content takes them back. The newest
 * save counts: a setting is one person's, and losing a width to the other tab is no loss.
 */
export async function saveFieldSearch(
  ctx: EngineCtx,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string | null }> {
  const page = openPage(ctx, body.type);
  const role = typeof body.role === 'string' && body.role !== '' ? body.role : null;
  if (role !== null && !ctx.session.rights.has(ROLE_RIGHT)) throw forbidden();
  if (body.id !== undefined && body.id !== null && !isUuid(body.id)) throw badRequest();
  const content = page.board === undefined ? readSettings(page, body.content) : readSearch(page.board, body.content);
  const { token: _token, ...rest } = body;
  return callOnce(ctx, 'fieldSearch/saveOrUpdate', rest, (inner) => save(inner, page, role, content));
}

async function save(ctx: EngineCtx, page: Page, role: string | null, content: Content | BoardContent | null) {
  const { trx, session } = ctx;
  const owner = role === null ? session.me.id : null;
  const column = role === null ? 'owner_id' : 'role_code';
  if (content === null) {
    await trx
      .deleteFrom('mw_field_search')
      .where(column, '=', owner ?? role)
      .where('type', '=', page.code)
      .execute();
    return { id: null };
  }
  const row = await trx
    .insertInto('mw_field_search')
    .values({ id: ctx.newId(), type: page.code, owner_id: owner, role_code: role, content: JSON.stringify(content) })
    .onConflict((conflict) =>
      conflict
        .columns([column, 'type'])
        .where(column, 'is not', null)
        .doUpdateSet({
          content: JSON.stringify(content),
          version: sql`mw_field_search.version + 1`,
          updated_at: sql`now()`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id as string };
}

/** Values of what the board is searched by; others are dropped. */
function readSearch(board: ResolvedBoard, given: unknown): BoardContent | null {
  if (given === undefined || given === null || given === '') return null;
  const from = plain(plain(typeof given === 'string' ? parsed(given) : given).search ?? {});
  const known = new Set(board.search.map(({ field, param }) => field ?? param));
  const search = Object.fromEntries(Object.entries(from).filter(([code]) => known.has(code)));
  if (JSON.stringify(search).length > MAX_SEARCH) throw badRequest();
  return Object.keys(search).length === 0 ? null : { search };
}

/** Names that the page no longer places are dropped; null for nothing at all. */
function readSettings(page: Page, given: unknown): Content | null {
  if (given === undefined || given === null || given === '') return null;
  const from = plain(typeof given === 'string' ? parsed(given) : given);
  const known = new Set([
    ...page.list.columns.flatMap((column) => column.field ?? []),
    ...page.list.schemes.flatMap((scheme) => (scheme.columns ?? []).flatMap((column) => column.field ?? [])),
  ]);
  // `list` is the page's own list; parts below it bring columns of other pages
  const fits = (list: string, prop: string): boolean => list !== 'list' || known.has(prop) || prop.startsWith('ext.');
  const names = (list: string, value: unknown): readonly string[] => {
    if (!Array.isArray(value) || value.length > MAX_NAMES) throw badRequest();
    return value.filter((item): item is string => typeof item === 'string' && item.length <= 80 && fits(list, item));
  };
  const map = <T>(list: string, value: unknown, take: (value: unknown) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      Object.entries(plain(value))
        .slice(0, MAX_NAMES)
        .flatMap(([prop, entry]) => {
          const read = fits(list, prop) ? take(entry) : undefined;
          return read === undefined ? [] : [[prop, read]];
        }),
    );
  const lists = <T>(value: unknown, take: (list: string, value: unknown) => T): Record<string, T> =>
    Object.fromEntries(
      Object.entries(plain(value ?? {}))
        .slice(0, LISTS)
        .map(([list, entry]) => [list, take(list, entry)]),
    );
  const width = (value: unknown): number | undefined =>
    typeof value === 'number' && value >= 30 && value <= 2000 ? Math.round(value) : undefined;
  const pin = (value: unknown): string | undefined =>
    value === 'left' || value === 'right' || value === 'none' ? value : undefined;
  return {
    columns: lists(from.columns, names),
    all: lists(from.all, names),
    width: lists(from.width, (list, value) => map(list, value, width)),
    pin: lists(from.pin, (list, value) => map(list, value, pin)),
  };
}
