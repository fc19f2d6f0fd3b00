/** What the pages 数量调整 show beside a start or a report, and what their dialogs begin with (30 §5). */
import { numText } from '../../../schemas/language/codec/decimal';
import type { Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';
import { refuse } from '../../errors';
import type { Range } from '../../production/adjust';
import { planLines } from '../out/adjust-plan';
import { receiveLines } from '../out/adjust-receive';
import { sendLines } from '../out/adjust-send';
import { reportStanding, startStanding } from './adjust-bounds';
import type { LineStanding, Standing } from './adjust-kind';
import { titleOf } from './adjust-make';

type Args = Readonly<Record<string, Value>>;
/** What stands of a document: one of a start or a report, one a row of outside documents. */
type Stands = readonly (Standing | LineStanding)[];
export type AdjustObject = 'prdStart' | 'prdReport' | 'outPlan' | 'outSend' | 'outReceive';
const known = new WeakMap<Ctx, Map<string, Promise<Stands>>>();
/** Once a request for each document: every column of a row asks for it. */
export const standingsOf = (object: AdjustObject, id: string, ctx: Ctx): Promise<Stands> => {
  const here = known.get(ctx) ?? new Map<string, Promise<Stands>>();
  known.set(ctx, here);
  const found = here.get(id) ?? READ[object](id, ctx);
  here.set(id, found);
  return found;
};
const scoped = { scoped: true } as const;
const READ: Readonly<Record<AdjustObject, (id: string, ctx: Ctx) => Promise<Stands>>> = {
  async prdStart(id, ctx) {
    const start = await ctx.records.get('prdStart', id, scoped);
    return start ? [await startStanding(start, ctx)] : [];
  },
  async prdReport(id, ctx) {
    const report = await ctx.records.get('prdReport', id, scoped);
    return report ? [await reportStanding(report, ctx)] : [];
  },
  outPlan: (id, ctx) => linesOf('outPlan', id, ctx),
  outSend: (id, ctx) => linesOf('outSend', id, ctx),
  outReceive: (id, ctx) => linesOf('outReceive', id, ctx),
};
/** Documents whose rows are adjusted one by one. */
type Outside = 'outPlan' | 'outSend' | 'outReceive';
export const isOutside = (object: AdjustObject): object is Outside => object.startsWith('out');
const linesOf = async (object: Outside, id: string, ctx: Ctx): Promise<readonly LineStanding[]> => {
  if (object === 'outPlan') {
    const plan = await ctx.records.get(object, id, scoped);
    return plan ? planLines(plan, ctx) : [];
  }
  if (object === 'outSend') {
    const send = await ctx.records.get(object, id, scoped);
    return send ? sendLines(send, ctx) : [];
  }
  const receipt = await ctx.records.get(object, id, scoped);
  return receipt ? receiveLines(receipt, ctx) : [];
};

/** The arguments of the columns: the document, by what it is. */
const ARGUMENT = {
  start: 'prdStart',
  report: 'prdReport',
  plan: 'outPlan',
  send: 'outSend',
  receive: 'outReceive',
} as const;
const named = (args: Args, ctx: Ctx): Promise<Stands> => {
  for (const [argument, object] of Object.entries(ARGUMENT)) {
    const id = args[argument];
    if (typeof id === 'string') return standingsOf(object, id, ctx);
  }
  return Promise.resolve([]);
};
/** The quantity people change first: what was started, what was good. */
export const mainOf = (standing: Standing | LineStanding): Range | undefined =>
  'main' in standing ? standing.bounds[standing.main] : (standing.bounds.startQty ?? standing.bounds.qualifiedQty);
/** One a number, those of several rows as one text. */
const shown = async (args: Args, of: 'min' | 'max', ctx: Ctx): Promise<Value> => {
  const stands = await named(args, ctx);
  if (!stands.some((one) => 'main' in one)) return stands[0] ? (mainOf(stands[0])?.[of] ?? null) : null;
  return stands.map((one) => boundText(mainOf(one)?.[of] ?? null)).join('、');
};
const boundText = (bound: number | null): string => (bound === null ? '不限' : numText(bound));

export const adjustMin: Service = {
  name: 'adjust.min',
  right: null,
  run: (args, ctx) => shown(args, 'min', ctx),
};
export const adjustMax: Service = {
  name: 'adjust.max',
  right: null,
  run: (args, ctx) => shown(args, 'max', ctx),
};
export const adjustBlock: Service = {
  name: 'adjust.block',
  right: null,
  async run(args, ctx) {
    const blocked = (await named(args, ctx)).flatMap(({ blockReason }) => blockReason ?? []);
    return [...new Set(blocked)].join('；') || null;
  },
};

/** 合格可调19～58: the words above the numbers. */
const hintOf = (title: string, { min, max }: Range): string => `${title}可调${numText(min)}～${boundText(max)}`;
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

/** Rows of an outside document with what stands and their bounds; when none of them may be adjusted, the reason of the first. */
const rowsAsk = (name: string, right: string, object: Outside): Service => ({
  name,
  right,
  async run(args, ctx) {
    const lines = await linesOf(object, firstOf(args), ctx);
    const [first] = lines;
    if (first && lines.every(({ blockReason }) => blockReason !== null)) throw refuse(first.blockReason ?? '');
    const reasons = await ctx.asSystem().records.many(
      'supportInfor',
      lines.flatMap(({ lossReason }) => lossReason ?? []),
      { stored: true },
    );
    return {
      lines: lines.map(({ id, what, now, bounds, blockReason, lossReason }, n) => ({
        id: ctx.newId(),
        lineNo: (n + 1) * 10,
        srcRow: id,
        what,
        ...now,
        ...(lossReason === undefined
          ? {}
          : { lossReasonId: lossReason, lossReason: reasons.find((each) => each.id === lossReason)?.name ?? null }),
        limits: Object.entries(bounds)
          .map(([code, range]) => hintOf(titleOf(code), range))
          .join('，'),
        blockReason,
      })),
    };
  },
});
export const adjustPlanAsk = rowsAsk('adjust.plan', 'adjustRecord:outPlan', 'outPlan');
export const adjustSendAsk = rowsAsk('adjust.send', 'adjustRecord:outSend', 'outSend');
export const adjustReceiveAsk = rowsAsk('adjust.receive', 'adjustRecord:outReceive', 'outReceive');
