/** Extension fields as rows of an organisation: definitions, the heads of its slots, and how many records hold a value. */
import { type RawBuilder, sql } from 'kysely';
import { type ExtField, type ExtFields, extendHeads } from '../../../schemas/language/ext';
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Ctx, Db } from '../../ctx';
import { newId } from '../../ids';
import { extIndexName, tableOf } from '../../tables/names';
import { extensionValue } from '../sql/field';

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
      inPrint: row.in_print === true,
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

/**
 * Records (or rows) of a head that hold a value under a prop, with `longer` only those of more characters. Deleted ones count: they may
 * be looked at again.
 */
export async function countExtValues(ctx: Ctx, head: string, prop: string, longer = 0): Promise<number> {
  const table = tableOfHead(ctx, head);
  if (table === undefined) return 0;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${table} t
    where length(t.ext ->> ${prop}) > ${longer}`.execute(ctx.trx);
  return rows[0]?.n ?? 0;
}

function tableOfHead(ctx: Ctx, head: string): RawBuilder<unknown> | undefined {
  const [object = '', sub] = head.split('.');
  if (ctx.records.object(object).storage === 'none') return undefined;
  return sql.table(`${ctx.org.schema}.${tableOf(object, sub)}`);
}

/** What is searched by value, as the type that is compared; texts are looked at in part, which no such index helps. */
const INDEXED: Readonly<Record<string, string>> = { DECIMAL: 'numeric', DATE: 'date', DATETIME: 'timestamp' };

/** One index for each searched number or date of a head, on the expression that searches compute; those of fields no longer searched go. */
export async function keepExtIndexes(ctx: Ctx, head: string, fields: readonly ExtIndexed[]): Promise<void> {
  const table = tableOfHead(ctx, head);
  if (table === undefined) return;
  const [object = '', sub] = head.split('.');
  for (const { prop, type, isSearched } of fields) {
    const typed = INDEXED[type];
    if (typed === undefined || !PROP.test(prop)) continue;
    const name = extIndexName(tableOf(object, sub), prop);
    if (isSearched) {
      const value = extensionValue(sql.ref('ext'), sql.lit(prop), typed);
      await sql`create index if not exists ${sql.id(name)} on ${table} ((${value}))`.execute(ctx.trx);
    } else await sql`drop index if exists ${sql.id(ctx.org.schema, name)}`.execute(ctx.trx);
  }
}
export interface ExtIndexed {
  readonly prop: string;
  readonly type: string;
  readonly isSearched: boolean;
}
/** A prop stands in the text of an index: nothing but letters and digits gets there. */
export const PROP = /^[a-z][A-Za-z0-9]{0,29}$/;
