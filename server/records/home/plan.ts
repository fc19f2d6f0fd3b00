/** Whose home page looks how (10 §3): the user's own layout, the plan of his roles, the default plan, the shipped one. */
import { sql } from 'kysely';
import {
  cellsIn,
  closeUp,
  HOME_COLUMNS,
  type HomeCell,
  putCell,
  readCells,
  roomFor,
} from '../../../schemas/language/home/layout';
import type { HomeAnswer, HomeCardInfo, HomePlan } from '../../../schemas/language/home/wire';
import type { Rec } from '../../../schemas/language/value';
import { badRequest, forbidden, refuse } from '../../errors';
import type { EngineCtx } from '../host';
import { cardsOf } from './cards';

const SHIPPED: HomePlan = { id: null, name: '默认', allowPersonal: true };

/** beside each other at the end */
const LAST = ['shortcut', 'recentDoc', 'newsTop'];

/** Cells whose card the user may not have are gone, and the grid closes up. */
const seen = (cells: readonly HomeCell[], cards: readonly HomeCardInfo[]): readonly HomeCell[] => {
  const known = new Set(cards.map(({ card }) => card));
  return closeUp(cells.filter(({ card }) => known.has(card)));
};

/** What waits first, then numbers, then shortcuts, documents and news (look.md, Home): of what the user may see. */
export function shippedCells(cards: readonly HomeCardInfo[]): readonly HomeCell[] {
  const numbers = cards.filter(({ kind }) => kind === 20).slice(0, 8);
  const wanted = [
    ...cards.filter(({ card }) => card === 'myTask'),
    // a row is full: four beside each other, fewer are wider
    ...numbers.map((card) => ({ ...card, w: HOME_COLUMNS / Math.min(4, numbers.length) })),
    ...cards
      .filter(({ card }) => LAST.includes(card))
      .map((card) => ({ ...card, w: HOME_COLUMNS / LAST.length, h: 4 })),
  ];
  let cells: readonly HomeCell[] = [];
  for (const { card, w, h } of wanted) cells = putCell(cells, { card, w, h, ...roomFor(cells, { w, h }) });
  return cells;
}

export async function homeOf(ctx: EngineCtx): Promise<HomeAnswer> {
  const cards = cardsOf(ctx).map(({ info }) => info);
  const { plan, cells = shippedCells(cards) } = await planOf(ctx);
  const own = plan.allowPersonal ? await personal(ctx) : undefined;
  return {
    plan,
    isPersonal: own !== undefined,
    version: own?.version ?? 0,
    cells: seen(own?.cells ?? cells, cards),
    cards,
  };
}

/** The shipped plan has no cells of its own: what it shows depends on who looks. */
async function planOf(
  ctx: EngineCtx,
): Promise<{ readonly plan: HomePlan; readonly cells?: readonly HomeCell[] | undefined }> {
  const { me } = ctx.session;
  const plans = await ctx.asSystem().records.find('homePlan', 'isDisabled == 0', { sort: '-priority,-createdAt' });
  const roles = await roleCodes(ctx, plans);
  const mine = plans.find((plan) => texts(plan.roles).some((role) => me.roles.includes(roles.get(role) ?? '')));
  const row = mine ?? plans.find((plan) => plan.isDefault === true);
  if (row === undefined) return { plan: SHIPPED };
  const cells = cellsIn(row.layout) ?? [];
  return {
    plan: { id: String(row.id), name: String(row.name), allowPersonal: row.allowPersonal === true },
    // one that nobody has laid out yet looks like the shipped one
    ...(cells.length === 0 ? {} : { cells }),
  };
}
/** by id */
async function roleCodes(ctx: EngineCtx, plans: readonly Rec[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(plans.flatMap((plan) => texts(plan.roles)))];
  const roles = ids.length === 0 ? [] : await ctx.asSystem().records.many('role', ids);
  return new Map(roles.map((role) => [String(role.id), String(role.code)]));
}
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
async function personal(ctx: EngineCtx) {
  const row = await ctx.trx
    .selectFrom('mw_home_layout')
    .select(['cells', 'version'])
    .where('user_id', '=', ctx.session.me.id)
    .executeTakeFirst();
  return row && { cells: readCells(row.cells) ?? [], version: Number(row.version) };
}

/** {cells, version}: the user's own layout; no cells = 恢复默认. Answers the new version. */
export async function saveLayout(ctx: EngineCtx, given: Readonly<Record<string, unknown>>) {
  const cells = readCells(given.cells);
  const version = given.version;
  if (cells === undefined || !Number.isInteger(version)) throw badRequest();
  const { plan } = await planOf(ctx);
  if (!plan.allowPersonal) throw forbidden();
  const { trx, session } = ctx;
  if (cells.length === 0) {
    await trx.deleteFrom('mw_home_layout').where('user_id', '=', session.me.id).execute();
    return { version: 0 };
  }
  const values = { cells: JSON.stringify(cells), updated_at: sql<string>`now()` };
  const row =
    version === 0
      ? await trx
          .insertInto('mw_home_layout')
          .values({ user_id: session.me.id, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await trx
          .updateTable('mw_home_layout')
          .set({ ...values, version: sql`version + 1` })
          .where('user_id', '=', session.me.id)
          .where('version', '=', version as number)
          .returning('version')
          .executeTakeFirst();
  if (!row) throw refuse('数据已被他人修改，请刷新后重试', { rule: 'version' });
  return { version: Number(row.version) };
}
