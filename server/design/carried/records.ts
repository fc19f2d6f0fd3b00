/** Records of shipped objects that name fields: rules, links and formulas of the organisation. A field of such a kind that is not here fails a test. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import type { StepDoc } from '../../../schemas/language/steps';
import { readShipped, shippedText } from '../../records/push/doc-links';
import type { Registry } from '../../registry/registry';
import { snake, tableOf } from '../../tables/names';
import { bindsOf, hashOf } from '../../workflow/models';
import type { Carry, Place } from './carry';
import { type LinkTexts, linkAfter } from './link';
import type { Names } from './names';

const COPIED = 'of another organisation, whose fields have their own codes';
const WORDS = 'read as words, by nobody else';
/** an event is called by its object first */
const EVENT = "split_part(head.event, '.', 1)";

/** `object.field` or `object.sub.field` */
export const RECORDS: { readonly [path: string]: Place } = {
  'codeRule.condition': text('codeRule.condition', 'expr', 'head.doc_type', "head.origin <> '1'"),
  'codeRule.segments.field': text('codeRule.segments.field', 'path', 'head.doc_type', "head.origin <> '1'"),
  'dataCopyJob.parts.where': COPIED,
  'dataCopyLine.before': COPIED,
  'dataFix.changed': corrections,
  'dataFix.changes.fieldTitle': WORDS,
  'dataFix.field': text('dataFix.field', 'path', 'head.object'),
  'dataFix.where': text('dataFix.where', 'expr', 'head.object'),
  'demoDoc.condition': text('demoDoc.condition', 'expr', "'demoDoc'"),
  'demoDoc.wide': 'values of a demonstration',
  'docLink.condition': links,
  'docLink.heads.dst': links,
  'docLink.heads.expr': links,
  'docLink.lines.dst': links,
  'docLink.lines.expr': links,
  'docLink.srcQty': links,
  'docLink.srcRows': links,
  'extendHead.details.prop': 'extension fields are fields of no document',
  'flowTrail.changes': WORDS,
  'flowModel.binds': versions,
  'flowVersion.text': versions,
  'formula.cases.given': cases,
  'formula.expr': text('formula.expr', 'expr', 'head.object'),
  'homePlan.layout': 'cells name cards by page, scheme, board and cell',
  'noticeRule.body': text('noticeRule.body', 'template', EVENT),
  'noticeRule.condition': text('noticeRule.condition', 'expr', EVENT),
  'noticeRule.escalate.field': text('noticeRule.escalate.field', 'path', EVENT),
  'noticeRule.receivers.field': text('noticeRule.receivers.field', 'path', EVENT),
  'noticeRule.title': text('noticeRule.title', 'template', EVENT),
  'operLog.changes.title': 'the trail, by titles',
};
/** A text of records, of the head or of a sub-table; `over` says in SQL whose fields it names. */
function text(path: string, how: 'expr' | 'path' | 'template', over: string, only = 'true'): Place {
  const [object = '', ...rest] = path.split('.');
  const [sub, field = ''] = rest.length === 2 ? rest : [undefined, rest[0]];
  return async (carry) => {
    const { trx, schema, like, names } = carry;
    if (carry.registry.find(object) === undefined) return;
    const [heads, at] = [sql.table(`${schema}.${tableOf(object)}`), sql.table(`${schema}.${tableOf(object, sub)}`)];
    const column = sql.ref(snake(field));
    const joined = sub === undefined ? sql`head.id = own.id` : sql`head.id = own.head_id`;
    const { rows } = await sql<{ id: string; head: string; over: string; said: string }>`
      select own.id, head.id as head, ${sql.raw(over)} as over, own.${column} as said
      from ${at} own join ${heads} head on ${joined}
      where ${sql.raw(only)} and own.${column} like any(${like}::text[])`.execute(trx);
    for (const { id, head, over: named, said } of rows) {
      const now = names[how](named, said);
      if (now === said) continue;
      await sql`update ${at} set ${column} = ${now} where id = ${id}`.execute(trx);
      await touched(carry, object, head);
    }
  };
}
/** Who has the record open saves nothing over it. */
async function touched({ trx, schema }: Carry, object: string, id: string): Promise<void> {
  await sql`update ${sql.table(`${schema}.${tableOf(object)}`)} set version = version + 1 where id = ${id}`.execute(
    trx,
  );
}

/** A flow that says the same under another code is the version it was: what was rejected under it goes straight back to who rejected it. */
async function versions({ trx, schema, like, names, registry }: Carry): Promise<void> {
  if (registry.find('flowVersion') === undefined) return;
  const [at, models] = [
    sql.table(`${schema}.${tableOf('flowVersion')}`),
    sql.table(`${schema}.${tableOf('flowModel')}`),
  ];
  const { rows } = await sql<{ id: string; model: string; text: FlowDoc }>`
    select id, model_id as model, text from ${at} where doc_status = '60' and text::text like any(${like}::text[])`.execute(
    trx,
  );
  for (const { id, model, text } of rows) {
    const doc = registry.flows.get(text.flow);
    if (doc === undefined || !isDeepStrictEqual(names.doc(text as unknown as StepDoc), plainOf(doc))) continue;
    await sql`update ${at} set text = ${JSON.stringify(doc)}::jsonb, hash = ${hashOf(doc)} where id = ${id}`.execute(
      trx,
    );
    await sql`update ${models} set binds = ${bindsOf(doc)} where id = ${model}`.execute(trx);
  }
}
const plainOf = (doc: FlowDoc): unknown => JSON.parse(JSON.stringify(doc));

/** What a correction changed is taken back by it. */
async function corrections({ trx, schema, like, names, registry }: Carry): Promise<void> {
  if (registry.find('dataFix') === undefined) return;
  const at = sql.table(`${schema}.${tableOf('dataFix')}`);
  const { rows } = await sql<{ id: string; object: string; changed: readonly { readonly field: string }[] }>`
    select id, object, changed from ${at} where changed::text like any(${like}::text[])`.execute(trx);
  for (const { id, object, changed } of rows) {
    const now = changed.map((change) => ({ ...change, field: names.path(object, change.field) }));
    await sql`update ${at} set changed = ${JSON.stringify(now)}::jsonb where id = ${id}`.execute(trx);
  }
}

/** Values of a test, JSON as somebody typed it. */
async function cases({ trx, schema, like, names, registry }: Carry): Promise<void> {
  if (registry.find('formula') === undefined) return;
  const at = sql.table(`${schema}.${tableOf('formula', 'cases')}`);
  const { rows } = await sql<{ id: string; object: string; given: string }>`
    select own.id, head.object, own.given from ${at} own join ${sql.table(`${schema}.${tableOf('formula')}`)} head on head.id = own.head_id
    where own.given like any(${like}::text[])`.execute(trx);
  for (const { id, object, given } of rows) {
    const now = keyedText(given, (values) => names.keyed(object, values));
    if (now !== given) await sql`update ${at} set given = ${now} where id = ${id}`.execute(trx);
  }
}
function keyedText(given: string, change: (values: unknown) => unknown): string {
  try {
    const values: unknown = JSON.parse(given);
    const now = change(values);
    return JSON.stringify(now) === JSON.stringify(values) ? given : JSON.stringify(now);
  } catch {
    // what is no JSON fails its test as before
    return given;
  }
}

type LinkRow = LinkTexts & { readonly id: string; readonly shipped: string | null };
interface MapRow {
  readonly id: string;
  readonly dst: string;
  readonly expr: string;
}
/** Links the organisation has or has changed, with what the product says of them; the others follow their documents (push/doc-links). */
async function links(carry: Carry): Promise<void> {
  const { trx, schema, like, names, registry } = carry;
  if (registry.find('docLink') === undefined) return;
  const at = (sub?: string) => sql.table(`${schema}.${tableOf('docLink', sub)}`);
  const named = (sub: string) => sql`exists (select 1 from ${at(sub)} m where m.head_id = l.id
    and (m.dst like any(${like}::text[]) or m.expr like any(${like}::text[])))`;
  const { rows } = await sql<Omit<LinkRow, 'heads' | 'lines'>>`
    select id, src_doc as src, dst_doc as dst, condition, src_qty as "srcQty", src_rows as "srcRows", shipped from ${at()} l
    where (not is_system or changed) and (condition like any(${like}::text[]) or src_qty like any(${like}::text[])
      or src_rows like any(${like}::text[]) or shipped like any(${like}::text[]) or ${named('heads')} or ${named('lines')})`.execute(
    trx,
  );
  for (const row of rows) {
    const of = async (sub: string): Promise<readonly MapRow[]> =>
      (await sql<MapRow>`select id, dst, expr from ${at(sub)} where head_id = ${row.id} order by line_no`.execute(trx))
        .rows;
    const before = { ...row, heads: await of('heads'), lines: await of('lines') };
    const after = linkAfter(before, names, registry);
    const shipped = row.shipped === null ? null : shippedAfter(before, names, registry);
    if (after === before && shipped === row.shipped) continue;
    await sql`update ${at()} set condition = ${after.condition}, src_qty = ${after.srcQty}, src_rows = ${after.srcRows},
      shipped = ${shipped} where id = ${row.id}`.execute(trx);
    for (const sub of ['heads', 'lines'] as const)
      for (const { id, dst, expr } of after[sub])
        await sql`update ${at(sub)} set dst = ${dst}, expr = ${expr} where id = ${id}`.execute(trx);
    await touched(carry, 'docLink', row.id);
  }
}
/** What the link goes back to. */
function shippedAfter({ src, dst, shipped }: LinkRow, names: Names, registry: Registry): string {
  const said = readShipped(shipped);
  const { condition = null, srcQty = null, srcRows = null } = said.head as Partial<LinkTexts>;
  const before = { src, dst, condition, srcQty, srcRows, heads: said.heads, lines: said.lines };
  const after = linkAfter(before, names, registry);
  if (after === before) return String(shipped);
  const head = { ...said.head, condition: after.condition, srcQty: after.srcQty, srcRows: after.srcRows };
  return shippedText({ ...said, head, heads: after.heads, lines: after.lines });
}
