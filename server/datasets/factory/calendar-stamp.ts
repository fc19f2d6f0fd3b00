import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

/** Changes with any change of shifts, patterns, calendars or places, also an uncommitted one of the same transaction. */
export const calendarStamp = async (ctx: Ctx): Promise<string> => {
  const { rows } = await sql<{ stamp: string }>`
    select string_agg(n || ':' || x, ' ') as stamp from (
      ${sql.join(
        ['shift', 'shift_pattern', 'work_calendar', 'factory_unit'].map(
          (table) =>
            sql`select count(*) as n, coalesce(sum(xmin::text::bigint), 0) as x from ${sql.table(`${ctx.org.schema}.${table}`)} where is_deleted = 0`,
        ),
        sql` union all `,
      )}
    ) as all_of`.execute(ctx.trx);
  return rows[0]?.stamp ?? '';
};
