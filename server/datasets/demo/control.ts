import { baseOf, chartsOf, type Subgroup } from '../../../schemas/language/spc';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';

/** subgroups that limits are first made from (domain 70: spc.minGroups) */
const BASE = 25;
const SPREAD = '2';

/** X̄-R charts of the page 示例测量: limits from the first 25 subgroups that count, one row for each subgroup. */
const controlRows = async (args: Record<string, Value>, ctx: Ctx): Promise<readonly Rec[]> => {
  const rows = await ctx.records.find('demoGauge', 'true', { sort: 'seq' });
  const groups = rows.map((row): Subgroup => ({ values: numbersOf(row.readings), excluded: row.excluded === true }));
  const base = baseOf('xbarR', groups.filter((group) => group.excluded !== true).slice(0, BASE));
  if (base === undefined) return [];
  const { mean, spread } = chartsOf('xbarR', groups, base, { rules: [1, 2, 3, 5, 6] });
  return (args.side === SPREAD ? spread : mean).map((point, at) => ({
    seq: rows[at]?.seq ?? null,
    at: rows[at]?.at ?? null,
    marks: point.excluded ? 'x' : point.rules.join(),
    value: point.value,
    centre: point.centre,
    upper: point.upper,
    lower: point.lower,
    fired: point.rules.length > 0 ? 1 : 0,
    readings: groups[at]?.values.length ?? 0,
  }));
};
const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && item !== '').map(Number) : [];

export const demoControl: Service = { name: 'demo.control', right: null, run: controlRows };
