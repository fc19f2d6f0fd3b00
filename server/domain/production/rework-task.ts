/** 返工任务 (30 §4): open rework of a report; each row moves pieces to good or scrap of the operation that owns them. */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { reversalRefusal } from '../../production/limits';
import type { RowOf } from '../../rows';
import type { ReportEffect } from './effect';
import { lockOperations } from './locks';
import { around, floorOf } from './operations';
import { guardCrew } from './own-crew';
import { finerThanUnit } from './prd-units';
import { rebalance } from './rebalance';

type Task = RowOf<'reworkTask'>;

/** What is done with work that was given to somebody. */
const HANDLED: readonly string[] = ['edit', 'start', 'report'];

export const reworkTask: DomainModule<'reworkTask'> = {
  async admit(stored, action, ctx) {
    if (HANDLED.includes(action)) await guardCrew([stored], ctx);
  },
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many('reworkTask', ids, { stored: true });
    await lockOperations(
      ctx,
      found.map(({ orderProcess }) => orderProcess),
    );
  },
  async after({ record }, ctx) {
    if (record.workOrderNbr !== null) await rebalance(ctx, [record.workOrderNbr]);
  },
  actions: {
    async start(_record, _ask, ctx) {
      return { startTime: ctx.occurAt };
    },
    async report(record, ask, ctx) {
      const [work, material] = [ask.workScrapQty ?? 0, ask.materialScrapQty ?? 0];
      const qty = sumDec([ask.goodQty, work, material]);
      if (qty <= 0) throw refuse('返工数量必须大于0');
      const finer = await finerThanUnit(record.workOrderNbr, [ask.goodQty, work, material], ctx);
      if (finer !== null) throw refuse(finer, { rule: 'field.unit' });
      const left = record.remain ?? 0;
      if (qty > left) {
        const done = addDec(record.goodQty ?? 0, record.scrapQty ?? 0);
        throw refuse(`返工数${record.qty ?? 0}，已返工${done}，最多可报${left}，本次${qty}`, {
          rule: 'reworkTask.limit',
        });
      }
      const row = {
        id: ctx.newId(),
        lineNo: (record.reports.length + 1) * 10,
        time: ctx.occurAt,
        employee: ask.employee ?? null,
        equipment: ask.equipment ?? null,
        goodQty: ask.goodQty,
        workScrapQty: work,
        materialScrapQty: material,
        badReason: ask.badReason ?? null,
        hours: ask.hours ?? null,
        payFlag: ask.payFlag ?? false,
        reversed: false,
        rowRemark: ask.remark ?? null,
      };
      return { reports: [...record.reports, row], startTime: record.startTime ?? ctx.occurAt };
    },
    async unreport(record, ask, ctx) {
      const chosen = new Set(ask.rows.map(({ id }) => id));
      const good = sumDec(record.reports.filter(({ id }) => chosen.has(id)).map(({ goodQty }) => goodQty ?? 0));
      const refused = reversalRefusal(
        around(await floorOf(ctx, record.workOrderNbr ?? ''), record.orderProcess ?? ''),
        good,
      );
      if (refused !== null) throw refuse(refused.text, { rule: 'reworkTask.used', terms: refused.terms });
      return { reports: record.reports.map((row) => (chosen.has(row.id) ? { ...row, reversed: true } : row)) };
    },
    async close(record, ask) {
      return { closedQty: record.remain, closeReason: ask.reason };
    },
  },
};

/** A report with 返工 makes a task when it takes effect; begun, it holds the report. */
export const reworkOfReport: ReportEffect = {
  name: '返工任务',
  async apply(report, ctx) {
    if ((report.reworkQty ?? 0) > 0) await makeTask(report, report.reworkQty ?? 0, ctx);
    return undefined;
  },
  async reverse(report, ctx) {
    for (const { id } of await tasksOf(report.id, ctx))
      await ctx.asSystem().records.patch('reworkTask', id, { head: { docStatus: '90' } });
    return undefined;
  },
  async holds(report, ctx) {
    const begun = (await tasksOf(report.id, ctx)).find(({ docStatus }) => docStatus !== WAITS);
    return begun ? beganText(begun.nbr) : null;
  },
  async holders(report, ctx) {
    return (await tasksOf(report.id, ctx))
      .filter(({ docStatus }) => docStatus !== WAITS)
      .map(({ id, nbr }) => ({
        object: 'reworkTask',
        id,
        nbr: nbr ?? '',
        right: 'reworkTask:report',
        text: beganText(nbr),
      }));
  },
  async least(report, ctx) {
    const begun = (await tasksOf(report.id, ctx)).filter(({ docStatus }) => docStatus !== WAITS);
    if (begun.length === 0) return [];
    const qty = sumDec(begun.map((task) => task.qty ?? 0));
    return [{ field: 'reworkQty', qty, text: () => `返工任务${begun[0]?.nbr}已开始，不能减少返工数` }];
  },
  async adjust(report, to, ctx) {
    const delta = subDec(to.reworkQty ?? 0, report.reworkQty ?? 0);
    const waiting = (await tasksOf(report.id, ctx)).filter(({ docStatus }) => docStatus === WAITS).reverse();
    const [newest] = waiting;
    if (delta > 0 && newest) await setQty(newest.id, addDec(newest.qty ?? 0, delta), ctx);
    else if (delta > 0) await makeTask(to, delta, ctx);
    let less = Math.max(0, -delta);
    for (const task of waiting) {
      const part = Math.min(less, task.qty ?? 0);
      if (part > 0) await setQty(task.id, subDec(task.qty ?? 0, part), ctx);
      less = subDec(less, part);
    }
    return undefined;
  },
};
const WAITS = '10';
const beganText = (nbr: string | null): string => `返工任务${nbr ?? ''}已开始，不能冲销`;
/** Nothing left to do again: the task is gone. */
const setQty = async (id: string, qty: number, ctx: Ctx): Promise<void> => {
  const head = qty > 0 ? { qty } : { qty, docStatus: '90' as const };
  await ctx.asSystem().records.patch('reworkTask', id, { head });
};
const makeTask = async (report: RowOf<'prdReport'>, qty: number, ctx: Ctx): Promise<void> => {
  const { orderProcess, workOrderNbr, opNbr, process, material, materialName, batchNbr, workshop } = report;
  await ctx.asSystem().records.save('reworkTask', {
    id: ctx.newId(),
    prdReport: report.id,
    srcNbr: report.nbr,
    orderProcess,
    workOrderNbr,
    opNbr,
    process,
    reworkProcess: process,
    material,
    materialName,
    batchNbr,
    workshop,
    qty,
    badReason: report.badRows.find(({ disposal }) => disposal === '10')?.badReason ?? null,
    team: report.team,
    equipment: report.equipment,
    employee: report.workers[0]?.employee ?? null,
  });
};
const tasksOf = (report: string, ctx: Ctx): Promise<readonly Pick<Task, 'id' | 'nbr' | 'docStatus' | 'qty'>[]> =>
  ctx
    .asSystem()
    .records.find('reworkTask', 'prdReport == param.report && docStatus != 90', { param: { report }, sort: 'nbr' });
