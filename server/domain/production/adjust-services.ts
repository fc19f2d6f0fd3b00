/** What the pages 数量调整 show beside a start or a report, and what their dialogs begin with (30 §5). */
import { numText } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import type { Range } from '../../production/adjust';
import { reportStanding, type Standing, startStanding } from './adjust-bounds';

const known = new WeakMap<Ctx, Map<string, Promise<Standing | null>>>();
/** Once a request for each document: every column of a row asks for it. */
const standingOf = (args: Readonly<Record<string, Value>>, ctx: Ctx): Promise<Standing | null> => {
  const here = known.get(ctx) ?? new Map<string, Promise<Standing | null>>();
  known.set(ctx, here);
  const key = String(args.start ?? args.report);
  const found = here.get(key) ?? lookUp(args, ctx);
  here.set(key, found);
  return found;
};
const lookUp = async ({ start, report }: Readonly<Record<string, Value>>, ctx: Ctx): Promise<Standing | null> => {
  if (typeof start === 'string') {
    const found = await ctx.records.get('prdStart', start, { scoped: true });
    return found && startStanding(found, ctx);
  }
  const found = typeof report === 'string' ? await ctx.records.get('prdReport', report, { scoped: true }) : null;
  return found && reportStanding(found, ctx);
};
/** The quantity people change first: what was started, what was good. */
const mainOf = ({ bounds }: Standing): Range | undefined => bounds.startQty ?? bounds.qualifiedQty;

export const adjustMin: Service = {
  name: 'adjust.min',
  right: null,
  async run(args, ctx) {
    const standing = await standingOf(args, ctx);
    return (standing && mainOf(standing)?.min) ?? null;
  },
};
export const adjustMax: Service = {
  name: 'adjust.max',
  right: null,
  async run(args, ctx) {
    const standing = await standingOf(args, ctx);
    return (standing && mainOf(standing)?.max) ?? null;
  },
};
export const adjustBlock: Service = {
  name: 'adjust.block',
  right: null,
  run: async (args, ctx) => (await standingOf(args, ctx))?.blockReason ?? null,
};

/** 合格可调19～58: the words above the numbers. */
const hintOf = (title: string, { min, max }: Range): string =>
  `${title}可调${numText(min)}～${max === null ? '不限' : numText(max)}`;
const firstOf = ({ ids }: Readonly<Record<string, Value>>): string => String(Array.isArray(ids) ? ids[0] : '');

export const adjustStartAsk: Service = {
  name: 'adjust.start',
  right: 'adjustRecord:start',
  async run(args, ctx) {
    const start = await ctx.records.get('prdStart', firstOf(args), { scoped: true });
    if (!start) return {};
    const { bounds, blockReason } = await startStanding(start, ctx);
    if (blockReason !== null) throw refuse(blockReason);
    return { startQty: start.startQty, limits: bounds.startQty ? hintOf('开工数量', bounds.startQty) : '' };
  },
};
export const adjustReportAsk: Service = {
  name: 'adjust.report',
  right: 'adjustRecord:report',
  async run(args, ctx) {
    const report = await ctx.records.get('prdReport', firstOf(args), { scoped: true });
    if (!report) return {};
    const { bounds, blockReason } = await reportStanding(report, ctx);
    if (blockReason !== null) throw refuse(blockReason);
    const { records } = ctx.asSystem();
    const reasons = await records.many('badReason', [...new Set(report.badRows.map(({ badReason }) => badReason))]);
    const rows = report.badRows.map(({ badReason, disposal, qty }, n) => ({
      id: ctx.newId(),
      lineNo: (n + 1) * 10,
      badReasonId: badReason,
      badReason: reasons.find(({ id }) => id === badReason)?.name ?? '',
      disposal,
      qty,
    }));
    const said = [
      ...(bounds.qualifiedQty ? [hintOf('合格', bounds.qualifiedQty)] : []),
      ...(bounds.reportQty?.max ? [`合计最多${numText(bounds.reportQty.max)}`] : []),
      ...(bounds.reworkQty?.min ? [`返工最少${numText(bounds.reworkQty.min)}`] : []),
    ];
    return { qualifiedQty: report.qualifiedQty, badRows: rows, workHours: report.workHours, limits: said.join('，') };
  },
};
