import { sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';

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

export const demoLoad: Service = { name: 'demo.load', right: null, run: (_args, ctx) => demoLoadRows(ctx) };
