/** Texts of an organisation beside the shipped ones: its own documents, every published version of them. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AnyDoc } from '../../schemas/language/document';
import { migrateText } from '../../schemas/language/migrations';
import { applyOverlay, type Step, type StepDoc } from '../../schemas/language/steps';
import type { Db, Trx } from '../ctx';
import type { Placed, SchemaFiles } from '../registry/load';
import { codeOf, idOf, pathOf, readId, SORTS, type Sort } from './sorts';

export interface DocumentHead {
  readonly id: string;
  readonly sort: Sort;
  readonly code: string;
  readonly version: number;
  readonly hash: string;
  /** app it belongs to */
  readonly area: string;
  /** steps over a shipped text instead of a text of its own */
  readonly isOverlay: boolean;
  /** the newest version takes it away */
  readonly isGone: boolean;
}
export interface StoredDocument extends DocumentHead {
  readonly text: string;
}
export interface NewVersion {
  readonly sort: Sort;
  readonly code: string;
  readonly area: string;
  readonly text: string;
  readonly isOverlay: boolean;
  readonly isGone: boolean;
  readonly base: string | null;
  readonly note: string;
  /** a package brought it */
  readonly isImported?: boolean;
  readonly words: readonly string[];
  readonly plan: readonly string[];
  readonly changeset: string | null;
}

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The newest version of each; none in a database from before there was a designer. */
export async function documentHeads(db: Db | Trx, schema: string): Promise<readonly DocumentHead[]> {
  const rows = await newest(db, schema, false);
  return rows.map(headOf);
}
/** The same with the texts, in the language of today. */
export async function loadDocuments(db: Db | Trx, schema: string): Promise<readonly StoredDocument[]> {
  const rows = await newest(db, schema, true);
  return rows.map((row) => ({ ...headOf(row), text: migrateText(String(row.text)) }));
}

async function newest(db: Db | Trx, schema: string, withText: boolean): Promise<readonly Row[]> {
  const { rows: there } = await sql`select 1 from information_schema.columns
    where table_schema = ${schema} and table_name = 'mw_document' and column_name = 'is_gone'`.execute(db);
  if (there.length === 0) return [];
  const { rows } = await sql<Row>`
    select distinct on (sort, code) sort, code, version, hash, area, is_overlay, is_gone
      ${withText ? sql`, text` : sql``}
    from ${sql.table(`${schema}.mw_document`)} order by sort, code, version desc`.execute(db);
  return rows;
}
interface Row {
  readonly sort: Sort;
  readonly code: string;
  readonly version: number;
  readonly hash: string;
  readonly area: string;
  readonly is_overlay: boolean;
  readonly is_gone: boolean;
  readonly text?: string;
}
const headOf = (row: Row): DocumentHead => ({
  id: idOf(row.sort, row.code),
  sort: row.sort,
  code: row.code,
  version: row.version,
  hash: row.hash,
  area: row.area,
  isOverlay: row.is_overlay,
  isGone: row.is_gone,
});

/** Adds versions; the numbers go on from the newest. The transaction holds the lock under which documents are published. */
export async function writeVersions(
  trx: Trx,
  versions: readonly NewVersion[],
  by: { readonly id: string; readonly name: string },
): Promise<readonly { readonly id: string; readonly version: number }[]> {
  const written: { id: string; version: number }[] = [];
  for (const eachVersion of versions) {
    const last = await trx
      .selectFrom('mw_document')
      .select((eb) => eb.fn.max('version').as('version'))
      .where('sort', '=', eachVersion.sort)
      .where('code', '=', eachVersion.code)
      .executeTakeFirst();
    const version = Number(last?.version ?? 0) + 1;
    await trx
      .insertInto('mw_document')
      .values({
        sort: eachVersion.sort,
        code: eachVersion.code,
        version,
        area: eachVersion.area,
        text: eachVersion.text,
        hash: hashOfText(eachVersion.text),
        is_overlay: eachVersion.isOverlay,
        is_gone: eachVersion.isGone,
        base: eachVersion.base,
        note: eachVersion.note,
        is_imported: eachVersion.isImported === true,
        words: JSON.stringify(eachVersion.words),
        plan: JSON.stringify(eachVersion.plan),
        changeset: eachVersion.changeset,
        published_by_id: by.id,
        published_by: by.name,
      })
      .execute();
    written.push({ id: idOf(eachVersion.sort, eachVersion.code), version });
  }
  return written;
}

export interface VersionRow {
  readonly version: number;
  readonly area: string;
  readonly text: string;
  readonly hash: string;
  readonly isOverlay: boolean;
  readonly isGone: boolean;
  readonly note: string;
  readonly isImported: boolean;
  readonly words: readonly string[];
  readonly plan: readonly string[];
  readonly by: string | null;
  readonly at: string;
}
/** Every version of one document, the newest first, in the language of today. */
export async function versionsOf(trx: Trx, id: string, only?: number): Promise<readonly VersionRow[]> {
  const named = readId(id);
  if (!named) return [];
  let query = trx
    .selectFrom('mw_document')
    .select([
      'version',
      'area',
      'text',
      'hash',
      'is_overlay',
      'is_gone',
      'note',
      'is_imported',
      'words',
      'plan',
      'published_by',
    ])
    .select(sql<string>`to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('at'))
    .where('sort', '=', named.sort)
    .where('code', '=', named.code)
    .orderBy('version', 'desc');
  if (only !== undefined) query = query.where('version', '=', only);
  const rows = await query.execute();
  return rows.map((row) => ({
    version: row.version as number,
    area: row.area as string,
    text: migrateText(row.text as string),
    hash: row.hash as string,
    isOverlay: row.is_overlay as boolean,
    isGone: row.is_gone as boolean,
    note: (row.note as string | null) ?? '',
    isImported: row.is_imported as boolean,
    words: row.words as string[],
    plan: row.plan as string[],
    by: row.published_by as string | null,
    at: row.at,
  }));
}

/** A text of the organisation beside shipped ones, or steps over one of them. */
export type OwnText = {
  readonly sort: Sort;
  readonly code: string;
  readonly area: string;
} & ({ readonly doc: AnyDoc; readonly text?: string } | { readonly steps: readonly Step[] });

/** The shipped documents with those of the organisation; one of the same code stands in the place of the one before. */
export function withDocuments(files: SchemaFiles, own: readonly OwnText[]): SchemaFiles {
  const result: { -readonly [key in keyof SchemaFiles]: Placed<AnyDoc>[] } = {
    ...(files as unknown as { [key in keyof SchemaFiles]: Placed<AnyDoc>[] }),
  };
  for (const text of own) {
    const { sort, code, area } = text;
    const { files: key } = SORTS[sort];
    const list = result[key];
    const at = list.findIndex(({ doc }) => codeOf(sort, doc) === code);
    const known = list[at];
    if ('steps' in text) {
      if (known) result[key] = list.with(at, withSteps(known, sort, text.steps));
      continue;
    }
    const placed: Placed<AnyDoc> = {
      doc: text.doc,
      area: known?.area ?? area,
      file: pathOf(sort, code, area),
      ...(text.text === undefined ? {} : { text: text.text }),
    };
    result[key] = at < 0 ? [...list, placed] : list.with(at, placed);
  }
  return result as unknown as SchemaFiles;
}
function withSteps(known: Placed<AnyDoc>, sort: Sort, steps: readonly Step[]): Placed<AnyDoc> {
  const shipped = known.overlay?.shipped ?? known.doc;
  const { area, file } = known;
  if (steps.length === 0) return { doc: shipped, area, file };
  const doc =
    sort === 'object' ? shipped : (applyOverlay(shipped as unknown as StepDoc, steps).doc as unknown as AnyDoc);
  return { doc, area, file, overlay: { shipped, steps } };
}
