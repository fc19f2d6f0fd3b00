/** 联副产品 (30 §4 coReport): what came of a work order beside its product; effective it may be received. */
import { addDec, mulDec, roundHalfUp, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { coSums } from '../../datasets/production/co-sums';
import { draftSent, type JudgedOf, type LineOf, type RowOf } from '../../rows';
import { batchNbrOf } from '../../stock/lots';
import { lockWorkOrders } from './locks';
import { rebalance } from './rebalance';
import { shiftAtWork } from './work-shift';

type Output = LineOf<'workOrder', 'outputs'>;
const WAITING = '50';

export const coReport: DomainModule<'coReport'> = {
  async lock(_action, ids, ctx) {
    const reports = await ctx.asSystem().records.many('coReport', ids, { stored: true });
    await lockWorkOrders(
      ctx,
      reports.map(({ workOrderNbr }) => workOrderNbr),
    );
  },
  async derive(record, old, ctx) {
    if (!record.workOrderNbr || (old !== null && old.docStatus !== WAITING)) return undefined;
    await lockWorkOrders(ctx, [record.workOrderNbr]);
    const known = await outputsOf(ctx, record.workOrderNbr, record.id ?? null);
    for (const row of record.items ?? []) {
      const output = known.get(row.material ?? '');
      if (output) Object.assign(row, told(output), { warehouse: row.warehouse ?? output.warehouse });
      if (output && !row.batchNbr) row.batchNbr = await batchNbrOf(ctx, output.material);
    }
    return old === null ? shiftAtWork({ ...record, workers: [{ employee: record.employee }] }, ctx) : undefined;
  },
  async check(record, old, ctx) {
    if (old !== null && old.docStatus !== WAITING) return [];
    const workOrder = await ctx.asSystem().records.get('workOrder', record.workOrderNbr);
    if (!workOrder) return [];
    const known = await outputsOf(ctx, workOrder.id, record.id);
    return [
      ...(await strangers(record, workOrder, known, ctx)),
      ...record.items.flatMap((row): Problem[] => {
        const output = known.get(row.material);
        const text = output && aboveTheory(output, row.qty, workOrder.overRate ?? 0);
        return text ? [{ code: 'coReport.above', path: `items[${row.id}].qty`, text, level: 'warn' }] : [];
      }),
    ];
  },
  async after({ record }, ctx) {
    await rebalance(ctx, [record.workOrderNbr]);
  },
};

interface Known {
  readonly material: string;
  readonly materialName: string | null;
  readonly kind: Output['kind'];
  readonly unit: string | null;
  readonly costPercent: number | null;
  readonly warehouse: string | null;
  readonly theoryQty: number;
  /** by others, waiting or effective */
  readonly reportedQty: number;
}
/** Outputs of a work order by material; `except`: the report that is being judged. */
const outputsOf = async (ctx: Ctx, workOrder: string, except: string | null): Promise<ReadonlyMap<string, Known>> => {
  const [found] = await ctx.asSystem().records.many('workOrder', [workOrder], { rows: ['outputs'], stored: true });
  const sums = await coSums(ctx, workOrder, except);
  const known = new Map<string, Known>();
  for (const { material, materialName, kind, unit, costPercent, warehouse, theoryQty } of found?.outputs ?? []) {
    if (material === null) continue;
    const before = known.get(material);
    known.set(material, {
      material,
      materialName,
      kind,
      unit,
      costPercent: addDec(before?.costPercent ?? 0, costPercent ?? 0),
      warehouse,
      theoryQty: addDec(before?.theoryQty ?? 0, theoryQty ?? 0),
      reportedQty: sums.get(material)?.reported ?? 0,
    });
  }
  return known;
};
const told = ({ materialName, kind, unit, costPercent, theoryQty, reportedQty }: Known) => ({
  materialName,
  kind,
  unit,
  costPercent,
  theoryQty,
  reportedQty,
});

const strangers = async (
  record: JudgedOf<'coReport'>,
  workOrder: Pick<RowOf<'workOrder'>, 'nbr'>,
  known: ReadonlyMap<string, Known>,
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  const rows = record.items.filter(({ material }) => !known.has(material));
  const materials = await ctx.asSystem().records.many(
    'material',
    rows.map(({ material }) => material),
    { stored: true },
  );
  const names = new Map(materials.map(({ id, name }) => [id, name]));
  return rows.map(({ id, material }) => ({
    code: 'coReport.output',
    path: `items[${id}].material`,
    text: `「${names.get(material) ?? ''}」不是工单${workOrder.nbr}的联副产品`,
  }));
};

/** More than was to be expected is asked about, not refused: a mould may simply give more. */
export const aboveTheory = (
  { theoryQty, reportedQty }: Pick<Known, 'theoryQty' | 'reportedQty'>,
  qty: number,
  overRate: number,
): string | null => {
  const most = roundHalfUp(mulDec(theoryQty, 1 + overRate / 100), 4);
  return addDec(reportedQty, qty) <= most
    ? null
    : `理论${theoryQty}，已报${reportedQty}，本次${qty}超出理论数量，请确认`;
};

/** What a form takes from the work order that was picked: a row for each output, what is not reported of it. */
export const coReportOfOrder: Service = {
  name: 'coReport.ofOrder',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('coReport', args.record);
    const id = record.workOrderNbr;
    const workOrder = typeof id === 'string' ? await ctx.records.get('workOrder', id, { scoped: true }) : null;
    if (!workOrder) return {};
    const known = await outputsOf(ctx, workOrder.id, record.id ?? null);
    const items = [...known.values()].map((output) => ({
      id: ctx.newId(),
      material: output.material,
      ...told(output),
      qty: Math.max(0, subDec(output.theoryQty, output.reportedQty)),
      warehouse: output.warehouse,
    }));
    return { items };
  },
};
