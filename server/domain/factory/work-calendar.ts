/** 工厂日历 (20 §2): one default in the organisation, passed on in one step; the entries of a year serve the next one too. */
import { dateAdd, partsOf } from '../../../schemas/language/codec/date-time';
import type { Rec, Row } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { freshHolidays } from './holidays';

export const workCalendar: DomainModule = {
  actions: {
    async setDefault(record, _ask, ctx) {
      const { records } = ctx.asSystem();
      for (const one of await records.find('workCalendar', 'isDefault && id != param.id', {
        param: { id: record.id as string },
      }))
        await records.patch('workCalendar', one.id as string, { head: { isDefault: false } });
      return undefined;
    },
    async importHolidays(record, ask, ctx) {
      record.entries = withEntries(record, await freshHolidays(record, ask, ctx), ctx);
      return undefined;
    },
    async copyYear(record, ask, ctx) {
      const entries = (record.entries as readonly Row[] | undefined) ?? [];
      const years = Number(ask.toYear) - Number(ask.fromYear);
      const moved = entries
        .filter(({ dateFrom }) => partsOf(String(dateFrom))?.year === ask.fromYear)
        .map(
          (row): Row => ({
            ...row,
            dateFrom: dateAdd(String(row.dateFrom), years, 'year'),
            dateTo: dateAdd(String(row.dateTo), years, 'year'),
          }),
        );
      const fresh = moved.filter((row) => !entries.some((one) => one.kind === row.kind && meets(one, row)));
      if (fresh.length === 0) throw refuse(`${ask.fromYear}年没有可复制到${ask.toYear}年的例外`);
      record.entries = withEntries(record, fresh, ctx);
      return undefined;
    },
  },
};

/** The entries of a calendar and further ones behind them. */
const withEntries = (record: Rec, fresh: readonly Rec[], ctx: Ctx): Row[] => {
  const entries = (record.entries as readonly Row[] | undefined) ?? [];
  const last = Math.max(0, ...entries.map(({ lineNo }) => Number(lineNo ?? 0)));
  return [...entries, ...fresh.map((row, at) => ({ ...row, id: ctx.newId(), lineNo: last + (at + 1) * 10 }) as Row)];
};
const meets = (a: Rec, b: Rec): boolean =>
  String(a.dateFrom) <= String(b.dateTo) && String(b.dateFrom) <= String(a.dateTo);
