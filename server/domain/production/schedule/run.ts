/**
 * 自动排产 as a job of its own (30 §3 step 12): it is told at once that it runs, plans beside the calls, and writes all of its plan or
 * nothing. One run of a workshop at a time: its row says so while somebody keeps it alive, so a process that dies holds nothing up.
 */

import { dateAdd } from '../../../../schemas/language/codec/date-time';
import type { RunBody, RunState } from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { AppError, refuse } from '../../../errors';
import { inWrite, makeCtx } from '../../../records/context';
import { type EngineCtx, engineOf } from '../../../records/host';
import type { RowOf } from '../../../rows';
import { type Plan, refusalText } from '../../../scheduling';
import { compute, type Running } from '../../../scheduling/thread/compute';
import { asJson } from './json';
import { lockPlan, type PlanRow, planFor, type ScenarioRow } from './plan-row';
import { type Plant, plantOf } from './plant';
import { lockScenario, paramsOf, scenarioFor } from './scenario-row';
import { writePlan } from './write';

type Run = RowOf<'scheduleRun'>;
const RIGHT = 'scheduleTask:run';
/** a run that nobody kept alive for so long is dead */
const DEAD_SECONDS = 30;
const BEAT_MS = 5_000;
/** of this process, to be stopped */
const computing = new Map<string, Running>();

/** Starts a run and answers its id; `done` ends with it. */
export async function startRun(
  ctx: Ctx,
  body: RunBody,
): Promise<{ readonly jobId: string; readonly done: Promise<void> }> {
  const engine = engineOf(ctx);
  const row = await planFor(ctx, body.workshopId, RIGHT);
  const scenario = body.scenarioId === undefined ? null : await scenarioFor(ctx, body.scenarioId, RIGHT);
  if (scenario !== null && scenario.workshop !== body.workshopId) throw refuse('方案不属于该车间');
  const jobId = ctx.newId();
  await inWrite(engine, async (inner) => {
    await claim(inner, row, jobId, body);
  });
  return { jobId, done: carryOut(engine, row, jobId, body) };
}

/** The row of the run, or the refusal while another one is alive. */
async function claim(ctx: EngineCtx, plan: PlanRow, id: string, body: RunBody): Promise<void> {
  const { records } = ctx.asSystem();
  await records.get('schedulePlan', plan.id, { lock: true });
  const alive = await records.find(
    'scheduleRun',
    "workshop == param.workshop && state == 'running' && aliveAt > param.since",
    {
      param: { workshop: plan.workshop, since: dateAdd(ctx.now, -DEAD_SECONDS, 'second') },
      limit: 1,
    },
  );
  if (alive.length > 0) throw refuse(refusalText.running, { rule: 'schedule.running', jobId: alive[0]?.id });
  await records.save('scheduleRun', {
    id,
    workshop: plan.workshop,
    scenario: body.scenarioId ?? null,
    state: 'running',
    percent: 0,
    text: '正在读取工单与资源',
    params: asJson(body),
    startedBy: ctx.session.me.id,
    startedAt: ctx.now,
    aliveAt: ctx.now,
  });
}

async function carryOut(ctx: EngineCtx, plan: PlanRow, id: string, body: RunBody): Promise<void> {
  const tell = (head: Partial<Run>): Promise<boolean> => tellRun(ctx, id, head);
  const beat = setInterval(() => void tell({}).catch(() => undefined), BEAT_MS);
  beat.unref();
  try {
    await planAndWrite(ctx, plan, { id, body, tell });
  } catch (error) {
    const isRefusal = error instanceof AppError;
    await tell({
      state: isRefusal ? 'refused' : 'failed',
      text: (isRefusal ? error.message : '排产没有完成，请重试').slice(0, 300),
    }).catch(() => undefined);
    if (!isRefusal) throw error;
  } finally {
    clearInterval(beat);
    computing.delete(id);
  }
}

interface Telling {
  readonly id: string;
  readonly body: RunBody;
  readonly tell: (head: Partial<Run>) => Promise<boolean>;
}
async function planAndWrite(ctx: EngineCtx, plan: PlanRow, { id, body, tell }: Telling): Promise<void> {
  const read = await readPlant(await freshCtx(ctx), plan, body);
  let told = 0;
  const running = compute(read.plant.input, read.plant.improveSec, (share) => {
    const percent = 10 + Math.floor(share * 80);
    if (percent - told < 5) return;
    told = percent;
    void tell({ percent, text: `正在排产 ${Math.floor(share * 100)}%` }).catch(() => undefined);
  });
  computing.set(id, running);
  const found = await running.plan;
  if (found === null) return;
  await inWrite(await freshCtx(ctx), (inner) => writeFound(inner, { id, plan, body, read, found }));
}

/** The same run inside the transaction of its caller, told to nobody while it lasts: what a story of the demo factory plans. */
export async function runAtOnce(ctx: Ctx, body: RunBody): Promise<void> {
  const plan = await planFor(ctx, body.workshopId, RIGHT);
  const inner = engineOf(ctx);
  const id = ctx.newId();
  await claim(inner, plan, id, body);
  const read = await readPlant(inner, plan, body);
  const found = await compute(read.plant.input, 0, () => undefined).plan;
  if (found !== null) await writeFound(inner, { id, plan, body, read, found });
}

interface Read {
  readonly plant: Plant;
  readonly scenario: ScenarioRow | null;
  /** the version that was read */
  readonly seen: number;
}
async function readPlant(ctx: EngineCtx, plan: PlanRow, body: RunBody): Promise<Read> {
  const scenario = body.scenarioId === undefined ? null : await scenarioFor(ctx, body.scenarioId, RIGHT);
  const seen = (scenario ?? (await ctx.asSystem().records.get('schedulePlan', plan.id)))?.planVersion ?? 0;
  const plant = await plantOf(ctx, {
    workshop: body.workshopId,
    scenario: scenario === null ? null : { id: scenario.id, params: paramsOf(scenario) },
    workOrders: body.workOrderIds,
    direction: body.direction,
    rule: body.rule,
    from: body.from,
  });
  return { plant, scenario, seen };
}

interface Found {
  readonly id: string;
  readonly plan: PlanRow;
  readonly body: RunBody;
  readonly read: Read;
  readonly found: Plan;
}
/** All of the plan, when what was read is still what stands there. */
async function writeFound(
  ctx: EngineCtx,
  { id, plan, body, read: { plant, scenario, seen }, found }: Found,
): Promise<void> {
  const chosen = body.workOrderIds === undefined ? null : new Set(body.workOrderIds);
  const made = chosen === null ? found : { ...found, pool: found.pool.filter(({ order }) => chosen.has(order)) };
  const { records } = ctx.asSystem();
  const run = await records.get('scheduleRun', id, { lock: true });
  if (run?.state !== 'running') return;
  const target =
    scenario === null
      ? { object: 'schedulePlan' as const, id: (await lockPlan(ctx, plan.id, seen)).id }
      : { object: 'scheduleScenario' as const, id: (await lockScenario(ctx, scenario.id, seen)).id };
  const planVersion = seen + 1;
  await writePlan(ctx, {
    target: { workshop: body.workshopId, row: target, scenario: scenario?.id ?? null, planVersion },
    plant,
    plan: made,
    change: `自动排产：${made.tasks.length}个任务，待排${made.pool.length}`,
  });
  await records.patch('scheduleRun', id, {
    head: {
      state: 'done',
      percent: 100,
      planVersion,
      text: `已排${made.tasks.length}个任务，待排${made.pool.length}，延误${made.kpi.lateOrders}张工单`,
      finishedAt: ctx.now,
    },
  });
  await ctx.emit('schedulePlan.done', {
    id: plan.id,
    workshop: body.workshopId,
    planVersion,
    tasks: made.tasks.length,
    late: made.kpi.lateOrders,
  });
}

/** The same caller, later. */
const freshCtx = (ctx: EngineCtx): Promise<EngineCtx> => makeCtx(ctx.host, ctx.session, { requestId: ctx.requestId });

/** Says how far a run is; false = it is over, and nothing was said. */
async function tellRun(ctx: EngineCtx, id: string, head: Partial<Run>): Promise<boolean> {
  return inWrite(await freshCtx(ctx), async (inner) => {
    const { records } = inner.asSystem();
    const run = await records.get('scheduleRun', id, { lock: true });
    if (run?.state !== 'running') {
      computing.get(id)?.stop();
      return false;
    }
    const ends = head.state === undefined ? {} : { finishedAt: inner.now };
    await records.patch('scheduleRun', id, { head: { ...head, ...ends, aliveAt: inner.now } });
    return true;
  });
}

/** A run that the caller reaches. */
export async function runFor(ctx: Ctx, id: string, right: string): Promise<Run> {
  const run = await ctx.asSystem().records.get('scheduleRun', id);
  if (run?.workshop == null) throw refuse('数据不存在或无权查看');
  await planFor(ctx, run.workshop, right);
  return run;
}

/** Ends a run; the plan stays as it was. One that is over stays what it was. */
export async function stopRun(ctx: Ctx, id: string): Promise<void> {
  await runFor(ctx, id, RIGHT);
  await inWrite(engineOf(ctx), async (inner) => {
    const { records } = inner.asSystem();
    const run = await records.get('scheduleRun', id, { lock: true });
    if (run?.state !== 'running') return;
    await records.patch('scheduleRun', id, { head: { state: 'stopped', text: '已取消', finishedAt: inner.now } });
  });
  computing.get(id)?.stop();
}

const STATES: readonly RunState['state'][] = ['running', 'done', 'stopped', 'refused', 'failed'];
const stateWord = (state: string | null): RunState['state'] => STATES.find((word) => word === state) ?? 'failed';

export async function stateOf(ctx: Ctx, run: Run): Promise<RunState> {
  const isDead = run.state === 'running' && (run.aliveAt ?? '') < (dateAdd(ctx.now, -DEAD_SECONDS, 'second') ?? '');
  return {
    jobId: run.id,
    workshopId: run.workshop ?? '',
    scenarioId: run.scenario,
    state: isDead ? 'failed' : stateWord(run.state),
    percent: run.percent ?? 0,
    text: isDead ? '排产没有完成，请重试' : (run.text ?? ''),
    startedAt: run.startedAt ?? '',
    startedBy: run.startedBy === null ? '' : await ctx.asSystem().records.label('user', run.startedBy),
    planVersion: run.planVersion,
  };
}
/** The run that is under way for a workshop. */
export async function runningOf(ctx: Ctx, workshop: string): Promise<RunState | null> {
  const { records } = ctx.asSystem();
  const [head] = await records.find('scheduleRun', "workshop == param.workshop && state == 'running'", {
    param: { workshop },
    sort: '-startedAt',
    limit: 1,
  });
  const run = head === undefined ? null : await records.get('scheduleRun', head.id);
  const state = run === null ? null : await stateOf(ctx, run);
  return state?.state === 'running' ? state : null;
}
