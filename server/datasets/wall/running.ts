/** 设备运行大屏 (50 §5.4): what every device did in the span, how well it was used, what it made, and the longest stops. */
import type { Kpi, LongStop, Ranked, Strip } from '../../../schemas/language/wire-wall';
import type { Ctx } from '../../ctx';
import { RUN } from '../../iot/state';
import { outputFacts } from '../iot/output-facts';
import type { KeptStay } from '../iot/stays';
import { addUp, type WallDevice, type WallSums, type WallTimes } from './devices';

export interface Made {
  readonly number: number;
  readonly bad: number;
  /** seconds all of it takes at the standard cycle */
  readonly stdSec: number;
}
/** Pieces of the shift that is on, or of the days of the span where none is. */
export const madeBy = async (
  ctx: Ctx,
  devices: readonly WallDevice[],
  { span }: WallTimes,
): Promise<ReadonlyMap<string, Made>> => {
  const [from, to] = span.days;
  const rows = await outputFacts(ctx, {
    ...{ from, to, dims: new Set(['equipment', 'slotAt']), devices: devices.map(({ id }) => id) },
    badSource: '1',
  });
  const made = new Map<string, Made>();
  for (const row of rows) {
    const at = typeof row.slotAt === 'string' ? Date.parse(`${row.slotAt.replace(' ', 'T')}:00+08:00`) / 1000 : null;
    if (at === null || at < span.from || at >= span.to) continue;
    const id = String(row.equipment);
    const known = made.get(id) ?? NOTHING;
    made.set(id, {
      number: known.number + Number(row.number),
      bad: known.bad + Number(row.unqualifiedQty),
      stdSec: known.stdSec + Number(row.stdSec),
    });
  }
  return made;
};
const NOTHING: Made = { number: 0, bad: 0, stdSec: 0 };

/** per cent with one decimal; null where there is nothing to divide by */
export const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : null;
export const utilisationOf = ({ plan, runPlan }: WallSums): number | null => share(runPlan, plan);
/** Availability × performance × quality from unrounded parts (50 §4): the run seconds of the first two cancel out. */
export const oeeOf = ({ oeePlan, oeeRun }: WallSums, { number, bad, stdSec }: Made): number | null =>
  oeePlan <= 0 || oeeRun <= 0 || number <= 0 || stdSec <= 0
    ? null
    : share((stdSec * Math.max(0, number - bad)) / number, oeePlan);

export interface Facts {
  readonly devices: readonly WallDevice[];
  readonly times: WallTimes;
  readonly made: ReadonlyMap<string, Made>;
}
const MOST_LONGEST = 5;
const STOPPED: ReadonlySet<number> = new Set([RUN.standby, RUN.stop, RUN.fault, RUN.offline]);
const NO_SUMS = addUp([]);

export const runningKpi = ({ devices, times, made }: Facts): Kpi => {
  const sums = addUp([...times.sums.values()]);
  const all = [...made.values()].reduce(
    (sum, one) => ({ number: sum.number + one.number, bad: sum.bad + one.bad, stdSec: sum.stdSec + one.stdSec }),
    NOTHING,
  );
  return {
    devices: devices.length,
    running: devices.filter(({ id }) => stateNow(times, id) === RUN.run).length,
    utilisation: utilisationOf(sums),
    oee: oeeOf(sums, all),
    passRate: share(Math.max(0, all.number - all.bad), all.number),
    number: rounded(all.number),
    stopHours: Math.round((sums.stop + sums.fault) / 360) / 10,
  };
};
export const strips = ({ devices, times, made }: Facts): readonly Strip[] =>
  devices.map((device) => stripOf(device, times, made.get(device.id) ?? NOTHING));

/** the best used first */
export const ranking = ({ devices, times }: Facts): readonly Ranked[] =>
  devices
    .map(({ id, code, name }) => ({ id, code, name, utilisation: utilisationOf(times.sums.get(id) ?? NO_SUMS) }))
    .filter(({ utilisation }) => utilisation !== null)
    .sort((a, b) => Number(b.utilisation) - Number(a.utilisation) || a.code.localeCompare(b.code));

export const longest = ({ devices, times }: Facts): readonly LongStop[] =>
  devices
    .flatMap(({ id, code }) => (times.stays.get(id) ?? []).map((stay) => ({ code, stay })))
    .filter(({ stay }) => STOPPED.has(stay.state) && !stay.planned)
    .sort((a, b) => lengthOf(b.stay) - lengthOf(a.stay) || a.code.localeCompare(b.code))
    .slice(0, MOST_LONGEST)
    .map(({ code, stay: { state, from, to, reasonName, open } }) => ({
      ...{ code, state, from, open, reason: reasonName },
      minutes: Math.floor((to - from) / 60),
    }));

const stateNow = ({ stays }: WallTimes, id: string): number | null => {
  const last = stays.get(id)?.at(-1);
  return last?.open === true ? last.state : null;
};
const lengthOf = ({ from, to }: KeptStay): number => to - from;
const rounded = (n: number): number => Math.round(n * 100) / 100;
const stripOf = ({ id, code, name }: WallDevice, times: WallTimes, made: Made): Strip => {
  const sum = times.sums.get(id) ?? NO_SUMS;
  return {
    ...{ id, code, name },
    state: stateNow(times, id),
    parts: (times.stays.get(id) ?? []).map(({ from, to, state }) => [from, to, state]),
    utilisation: utilisationOf(sum),
    oee: oeeOf(sum, made),
    number: rounded(made.number),
    stopMin: Math.floor((sum.stop + sum.fault) / 60),
  };
};
