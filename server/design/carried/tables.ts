/** Tables of the engine (`mw_…`): which of them name fields, and how they follow another code. A table that is not here fails a test. */
import { sql } from 'kysely';
import type { StepDoc } from '../../../schemas/language/steps';
import type { Page } from '../../registry/pages';
import { type Carry, type Place, pathNow, pathOf } from './carry';

const NO_FIELDS = 'names no field';
const PAST = 'says what was, under the codes of then';
const IOT = 'points, signals and meters, no fields';

export const TABLES: { readonly [table: string]: Place } = {
  mw_app: NO_FIELDS,
  mw_call: PAST,
  mw_counter: counters,
  mw_dev_hold: IOT,
  mw_document: 'every version as it was published; a rollback reads it by the codes of now',
  mw_draft: NO_FIELDS,
  mw_draft_step: 'a draft takes what others published as steps, renames too (steps/rebase)',
  mw_field_rename: 'is where renames are noted',
  mw_field_search: columns,
  mw_file: NO_FIELDS,
  mw_file_use: files,
  mw_flow: flows,
  mw_form: 'forms of before are read through `was` (page/old-forms)',
  mw_home_layout: 'cells name cards by page, scheme, board and cell',
  mw_link: NO_FIELDS,
  mw_notice_sent: NO_FIELDS,
  mw_notice_send: NO_FIELDS,
  mw_notice_timer: NO_FIELDS,
  mw_opened: NO_FIELDS,
  mw_outbox: NO_FIELDS,
  mw_phrases: NO_FIELDS,
  mw_sandbox: NO_FIELDS,
  mw_scheme: schemes,
  mw_scheme_default: NO_FIELDS,
  mw_setting: NO_FIELDS,
  mw_sync_table: synced,
  mw_table_log: PAST,
  mw_trail: 'only grows; read through mw_field_rename',
  mw_trail_day: NO_FIELDS,
};
/** by the first words of their names */
export const FAMILIES: { readonly [prefix: string]: string } = { mw_iot_: IOT, mw_energy_: IOT };

/** Serials go on where they stood. */
async function counters({ trx, schema, renamed }: Carry): Promise<void> {
  const at = sql.table(`${schema}.mw_counter`);
  for (const field of renamed) {
    const [from, to] = [`${field.object}.${pathOf(field)}`, `${field.object}.${pathNow(field)}`];
    await sql`with gone as (delete from ${at} where rule = ${from} returning scope, value, updated_at)
      insert into ${at} as counter (rule, scope, value, updated_at) select ${to}, scope, value, updated_at from gone
      on conflict (rule, scope) do update set value = greatest(counter.value, excluded.value)`.execute(trx);
  }
}

/** Which field holds a file, its rows with it. */
async function files({ trx, schema, renamed }: Carry): Promise<void> {
  const at = sql.table(`${schema}.mw_file_use`);
  for (const field of renamed) {
    const [from, to] = [pathOf(field), pathNow(field)];
    await sql`with gone as (
        delete from ${at} where object = ${field.object} and (path = ${from} or starts_with(path, ${`${from}.`}))
        returning file_id, object, record_id, path)
      insert into ${at} (file_id, object, record_id, path)
      select file_id, object, record_id, ${to}::text || substr(path, ${from.length + 1}::int) from gone
      on conflict do nothing`.execute(trx);
  }
}

/** Approvals go on with the text they began with: one change for all that began with the same. */
async function flows({ trx, schema, like, names }: Carry): Promise<void> {
  const at = sql.table(`${schema}.mw_flow`);
  const { rows: texts } = await sql<{ doc: StepDoc }>`
    select distinct doc from ${at} where doc::text like any(${like}::text[])`.execute(trx);
  for (const { doc } of texts) {
    const now = names.doc(doc);
    if (now !== doc)
      await sql`update ${at} set doc = ${JSON.stringify(now)}::jsonb where doc = ${JSON.stringify(doc)}::jsonb`.execute(
        trx,
      );
  }
  // what the key fields said when it was submitted is compared with what they say then
  const { rows: keys } = await sql<{ object: string; field: string }>`
    select distinct object, key->>'field' as field from ${at}, jsonb_array_elements(state->'keys') key
    where key->>'field' like any(${like}::text[])`.execute(trx);
  for (const { object, field } of keys) {
    const now = names.path(object, field);
    if (now !== field)
      await sql`update ${at} set state = jsonb_set(state, '{keys}', (
          select jsonb_agg(case when key->>'field' = ${field} then jsonb_set(key, '{field}', to_jsonb(${now}::text)) else key end order by no)
          from jsonb_array_elements(state->'keys') with ordinality keys(key, no)))
        where object = ${object} and state->'keys' @> ${JSON.stringify([{ field }])}::jsonb`.execute(trx);
  }
}

/** Rows of a table by page with their content under the codes of now; reports and boards keep the codes of their dims. */
async function contents(
  { trx, schema, like, registry }: Carry,
  table: string,
  change: (page: Page, content: Content) => Content,
): Promise<void> {
  const at = sql.table(`${schema}.${table}`);
  const { rows } = await sql<{ id: string; type: string; content: Content }>`
    select id, type, content from ${at} where content::text like any(${like}::text[])`.execute(trx);
  for (const { id, type, content } of rows) {
    const page = registry.page(type);
    if (page === undefined || page.report !== undefined || page.board !== undefined) continue;
    const [before, now] = [content, change(page, content)].map((text) => JSON.stringify(text));
    if (now !== before) await sql`update ${at} set content = ${now}::jsonb where id = ${id}`.execute(trx);
  }
}
type Content = { readonly [key: string]: unknown };
const listOf = (value: unknown, change: (text: string) => string): unknown =>
  Array.isArray(value) ? value.map((text) => change(String(text))) : value;

async function schemes(carry: Carry): Promise<void> {
  const { names } = carry;
  await contents(carry, 'mw_scheme', ({ object: { object } }, { where, search, sort, columns, ...rest }) => ({
    ...rest,
    ...(where === undefined ? {} : { where: names.condition(object, where) }),
    ...(search === undefined ? {} : { search: names.keyed(object, search) }),
    ...(typeof sort === 'string' ? { sort: names.path(object, sort) } : {}),
    ...(columns === undefined ? {} : { columns: listOf(columns, (text) => names.path(object, text)) }),
  }));
}

/** Chosen columns, their order, widths and pins: of the page's own list, and of sub-tables under their codes. */
async function columns(carry: Carry): Promise<void> {
  const { names } = carry;
  await contents(carry, 'mw_field_search', ({ object: { object } }, content) =>
    Object.fromEntries(
      Object.entries(content).map(([key, lists]) => [
        key,
        Object.fromEntries(
          Object.entries(lists as Content).map(([list, kept]) => {
            const rows = list === OWN_LIST ? '' : names.path(object, list);
            const named = (text: string): string =>
              rows === '' ? names.path(object, text) : names.path(object, `${list}.${text}`).slice(rows.length + 1);
            return [
              rows || list,
              Array.isArray(kept)
                ? listOf(kept, named)
                : Object.fromEntries(Object.entries(kept as Content).map(([text, value]) => [named(text), value])),
            ];
          }),
        ),
      ]),
    ),
  );
}
const OWN_LIST = 'list';

/** Columns of other systems into fields. */
async function synced({ trx, schema, like, names }: Carry): Promise<void> {
  const at = sql.table(`${schema}.mw_sync_table`);
  const { rows } = await sql<{ id: string; target: string; map: readonly { readonly field: string }[] }>`
    select id, target, map from ${at} where map::text like any(${like}::text[])`.execute(trx);
  for (const { id, target, map } of rows) {
    const now = map.map((entry) => ({ ...entry, field: names.path(target, entry.field) }));
    if (JSON.stringify(now) !== JSON.stringify(map))
      await sql`update ${at} set map = ${JSON.stringify(now)}::jsonb, version = version + 1 where id = ${id}`.execute(
        trx,
      );
  }
}
