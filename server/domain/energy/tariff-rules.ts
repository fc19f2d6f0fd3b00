/** What the rows of a tariff must be, without a database: every quarter of an hour of every day has one price (50 §6). */

export interface SlotRow {
  readonly season: string;
  readonly months: readonly string[];
  /** 1 every day, 2 workdays, 3 weekends, 4 holidays */
  readonly dayType: string;
  readonly from: string;
  /** 00:00 = the end of the day */
  readonly to: string;
  readonly period: string;
}
export interface TierRow {
  readonly fromQty: number;
  readonly toQty: number | null;
}
/** A sentence and where it stands. */
export interface Fault {
  readonly path: 'slots' | 'tiers' | 'prices';
  readonly text: string;
}
export interface Words {
  period(code: string): string;
}

const DAY = 1440;
const STEP = 15;
const EVERY = '1';
const DAY_TYPES = [
  ['2', '工作日'],
  ['3', '周末'],
  ['4', '节假日'],
] as const;
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const endOf = ({ to }: SlotRow): number => minuteOf(to) || DAY;
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const isWhole = (time: string): boolean => minuteOf(time) % STEP === 0 && Number(time.slice(6, 8) || '0') === 0;

/** The first thing that is wrong with the slots; none of them is right: the tariff has one price all day. */
export function slotFault(slots: readonly SlotRow[], priced: ReadonlySet<string>, words: Words): Fault | undefined {
  if (slots.length === 0) return undefined;
  const fault = (text: string): Fault => ({ path: 'slots', text });
  if (slots.some(({ from, to }) => !isWhole(from) || !isWhole(to))) return fault('时段起止必须是15分钟的整数倍');
  if (slots.some((row) => endOf(row) <= minuteOf(row.from))) return fault('时段的结束必须晚于开始，跨零点请分成两行');
  const seasons = (month: string) =>
    new Set(slots.filter((row) => row.months.includes(month)).map((row) => row.season));
  if (MONTHS.some((month) => seasons(month).size !== 1)) return fault('12个月必须各属于一个季节');
  const text = coverText(slots);
  if (text !== undefined) return fault(`时段必须覆盖24小时且不重叠：${text}`);
  const unpriced = slots.find(({ period }) => !priced.has(period));
  return unpriced && fault(`使用了未定价的时段：${words.period(unpriced.period)}`);
}

function coverText(slots: readonly SlotRow[]): string | undefined {
  for (const month of MONTHS)
    for (const [type, title] of DAY_TYPES) {
      const day = slots
        .filter((row) => row.months.includes(month) && (row.dayType === EVERY || row.dayType === type))
        .sort((a, b) => minuteOf(a.from) - minuteOf(b.from));
      const say = (from: number, to: number, what: string): string =>
        `${month}月 ${title} ${clock(from)}-${clock(to)} ${what}`;
      let covered = 0;
      for (const row of day) {
        const from = minuteOf(row.from);
        if (from > covered) return say(covered, from, '未定义');
        if (from < covered) return say(from, Math.min(covered, endOf(row)), '重叠');
        covered = endOf(row);
      }
      if (covered < DAY) return say(covered, DAY, '未定义');
    }
  return undefined;
}

/** Steps follow each other from 0, the last one has no end. */
export function tierFault(tiers: readonly TierRow[]): Fault | undefined {
  let start = 0;
  for (const [at, { fromQty, toQty }] of tiers.entries()) {
    const text = `阶梯必须首尾相接，第${at + 1}档`;
    if (fromQty !== start) return { path: 'tiers', text: `${text}起点应为${start}` };
    const isLast = at === tiers.length - 1;
    if (isLast) return toQty === null ? undefined : { path: 'tiers', text: '阶梯必须首尾相接，最后一档的终点应为空' };
    if (toQty === null || toQty <= fromQty) return { path: 'tiers', text: `${text}终点应大于${fromQty}` };
    start = toQty;
  }
  return undefined;
}

export interface Span {
  readonly startDate: string;
  readonly endDate: string | null;
}
/** The days two spans share, as people read them. */
export function sharedDays(a: Span, b: Span): string | undefined {
  const from = [a.startDate, b.startDate].sort().at(-1) ?? a.startDate;
  const ends = [a.endDate, b.endDate].filter((end) => end !== null).sort();
  const [to] = ends;
  if (to === undefined) return `${from} 起`;
  return from <= to ? `${from} 至 ${to}` : undefined;
}
