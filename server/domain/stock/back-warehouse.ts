/** 产品退库 (40 §4, L9): received product leaves its store at what it came in for and is the workshop's again; 返工 makes its task. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { GOOD } from '../../stock/keys';
import { type LegInput, plain } from '../../stock/legs';
import { postStock } from '../../stock/posting';
import { mulDiv } from '../../stock/value';
import { lockWorkOrders } from '../production/locks';
import { rebalance } from '../production/rebalance';
import { checkStockDoc, docOf } from '../stock-doc';
import { takeBack } from './held';

type Back = RowOf<'backWarehouse'>;
type Line = LineOf<'backWarehouse', 'items'>;
type Received = LineOf<'enterWarehouse', 'items'>;

const MOVE_KIND = '25';
const REWORK = '1';

export const backWarehouse: DomainModule<'backWarehouse'> = {
  async lock(_action, ids, ctx) {
    const backs = await ctx.asSystem().records.many('backWarehouse', ids, { rows: ['items'], stored: true });
    await lockWorkOrders(
      ctx,
      backs.flatMap(({ items }) => items.map(({ workOrder }) => workOrder)),
    );
  },
  async derive(record, _old, ctx) {
    if (record.auditStatus === '2') return undefined;
    const sources = await receivedRows(record, ctx);
    const others = await otherBacks(record, ctx);
    for (const row of record.items) {
      const source = sources.get(row.srcRowId ?? '');
      if (!source) continue;
      const { material, attrKey, unit, batchNbr, position, workOrder, warehouse } = source;
      Object.assign(row, { material, attrKey, unit, batchNbr, workOrder, warehouse });
      row.position = row.position ?? position;
      row.receivedQty = source.baseQty ?? 0;
      row.backQty = others.get(source.id) ?? 0;
      const lying = await goodOf(source, ctx);
      row.inStockQty = sumDec([...lying.values()]);
      row.serials = serialsOf(row, source, lying);
    }
    const one = <V>(values: readonly V[]): V | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);
    const found = await ctx.asSystem().records.many('workOrder', idsOf(record), { stored: true });
    return {
      workOrder: one(found.map(({ id }) => id)),
      prdOrder: one(found.map(({ prdOrderNbr }) => prdOrderNbr)),
      workshop: record.workshop ?? one(found.map(({ workshop }) => workshop)),
    };
  },
  async check(record, old, ctx) {
    if (record.auditStatus === '2') return [];
    return [
      ...(await checkStockDoc(record, old, ctx)),
      ...(await checkBack(record, ctx)),
      ...(await checkProcess(record, ctx)),
    ];
  },
  async after({ record, old }, ctx) {
    const touched = [...record.items, ...(old?.items ?? [])].map(({ workOrder }) => workOrder);
    await rebalance(ctx, await lockWorkOrders(ctx, touched));
  },
  actions: {
    async audit(record, _ask, ctx) {
      const sources = await receivedRows(record, ctx);
      const posted = await postStock(ctx, {
        ...docOf('backWarehouse', record),
        legs: record.items.flatMap((row) => legsOf(row, sources.get(row.srcRowId ?? ''))),
      });
      if (record.backReason === REWORK) await makeTask(record, ctx);
      return {
        items: record.items.map((row) => ({
          ...row,
          costAmount: Math.abs(
            sumDec(posted.rows.filter(({ rowId }) => rowId === row.id).map(({ amount }) => amount ?? 0)),
          ),
        })),
      };
    },
    async unaudit(record, _ask, ctx) {
      for (const task of await tasksOf(record, ctx)) {
        if (task.docStatus !== '10') throw refuse(`返工任务${task.nbr}已开始，不能反审核`, { rule: 'back.rework' });
        await ctx.asSystem().records.patch('reworkTask', task.id, { head: { docStatus: '90' } });
      }
      await takeBack(ctx, docOf('backWarehouse', record));
      return { items: record.items.map((row) => ({ ...row, costAmount: null })) };
    },
  },
};

const idsOf = ({ items }: Pick<DraftOf<'backWarehouse'>, 'items'>): readonly string[] => [
  ...new Set(items.flatMap(({ workOrder }) => (workOrder ? [workOrder] : []))),
];

/** Rows of the receipts they came in with, by id. */
const receivedRows = async (
  { items }: Pick<DraftOf<'backWarehouse'>, 'items'>,
  ctx: Ctx,
): Promise<ReadonlyMap<string, Received>> => {
  const ids = [...new Set(items.flatMap(({ srcId }) => (srcId ? [srcId] : [])))];
  const receipts = await ctx.asSystem().records.many('enterWarehouse', ids, { rows: ['items'], stored: true });
  return new Map(receipts.flatMap((receipt) => receipt.items.map((row) => [row.id, row] as const)));
};

/** What other live returns say of the same rows, in base units. */
const otherBacks = async (
  { id, items }: Pick<DraftOf<'backWarehouse'>, 'id' | 'items'>,
  ctx: Ctx,
): Promise<ReadonlyMap<string, number>> => {
  const { records } = ctx.asSystem();
  const sources = [...new Set(items.flatMap(({ srcId }) => (srcId ? [srcId] : [])))];
  const heads = await records.find(
    'backWarehouse',
    'docStatus != 90 && id != param.id && exists(items, srcId in param.sources)',
    { param: { id, sources } },
  );
  const ids = heads.map((head) => head.id);
  const sums = new Map<string, number>();
  for (const back of await records.many('backWarehouse', ids, { rows: ['items'], stored: true }))
    for (const { srcRowId, baseQty } of back.items)
      if (srcRowId !== null) sums.set(srcRowId, addDec(sums.get(srcRowId) ?? 0, baseQty ?? 0));
  return sums;
};

/** Free good stock of the row's lot, or of each of its serial numbers, where it was received. */
const goodOf = async (source: Received, ctx: Ctx): Promise<ReadonlyMap<string, number>> => {
  const numbers = source.serials && source.serials.length > 0 ? source.serials : [source.batchNbr];
  let query = ctx.trx
    .selectFrom('stock_balance')
    .select(['batch_nbr', 'qty', 'reserved_qty'])
    .where('material_id', '=', source.material)
    .where('warehouse_id', '=', source.warehouse)
    .where('quality_status', '=', GOOD)
    .where('owner', '=', 'self')
    .where('stage_id', 'is', null)
    .where('qty', '>', 0);
  const named = numbers.filter((nbr) => nbr !== null);
  query = named.length === 0 ? query.where('batch_nbr', 'is', null) : query.where('batch_nbr', 'in', named);
  const sums = new Map<string, number>();
  for (const row of await query.execute()) {
    const nbr = row.batch_nbr ?? '';
    sums.set(nbr, addDec(sums.get(nbr) ?? 0, subDec(Number(row.qty), Number(row.reserved_qty))));
  }
  return sums;
};

/** The numbers somebody chose; else the first ones that still lie there. */
const serialsOf = (
  row: DraftOf<'backWarehouse'>['items'][number],
  source: Received,
  lying: ReadonlyMap<string, number>,
): string[] | null => {
  if (!source.serials || source.serials.length === 0) return null;
  if (row.serials && row.serials.length > 0 && row.serials.length === row.qty) return [...row.serials];
  const there = source.serials.filter((serial) => (lying.get(serial) ?? 0) > 0);
  return (row.serials?.length ? row.serials.filter((serial) => there.includes(serial)) : there).slice(0, row.qty ?? 0);
};

/** 批次…最多可退…: the work orders are locked, so two returns of the last pieces come one after the other. */
const checkBack = async (record: JudgedOf<'backWarehouse'>, ctx: Ctx): Promise<readonly Problem[]> => {
  await lockWorkOrders(ctx, idsOf(record));
  const sources = await receivedRows(record, ctx);
  const others = await otherBacks(record, ctx);
  const problems: Problem[] = [];
  for (const row of record.items) {
    const source = sources.get(row.srcRowId ?? '');
    const at = `items[${row.id}].qty`;
    if (!source) {
      problems.push({ code: 'back.source', path: at, text: `第${row.lineNo}行请从完工入库单选单` });
      continue;
    }
    const lying = await goodOf(source, ctx);
    const [received, stock, back] = [source.baseQty ?? 0, sumDec([...lying.values()]), others.get(source.id) ?? 0];
    const most = Math.max(0, Math.min(subDec(received, back), stock));
    const asked = row.baseQty ?? 0;
    const name = source.serials?.[0] ?? source.batchNbr;
    if (asked > most)
      problems.push({
        code: 'back.over',
        path: at,
        text:
          `批次${name ?? ''}入库${plain(received)}，在库合格${plain(stock)}，已退${plain(back)}，` +
          `最多可退${plain(most)}，本次${plain(asked)}`,
      });
    else if (row.serials !== null && row.serials.length !== asked && source.serials?.length)
      problems.push({
        code: 'back.serials',
        path: `items[${row.id}].serials`,
        text: `第${row.lineNo}行序列号${row.serials.length}个，与数量${plain(asked)}不一致`,
      });
    const strange = row.serials?.find((serial) => !source.serials?.includes(serial));
    if (strange !== undefined)
      problems.push({ code: 'back.serials', path: `items[${row.id}].serials`, text: `序列号${strange}不在入库单中` });
  }
  return problems;
};

/** 返工 goes to an operation of the work order all rows are of. */
const checkProcess = async (record: JudgedOf<'backWarehouse'>, ctx: Ctx): Promise<readonly Problem[]> => {
  if (record.backReason !== REWORK || record.toProcess === null) return [];
  const [operation] = await ctx.asSystem().records.many('orderProcess', [record.toProcess], { stored: true });
  const [workOrder, ...more] = idsOf(record);
  return more.length === 0 && operation?.workOrderNbr === workOrder
    ? []
    : [{ code: 'back.process', path: 'toProcess', text: '退回工序不属于退库的工单，返工请按工单分单退库' }];
};

/** One leg a row, of serial numbers one a piece; each at its share of what the row came in for. */
const legsOf = (row: Line, source: Received | undefined): readonly LegInput[] => {
  const { baseQty } = row;
  if (baseQty === null || !source?.baseQty) throw refuse(`第${row.lineNo}行没有基本数量，请检查单位换算`);
  const whole = source.amount ?? 0;
  const all = source.baseQty;
  const leg = (n: number, qty: number, batchNbr: string | null): LegInput => ({
    rowId: row.id,
    leg: n,
    lineNo: row.lineNo,
    moveKind: MOVE_KIND,
    qty: -qty,
    key: {
      material: row.material,
      attrKey: row.attrKey,
      warehouse: row.warehouse,
      position: row.position,
      batchNbr,
      owner: row.owner,
    },
    cost: { by: 'back', amount: -mulDiv(whole, qty, all, 2) },
  });
  if (!source.serials?.length) return [leg(1, baseQty, row.batchNbr)];
  return (row.serials ?? []).map((serial, n) => leg(n + 1, 1, serial));
};

/** The pieces are open rework of the last operation until the task says what became of them. */
const makeTask = async (record: Back, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const [workOrder] = idsOf(record);
  const [last] = await records.find('orderProcess', 'workOrderNbr == param.workOrder && isLast', {
    param: { workOrder: workOrder ?? null },
    limit: 1,
  });
  const [to] = await records.many('orderProcess', record.toProcess === null ? [] : [record.toProcess], {
    stored: true,
  });
  const [first] = record.items;
  if (!last || !to || !first) throw refuse('工单没有末工序，不能退回返工', { rule: 'back.process' });
  await records.save('reworkTask', {
    id: ctx.newId(),
    srcNbr: record.nbr,
    orderProcess: last.id,
    workOrderNbr: workOrder ?? null,
    opNbr: last.opNbr,
    process: last.process,
    reworkProcess: to.process,
    material: first.material,
    materialName: first.materialName,
    batchNbr: first.batchNbr ?? first.serials?.[0] ?? null,
    workshop: record.workshop,
    qty: record.qty,
  });
};
const tasksOf = (record: Back, ctx: Ctx) =>
  ctx.asSystem().records.find('reworkTask', 'srcNbr == param.nbr && empty(prdReport) && docStatus != 90', {
    param: { nbr: record.nbr },
  });
