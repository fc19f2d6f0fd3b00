/** 到期清单 (20 §9): certificates, warranties and versions that end within 90 days or have ended, of what the caller may see. */
import { type RawBuilder, sql } from 'kysely';
import { dateDiff } from '../../../schemas/language/codec/date-time';
import type { Rec } from '../../../schemas/language/value';
import type { Service } from '../../ctx';
import { seenOf } from '../seen';

const AHEAD = 90;

export interface Found {
  readonly id: string;
  readonly owner: string;
  readonly item: string;
  readonly due: string;
}
interface Source {
  readonly kind: string;
  readonly object: string;
  /** what is said of it when its day comes near; none = somebody else says it */
  readonly event?: string;
  /** id, owner, item and due of everything that ends before `until` */
  readonly rows: (table: (name: string) => RawBuilder<unknown>, until: RawBuilder<unknown>) => RawBuilder<Found>;
}

const VERSIONED = [
  ['bom', 'bom', '物料清单'],
  ['route', 'route', '工艺路线'],
  ['sopDoc', 'sop_doc', '作业文档'],
] as const;
export const SOURCES: readonly Source[] = [
  {
    kind: '员工证书',
    object: 'employee',
    event: 'certExpiring',
    rows: (t, until) => sql`
      select h.id, h.name as owner, p.name as item, r.valid_to::text as due from ${t('employee_skills')} r
        join ${t('employee')} h on h.id = r.head_id join ${t('process')} p on p.id = r.process_id
       where h.is_deleted = 0 and h.is_disabled = '0' and h.emp_status <> '3' and r.valid_to <= ${until}`,
  },
  {
    kind: '设备证书',
    object: 'equipment',
    event: 'certExpiring',
    rows: (t, until) => sql`
      select h.id, h.code || ' ' || h.name as owner, r.name as item, r.valid_to::text as due from ${t('equipment_certs')} r
        join ${t('equipment')} h on h.id = r.head_id where h.is_deleted = 0 and h.is_disabled = '0' and r.valid_to <= ${until}`,
  },
  {
    kind: '设备质保',
    object: 'equipment',
    event: 'warrantyExpiring',
    rows: (t, until) => sql`
      select h.id, h.code || ' ' || h.name as owner, coalesce(h.maker, '') as item, h.warranty_end::text as due
        from ${t('equipment')} h where h.is_deleted = 0 and h.is_disabled = '0' and h.warranty_end <= ${until}`,
  },
  {
    kind: '供应商资质',
    object: 'supplier',
    event: 'certExpiring',
    rows: (t, until) => sql`
      select h.id, h.name as owner, r.name as item, r.valid_to::text as due from ${t('supplier_certs')} r
        join ${t('supplier')} h on h.id = r.head_id where h.is_deleted = 0 and h.is_disabled = '0' and r.valid_to <= ${until}`,
  },
  ...VERSIONED.map(
    ([object, table, kind]): Source => ({
      kind,
      object,
      event: 'expiring',
      rows: (t, until) => sql`
        select h.id, h.code || ' ' || h.name as owner, h.revision as item, h.expire_date::text as due
          from ${t(table)} h where h.is_deleted = 0 and h.doc_status = '60' and h.expire_date <= ${until}`,
    }),
  ),
  {
    kind: '文档复审',
    object: 'sopDoc',
    rows: (t, until) => sql`
      select h.id, h.code || ' ' || h.name as owner, h.revision as item, h.next_review::text as due
        from ${t('sop_doc')} h where h.is_deleted = 0 and h.doc_status = '60' and h.next_review <= ${until}`,
  },
];

export const expiring: Service = {
  name: 'factory.expiring',
  right: null,
  async run(_args, ctx): Promise<readonly Rec[]> {
    const table = (name: string) => sql.id(ctx.org.schema, name);
    const rows: Rec[] = [];
    for (const { kind, object, rows: of } of SOURCES) {
      if (!ctx.session.rights.has(`${object}:view`)) continue;
      const found = (await of(table, sql`${ctx.today}::date + ${sql.lit(AHEAD)}`).execute(ctx.trx)).rows;
      const seen = await seenOf(
        ctx,
        object,
        found.map(({ id }) => id),
      );
      for (const { id, owner, item, due } of found)
        if (seen.has(id)) rows.push({ kind, owner, item, due, items: 1, daysLeft: dateDiff(ctx.today, due)?.n ?? 0 });
    }
    return rows;
  },
};
