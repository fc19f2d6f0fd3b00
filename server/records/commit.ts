/** The one place where a changed record reaches its tables: head, rows, trail, event; stamps and auto actions follow. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import { changesOf, type FieldChange, writeTrail } from './audit-trail';
import { holdFiles } from './file-access';
import type { EngineCtx } from './host';
import { labelOf } from './labels';
import { emitOf } from './outbox';
import { sealSecrets } from './secrets';
import { refusalOf } from './unique';
import { touch } from './unit';
import { changedFields, insertRecord, rowsChange, type Stamp, updateHead, writeRows } from './write';

export interface CommitOptions {
  /** add, edit, or the code of an action: trail and event `<object>.<action>` */
  readonly action: string;
  /** engine writes leave a trail but no event */
  readonly silent?: boolean;
  readonly event?: Record<string, unknown>;
  /** what the trail keeps beside the changes: answers of the dialog */
  readonly notes?: readonly FieldChange[];
}

/**
 * Writes the difference of two states of a record (`before` null = insert) and answers the record with its new version. Nothing is
 * written when nothing differs. The record must be locked.
 */
export async function commit(
  ctx: EngineCtx,
  object: ResolvedObject,
  before: Rec | null,
  after: Rec,
  options: CommitOptions,
): Promise<Rec> {
  const stamp: Stamp = { userId: ctx.session.me.id, now: ctx.now };
  const kept = await sealSecrets(ctx.host.vault, object, before, after);
  const rec = before === null ? await insert(ctx, object, kept, stamp) : await update(ctx, object, before, kept, stamp);
  if (rec !== undefined) await holdFiles(ctx, object, rec.id as string, before, rec);
  if (rec === undefined) {
    // an action without any change is still an event
    if (options.action !== 'edit' && !options.silent && before)
      await emitOf(ctx, object, after, options.action, options.event);
    return after;
  }
  touch(ctx, object, before, rec);
  await writeTrail(ctx, [
    {
      object: object.object,
      id: rec.id as string,
      nbr: labelOf(object, rec) || null,
      action: options.action,
      version: rec.version as number,
      changes: [...changesOf(object, before, rec), ...(options.notes ?? [])],
    },
  ]);
  if (!options.silent) await emitOf(ctx, object, rec, options.action, options.event);
  return rec;
}

async function insert(ctx: EngineCtx, object: ResolvedObject, after: Rec, stamp: Stamp): Promise<Rec> {
  const rec: Rec = {
    ...after,
    id: (after.id as string | undefined) ?? ctx.newId(),
    version: 1,
    createdBy: stamp.userId,
    createdAt: stamp.now,
    updatedBy: stamp.userId,
    updatedAt: stamp.now,
    isDeleted: 0,
  };
  try {
    await insertRecord(ctx.trx, ctx.org.schema, object, rec, stamp);
  } catch (error) {
    throw refusalOf(ctx, object, rec, error);
  }
  return rec;
}

async function update(
  ctx: EngineCtx,
  object: ResolvedObject,
  before: Rec,
  after: Rec,
  stamp: Stamp,
): Promise<Rec | undefined> {
  const fields = changedFields(object, before, after);
  const changes = Object.values(object.fields).flatMap((field) => {
    if (!field.sub || before[field.code] === after[field.code] || after[field.code] === undefined) return [];
    return [
      rowsChange(field, (before[field.code] as readonly Row[] | undefined) ?? [], after[field.code] as readonly Row[]),
    ];
  });
  const written = changes.filter(
    (change) => change.inserted.length + change.updated.length + change.deleted.length > 0,
  );
  if (fields.size === 0 && written.length === 0) return undefined;
  const rec: Rec = { ...after, version: Number(before.version) + 1, updatedBy: stamp.userId, updatedAt: stamp.now };
  try {
    await updateHead(ctx.trx, ctx.org.schema, object, rec, fields, stamp);
    for (const change of written) await writeRows(ctx.trx, ctx.org.schema, object, rec.id as string, change);
  } catch (error) {
    throw refusalOf(ctx, object, rec, error);
  }
  return rec;
}
