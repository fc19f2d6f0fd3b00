/** 生产订单 (30 §2): the snapshot of structure and route at the audit, sub-orders, work orders in lots, changes. */
import type { Ctx, DomainModule } from '../../ctx';
import { forbidden, refuse } from '../../errors';
import { answer, type RowOf } from '../../rows';
import { explodeRows } from './explode';
import { holdOrder, orderState, resumeHeld, resumeOrder } from './hold';
import { kitsNow, kitValues, shortRows } from './kit-check';
import { guardClose, restProblems } from './order-close';
import { opsProblems } from './order-ops';
import { freeOrder, reserveOrder, trimOrder } from './order-reserve';
import { rebalance } from './rebalance';
import { saveReceipt } from './receipt-draft';
import { releaseLots } from './release';
import { lineOf, needRows, snapshotOf } from './snapshot';
import { keepSubstitutes, substituteRow, substituteShort } from './substitute-row';
import { plannedRows, supplementOrder, supplementRows } from './supplement';

/** as many lots as one release makes; more is a slip of the lot quantity */
const MAX_LOTS = 200;

export const prdOrder: DomainModule<'prdOrder'> = {
  async check(record, old) {
    return record.ops === old?.ops ? [] : opsProblems(record);
  },
  async asks(action, record, ctx) {
    if (action !== 'close') return [];
    // nobody says yes to the rest of an order that something else holds
    await guardClose(record.id, ctx);
    return restProblems(record);
  },
  async after({ record, action }, ctx) {
    if (action === 'del' || action === 'void') await clearStamp(record, ctx);
    if (action === 'resume') await goOn(record.id, ctx);
  },
  actions: {
    async audit(record, _ask, ctx) {
      return snapshotOf(record, ctx);
    },
    async unaudit(record, _ask, ctx) {
      const orders = await workOrdersOf(ctx, record.id);
      if (orders.length > 0) throw refuse(`已下达工单${orders.map(({ nbr }) => nbr).join('、')}，不能反审核`);
      const stamped = record.materials.find((row) => row.sourceOrderNbr !== null);
      if (stamped) throw refuse(`已生成子订单${stamped.sourceOrderNbr}，不能反审核`);
      return { materials: [], outputs: [] };
    },
    async explode(record, ask, ctx) {
      return { materials: await explodeRows(record, ask.rows, ctx) };
    },
    async release(record, ask, ctx) {
      const lot = ask.lotQty ?? 0;
      if (lot > 0 && ask.qty / lot > MAX_LOTS) throw refuse(`一次最多下达${MAX_LOTS}张工单，请加大工单批量`);
      const release = { qty: ask.qty, lot, planRange: ask.planRange ?? null };
      if (ctx.setting('prd.autoSub') !== true) return { releasedQty: await releaseLots(record, release, ctx) };
      const materials = await substituteShort(record, ctx);
      return { materials, releasedQty: await releaseLots({ ...record, materials }, release, ctx) };
    },
    async change(record, ask, ctx) {
      // `set` has written the new values: what stood there is in the database
      const old = await ctx.asSystem().records.get('prdOrder', record.id);
      if (!old) return undefined;
      const planned = plannedRows(old.materials);
      const materials =
        old.planQty === record.planQty
          ? record.materials
          : [
              ...(await keepSubstitutes(record, await needRows(record, ctx, planned), planned, ctx)),
              ...supplementRows(old.materials),
            ].map((row, n) => ({ ...row, lineNo: lineOf(n) }));
      return { materials, changes: [...record.changes, ...changesOf(old, record, ask.reason, ctx)] };
    },
    supplement: (record, { qty }, ctx) => supplementOrder(record, qty, ctx),
    pause: (record, { reason, note }, ctx) => holdOrder(record, { reason, note: note ?? null }, ctx),
    resume: (record, _ask, ctx) => resumeOrder(record, ctx),
    async close(record, ask, ctx) {
      await freeOrder(record, `${record.nbr}已结案`, ctx);
      return { closeReason: ask.reason };
    },
    async reopen(record, _ask, ctx) {
      return { docStatus: orderState(record, await workOrdersOf(ctx, record.id)), closeReason: null };
    },
    async kit(record, _ask, ctx) {
      const kit = (await kitsNow(ctx)).get(record.id);
      if (!kit) return undefined;
      const rows = [...(told.get(ctx) ?? []), ...shortRows(record, kit)];
      told.set(ctx, rows);
      return { ...kitValues(record.materials, kit, ctx), ...answer({ rows: [...rows] }) };
    },
    async toWarehouse(record, _ask, ctx) {
      if (!ctx.session.rights.has('enterWarehouse:add')) throw forbidden();
      const finished = (await workOrdersOf(ctx, record.id)).flatMap((workOrder) =>
        (workOrder.receivableQty ?? 0) > 0 ? [{ workOrder, qty: workOrder.receivableQty ?? 0 }] : [],
      );
      if (finished.length === 0) throw refuse('没有可下推入库的明细', { rule: 'actions.toWarehouse' });
      const { warehouse, workshop } = record;
      const { id, nbr } = await saveReceipt(finished, { warehouse, workshop }, ctx);
      const created = [...(received.get(ctx) ?? []), { object: 'enterWarehouse', id, nbr }];
      received.set(ctx, created);
      return answer({ created });
    },
    async substitute(record, ask, ctx) {
      let materials = record.materials;
      for (const { id } of ask.rows) materials = await substituteRow({ ...record, materials }, id, ctx);
      await trimOrder({ ...record, materials }, `${record.nbr}采用替代料`, ctx);
      await reserveOrder({ ...record, materials }, ctx);
      return { materials };
    },
  },
};

/** What a check of several orders has found short so far: its answer names the rows of all. */
const told = new WeakMap<Ctx, readonly ReturnType<typeof shortRows>[number][]>();
/** The receipts of several orders, likewise. */
const received = new WeakMap<Ctx, readonly { readonly object: string; readonly id: string; readonly nbr: string }[]>();

/** Starts that its pause has stopped go on, now that nothing above them is paused. */
const goOn = async (order: string, ctx: Ctx): Promise<void> => {
  const running = (await workOrdersOf(ctx, order)).filter(({ docStatus }) => docStatus === '30');
  for (const { id } of running) await resumeHeld(id, ctx);
  await rebalance(
    ctx,
    running.map(({ id }) => id),
  );
};

/** Those that count: not 已作废. */
const workOrdersOf = (ctx: Ctx, order: string) =>
  ctx.asSystem().records.find('workOrder', 'prdOrderNbr == param.order && docStatus != 90', {
    param: { order },
    sort: 'nbr',
  });

/** The row of the order above it may be exploded again. */
const clearStamp = async ({ parentNbr, nbr }: RowOf<'prdOrder'>, ctx: Ctx): Promise<void> => {
  if (parentNbr === null) return;
  const { records } = ctx.asSystem();
  const parent = await records.get('prdOrder', parentNbr, { lock: true });
  const materials = (parent?.materials ?? [])
    .filter((row) => row.sourceOrderNbr === nbr)
    .map(({ id }) => ({ id, sourceOrderNbr: null }));
  if (materials.length > 0) await records.patch('prdOrder', parentNbr, { rows: { materials } });
};

const CHANGED = ['planQty', 'dueDate', 'priority'] as const;
const changesOf = (old: RowOf<'prdOrder'>, record: RowOf<'prdOrder'>, reason: string, ctx: Ctx) => {
  const { fields } = ctx.records.object('prdOrder');
  const priorities = ctx.records.dict('priority')?.items ?? [];
  const shown = (code: (typeof CHANGED)[number], value: string | number | null): string =>
    code === 'priority' ? (priorities.find((item) => item.code === value)?.title ?? '') : String(value ?? '');
  return CHANGED.filter((code) => old[code] !== record[code]).map((code, n) => ({
    id: ctx.newId(),
    lineNo: lineOf(old.changes.length + n),
    time: ctx.now,
    user: ctx.session.me.id,
    what: fields[code]?.title ?? code,
    oldValue: shown(code, old[code]),
    newValue: shown(code, record[code]),
    reason,
  }));
};
