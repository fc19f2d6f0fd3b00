/** 工厂日历 (20 §2): one default in the organisation, passed on in one step; the entries of a year serve the next one too. */
import { dateAdd, partsOf } from '../../../schemas/language/codec/date-time';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { LineOf, RowOf } from '../../rows';
import { freshHolidays, type NewEntry } from './holidays';

export const workCalendar: DomainModule<'workCalendar'> = {
  actions: {
    async setDefault(record, _ask, ctx) {
      const { records } = ctx.asSystem();
      for (const row of await records.find('workCalendar', 'isDefault && id != param.id', {
        param: { id: record.id },
      }))
        await records.patch('workCalendar', row.id, { head: { isDefault: false } });
      return undefined;
    },
    async importHolidays(record, ask, ctx) {
      record.entries = withEntries(record, await freshHolidays(record, ask, ctx), ctx);
      return undefined;
    },
    async copyYear(record, ask, ctx) {
      const { entries } = record;
      const years = ask.toYear - ask.fromYear;
      const moved = entries
        .filter(({ dateFrom }) => partsOf(dateFrom)?.year === ask.fromYear)
        .map((row) => ({
          ...row,
          dateFrom: dateAdd(row.dateFrom, years, 'year') ?? row.dateFrom,
          dateTo: dateAdd(row.dateTo, years, 'year') ?? row.dateTo,
        }));
      const fresh = moved.filter((row) => !entries.some((entry) => entry.kind === row.kind && meets(entry, row)));
      if (fresh.length === 0) throw refuse(`${ask.fromYear}年没有可复制到${ask.toYear}年的例外`);
      record.entries = withEntries(record, fresh, ctx);
      return undefined;
    },
  },
};

type Entry = LineOf<'workCalendar', 'entries'>;
/** The entries of a calendar and further ones behind them. */
const withEntries = ({ entries }: RowOf<'workCalendar'>, fresh: readonly NewEntry[], ctx: Ctx): Entry[] => {
  const last = Math.max(0, ...entries.map(({ lineNo }) => lineNo));
  return [...entries, ...fresh.map((row, at) => ({ ...BLANK, ...row, id: ctx.newId(), lineNo: last + (at + 1) * 10 }))];
};
const BLANK = { shifts: [], timeFrom: null, timeTo: null, reason: null };
const meets = (a: Entry, b: Entry): boolean => a.dateFrom <= b.dateTo && b.dateFrom <= a.dateTo;
