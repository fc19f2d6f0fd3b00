/** Rows of sends and receipts: the line of the plan they are of, and the places their pieces go between. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { FoundOf } from '../../rows';
import type { LegInput } from '../../stock/legs';
import { needLineSide } from '../production/line-side';

type Plan = FoundOf<'outPlan', { readonly rows: readonly ['items', 'materials']; readonly stored: true }>;
export interface PlanLine {
  readonly plan: Plan;
  readonly row: Plan['items'][number];
}
/** A row before it is judged. */
interface Draft {
  id: string;
  srcType?: string | null;
  srcId?: string | null;
  srcRowId?: string | null;
  plan?: string | null;
  planRow?: string | null;
  orderProcess?: string | null;
  workOrder?: string | null;
  opNbr?: number | null;
  process?: string | null;
  material?: string | null;
  materialCode?: string | null;
  materialName?: string | null;
  spec?: string | null;
  attrKey?: string | null;
  unit?: string | null;
}
/** A send or a receipt. */
export interface Sheet {
  readonly supplier?: string | null;
  readonly items: readonly Draft[];
}

/** Names in each row the line of the plan it is of, by way of the send or the receipt it was pushed from; answers the lines by row. */
export const nameLines = async (rows: readonly Draft[], ctx: Ctx): Promise<ReadonlyMap<string, PlanLine>> => {
  const { records } = ctx.asSystem();
  const from = async (object: 'outSend' | 'outReceive') => {
    const ids = rows.flatMap(({ srcType, srcId }) => (srcType === object && srcId ? [srcId] : []));
    const docs = await records.many(object, [...new Set(ids)], { rows: ['items'], stored: true });
    return docs.flatMap(({ items }) => items.map(({ id, plan, planRow }) => [id, { plan, planRow }] as const));
  };
  const between = new Map([...(await from('outSend')), ...(await from('outReceive'))]);
  for (const row of rows) {
    const way =
      row.srcType === 'outPlan' ? { plan: row.srcId, planRow: row.srcRowId } : between.get(row.srcRowId ?? '');
    if (!way) continue;
    row.plan = way.plan ?? null;
    row.planRow = way.planRow ?? null;
  }
  const ids = [...new Set(rows.flatMap(({ plan }) => (plan ? [plan] : [])))];
  const plans = await records.many('outPlan', ids, { rows: ['items', 'materials'], stored: true });
  const lines = new Map<string, PlanLine>();
  for (const row of rows) {
    const plan = plans.find(({ id }) => id === row.plan);
    const line = plan?.items.find(({ id }) => id === row.planRow);
    if (!plan || !line) continue;
    lines.set(row.id, { plan, row: line });
    const { orderProcess, workOrder, opNbr, process, material, materialCode, materialName, spec, attrKey, unit } = line;
    Object.assign(row, {
      orderProcess,
      workOrder,
      opNbr,
      process,
      material,
      materialCode,
      materialName,
      spec,
      attrKey,
      unit,
    });
  }
  return lines;
};

export interface Places {
  readonly supplier: string;
  /** 在制: the line side of the workshop of the operation */
  line(row: { readonly orderProcess?: string | null }): string;
}
export const placesOf = async ({ supplier, items }: Sheet, ctx: Ctx): Promise<Places> => {
  const { records } = ctx.asSystem();
  const [partner] = supplier == null ? [] : await records.many('supplier', [supplier], { stored: true });
  if (!partner?.warehouse) throw refuse(`供应商「${partner?.name ?? ''}」没有外协仓，请在供应商中勾选业务类型「外协」`);
  const ids = [...new Set(items.flatMap(({ orderProcess }) => (orderProcess ? [orderProcess] : [])))];
  const lines = new Map<string, string>();
  for (const { id, workshop } of await records.many('orderProcess', ids))
    lines.set(id, (await needLineSide(ctx, workshop, null)).id);
  return { supplier: partner.warehouse, line: ({ orderProcess }) => lines.get(orderProcess ?? '') ?? '' };
};

interface Piece {
  readonly id: string;
  readonly lineNo: number;
  readonly material: string;
  readonly attrKey: string | null;
  readonly orderProcess: string | null;
}
export interface Way {
  readonly moveKind: string;
  readonly from: string;
  readonly to: string;
  readonly qty: number;
  readonly leg?: number;
}
/** Pieces of an operation from one place to another: they carry its stage, no lot and no value (40 §3.1). */
export const pieceLegs = (row: Piece, { moveKind, from, to, qty, leg = 1 }: Way): readonly LegInput[] => {
  const key = { material: row.material, attrKey: row.attrKey, stage: row.orderProcess };
  const one = { rowId: row.id, lineNo: row.lineNo, moveKind, cost: { by: 'none' } } as const;
  return [
    { ...one, leg, qty: -qty, key: { ...key, warehouse: from }, counterWarehouse: to },
    { ...one, leg: leg + 1, qty, key: { ...key, warehouse: to }, counterWarehouse: from },
  ];
};
