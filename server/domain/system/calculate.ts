/** 计算公式 where documents use them: `calculate('GS001', id)` is the version in force today over the stored record; null when none computes. */
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, ServerFunction } from '../../ctx';
import { makeEnv } from '../../records/env';
import { engineOf } from '../../records/host';
import { formulasToday } from './formula';
import { type Formula, FormulaError, type Formulas, runFormula } from './formula-run';

export const calculate: ServerFunction = {
  name: 'calculate',
  args: ['code', 'record'],
  result: 'decimal',
  live: true,
  async run(calls, ctx) {
    const formulas = await formulasToday(ctx);
    const recs = await recordsOf(calls, formulas, ctx);
    const values: Value[] = [];
    for (const [code, id] of calls) {
      const own = formulas.get(String(code));
      const rec = own && recs.get(`${own.object} ${String(id)}`);
      values.push(own && rec ? await calculated(ctx, own, formulas, rec) : null);
    }
    return values;
  },
};

async function recordsOf(
  calls: readonly (readonly Value[])[],
  formulas: Formulas,
  ctx: Ctx,
): Promise<ReadonlyMap<string, Rec>> {
  const wanted = new Map<string, Set<string>>();
  for (const [code, id] of calls) {
    const object = formulas.get(String(code))?.object;
    if (object === undefined || typeof id !== 'string') continue;
    wanted.set(object, (wanted.get(object) ?? new Set()).add(id));
  }
  const found = new Map<string, Rec>();
  for (const [object, ids] of wanted)
    for (const rec of await ctx.records.many(object, [...ids], { rows: true, stored: true }))
      found.set(`${object} ${String(rec.id)}`, rec);
  return found;
}

/** The one entry for server code too: pay lines, KPIs. What does not compute is null, its sentence stands with the formula. */
export async function calculated(ctx: Ctx, formula: Formula, others: Formulas, rec: Rec): Promise<Value> {
  const engine = engineOf(ctx);
  try {
    const got = await makeEnv(engine).settle((env) =>
      runFormula({ lib: engine.registry.lib, env, formula, others, given: rec }),
    );
    return got.value;
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}
