/**
 * 条码打印 (20 §9): papers printed by day, sort and template. A reprint counts on its own day, with its reason and who did it; everything
 * else of a label on the day it was made.
 */
import { sql } from 'kysely';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Service } from '../../ctx';

export const labelPrint: Service = {
  name: 'factory.labelPrint',
  right: 'codeLabel:view',
  async run({ day }, ctx): Promise<readonly Rec[]> {
    const table = (name: string) => sql.id(ctx.org.schema, name);
    const [from, to] = (Array.isArray(day) ? day : []).map((value: Value) => String(value).slice(0, 10));
    const { rights, me } = ctx.session;
    const isAll = rights.super || rights.scopes('codeLabel:view').some(({ scope }) => scope === '1');
    // who does not see all labels sees the papers of his own
    const mine = isAll ? sql`true` : sql`l.created_by_id = ${me.id}::uuid`;
    const { rows } = await sql<Rec>`
      with again as (
        select r.label_id, h.reprint_at::date as day, h.reason_id, h.employee_id
          from ${table('code_re_print_rows')} r join ${table('code_re_print')} h on h.id = r.head_id where h.is_deleted = 0
      ), papers as (
        select l.created_at::date as day, l.type, l.tpl, null::uuid as reason, u.employee_id as employee,
               greatest(l.print_count - coalesce(a.n, 0), 0) as labels, greatest(l.print_count - 1 - coalesce(a.n, 0), 0) as reprints
          from ${table('code_label')} l left join ${table('user')} u on u.id = l.created_by_id
          left join (select label_id, count(*)::int as n from again group by label_id) a on a.label_id = l.id
         where l.is_deleted = 0 and l.print_count > 0 and ${mine}
        union all
        select a.day, l.type, l.tpl, a.reason_id, a.employee_id, 1, 1
          from again a join ${table('code_label')} l on l.id = a.label_id where l.is_deleted = 0 and ${mine}
      )
      select day::text as day, type, tpl, reason, employee, sum(labels)::int as labels, sum(reprints)::int as reprints from papers
       where (${from ?? null}::date is null or day >= ${from ?? null}::date) and (${to ?? null}::date is null or day <= ${to ?? null}::date)
       group by day, type, tpl, reason, employee having sum(labels) > 0`.execute(ctx.trx);
    return rows;
  },
};
