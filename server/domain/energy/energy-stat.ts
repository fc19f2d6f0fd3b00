/** 能耗结账 (50 §6.3): months of fees are closed in their order, by people or when their day has passed; the last one may be opened again. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule, Service } from '../../ctx';
import { billRules } from '../../datasets/energy/bills';
import { feeMonth } from '../../energy/tariff';
import { AppError, refuse } from '../../errors';
import {
  type BillFixed,
  deriveLagging,
  fixMonth,
  type MonthEvent,
  monthEvents,
  openAgain,
  openMonthsUntil,
  unpricedUntil,
} from '../../iot/energy/close';
import { lastClosed, lockMonths } from '../../iot/energy/closed';
import { AMOUNT } from '../../iot/energy/read';
import { answer } from '../../rows';

const POWER = '1';
const UNITS: Readonly<Record<string, string>> = { '1': 'kWh', '2': 'm³', '3': 'm³' };
const STATUS = { open: '30', closed: '60', reopened: '90' } as const;

export interface MonthDone {
  readonly rows: number;
  /** null: whoever did it sees no amounts */
  readonly amount: number | null;
}
const doneFor = (ctx: Ctx, { rows, amount }: { readonly rows: number; readonly amount: number }): MonthDone => ({
  rows,
  amount: ctx.session.rights.has(AMOUNT) ? amount : null,
});

const billDayOf = (ctx: Ctx): number => Number(ctx.setting('energy.billDay'));
const firstDay = (month: string, billDay: number): string => dateAdd(`${month}-01`, billDay - 1) ?? month;
const monthAfter = (month: string, n: number): string => (dateAdd(`${month}-01`, n, 'month') ?? month).slice(0, 7);
const lastDay = (month: string, billDay: number): string =>
  dateAdd(firstDay(monthAfter(month, 1), billDay), -1) ?? month;

/** `by` null: nobody did it, its day has passed. */
export const closeMonth = async (ctx: Ctx, month: string, by: string | null): Promise<MonthDone> => {
  await lockMonths(ctx, 'alone');
  const last = await lastClosed(ctx);
  const next = last === undefined ? month : monthAfter(last.month, 1);
  if (month < next) throw refuse(`${month}已结账`);
  if (month > next) throw refuse(`请先结账${next}`);
  const until = lastDay(month, billDayOf(ctx));
  await deriveLagging(ctx.asSystem());
  const unpriced = await unpricedUntil(ctx, until);
  if (unpriced !== undefined) {
    const { code, energyType, day, use } = unpriced;
    const amount = `${use.toFixed(4)}${UNITS[energyType] ?? ''}`;
    throw refuse(`${feeMonth(day, billDayOf(ctx))}存在未定价用量${amount}（${code} ${day}），不能结账`);
  }
  if (until >= ctx.today) throw refuse(`${month}到${until}才结束，不能结账`);
  // what is closed first says which month is next for ever
  if (last === undefined && (await openMonthsUntil(ctx, until)).length === 0)
    throw refuse(`${month}及以前没有用量，不用结账`);
  const from = last === undefined ? null : (dateAdd(last.until, 1) ?? null);
  return doneFor(ctx, await fixMonth(ctx, { month, from, until, by, bills: await billsUntil(ctx, until) }));
};

/** What the bills of fee meters are made by, for every month that is closed now. */
const billsUntil = async (ctx: Ctx, until: string): Promise<readonly BillFixed[]> => {
  const meters = await ctx.asSystem().records.find('energyMeter', 'isFee && energyType == 1');
  if (meters.length === 0) return [];
  const ruleOn = await billRules(ctx, POWER);
  const months = await openMonthsUntil(ctx, until);
  return months.flatMap((month) => {
    const rule = ruleOn(firstDay(month, billDayOf(ctx)));
    return rule === undefined ? [] : meters.map(({ id, ratedKva }) => ({ meter: id, month, rule, ratedKva }));
  });
};

export const reopenMonth = async (ctx: Ctx, month: string, reason: string | null): Promise<MonthDone> => {
  await lockMonths(ctx, 'alone');
  const last = await lastClosed(ctx);
  if (last === undefined) throw refuse('没有已结账的月份');
  if (last.month !== month) throw refuse(`只能反结账最近一个已结账月份${last.month}`);
  return doneFor(ctx, await openAgain(ctx, month, reason));
};

/** Closes every month whose day has passed. One that people opened again is closed by people. */
export const closeDueMonths = async (ctx: Ctx): Promise<{ readonly closed: number; readonly held?: string }> => {
  for (let closed = 0; ; closed++) {
    const month = await dueMonth(ctx);
    if (month === undefined) return { closed };
    try {
      await closeMonth(ctx, month, null);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 203) throw error;
      return { closed, held: error.message };
    }
  }
};
const dueMonth = async (ctx: Ctx): Promise<string | undefined> => {
  const last = await lastClosed(ctx);
  const current = feeMonth(ctx.today, billDayOf(ctx));
  const month = monthAfter(last?.month ?? current, last === undefined ? -1 : 1);
  const until = lastDay(month, billDayOf(ctx));
  if (ctx.today <= closeDayOf(until, Number(ctx.setting('energy.closeDay')))) return undefined;
  if (last === undefined && (await openMonthsUntil(ctx, until)).length === 0) return undefined;
  const events = await monthEvents(ctx);
  return events.some((event) => event.month === month) ? undefined : month;
};
/** The first closing day after a month. */
const closeDayOf = (until: string, closeDay: number): string => {
  const after = dateAdd(until, 1) ?? until;
  const same = firstDay(after.slice(0, 7), closeDay);
  return same >= after ? same : firstDay(monthAfter(after.slice(0, 7), 1), closeDay);
};

const TITLES = { [STATUS.closed]: '已结账', [STATUS.reopened]: '已反结账' } as const;
const told = (event: MonthEvent): Rec => {
  const status = event.reopenedAt === null ? STATUS.closed : STATUS.reopened;
  const { month, rows, ...rest } = event;
  return { ...rest, text: `${month} ${TITLES[status]}`, ym: month, status, rowCount: rows };
};
/** The month that is open now stands first, then every closing; a factory without meters has none. */
export const energyStatMonths: Service = {
  name: 'energyStat.months',
  right: 'energyStat:view',
  async run(_args, ctx): Promise<readonly Rec[]> {
    const [meter] = await ctx.asSystem().records.find('energyMeter', 'true', { limit: 1 });
    if (meter === undefined) return [];
    const month = await openMonth(ctx);
    const open: Rec = {
      ...{ text: `本期 ${month} 未结账`, ym: month, status: STATUS.open, rowCount: null },
      ...{ from: await openSince(ctx), until: lastDay(month, billDayOf(ctx)) },
    };
    const paid = ctx.session.rights.has(AMOUNT);
    return [open, ...(await monthEvents(ctx)).map(told)].map((row, no) => ({
      ...row,
      no,
      amount: paid ? (row.amount ?? null) : null,
    }));
  },
};
const openMonth = async (ctx: Ctx): Promise<string> => {
  const last = await lastClosed(ctx);
  return last === undefined ? feeMonth(ctx.today, billDayOf(ctx)) : monthAfter(last.month, 1);
};
const openSince = async (ctx: Ctx): Promise<string | null> => {
  const last = await lastClosed(ctx);
  return last === undefined ? null : (dateAdd(last.until, 1) ?? null);
};

/** Which month the dialogs begin with: the one that is over and not closed, the one that was closed last. */
export const energyStatCloseAsk: Service = {
  name: 'energyStat.closeAsk',
  right: 'energyStat:close',
  async run(_args, ctx): Promise<Rec> {
    const last = await lastClosed(ctx);
    const current = feeMonth(ctx.today, billDayOf(ctx));
    return { month: `${last === undefined ? monthAfter(current, -1) : monthAfter(last.month, 1)}-01` };
  },
};
export const energyStatReopenAsk: Service = {
  name: 'energyStat.reopenAsk',
  right: 'energyStat:reopen',
  async run(_args, ctx): Promise<Rec> {
    const last = await lastClosed(ctx);
    return { month: last === undefined ? null : `${last.month}-01` };
  },
};

const sentence = (text: string, { rows, amount }: MonthDone) =>
  answer({ text: `${text}，共${rows}行${amount === null ? '' : `，${amount.toFixed(2)}元`}`, rows, amount });

export const energyStat: DomainModule<'energyStat'> = {
  actions: {
    async closeMonth(_record, ask, ctx) {
      const month = ask.month.slice(0, 7);
      return sentence(`${month}已结账`, await closeMonth(ctx, month, ctx.session.me.id));
    },
    async reopenMonth(_record, ask, ctx) {
      const month = ask.month.slice(0, 7);
      return sentence(`${month}已反结账`, await reopenMonth(ctx, month, ask.reason));
    },
  },
};
