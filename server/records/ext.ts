/** Extension fields as rows of an organisation: definitions, the heads of its slots, and how many records hold a value. */
import { sql } from 'kysely';
import { type ExtField, type ExtFields, extendHeads } from '../../schemas/language/ext';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Ctx, Db } from '../ctx';
import { newId } from '../ids';
import { tableOf } from '../tables/names';

const HEADS = 'extend_head';
const FIELDS = 'extend_head_details';

/** Enabled definitions by head, in their order; an organisation without the tables has none. */
export async function loadExtFields(db: Db, schema: string): Promise<ExtFields> {
  const { rows: there } = await sql`select 1 from information_schema.tables
    where table_schema = ${schema} and table_name = ${FIELDS}`.execute(db);
  if (there.length === 0) return new Map();
  const { rows } = await sql<Record<string, unknown>>`
    select h.code, d.* from ${sql.table(`${schema}.${FIELDS}`)} d join ${sql.table(`${schema}.${HEADS}`)} h on h.id = d.head_id
    where h.is_deleted = 0 and not d.is_disabled order by h.code, d.line_no, d.id`.execute(db);
  const found = new Map<string, ExtField[]>();
  for (const row of rows) {
    const list = found.get(String(row.code)) ?? [];
    found.set(String(row.code), list);
    list.push({
      label: String(row.label),
      prop: String(row.prop),
      type: row.type as ExtField['type'],
      placeholder: text(row.placeholder),
      min: number(row.min),
      max: number(row.max),
      scale: number(row.scale),
      length: number(row.length),
      dictCode: text(row.dict_code),
      required: row.required === true,
      inList: row.in_list === true,
      inSearch: row.in_search === true,
      groupTitle: text(row.group_title),
    });
  }
  return found;
}
const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** One head for each slot of the documents; what is there stays as it is. */
export async function ensureExtendHeads(db: Db, schema: string, objects: readonly ResolvedObject[]): Promise<void> {
  if (!objects.some((object) => object.object === 'extendHead')) return;
  const heads = objects.flatMap((object) => extendHeads(object).map((head) => ({ ...head, object: object.object })));
  const own = db.withSchema(schema);
  const known = new Set((await own.selectFrom(HEADS).select('code').execute()).map((row) => String(row.code)));
  const missing = heads.filter((head) => !known.has(head.code));
  if (missing.length > 0)
    await own
      .insertInto(HEADS)
      .values(
        missing.map(({ code, title, object }) => ({
          id: newId(),
          code,
          name: title,
          object,
          max_count: 30,
          field_count: 0,
        })),
      )
      .execute();
}

/** Records (or rows) of a head that hold a value under a prop. Deleted ones count: they may be looked at again. */
export async function countExtValues(ctx: Ctx, head: string, prop: string): Promise<number> {
  const [object = '', sub] = head.split('.');
  const known = ctx.records.object(object);
  if (known.storage === 'none') return 0;
  const table = `${ctx.org.schema}.${tableOf(object, sub)}`;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} t where t.ext ->> ${prop} is not null`.execute(ctx.trx);
  return rows[0]?.n ?? 0;
}
