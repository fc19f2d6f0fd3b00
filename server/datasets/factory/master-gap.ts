/** 资料缺口 (20 §9): how many enabled masters lack what planning, pay and monitoring read. */
import { type RawBuilder, sql } from 'kysely';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';

type Table = (name: string) => RawBuilder<unknown>;
interface Gap {
  readonly object: string;
  readonly gap: string;
  /** who should have it (t), and whether it is there */
  readonly of: RawBuilder<unknown>;
  readonly has: (table: Table, today: string) => RawBuilder<unknown>;
}
const MADE = sql`t.make_type = '1'`;
const GAPS: readonly Gap[] = [
  {
    object: 'material',
    gap: '无BOM',
    of: MADE,
    has: (at) =>
      sql`exists (select 1 from ${at('bom')} b where b.material_id = t.id and b.doc_status = '60' and b.is_deleted = 0)`,
  },
  {
    object: 'material',
    gap: '无工艺路线',
    of: MADE,
    has: (at) => sql`(t.def_route_id is not null or exists (
      select 1 from ${at('route')} r where r.doc_status = '60' and r.is_deleted = 0
         and (r.materials @> array[t.id] or coalesce(cardinality(r.materials), 0) = 0 and r.material_category_id = t.material_category_id)))`,
  },
  {
    object: 'process',
    gap: '无工价',
    of: sql`t.pay_mode = '20'`,
    has: (at, today) => sql`exists (
      select 1 from ${at('piece_price')} p where p.process_id = t.id and p.audit_status = '2' and p.is_deleted = 0
         and p.valid_from <= ${today}::date and (p.valid_to is null or p.valid_to >= ${today}::date))`,
  },
  {
    object: 'process',
    gap: '无SOP',
    of: sql`true`,
    has: (at, today) => sql`exists (
      select 1 from ${at('sop_doc')} d join ${at('sop_doc_scope')} s on s.head_id = d.id
       where s.process_id = t.id and d.doc_status = '60' and d.is_deleted = 0
         and d.effect_date <= ${today}::date and (d.expire_date is null or d.expire_date >= ${today}::date))`,
  },
  {
    object: 'equipment',
    gap: '无点位',
    of: sql`t.doc_status = '60'`,
    has: (at) =>
      sql`exists (select 1 from ${at('point_map')} p where p.equipment_id = t.id and p.is_disabled = '0' and p.is_deleted = 0)`,
  },
];
const TITLES: Readonly<Record<string, string>> = { material: '物料', process: '工序', equipment: '设备' };

export const masterGap: Service = {
  name: 'factory.masterGap',
  right: null,
  async run(_args, ctx): Promise<readonly Rec[]> {
    const table: Table = (name) => sql.id(ctx.org.schema, name);
    const rows: Rec[] = [];
    for (const { object, gap, of, has } of GAPS) {
      if (!ctx.session.rights.has(`${object}:view`)) continue;
      const { rows: counted } = await sql<{ whole: number; gaps: number }>`
        select count(*)::int as whole, count(*) filter (where not ${has(table, ctx.today)})::int as gaps
          from ${table(object)} t where t.is_deleted = 0 and t.is_disabled = '0' and ${of}`.execute(ctx.trx);
      rows.push({ object: TITLES[object]!, gap, gaps: counted[0]?.gaps ?? 0, whole: counted[0]?.whole ?? 0 });
    }
    return rows;
  },
};
