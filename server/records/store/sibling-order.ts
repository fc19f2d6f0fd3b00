/** A node of a tree is put beside another one: at its level, in the order people gave the siblings. */
import { sql } from 'kysely';
import { orderBetween, orderField } from '../../../schemas/language/record/ordered';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec } from '../../../schemas/language/value';
import { AppError, refuse } from '../../errors';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { notThere } from '../read/read';
import { lockedRecord, patchRecord } from '../save/patch';

/** siblings that one move may look at */
const MOST = 2000;

/** What changes of the node; siblings behind it that stand in the way make room, as the product itself. */
export async function besideNode(ctx: EngineCtx, object: ResolvedObject, rec: Rec, ask: Rec): Promise<Rec> {
  const [tree, order] = [object.fields[object.tree ?? ''], orderField(object)];
  const beside = ask.before ?? ask.behind;
  if (!tree || typeof beside !== 'string' || beside === rec.id) throw new AppError(400);
  if (order === undefined) throw refuse(`「${object.title}」没有排序字段，不能调整顺序`);
  const anchor = await lockedRecord(ctx, object.object, beside);
  if (!anchor) throw notThere();
  const up = (anchor[tree.code] as string | null | undefined) ?? null;
  const [parent, number] = [sql.ref(`t.${columnOf(tree)}`), sql.ref(`t.${columnOf(object.fields[order] ?? tree)}`)];
  const { code } = object.fields;
  const siblings = await findRows(ctx, {
    object,
    where: () => [up === null ? sql`${parent} is null` : sql`${parent} = ${up}::uuid`, sql`t.id <> ${rec.id}::uuid`],
    select: () => sql`t.id, coalesce(${number}, 0)::int as number`,
    order: () => sql.join([number, ...(code ? [sql.ref(`t.${columnOf(code)}`)] : []), sql`t.id`]),
    limit: MOST,
  });
  const there = siblings.findIndex((sibling) => sibling.id === beside);
  if (there < 0) throw refuse(`同级多于${MOST}个，不能调整顺序`);
  const at = there + (ask.before === beside ? 0 : 1);
  const numbers = siblings.map((sibling) => Number(sibling.number));
  const place = orderBetween(numbers.slice(0, at), numbers.slice(at));
  for (const [n, sibling] of siblings.slice(at).entries()) {
    const next = place.below[n];
    if (next !== undefined) await patchRecord(ctx, object.object, String(sibling.id), { head: { [order]: next } });
  }
  return { [order]: place.own, ...(up === (rec[tree.code] ?? null) ? {} : { [tree.code]: up }) };
}
