/** Rows of 上下游配置 (object docLink): a record for each push of the product, and those that differ from what the documents say. */
import { sql } from 'kysely';
import type { PushDoc } from '../../../schemas/language/document';
import type { ResolvedAction, ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Value } from '../../../schemas/language/value';
import type { Db } from '../../ctx';
import { newId } from '../../ids';
import type { DocLink, DocMapping } from '../../registry/doc-links';

const OBJECT = 'docLink';
const TABLE = 'doc_link';
const SUBS = { heads: 'doc_link_heads', lines: 'doc_link_lines' } as const;

/** Links that change something; an organisation without the tables has none. */
export async function loadDocLinks(db: Db, schema: string): Promise<readonly DocLink[]> {
  const { rows: there } = await sql`select 1 from information_schema.tables
    where table_schema = ${schema} and table_name = ${SUBS.lines}`.execute(db);
  if (there.length === 0) return [];
  const at = (table: string) => sql.table(`${schema}.${table}`);
  const mappings = (table: string) =>
    sql`(select json_agg(m order by m.line_no, m.id) from ${at(table)} m where m.head_id = l.id)`;
  const { rows } = await sql<Record<string, unknown>>`
    select l.*, ${mappings(SUBS.heads)} as heads, ${mappings(SUBS.lines)} as lines from ${at(TABLE)} l
    where l.is_deleted = 0 and (not l.is_system or l.changed or l.is_disabled <> '0') order by l.code`.execute(db);
  return rows.map((row) => ({
    src: String(row.src_doc),
    dst: String(row.dst_doc),
    action: String(row.action),
    name: String(row.name),
    isSystem: row.is_system === true,
    isDisabled: row.is_disabled !== '0',
    mode: String(row.mode),
    autoEvent: text(row.auto_event),
    condition: text(row.condition),
    qtyControl: String(row.qty_control),
    srcQty: text(row.src_qty),
    srcRows: text(row.src_rows),
    overRate: Number(row.over_rate ?? 0),
    merge: String(row.merge),
    stamp: row.stamp !== false,
    saveMode: String(row.save_mode),
    heads: mappingsOf(row.heads),
    lines: mappingsOf(row.lines),
  }));
}
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const mappingsOf = (value: unknown): readonly DocMapping[] =>
  ((value ?? []) as readonly Record<string, unknown>[]).map(({ dst, expr, is_system }) => ({
    dst: String(dst),
    expr: String(expr),
    isSystem: is_system === true,
  }));

/** What a record says of a push of the product. */
export interface Shipped {
  readonly head: { readonly [field: string]: Value };
  readonly heads: readonly DocMapping[];
  readonly lines: readonly DocMapping[];
}
const MODES: Readonly<Record<string, string>> = { push: '1', pull: '2', both: '3', auto: '4' };
const SAVES: Readonly<Record<string, string>> = { edit: '1', save: '2', audit: '3' };

/** A push of the product as the record that shows it. */
export function shippedLink(source: ResolvedObject, action: ResolvedAction, push: PushDoc): Shipped {
  const line = push.rows === undefined ? source.fields : (source.fields[push.rows]?.sub?.fields ?? {});
  const limit = push.limit ?? (line.qty ? 'qty' : null);
  return {
    head: {
      mode: MODES[push.how ?? 'both'] ?? '3',
      autoEvent: push.after ?? null,
      condition: action.when ?? null,
      qtyControl: limit === null ? '0' : '1',
      srcQty: limit,
      srcRows: push.rows ?? null,
      overRate: 0,
      merge: push.by === 'all' ? '3' : '0',
      stamp: push.stamp !== false,
      saveMode: SAVES[push.then ?? 'edit'] ?? '1',
    },
    heads: systemRows(push.head),
    lines: systemRows(push.map),
  };
}
const systemRows = (map: PushDoc['map']): readonly DocMapping[] =>
  Object.entries(map ?? {}).map(([dst, given]) => ({
    dst,
    expr: typeof given === 'string' && given.startsWith('=') ? given.slice(1) : JSON.stringify(given),
    isSystem: true,
  }));
/** The text that tells whether the product says something else by now. */
export const shippedText = (shipped: Shipped): string => JSON.stringify(shipped);
export const readShipped = (value: unknown): Shipped => JSON.parse(String(value)) as Shipped;
export const mappingRows = (rows: readonly DocMapping[]) =>
  rows.map((row, index) => ({ id: newId(), lineNo: (index + 1) * 10, ...row }));

/** One record for each push between documents that exist; those nobody changed follow the documents. */
export async function ensureDocLinks(db: Db, schema: string, objects: readonly ResolvedObject[]): Promise<void> {
  if (!objects.some(({ object }) => object === OBJECT)) return;
  const own = db.withSchema(schema);
  const rows = await own.selectFrom(TABLE).select(['id', 'code', 'changed', 'shipped']).execute();
  const known = new Map(rows.map((row) => [String(row.code), row]));
  const titles = new Map(objects.map(({ object, title }) => [object, title]));
  for (const source of objects)
    for (const action of Object.values(source.actions)) {
      const { push } = action;
      if (push === undefined || !source.audited || !titles.has(push.to)) continue;
      const code = `${source.object}.${action.code}`;
      const shipped = shippedLink(source, action, push);
      const said = shippedText(shipped);
      const before = known.get(code);
      if (before && (before.changed === true || before.shipped === said)) continue;
      const id = (before?.id as string | undefined) ?? newId();
      const head = snake({ ...shipped.head, shipped: said });
      if (before) await own.updateTable(TABLE).set(head).where('id', '=', id).execute();
      else
        await own
          .insertInto(TABLE)
          .values({
            id,
            code,
            name: `${source.title}→${titles.get(push.to)}`.slice(0, 100),
            src_doc: source.object,
            dst_doc: push.to,
            action: action.code,
            is_system: true,
            changed: false,
            sort_no: 0,
            is_disabled: '0',
            ...head,
          })
          .execute();
      for (const [sub, table] of Object.entries(SUBS)) {
        await own.deleteFrom(table).where('head_id', '=', id).execute();
        const list = shipped[sub as keyof typeof SUBS];
        if (list.length > 0)
          await own
            .insertInto(table)
            .values(
              list.map((mapping, index) => ({
                id: newId(),
                head_id: id,
                line_no: (index + 1) * 10,
                dst: mapping.dst,
                expr: mapping.expr,
                is_system: true,
              })),
            )
            .execute();
      }
    }
}
const snake = (head: Rec): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(head).map(([code, value]) => [code.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`), value]),
  );
