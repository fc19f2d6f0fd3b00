/** Who may read a file: its uploader until a record holds it, afterwards whoever may read a field of a record that does. */
import { sql } from 'kysely';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { text } from '../../../schemas/language/texts';
import { type FileValue, type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import type { FileTerms } from '../../../schemas/language/wire';
import { refuse } from '../../errors';
import { changeUses, type FileRow, type FileUse, filesById, fileValue, usesOf } from '../../files/table';
import { makeEnv } from '../env';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { isUuid } from '../list/list-request';
import { rowGroups } from '../list/row-groups';
import { all, rowScope } from '../read/access';
import { accessOf } from '../read/grants';
import type { Sent } from '../save/sent';
import { loadRecords } from '../store/source';
import { fileIds, filePlaces, filesIn } from './file-values';

export async function mayReadFile(ctx: EngineCtx, file: FileRow): Promise<boolean> {
  if (ctx.system) return true;
  if (file.free) return file.uploadedById === ctx.session.me.id;
  for (const use of await usesOf(ctx.trx, file.id)) if (await mayReadUse(ctx, use)) return true;
  return false;
}

/** What the records that hold a file say of it, the strictest of all; a file in somebody's form is his. */
export async function termsOfFile(ctx: EngineCtx, file: FileRow): Promise<FileTerms> {
  let terms: FileTerms = { save: true, mark: null };
  for (const { object, recordId } of file.free ? [] : await usesOf(ctx.trx, file.id)) {
    const own = await ctx.host.modules.get(object)?.files?.(recordId, ctx);
    if (own) terms = { save: terms.save && own.save, mark: terms.mark ?? own.mark };
  }
  return terms;
}

async function mayReadUse(ctx: EngineCtx, use: FileUse): Promise<boolean> {
  const object = ctx.registry.find(use.object);
  const field = object && fieldAt(object, use.path);
  if (!object || !field) return false;
  const access = accessOf(object, field, ctx.session.rights);
  if (access === 'none' || access === 'mask') return false;
  const pages = [...ctx.registry.pages.values()].filter(
    (page) => page.sort === 'list' && page.object.object === use.object && ctx.session.rights.has(page.right),
  );
  for (const page of pages) {
    const scope = rowScope(ctx, object, page.right);
    if (scope === false) continue;
    const condition = all([page.where, scope]);
    const rows = await findRows(ctx, {
      object,
      conditions: condition === undefined ? [] : [bindCondition(ctx.registry.lib, object, condition)],
      where: () => [sql`t.id = ${use.recordId}::uuid`],
      select: () => sql`t.id`,
      limit: 1,
    });
    if (rows.length > 0) return access === 'value' || (await isOwnGroup(ctx, object, use, field));
  }
  // with the document a task is about comes what it holds, but for what its node hides
  if (access !== 'value' || !(await ctx.host.flows?.mayRead(ctx, object, use.recordId))) return false;
  const hidden = (await ctx.host.flows?.hidden(ctx, object, use.recordId, true)) ?? [];
  return !hidden.includes(use.path) && !hidden.includes(use.path.split('.')[0] ?? '');
}

/** A field whose group only some rows give (`access.grants`). */
async function isOwnGroup(
  ctx: EngineCtx,
  object: ResolvedObject,
  use: FileUse,
  field: ResolvedField,
): Promise<boolean> {
  const [rec] = await loadRecords(ctx, object, [use.recordId]);
  if (!rec) return false;
  const groups = await makeEnv(ctx).settle((live) => rowGroups(ctx, object, rec, live));
  return groups.includes(field.grant ?? '');
}

function fieldAt(object: ResolvedObject, path: string): ResolvedField | undefined {
  return filePlaces(object).find((place) => place.path === path)?.field;
}

/** The files of what was sent as they are: what is not there, or not the user's to read, is a problem of its field. */
export async function readSentFiles(
  ctx: EngineCtx,
  object: ResolvedObject,
  sent: Sent,
  stored: Rec | null,
): Promise<{ readonly sent: Sent; readonly problems: readonly Problem[] }> {
  if (filePlaces(object).length === 0) return { sent, problems: [] };
  const head = { ...sent.head };
  const rows = new Map(
    [...sent.rows].map(([sub, rows]) => [sub, { ...rows, rows: rows.rows.map((row) => ({ ...row })) }]),
  );
  const whole: Rec = { ...head, ...Object.fromEntries([...rows].map(([sub, row]) => [sub, row.rows as Row[]])) };
  const found = await allowedFiles(ctx, object, whole, stored);
  const problems: Problem[] = [];
  for (const { place, holder } of filesIn(object, whole)) {
    const value = readFiles(holder[place.code], found);
    if (value.missing)
      problems.push(
        problem(
          'field.fileGone',
          place.sub === undefined ? place.code : `${place.sub}[${String(holder.id)}].${place.code}`,
          text('field.fileGone', { field: place.field.title }),
        ),
      );
    (place.sub === undefined ? head : holder)[place.code] = value.files as Value;
  }
  return { sent: { head, rows }, problems };
}

/** What a change of a record takes and lets go is written; the record comes back with its files as they are. */
export async function holdFiles(
  ctx: EngineCtx,
  object: ResolvedObject,
  id: string,
  before: Rec | null,
  after: Rec,
): Promise<void> {
  if (filePlaces(object).length === 0) return;
  const old = fileIds(object, before);
  // a part of the record that is not there is not changed
  const given = before ? { ...before, ...withoutAbsent(after) } : after;
  const now = fileIds(object, given);
  const taken = differ(now, old);
  const left = differ(old, now);
  if (taken.length === 0 && left.length === 0) return;
  const found = await filesById(
    ctx.trx,
    taken.map((item) => item.id),
    true,
  );
  for (const item of taken) {
    const file = found.get(item.id);
    if (!file || !(await mayReadFile(ctx, file))) throw refuse('附件已不存在，请重新上传', { rule: 'field.fileGone' });
  }
  await changeUses(ctx.trx, object.object, id, taken, left);
}

const withoutAbsent = (rec: Rec): Rec =>
  Object.fromEntries(Object.entries(rec).filter(([, value]) => value !== undefined)) as Rec;

function differ(
  a: ReadonlyMap<string, ReadonlySet<string>>,
  b: ReadonlyMap<string, ReadonlySet<string>>,
): { path: string; id: string }[] {
  return [...a].flatMap(([path, ids]) =>
    [...ids].filter((id) => b.get(path)?.has(id) !== true).map((id) => ({ path, id })),
  );
}

/** Files of the stored record, and those besides that the user may read. */
async function allowedFiles(
  ctx: EngineCtx,
  object: ResolvedObject,
  given: Rec,
  stored: Rec | null,
): Promise<ReadonlyMap<string, FileRow>> {
  const ids = [...fileIds(object, given).values()].flatMap((id) => [...id]).filter(isUuid);
  // a question without need would end the group that an import writes together (together.ts)
  if (ids.length === 0) return new Map();
  const held = new Set([...fileIds(object, stored).values()].flatMap((id) => [...id]));
  const found = new Map(await filesById(ctx.trx, ids));
  for (const [id, file] of found) if (!held.has(id) && !(await mayReadFile(ctx, file))) found.delete(id);
  return found;
}

function readFiles(value: unknown, found: ReadonlyMap<string, FileRow>): { files: FileValue[]; missing: boolean } {
  const given = Array.isArray(value) ? (value as readonly FileValue[]) : [];
  const files = given.flatMap(({ id }) => {
    const row = found.get(id);
    return row ? [fileValue(row)] : [];
  });
  return { files, missing: files.length < given.length };
}
