/** Rows about files (mw_file) and where records hold them (mw_file_use). Bytes are the store's. */
import { sql } from 'kysely';
import type { FileValue } from '../../schemas/language/value';
import type { Trx } from '../ctx';

export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly fileType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uploadedById: string;
  /** no record holds it (yet) */
  readonly free: boolean;
}
/** A place that holds a file: a field of a record, `files`, `items.pics`. */
export interface FileUse {
  readonly object: string;
  readonly recordId: string;
  readonly path: string;
}
export interface NewFile extends Omit<FileRow, 'free'> {
  readonly ext: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly bizType?: string | undefined;
  readonly uploadedBy: string;
}

/** What a record holds of a file. */
export const fileValue = ({ id, name, size, fileType }: FileRow): FileValue => ({ id, name, size, fileType });

/** Files by id; `lock` keeps the sweep away until the end of the transaction. */
export async function filesById(trx: Trx, ids: readonly string[], lock = false): Promise<ReadonlyMap<string, FileRow>> {
  if (ids.length === 0) return new Map();
  const select = trx
    .selectFrom('mw_file')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)].sort()}::uuid[])`)
    .orderBy('id');
  const rows = await (lock ? select.forUpdate() : select).execute();
  return new Map(rows.map((row) => [String(row.id), rowOf(row)]));
}

const rowOf = (row: Readonly<Record<string, unknown>>): FileRow => ({
  id: String(row.id),
  name: String(row.name),
  mime: String(row.mime),
  fileType: String(row.file_type),
  size: Number(row.size),
  sha256: String(row.sha256),
  uploadedById: String(row.uploaded_by_id),
  free: row.free_since !== null,
});

export async function insertFile(trx: Trx, file: NewFile): Promise<void> {
  await trx
    .insertInto('mw_file')
    .values({
      id: file.id,
      name: file.name,
      ext: file.ext,
      mime: file.mime,
      file_type: file.fileType,
      size: file.size,
      sha256: file.sha256,
      width: file.width ?? null,
      height: file.height ?? null,
      biz_type: file.bizType ?? null,
      uploaded_by_id: file.uploadedById,
      uploaded_by: file.uploadedBy,
    })
    .execute();
}

export async function usesOf(trx: Trx, id: string): Promise<FileUse[]> {
  const rows = await trx
    .selectFrom('mw_file_use')
    .select(['object', 'record_id', 'path'])
    .where('file_id', '=', id)
    .limit(200)
    .execute();
  return rows.map((row) => ({ object: String(row.object), recordId: String(row.record_id), path: String(row.path) }));
}

/** Writes what a record took and let go; a file that nobody holds any more is free from now on. */
export async function changeUses(
  trx: Trx,
  object: string,
  recordId: string,
  taken: readonly { readonly path: string; readonly id: string }[],
  left: readonly { readonly path: string; readonly id: string }[],
): Promise<void> {
  if (taken.length > 0) {
    await trx
      .insertInto('mw_file_use')
      .values(taken.map(({ path, id }) => ({ file_id: id, object, record_id: recordId, path })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .updateTable('mw_file')
      .set({ free_since: null })
      .where(sql<boolean>`id = any(${taken.map(({ id }) => id)}::uuid[])`)
      .execute();
  }
  for (const { path, id } of left)
    await trx
      .deleteFrom('mw_file_use')
      .where('file_id', '=', id)
      .where('object', '=', object)
      .where('record_id', '=', recordId)
      .where('path', '=', path)
      .execute();
  if (left.length > 0)
    await trx
      .updateTable('mw_file')
      .set({ free_since: sql`now()` })
      .where(sql<boolean>`id = any(${left.map(({ id }) => id)}::uuid[])`)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('mw_file_use').select('file_id').whereRef('mw_file_use.file_id', '=', 'mw_file.id'))),
      )
      .execute();
}
