/** 工序任务 (30 §2): pauses what runs on it, ends by hand, is given to people. */
import type { Problem } from '../../../schemas/language/value';
import type { DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { isEnded } from '../../production/balance';
import { splitBy } from '../../production/split';
import { dispatchLines, guardSum } from './dispatch-lines';
import { dispatchPlanned, dispatchTo, peopleOf, skills } from './dispatch-order';
import { isOrderEnded } from './ended';
import { shortBefore } from './finish';
import { heldAbove } from './hold';
import { lockOperations } from './locks';
import { addedOf, addedProblems, letRunsGo, lockPlansOf, putInLine, takeOutOfLine } from './op-line';
import { around, floorOf } from './operations';
import { pauseStarts } from './prd-start';
import { rebalance } from './rebalance';

export const orderProcess: DomainModule<'orderProcess'> = {
  async lock(action, ids, ctx) {
    if (action === 'del') await lockPlansOf(ids, ctx);
    await lockOperations(ctx, ids);
  },
  async derive(record, old, ctx) {
    if (old !== null) return undefined;
    const added = await addedOf(record, ctx);
    // nothing is dispatched of a new one: what its plan allows
    const most = ((added?.planQty ?? record.planQty ?? 0) * (100 + (record.overRate ?? 0))) / 100;
    return { ...added, added: added !== undefined, remainDispatch: Math.floor(Math.round(most * 1e6) / 1e6) };
  },
  async check(record, old, ctx) {
    if (old === null) return record.added === true ? addedProblems(record, ctx) : [];
    const problems: Problem[] = [];
    if (old.transferMode !== record.transferMode && (old.startQty ?? 0) > 0)
      problems.push({ code: 'orderProcess.mode', path: 'transferMode', text: '工序已开工，不能更换转移方式' });
    if (old.inspectFlag === true && record.inspectFlag !== true && !ctx.session.rights.has('orderProcess:noInspect'))
      problems.push({ code: 'orderProcess.inspect', path: 'inspectFlag', text: '没有取消检验的权限，请联系车间主任' });
    return problems;
  },
  async letGo(record, ctx) {
    await letRunsGo(record, ctx);
  },
  async after({ record, action, old }, ctx) {
    if (old === null && record.added === true) await putInLine(record, ctx);
    if (action === 'del') await takeOutOfLine(record, ctx);
    else if (old !== null && record.workOrderNbr !== null) await rebalance(ctx, [record.workOrderNbr]);
  },
  async asks(action, record, ctx, ask) {
    if (action !== 'even' && action !== 'dispatch') return [];
    const given = Array.isArray(ask.lines) ? ask.lines : [ask];
    const told: Problem[] = [];
    for (const each of given)
      told.push(...(await skills(peopleOf(each), { orderProcess: record.id, planRange: each.planRange }, ctx)));
    return told;
  },
  actions: {
    async pause(record, ask, ctx) {
      await pauseStarts(ctx, { field: 'orderProcess', id: record.id }, { reason: ask.reason, note: ask.note ?? null });
      return undefined;
    },
    async resume(record, _ask, ctx) {
      const above = await heldAbove(record, ctx);
      if (above !== null) throw refuse(above);
      // its numbers say where it goes on
      return { docStatus: '30' };
    },
    async finish(record, _ask, ctx) {
      const at = around(await floorOf(ctx, record.workOrderNbr ?? ''), record.id);
      const open = at.operations.find(
        ({ opNbr }) => at.op.predecessors.includes(opNbr) && !isEnded(at.balances.get(opNbr)?.docStatus ?? ''),
      );
      if (open) throw refuse(`前工序${open.opNbr}未完成，不能完成本工序`);
      const { wip, reported, submitted, inQty } = at.balances.get(at.op.opNbr) ?? EMPTY;
      const short = shortBefore(at.op, wip);
      if (short !== null) throw refuse(short);
      if (reported + submitted < inQty)
        throw refuse(`转入${inQty}，已报${reported + submitted}，尚有${inQty - reported - submitted}未报，不能完成`);
      return { finishFlag: true };
    },
    // operations after it that have begun go on with what they took; those that wait for its end (完工转移) begin nothing new meanwhile
    async unfinish(record, _ask, ctx) {
      const { workOrder } = await floorOf(ctx, record.workOrderNbr ?? '');
      if (isOrderEnded(workOrder.docStatus))
        throw refuse(
          `工单${workOrder.nbr}${workOrder.finishFlag === true ? '已完工，请先撤销完工' : '已结束，不能撤销完成'}`,
        );
      return { finishFlag: false };
    },
    async dispatch(record, ask, ctx) {
      await dispatchLines(record, ask.lines ?? [], ctx);
      return undefined;
    },
    async byPlan(record, _ask, ctx) {
      await dispatchPlanned(record, ctx);
      return undefined;
    },
    async even(record, ask, ctx) {
      const at = around(await floorOf(ctx, record.workOrderNbr ?? ''), record.id);
      guardSum(at, ask.qty);
      const parts = splitBy(
        ask.qty,
        ask.people.map(() => 1),
        at.op.decimals,
      );
      const people = ask.people.map((employee, n) => ({ assignKind: '10' as const, employee, qty: parts[n] ?? 0 }));
      await dispatchTo(
        record,
        people.filter(({ qty }) => qty > 0),
        ask.planRange ?? null,
        ctx,
      );
      return undefined;
    },
  },
};
const EMPTY = { wip: 0, reported: 0, submitted: 0, inQty: 0 };
