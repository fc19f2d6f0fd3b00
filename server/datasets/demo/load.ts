import { sql } from 'kysely';
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, ServedRows, Service } from '../../ctx';

/** Rows of the page 示例负荷: what each person has to finish in which week, from the documents that are open. */
const demoLoadRows = async (ctx: Ctx): Promise<readonly Rec[]> => {
  const rows = await ctx.trx
    .selectFrom('demo_doc')
    .select([
      'owner_id as owner',
      sql<string>`to_char(date_trunc('week', coalesce(need_by, day)), 'YYYY-MM-DD')`.as('week'),
      sql<number>`count(*)::int`.as('docs'),
      sql<string>`coalesce(sum(qty), 0)`.as('qty'),
      sql<number>`count(*) filter (where need_by < ${ctx.today}::date)::int`.as('late'),
    ])
    .where('is_deleted', '=', 0)
    .where('doc_status', 'in', ['10', '30', '70'])
    .groupBy(['owner_id', sql`date_trunc('week', coalesce(need_by, day))`])
    .execute();
  return rows.map((row) => ({ ...row, qty: Number(row.qty) }) as Rec);
};

/** Every week from the first to the last, those without work too: the columns of 示例周负荷. */
const weeksOf = (rows: readonly Rec[]): ServedRows['slots'] => {
  const weeks = rows.map((row) => String(row.week)).sort();
  const found: { readonly value: string; readonly title: string }[] = [];
  const last = weeks.at(-1) ?? '';
  for (
    let at = weeks[0] ?? '';
    at !== '' && at <= last && found.length < 53;
    at = dateAdd(at, 7, 'day')?.slice(0, 10) ?? ''
  )
    found.push({ value: at, title: `${at.slice(5)}周` });
  return found;
};

export const demoLoad: Service = {
  name: 'demo.load',
  right: null,
  async run(_args, ctx): Promise<ServedRows> {
    const rows = await demoLoadRows(ctx);
    return { rows, slots: weeksOf(rows) };
  },
};
