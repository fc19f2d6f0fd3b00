/**
 * 自动报工 (30 §4, reportMode 4): what the device has counted of a start and nobody reported is submitted by the server, at the end of each
 * shift and with the end of the start. People only say what of it is bad.
 */
import { addDec, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { countedByShift, countWorks } from '../../iot/machine-count';
import { floorTo } from '../../production/balance';
import { binding } from '../../production/limits';
import type { DraftOf, RowOf } from '../../rows';
import { ms } from './intervals';
import { lockOperations } from './locks';
import { decimalsOf } from './prd-units';
import { proposalOf } from './report-basis';
import { boundsOf } from './report-limit';
import { spanOfShift } from './work-shift';

type Start = RowOf<'prdStart'>;
/** reportMode 自动(设备计数), reportSource 设备计数 */
const BY_DEVICE = '4';
const DEVICE = '40';
/** messages of the end of a shift may still come */
const GRACE_MS = 5 * 60_000;

type Counting = Pick<Start, 'equipment' | 'orderProcess'>;
/** Whether the device reports the pieces of a start. */
export const isCounted = async ({ equipment, orderProcess }: Counting, ctx: Ctx): Promise<boolean> => {
  if (equipment === null) return false;
  const [operation] = await ctx.asSystem().records.many('orderProcess', [orderProcess]);
  return operation?.reportMode === BY_DEVICE;
};

/** Submitted or effective of a start by now. */
const toldOf = async (start: string, ctx: Ctx): Promise<number> => {
  const reports = await ctx.asSystem().records.find('prdReport', 'prdStart == param.start && docStatus != 90', {
    param: { start },
  });
  return sumDec(reports.map(({ reportQty }) => reportQty ?? 0));
};

/** What the device has counted of a start and nobody reported, as far as it may be; nothing where the device does not report. */
export const unreported = async (start: Start, ctx: Ctx): Promise<number> => {
  if (!(await isCounted(start, ctx))) return 0;
  const counted = sumDec((await countedByShift(ctx, start.id)).map(({ qty }) => qty));
  return mostOf(start, subDec(counted, await toldOf(start.id, ctx)), ctx);
};
const mostOf = async (start: Start, qty: number, ctx: Ctx): Promise<number> => {
  if (qty <= 0) return 0;
  const { id: prdStart, orderProcess, workOrderNbr } = start;
  const { limits } = await boundsOf({ orderProcess, workOrderNbr, prdStart }, false, ctx);
  const most = limits.length === 0 ? qty : Math.min(qty, binding(limits).max);
  return Math.max(0, floorTo(most, await decimalsOf(workOrderNbr, ctx)));
};

interface Span {
  readonly from: string | null;
  readonly to: string;
  readonly shift: string | null;
  readonly shiftDate: Start['shiftDate'];
}
/** Submits a count that ends at a moment; answers how many pieces. */
const submit = async (start: Start, counted: number, { from, to, ...shift }: Span, ctx: Ctx): Promise<number> => {
  const qty = await mostOf(start, counted, ctx);
  const { startTime, workers } = await proposalOf(start, ctx);
  const since = startTime !== null && startTime < to ? startTime : from;
  if (qty <= 0 || since === null || since >= to) return 0;
  await ctx.asSystem().records.save('prdReport', {
    id: ctx.newId(),
    prdStart: start.id,
    orderProcess: start.orderProcess,
    source: DEVICE,
    equipment: start.equipment,
    team: start.team,
    ...shift,
    startTime: since,
    endTime: to,
    machineCount: counted,
    countedQty: qty,
    qualifiedQty: qty,
    workers,
  });
  return qty;
};

/** Its start ends: what the device has counted by now. */
export const reportAtEnd = async (start: Start, ctx: Ctx): Promise<number> => {
  if (!(await isCounted(start, ctx))) return 0;
  await countWorks(ctx, await worksOf(start.id, ctx), true);
  const counted = sumDec((await countedByShift(ctx, start.id)).map(({ qty }) => qty));
  const { shift, shiftDate } = (await shiftsOf(start, ctx)).at(-1) ?? start;
  const span = { from: start.startTime, to: ctx.occurAt, shift, shiftDate };
  return submit(start, subDec(counted, await toldOf(start.id, ctx)), span, ctx);
};
const worksOf = async (start: string, ctx: Ctx): Promise<readonly string[]> => {
  const works = await ctx.asSystem().records.find('deviceWork', 'prdStart == param.start', { param: { start } });
  return works.map(({ id }) => id);
};

/** Starts that run or stand still on a device that reports. */
export const countedStarts = async (ctx: Ctx): Promise<readonly string[]> => {
  const { records } = ctx.asSystem();
  const live = await records.find('prdStart', 'docStatus in [30, 40] && !empty(equipment)', { sort: 'id' });
  const operations = await records.many('orderProcess', [...new Set(live.map(({ orderProcess }) => orderProcess))]);
  const counted = new Set(operations.filter(({ reportMode }) => reportMode === BY_DEVICE).map(({ id }) => id));
  return live.filter(({ orderProcess }) => counted.has(orderProcess)).map(({ id }) => id);
};

/** Shifts that are over, one report each; answers how many. */
export const reportShifts = async (id: string, ctx: Ctx): Promise<number> => {
  const { records } = ctx.asSystem();
  const [head] = await records.many('prdStart', [id], { stored: true });
  if (!head) return 0;
  await lockOperations(ctx, [head.orderProcess]);
  const start = await records.get('prdStart', id, { lock: true });
  if (start === null || (start.docStatus !== '30' && start.docStatus !== '40')) return 0;
  let told = await toldOf(id, ctx);
  let counted = 0;
  let made = 0;
  for (const { qty, ...span } of await shiftsOf(start, ctx)) {
    if (ms(span.to) + GRACE_MS > ms(ctx.now)) break;
    counted = addDec(counted, qty);
    const done = await submit(start, subDec(counted, told), span, ctx);
    told = addDec(told, done);
    if (done > 0) made += 1;
  }
  const rest = subDec(counted, told);
  await hold(start, rest > 0 ? `设备计数${counted}，已报${told}，尚有${rest}超出可报数量` : null, ctx);
  return made;
};
/** 需处理: why what the device counted could not be reported; null = it was. */
const hold = async (
  { id, countHeld }: Pick<Start, 'id' | 'countHeld'>,
  text: string | null,
  ctx: Ctx,
): Promise<void> => {
  if (countHeld !== text) await ctx.asSystem().records.patch('prdStart', id, { head: { countHeld: text } });
};
/** Its report was refused: the sentence waits with the start for a person. */
export const holdCount = async (id: string, text: string, ctx: Ctx): Promise<void> => {
  const start = await ctx.asSystem().records.get('prdStart', id, { lock: true });
  if (start !== null) await hold(start, text, ctx);
};

/** The shifts it was counted in, one after the other. */
const shiftsOf = async (start: Start, ctx: Ctx): Promise<readonly (Span & { readonly qty: number })[]> => {
  const rows = await countedByShift(ctx, start.id);
  const ids = [...new Set(rows.flatMap(({ shift }) => shift ?? []))];
  const shifts = new Map(
    (await ctx.asSystem().records.many('shift', ids, { stored: true })).map((one) => [one.id, one]),
  );
  return rows
    .flatMap(({ shift, shiftDate, qty }) => {
      const found = shifts.get(shift ?? '');
      if (!found || shiftDate === null) return [];
      const span = spanOfShift(found, shiftDate);
      const from = start.startTime !== null && start.startTime > span.from ? start.startTime : span.from;
      return [{ from, to: span.to, shift, shiftDate, qty }];
    })
    .sort((a, b) => (a.to < b.to ? -1 : 1));
};

type Counted = Pick<DraftOf<'prdReport'>, 'source' | 'countedQty' | 'badRows'>;
const badOf = ({ badRows }: Counted): number => sumDec(badRows.map(({ qty }) => qty ?? 0));
/** What is good of a report of the device: what people do not say is bad. */
export const goodOf = (record: Counted): number | null =>
  record.source === DEVICE && typeof record.countedQty === 'number'
    ? Math.max(0, subDec(record.countedQty, badOf(record)))
    : null;
export const countProblems = (record: Counted): readonly Problem[] => {
  const bad = badOf(record);
  if (goodOf(record) === null || bad <= (record.countedQty ?? 0)) return [];
  const text = `不良合计${bad}超过设备计数${record.countedQty}`;
  return [{ code: 'prdReport.counted', path: 'badRows', text }];
};
