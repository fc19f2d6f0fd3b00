/** 开工 (30 §4): a person or a team begins an operation on a device; what is started, paused and ended is kept in intervals. */
import { addDec, subDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { refuse } from '../../errors';
import { binding, startLimits } from '../../production/limits';
import { answer, draftSent, type RowOf } from '../../rows';
import { adjustStart, told } from './adjust-make';
import { startMany } from './batch-start';
import { reportAtEnd, unreported } from './device-report';
import { recountDeviceWork } from './device-work';
import { endedOf, opened, PAUSED, RUNS, ranFor } from './intervals';
import { lockOperations } from './locks';
import { around, floorOf, headOfOperation } from './operations';
import { finerThanUnit } from './prd-units';
import { rebalance } from './rebalance';
import { recountDispatches } from './recount';
import { paramRows, seen } from './report-basis';
import { windowProblems } from './report-window';
import {
  beginProblems,
  busyText,
  dispatchProblem,
  guardDevice,
  guardHeld,
  guardStart,
  skillProblems,
  sopsRead,
} from './start-guards';
import { shiftAtWork } from './work-shift';

type Start = RowOf<'prdStart'>;

export const prdStart: DomainModule<'prdStart'> = {
  async lock(_action, ids, ctx) {
    const starts = await ctx.asSystem().records.many('prdStart', ids, { stored: true });
    await lockOperations(
      ctx,
      starts.map(({ orderProcess }) => orderProcess),
    );
  },
  async derive(record, old, ctx) {
    if (old !== null && old.docStatus !== '10') return undefined;
    const operation = await operationOf(record.orderProcess, ctx);
    if (!operation) return undefined;
    await lockOperations(ctx, [operation.id]);
    return { ...(await headOfOperation(operation, ctx)), ...(await shiftAtWork(record, ctx)) };
  },
  async check(record, old, ctx) {
    if (record.docStatus !== '10') return [];
    const people = record.workers.map(({ employee }) => employee);
    if (new Set(people).size < people.length) return [{ code: 'prdStart.once', path: 'workers', text: '人员不能重复' }];
    const finer = await finerThanUnit(record.workOrderNbr, [record.startQty], ctx);
    if (finer !== null) return [{ code: 'field.unit', path: 'startQty', text: finer }];
    const outside = windowProblems(record, old, ctx);
    if (outside.length > 0) return outside;
    const others = old === null ? await dispatchProblem(record.dispatchOrder, ctx) : undefined;
    if (others !== undefined) return [others];
    if (old !== null || record.atOnce !== true) return [];
    const operation = await operationOf(record.orderProcess, ctx);
    if (!operation) return [];
    const begin = await beginProblems(operation, record.startQty, ctx);
    // what refuses besides is said by the start that follows
    return begin.length > 0 ? begin : warnings(await skillProblems(record, operation, ctx));
  },
  async asks(action, record, ctx) {
    if (action === 'start') {
      const operation = await operationOf(record.orderProcess, ctx);
      return operation ? warnings(await skillProblems(record, operation, ctx)) : [];
    }
    if (action !== 'end') return [];
    const left = subDec(restOf(record), await unreported(record, ctx));
    if (left <= 0) return [];
    const text = `尚有${left}未报工，结束后退回待开工，是否继续？`;
    return [{ code: 'prdStart.rest', path: '', text, level: 'warn' }];
  },
  async after({ record, action, old }, ctx) {
    if (old === null && record.atOnce === true && record.docStatus === '10') {
      await ctx.asSystem().records.act('prdStart', 'start', record.id);
      return;
    }
    if (record.docStatus === '10' || record.workOrderNbr === null) return;
    // what an adjustment does is done by its record
    if (action === 'adjust') return;
    // the report that implies a start counts both
    if (old === null && record.isImplied === true) return;
    await recountDispatches(ctx, [record.dispatchOrder]);
    await rebalance(ctx, [record.workOrderNbr]);
    await recountDeviceWork(ctx, [record.id]);
    if (action === 'start' || action === 'pause')
      await ctx.emit(`prdStart.${action === 'start' ? 'started' : 'paused'}`, {
        object: 'prdStart',
        id: record.id,
        nbr: record.nbr,
      });
  },
  actions: {
    async batchStart(_record, ask, ctx) {
      return answer({ text: `已开工${await startMany(ask, ctx)}项` });
    },
    async start(record, _ask, ctx) {
      await guardStart(record, ctx);
      const at = record.startTime ?? ctx.occurAt;
      return {
        sopConfirm: await sopsRead(record, ctx),
        startTime: at,
        intervals: opened([], { id: ctx.newId(), at, kind: RUNS }),
        workers: record.workers.map((row) => ({ ...row, joinTime: at, leaveTime: null })),
      };
    },
    async pause(record, ask, ctx) {
      return pausedOf(record, { reason: ask.reason, note: ask.note ?? null }, ctx);
    },
    async resume(record, _ask, ctx) {
      const operation = await ctx.asSystem().records.get('orderProcess', record.orderProcess);
      if (!operation) throw refuse('工序任务已不存在');
      guardHeld(await floorOf(ctx, record.workOrderNbr ?? ''), operation);
      await guardDevice(record, operation, ctx);
      return { intervals: opened(record.intervals, { id: ctx.newId(), at: ctx.occurAt, kind: RUNS }) };
    },
    async crew(record, ask, ctx) {
      return crewOf(record, ask.people, ctx);
    },
    async badge(record, { employee }, ctx) {
      const here = hereOf(record);
      const isLeaving = here.includes(employee);
      const people = isLeaving ? here.filter((one) => one !== employee) : [...here, employee];
      if (people.length === 0) throw refuse('在岗人员不能为空，请先暂停或结束');
      const named = await ctx.asSystem().records.get('employee', employee);
      const text = `${named?.name ?? ''}已${isLeaving ? '离岗' : '上岗'}`;
      return { ...(await crewOf(record, people, ctx)), ...answer({ text }) };
    },
    async adjust(record, ask, ctx) {
      const { startQty, ...why } = ask;
      return told([await adjustStart(record, startQty, why, ctx)], ctx);
    },
    async end(record, _ask, ctx) {
      const left = subDec(restOf(record), await reportAtEnd(record, ctx));
      return { ...endedOf(record, ctx.occurAt), startQty: subDec(record.startQty, Math.max(left, 0)) };
    },
    async cancel(record, _ask, ctx) {
      const [report] = await ctx
        .asSystem()
        .records.find('prdReport', 'prdStart == param.id && docStatus != 90', { param: { id: record.id }, limit: 1 });
      if (report) throw refuse(`已有报工${report.nbr}，不能撤销开工`);
      return endedOf(record, ctx.occurAt);
    },
  },
};

const warnings = (problems: readonly Problem[]): readonly Problem[] => problems.filter(({ level }) => level === 'warn');
const operationOf = (id: string | null | undefined, ctx: Ctx) =>
  typeof id === 'string' ? ctx.asSystem().records.get('orderProcess', id) : Promise.resolve(null);

/** What of a start nobody has reported. */
export const restOf = ({ startQty, reportQty, submittedQty }: Counted): number =>
  subDec(startQty, addDec(reportQty ?? 0, submittedQty ?? 0));
type Counted = Pick<Start, 'startQty' | 'reportQty' | 'submittedQty'>;

const hereOf = ({ workers }: Pick<Start, 'workers'>): readonly string[] =>
  workers.filter(({ leaveTime }) => leaveTime === null).map(({ employee }) => employee);
/** From now on these people are there and no others; who stays keeps his interval. */
const crewOf = async (record: Start, people: readonly string[], ctx: Ctx) => {
  const at = ctx.occurAt;
  const here = hereOf(record);
  const stay = record.workers.map((row) =>
    row.leaveTime === null && !people.includes(row.employee) ? { ...row, leaveTime: at } : row,
  );
  const join = people
    .filter((employee) => !here.includes(employee))
    .map((employee) => ({ id: ctx.newId(), employee, joinTime: at, leaveTime: null, ratio: 1 }));
  await guardCrew(record, join, ctx);
  return { workers: [...stay, ...join] };
};
const guardCrew = async (record: Start, join: readonly { readonly employee: string }[], ctx: Ctx): Promise<void> => {
  const operation = await operationOf(record.orderProcess, ctx);
  if (!operation || join.length === 0) return;
  for (const problem of await skillProblems({ workers: join, shiftDate: record.shiftDate }, operation, ctx))
    if (problem.level !== 'warn') throw refuse(problem.text);
};

export interface Pause {
  readonly reason: Start['intervals'][number]['reason'];
  readonly note?: string | null;
}
const pausedOf = (record: Start, { reason, note }: Pause, ctx: Ctx): Pick<Start, 'intervals' | 'runHours'> => {
  const intervals = opened(record.intervals, { id: ctx.newId(), at: ctx.occurAt, kind: PAUSED, reason, note });
  return { intervals, runHours: ranFor(intervals) };
};

/** Running starts of what is paused above them: a work order, an operation; answers which. */
export const pauseStarts = async (
  ctx: Ctx,
  above: { readonly field: 'workOrderNbr' | 'orderProcess'; readonly id: string },
  pause: Pause,
): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const running = await records.find('prdStart', `${above.field} == param.id && docStatus == 30`, {
    param: { id: above.id },
    sort: 'id',
  });
  for (const { id } of running)
    await records.act('prdStart', 'pause', id, { reason: pause.reason ?? '90', note: pause.note ?? null });
  return running.map(({ id }) => id);
};

/** Those of them that are still paused run again, as far as their devices are free; the others stay paused. */
export const resumeStarts = async (ctx: Ctx, starts: readonly string[]): Promise<void> => {
  for (const id of starts) {
    const start = await ctx.asSystem().records.get('prdStart', id, { lock: true });
    if (start?.docStatus !== '40' || (await busyText(start, ctx)) !== null) continue;
    await ctx.asSystem().records.act('prdStart', 'resume', id);
  }
};

/** What a form takes from the operation that was picked: how much may begin, its parameters, who is there. */
export const startOfProcess: Service = {
  name: 'prdStart.ofProcess',
  right: null,
  async run(args, ctx) {
    // the form that asks: a draft of the object that names this service
    const record = draftSent('prdStart', args.record);
    const operation = await seen(record.orderProcess, ctx);
    if (!operation || operation.workOrderNbr === null) return {};
    const at = around(await floorOf(ctx, operation.workOrderNbr), operation.id);
    const { employee } = ctx.session.me;
    return {
      startQty: binding(startLimits(at)).max,
      params: await paramRows(operation.process, ctx),
      ...((record.workers?.length ?? 0) > 0 || employee === null
        ? {}
        : { workers: [{ id: ctx.newId(), employee, ratio: 1 }] }),
    };
  },
};
