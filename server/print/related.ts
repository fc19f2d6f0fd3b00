/** Rows of a print that are records of another object: what a related list of the detail page would show, by the same rights and rows. */
import type { BoundPrint } from '../../schemas/language/print/bound';
import type { Rec } from '../../schemas/language/value';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { recordsBeside } from '../records/read/beside';
import type { Page } from '../registry/pages';
import { openRecord, type Without } from './printable';

/** more than any paper of one record has */
const MAX_ROWS = 1000;

export interface Related {
  readonly object: string;
  readonly rows: readonly Rec[];
}
/** The record with such rows under their names, for every layout that asks for some. */
export async function withRelated(
  ctx: EngineCtx,
  page: Page,
  layouts: readonly BoundPrint[],
  rec: Rec,
  without?: Without,
): Promise<{ readonly rec: Rec; readonly related: readonly Related[] }> {
  const related: Related[] = [];
  const named: { [name: string]: readonly Rec[] } = {};
  for (const { rows: name, list } of layouts.flatMap(({ details }) => details)) {
    if (list === undefined) continue;
    const rows = await rowsOf(ctx, page, list, rec, without);
    named[name] = rows;
    related.push({ object: list.object, rows });
  }
  // rows of a printed table are records here
  return { rec: related.length === 0 ? rec : ({ ...rec, ...named } as Rec), related };
}

type List = NonNullable<BoundPrint['details'][number]['list']>;
const rowsOf = async (
  ctx: EngineCtx,
  page: Page,
  { object: code, where, sort }: List,
  rec: Rec,
  without?: Without,
): Promise<readonly Rec[]> => {
  const target = ctx.registry.page(code);
  if (!target || !ctx.session.rights.has(target.right)) return [];
  const { object } = target;
  const rows = await recordsBeside(ctx, target, { where, sort, doc: rec, limit: MAX_ROWS + 1 });
  if (rows.length > MAX_ROWS) throw refuse(`${page.title}的${object.title}超过${MAX_ROWS}行，不能打印`);
  return rows.map((row) => openRecord(ctx, object, row, without));
};
