/** 导入节假日 (20 §2): one line a day (日期*, 类别*, 名称); days of a holiday that follow each other become one entry. */
import { dateAdd, readDate } from '../../../schemas/language/codec/date-time';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { Table } from '../../excel/read-sheet';
import { sentenceOf, tableOf } from '../../maint/book';
import { engineOf } from '../../records/host';
import type { AskOf, LineOf, RowOf } from '../../rows';

type Calendar = RowOf<'workCalendar'>;
type Entry = LineOf<'workCalendar', 'entries'>;
/** An entry that has no place in a calendar yet. */
export type NewEntry = Pick<Entry, 'dateFrom' | 'dateTo' | 'kind'> & Partial<Entry>;

const KINDS = 'calendarEntryKind';
/** a standstill needs its hours, which a list of days has not */
const STOP = '4';
const OPEN: ReadonlySet<Entry['kind']> = new Set(['2', '3']);
const REASON = 50;
const MAX_FAULTS = 20;

interface Holiday {
  readonly date: string;
  readonly kind: Entry['kind'];
  readonly reason: string | null;
}

/** Entries the file brings to the calendar; days that are set already stay as they are. */
export async function freshHolidays(
  record: Calendar,
  ask: AskOf<'workCalendar', 'importHolidays'>,
  ctx: Ctx,
): Promise<readonly NewEntry[]> {
  const { entries } = record;
  const days = read(await tableOf(engineOf(ctx), ask), ctx);
  const fresh = days.filter(
    ({ date, kind }) => !entries.some((entry) => entry.kind === kind && entry.dateFrom <= date && date <= entry.dateTo),
  );
  if (fresh.length === 0) throw refuse('文件中的日期都已在日历中');
  const shifts = fresh.some(({ kind }) => OPEN.has(kind)) ? await usualShifts(record, ctx) : [];
  return spans(fresh).map(({ from, to, kind, reason }) => ({
    dateFrom: from,
    dateTo: to,
    kind,
    reason,
    ...(OPEN.has(kind) ? { shifts } : {}),
  }));
}

function read(table: Table, ctx: Ctx): readonly Holiday[] {
  const head = (table[0] ?? []).map((cell) =>
    String(cell ?? '')
      .replace(/\*$/, '')
      .trim(),
  );
  const [date, kind, name] = [head.indexOf('日期'), head.indexOf('类别'), head.indexOf('名称')];
  if (date < 0 || kind < 0) throw refuse(`文件缺少列「${date < 0 ? '日期' : '类别'}」`);
  const items = (ctx.records.dict(KINDS)?.items ?? []).filter(({ code }) => code !== STOP);
  const days: Holiday[] = [];
  const faults: string[] = [];
  for (const [at, cells] of table.entries()) {
    const text = (column: number): string => String(cells[column] ?? '').trim();
    if (at === 0 || cells.every((cell) => String(cell ?? '').trim() === '')) continue;
    const wrong = (column: string, why: string): unknown => faults.push(sentenceOf({ row: at + 1, column, text: why }));
    const day = readDate(text(date));
    if (day === null) wrong('日期', text(date) === '' ? '不能为空' : `「${text(date)}」不是日期`);
    else if (days.some((holiday) => holiday.date === day)) wrong('日期', `「${day}」重复`);
    const item = items.find((item) => item.title === text(kind) || item.code === text(kind));
    if (!item) wrong('类别', `只能填${items.map(({ title }) => title).join('、')}`);
    if (text(name).length > REASON) wrong('名称', `不能超过${REASON}个字`);
    // a line with another fault still takes its day
    if (day !== null) days.push({ date: day, kind: wordOf(item), reason: text(name) || null });
  }
  if (faults.length > 0) throw refuse(listed(faults));
  if (days.length === 0) throw refuse('文件中没有日期');
  return days;
}

/** A line without one is a fault of the file, which is refused as a whole. */
const wordOf = (item: { readonly code: string } | undefined): Entry['kind'] =>
  // the dictionary is closed, so its codes are the words of the field
  (item?.code ?? STOP) as Entry['kind'];

/** All that is wrong with a file, as many as a person reads at once. */
const listed = (faults: readonly string[]): string =>
  faults.length <= MAX_FAULTS
    ? faults.join('；')
    : `${faults.slice(0, MAX_FAULTS).join('；')}；…… 共${faults.length}处`;

interface Span {
  readonly from: string;
  readonly to: string;
  readonly kind: Entry['kind'];
  readonly reason: string | null;
}
function spans(days: readonly Holiday[]): readonly Span[] {
  const found: Span[] = [];
  for (const { date, kind, reason } of [...days].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const before = found.at(-1);
    if (before && before.kind === kind && before.reason === reason && dateAdd(before.to, 1) === date)
      found[found.length - 1] = { ...before, to: date };
    else found.push({ from: date, to: date, kind, reason });
  }
  return found;
}

/** A day that is worked instead of a rest has the shifts of the first working day of the week. */
async function usualShifts(record: Calendar, ctx: Ctx): Promise<readonly string[]> {
  const pattern = await ctx.asSystem().records.get('shiftPattern', record.pattern);
  return pattern?.days.map(({ shifts }) => shifts).find(({ length }) => length > 0) ?? [];
}
