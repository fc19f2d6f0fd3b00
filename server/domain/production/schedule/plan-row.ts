/** The plan of a workshop as one row: its version, its figures, and the lock that every change of it takes. */
import type { Rec } from '../../../../schemas/language/value';
import type { Ctx } from '../../../ctx';
import { holdWorkshop } from '../../../datasets/production/schedule-rows';
import { refuse } from '../../../errors';
import { inWrite } from '../../../records/context';
import { engineOf } from '../../../records/host';
import { readableIds } from '../../../records/read/readable';
import type { RowOf } from '../../../rows';
import { type Conflict, type Kpi, type PoolEntry, refusalText } from '../../../scheduling';
import { asJson, fromJson } from './json';

export type PlanRow = RowOf<'schedulePlan'>;
export type ScenarioRow = RowOf<'scheduleScenario'>;
/** 车间: lines and the factory above have no plan of their own */
export const WORKSHOP = '20';
const NOT_THERE = '数据不存在或无权查看';
export const notThere = () => refuse(NOT_THERE);

/** The plan of a workshop that the caller reaches with a right; made when it is asked for the first time. */
export async function planFor(ctx: Ctx, workshop: string, right: string): Promise<PlanRow> {
  const { records } = ctx.asSystem();
  const find = () => records.find('schedulePlan', 'workshop == param.workshop', { param: { workshop }, limit: 1 });
  let [head] = await find();
  if (head === undefined) {
    const [unit] = await records.many('factoryUnit', [workshop], { stored: true });
    if (unit?.modelType !== WORKSHOP) throw notThere();
    await inWrite(engineOf(ctx), async (inner) => {
      // two that ask first at once make one
      await holdWorkshop(inner, workshop);
      if ((await find()).length > 0) return;
      const made = await inner.asSystem().records.save('schedulePlan', { id: ctx.newId(), workshop, planVersion: 0 });
      // rows of a right are told of rows that are there: what is not the caller's is not made after all
      if (!(await reaches(inner, made.id, right))) throw notThere();
    });
    [head] = await find();
  }
  const row = head === undefined ? null : await records.get('schedulePlan', head.id);
  if (row === null || !(await reaches(ctx, row.id, right))) throw notThere();
  return row;
}

/** Whether the rows of a right hold the plan. */
export async function reaches(ctx: Ctx, plan: string, right: string): Promise<boolean> {
  const engine = engineOf(ctx);
  const object = engine.registry.find('schedulePlan');
  if (object === undefined) return false;
  const ids = await readableIds(engine, object, right, [plan]);
  return ids === 'all' || ids.has(plan);
}

/** The locked plan; refused when the caller saw another version of it. */
export async function lockPlan(ctx: Ctx, id: string, seen: number): Promise<PlanRow> {
  const row = await ctx.asSystem().records.get('schedulePlan', id, { lock: true });
  if (row === null) throw notThere();
  const live = row.planVersion ?? 0;
  if (live !== seen) throw refuse(refusalText.stale(seen, live), { rule: 'schedule.stale', planVersion: live });
  return row;
}

export interface Figures {
  readonly kpi: Kpi;
  readonly conflicts: readonly Conflict[];
  readonly pool: readonly PoolEntry[];
}
/** Figures as a row keeps them; `loads` are counted when they are shown. */
export const figuresOf = ({ kpi, conflicts, pool }: Figures): Rec => ({
  kpi: asJson({ ...kpi, loads: undefined }),
  conflicts: asJson(conflicts),
  pool: asJson(pool),
});
/** Figures out of a row. */
export const keptKpi = (row: Pick<PlanRow, 'kpi'>): Omit<Kpi, 'loads'> | null => fromJson(row.kpi);
export const keptConflicts = (row: Pick<PlanRow, 'conflicts'>): readonly Conflict[] =>
  fromJson<readonly Conflict[]>(row.conflicts) ?? [];
export const keptPool = (row: Pick<PlanRow, 'pool'>): readonly PoolEntry[] =>
  fromJson<readonly PoolEntry[]>(row.pool) ?? [];
