/** 排产方案 as rows: what the caller reaches, its lock, what it has otherwise. */
import type { ScenarioParams } from '../../../../schemas/language/wire-schedule';
import type { Ctx } from '../../../ctx';
import { refuse } from '../../../errors';
import { refusalText } from '../../../scheduling';
import { fromJson } from './json';
import { notThere, planFor, type ScenarioRow } from './plan-row';

export async function scenarioFor(ctx: Ctx, id: string, right: string): Promise<ScenarioRow> {
  const row = await ctx.asSystem().records.get('scheduleScenario', id);
  if (row?.workshop == null) throw notThere();
  await planFor(ctx, row.workshop, right);
  return row;
}

/** The locked scenario; refused when the caller saw another version of its plan. */
export async function lockScenario(ctx: Ctx, id: string, seen: number): Promise<ScenarioRow> {
  const row = await ctx.asSystem().records.get('scheduleScenario', id, { lock: true });
  if (row === null) throw notThere();
  const live = row.planVersion ?? 0;
  if (live !== seen) throw refuse(refusalText.stale(seen, live), { rule: 'schedule.stale', planVersion: live });
  return row;
}

export const paramsOf = ({ params }: Pick<ScenarioRow, 'params'>): ScenarioParams =>
  fromJson<ScenarioParams>(params) ?? { config: {}, changes: [] };
