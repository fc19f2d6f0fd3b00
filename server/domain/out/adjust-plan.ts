/** 外协计划数量调整 (30 §5, out.adjustPlan of 40 §12): not less than was sent of a line, not more than may be given of it. */

import { text } from '../../../schemas/language/texts';
import type { Ctx } from '../../ctx';
import type { RowOf } from '../../rows';
import { plain } from '../../stock/legs';
import { mulDiv } from '../../stock/value';
import { type AdjustKind, type Asked, isStale, type LineStanding, newValue } from '../production/adjust-kind';
import type { Told } from '../production/effect';
import { finerThan } from '../production/prd-units';
import { blockOfRow, nameOf } from './adjust-lines';
import { mostOf } from './limits';
import { planLimits } from './plan-limits';

type Plan = RowOf<'outPlan'>;
const OPEN: readonly string[] = ['10', '20', '30'];

export const planLines = async (plan: Plan, ctx: Ctx): Promise<readonly LineStanding[]> => {
  const limits = await planLimits(plan, ctx);
  return Promise.all(
    plan.items.map(async (row) => ({
      id: row.id,
      what: nameOf(row),
      now: { planQty: row.qty },
      main: 'planQty' as const,
      bounds: { planQty: { min: row.sentQty ?? 0, max: mostOf(limits, row.id, row.qty) } },
      blockReason: await blockOfRow('outPlan', { doc: plan, row }, ctx),
    })),
  );
};

const found = async ({ outPlan, srcRow }: Pick<Asked, 'outPlan' | 'srcRow'>, ctx: Ctx) => {
  const plan = await ctx.asSystem().records.get('outPlan', outPlan ?? '', { lock: true });
  const row = plan?.items.find(({ id }) => id === srcRow);
  return plan && row ? { plan, row } : null;
};

export const adjustedPlan: AdjustKind = {
  async refusal(asked, ctx) {
    const at = await found(asked, ctx);
    if (!at || at.plan.auditStatus !== '2' || !OPEN.includes(at.plan.docStatus ?? '')) return text('record.stale');
    const { plan, row } = at;
    if (isStale(asked, { planQty: row.qty })) return text('record.stale');
    const qty = newValue(asked, 'planQty') ?? row.qty;
    const said =
      (await blockOfRow('outPlan', { doc: plan, row, except: asked.id }, ctx)) ??
      (await finerThan(row.unit, [qty], ctx));
    if (said !== null) return said;
    const sent = row.sentQty ?? 0;
    if (qty < sent) return `已发出${plain(sent)}，外协计划数量不能小于${plain(sent)}`;
    if (qty <= row.qty) return null;
    const limits = await planLimits(withQty(plan, row.id, qty), ctx);
    return limits.find(({ rows, asked: all, max }) => rows.includes(row.id) && all > max)?.text ?? null;
  },
  async apply(record, ctx) {
    const at = await found(record, ctx);
    if (!at) throw new Error(`${record.srcNbr} has no row ${record.srcRow}`);
    const { plan, row } = at;
    const { records } = ctx.asSystem();
    const qty = newValue(record, 'planQty') ?? row.qty;
    const { items } = await records.save('outPlan', { id: plan.id, items: [...withQty(plan, row.id, qty).items] });
    const now = items.find(({ id }) => id === row.id);
    // 发料清单 is of as many pieces as its line
    const rows = plan.materials
      .filter(({ planRow }) => planRow === row.id)
      .map(({ id }) => ({ id, planQty: now?.baseQty ?? qty }));
    if (rows.length > 0) await records.patch('outPlan', plan.id, { rows: { materials: rows } });
    const after = await records.get('outPlan', plan.id);
    return after ? toldOf(plan, after, row.id) : [];
  },
};
const withQty = (plan: Plan, id: string, qty: number): Plan => ({
  ...plan,
  items: plan.items.map((row) => (row.id === id ? { ...row, ...ofUnits(row, qty) } : row)),
});
/** In base units by the share its row had. */
const ofUnits = ({ qty: was, baseQty }: Plan['items'][number], qty: number) => ({
  qty,
  baseQty: baseQty === null || was === 0 ? baseQty : mulDiv(qty, baseQty, was, 4),
});

const toldOf = (before: Plan, after: Plan, row: string): readonly Told[] => {
  const openOf = ({ items }: Plan): number => items.find(({ id }) => id === row)?.openQty ?? 0;
  return [
    { type: '50', ref: `${before.nbr}未发`, before: openOf(before), after: openOf(after) },
    ...before.materials.flatMap((each): readonly Told[] => {
      const need = after.materials.find(({ id }) => id === each.id)?.needQty ?? 0;
      if (each.planRow !== row || need === each.needQty) return [];
      return [{ type: '50', ref: '发料需求', material: each.material, before: each.needQty ?? 0, after: need }];
    }),
  ];
};
