import { sql } from 'kysely';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Ctx, Service } from '../../ctx';

/** Periods of the sample documents in a span: when each began, how long it takes, what state it is in. */
const planRows = async ({ start }: Record<string, Value>, ctx: Ctx): Promise<readonly Rec[]> => {
  const [from, to] = Array.isArray(start) ? start : [];
  const rows = await ctx.trx
    .selectFrom('demo_doc')
    .select([
      sql<string>`to_char(period_from, 'YYYY-MM-DD HH24:MI:SS')`.as('start'),
      'material_id as material',
      'nbr',
      sql<number>`doc_status::int`.as('state'),
      sql<number>`(extract(epoch from period_to - period_from) / 60)::int`.as('minutes'),
    ])
    .where('is_deleted', '=', 0)
    .where('period_from', 'is not', null)
    .where('period_to', 'is not', null)
    .$if(typeof from === 'string', (query) => query.where(sql`period_from::date`, '>=', from))
    .$if(typeof to === 'string', (query) => query.where(sql`period_from::date`, '<=', to))
    .execute();
  return rows as unknown as readonly Rec[];
};

export const demoPlan: Service = { name: 'demo.plan', right: null, run: planRows };
