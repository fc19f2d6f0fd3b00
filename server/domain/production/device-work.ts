/** 设备加工信息 (30 §4 deviceWork, P12): on which device a start ran, when, and what came of it. Made again from the start and its reports. */
import { divNum, mulNum, roundNum, subDec, toNumber } from '../../../schemas/language/codec/decimal';
import type { Ctx } from '../../ctx';
import { minutesOf, type Part, partsOf, type Run } from '../../production/device-work';
import type { ChangeOf, HeadOf, RowOf } from '../../rows';
import { RUNS } from './intervals';
import { decimalsOf } from './prd-units';

type Start = RowOf<'prdStart'>;
/** Starts that count: neither waiting nor taken back. */
const BEGUN: readonly string[] = ['30', '40', '60'];

/** Brings the work of the device of some starts up to date. Rows keep what people and machines said of them as long as their time is theirs. */
export const recountDeviceWork = async (ctx: Ctx, given: readonly (string | null)[]): Promise<void> => {
  for (const id of given) {
    const start = id === null ? null : await ctx.asSystem().records.get('prdStart', id);
    if (start && start.equipment !== null) await writeWork(ctx, start);
  }
};

const writeWork = async (ctx: Ctx, start: Start): Promise<void> => {
  const { records } = ctx.asSystem();
  const wanted = BEGUN.includes(start.docStatus ?? '') ? await wantedOf(ctx, start) : [];
  const stored = await records.find('deviceWork', 'prdStart == param.start', { param: { start: start.id } });
  const known = new Map(stored.map((row) => [row.from, row]));
  for (const part of wanted) {
    const row = known.get(part.from);
    known.delete(part.from);
    const change = { to: part.to, minutes: minutesOf(part), prdReport: part.report, allocQty: part.qty };
    if (row && row.to === part.to && row.allocQty !== part.qty) await tellDifference(ctx, row, part);
    if (!row)
      await records.save('deviceWork', { ...(await headOf(ctx, start)), id: ctx.newId(), from: part.from, ...change });
    else if (row.to !== part.to) await records.patch('deviceWork', row.id, { head: { ...change, ...UNCOUNTED } });
    else if (row.prdReport !== part.report || row.allocQty !== part.qty)
      await records.patch('deviceWork', row.id, { head: change });
  }
  for (const { id } of known.values()) await records.patch('deviceWork', id, { head: { isDeleted: 1 } });
};
/** More or less than the machine counted, by more than prd.countDiffRate of what was reported. */
const tellDifference = async (
  ctx: Ctx,
  { machineCount }: HeadOf<'deviceWork'>,
  { report, qty }: Part,
): Promise<void> => {
  if (report === null || machineCount === null || qty <= 0) return;
  const most = Number(ctx.setting('prd.countDiffRate'));
  if (Math.abs(subDec(machineCount, qty)) * 100 <= qty * most) return;
  const nbr = await ctx.asSystem().records.label('prdReport', report);
  await ctx.emit('prdReport.countDiff', { object: 'prdReport', id: report, nbr, diff: subDec(machineCount, qty) });
};
/** What a machine counted of another time says nothing of this one. */
const UNCOUNTED = { machineCount: null, runMin: null, stopMin: null, energy: null } as const;

const wantedOf = async (ctx: Ctx, start: Start): Promise<readonly Part[]> => {
  const reports = await ctx
    .asSystem()
    .records.find('prdReport', 'prdStart == param.start && docStatus == 60', { param: { start: start.id } });
  return partsOf(
    runsOf(start),
    reports.map(({ id, endTime, reportQty }) => ({ id, at: endTime, qty: reportQty ?? 0 })),
    await decimalsOf(start.workOrderNbr, ctx),
  );
};
const runsOf = ({ intervals }: Start): readonly Run[] =>
  intervals.flatMap(({ kind, from, to }) => (kind === RUNS && from !== null ? [{ from, to }] : []));

const headOf = async (ctx: Ctx, start: Start): Promise<Omit<ChangeOf<'deviceWork'>, 'id'>> => {
  const [operation] = await ctx.asSystem().records.many('orderProcess', [start.orderProcess], { stored: true });
  const { stdMin = null, runBase = null } = operation ?? {};
  return {
    prdStart: start.id,
    equipment: start.equipment,
    orderProcess: start.orderProcess,
    workOrderNbr: start.workOrderNbr,
    opNbr: start.opNbr,
    process: start.process,
    material: start.material,
    materialName: start.materialName,
    workshop: start.workshop,
    stdCycle: cycleOf(stdMin, runBase),
  };
};
/** Seconds of one piece. */
const cycleOf = (stdMin: number | null, runBase: number | null): number | null => {
  const each = stdMin === null ? null : divNum(mulNum(stdMin, 60), runBase ?? 1);
  return each === null ? null : toNumber(roundNum(each, 2));
};
