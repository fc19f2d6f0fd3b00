/** The one place where a changed record reaches its tables: head, rows, trail, event; stamps and auto actions follow. */
import type { ResolvedObject } from '../../../schemas/language/resolved';
import type { Rec, Row } from '../../../schemas/language/value';
import { spendCodes } from '../codes/codes';
import { holdFiles } from '../files/file-access';
import type { Written } from '../held';
import type { EngineCtx } from '../host';
import type { Statement } from '../list/statement';
import { labelOf } from '../read/labels';
import { sealSecrets } from '../store/secrets';
import { readPart } from '../store/stored';
import { refusalOf } from '../store/unique';
import {
  changedFields,
  insertRecord,
  insertRecords,
  type RowsChange,
  rowsChange,
  type Stamp,
  updateHead,
  writeRows,
} from '../store/write';
import { takeWaiting, waits } from '../together';
import { changesOf, type FieldChange, type TrailEntry, trailPart, writeTrail } from '../trail/audit-trail';
import { emitOf, eventPart } from '../trail/outbox';
import { touch } from '../unit';
import { bulkOf } from './bulk';

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
  const change = before === null ? inserted(ctx, kept, stamp) : updated(object, before, kept, stamp);
  if (change === undefined) {
    // an action without any change is still an event
    if (options.action !== 'edit' && !options.silent && before)
      await emitOf(ctx, object, after, options.action, options.event);
    return after;
  }
  const { rec } = change;
  const entry: TrailEntry = {
    object: object.object,
    id: rec.id as string,
    nbr: labelOf(object, rec) || null,
    action: options.action,
    version: rec.version as number,
    changes: [...changesOf(object, before, rec), ...(options.notes ?? [])],
  };
  // a bulk writes trail and events of many records at its end, a single write with the record itself
  const isBulk = bulkOf(ctx) !== undefined;
  const event = options.silent ? [] : [eventPart(ctx, object, rec, options.action, options.event)];
  const written = await write(ctx, object, before, change, stamp, isBulk ? [] : [trailPart(ctx, entry), ...event]);
  await holdFiles(ctx, object, rec.id as string, before, rec);
  touch(ctx, object, { before, rec, written });
  if (isBulk) {
    spendCodes(ctx, object, rec);
    await writeTrail(ctx, [entry]);
    if (!options.silent) await emitOf(ctx, object, rec, options.action, options.event);
  }
  return rec;
}

/** A record as it will be stored, and what of it is to be written. */
interface Change {
  readonly rec: Rec;
  readonly fields: ReadonlySet<string>;
  readonly rows: readonly RowsChange[];
}

const inserted = (ctx: EngineCtx, after: Rec, stamp: Stamp): Change => ({
  rec: {
    ...after,
    id: (after.id as string | undefined) ?? ctx.newId(),
    version: 1,
    createdBy: stamp.userId,
    createdAt: stamp.now,
    updatedBy: stamp.userId,
    updatedAt: stamp.now,
    isDeleted: 0,
  },
  fields: new Set(),
  rows: [],
});

function updated(object: ResolvedObject, before: Rec, after: Rec, stamp: Stamp): Change | undefined {
  const fields = changedFields(object, before, after);
  const changes = Object.values(object.fields).flatMap((field) => {
    if (!field.sub || before[field.code] === after[field.code] || after[field.code] === undefined) return [];
    return [
      rowsChange(field, (before[field.code] as readonly Row[] | undefined) ?? [], after[field.code] as readonly Row[]),
    ];
  });
  const rows = changes.filter((change) => change.inserted.length + change.updated.length + change.deleted.length > 0);
  if (fields.size === 0 && rows.length === 0) return undefined;
  const rec = { ...after, version: Number(before.version) + 1, updatedBy: stamp.userId, updatedAt: stamp.now };
  return { rec, fields, rows };
}

async function write(
  ctx: EngineCtx,
  object: ResolvedObject,
  before: Rec | null,
  { rec, fields, rows }: Change,
  stamp: Stamp,
  also: readonly Statement[],
): Promise<Written | undefined> {
  const { schema } = ctx.org;
  try {
    if (before !== null) {
      const head = await updateHead(ctx.trx, schema, object, rec, fields, stamp, also);
      for (const change of rows) await writeRows(ctx.trx, schema, object, rec.id as string, change);
      return head && { head: readPart(object, head), subs: rows.map(({ sub }) => sub) };
    }
    if (!waits(ctx, object, rec, stamp)) await insertRecord(ctx.trx, schema, object, rec, stamp, also);
    return undefined;
  } catch (error) {
    throw refusalOf(ctx, object, rec, error);
  }
}

/** Writes the new records that wait (together.ts). What a key refuses refuses them all. */
export async function insertWaiting(ctx: EngineCtx): Promise<void> {
  for (const { object, recs, stamp } of takeWaiting(ctx)) {
    try {
      await insertRecords(ctx.trx, ctx.org.schema, object, recs, stamp);
    } catch (error) {
      throw refusalOf(ctx, object, recs[0]!, error);
    }
  }
}
