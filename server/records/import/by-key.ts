/** Which stored records the lines of a sheet are about. */
import { sql } from 'kysely';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import { columnOf } from '../../tables/names';
import { bindCondition } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { rowScope } from '../read/access';
import { type DbRow, readHead as headOf } from '../store/stored';
import type { Draft } from './lines';
import type { ImportSheet } from './sheet';

export interface Stored {
  readonly id: string;
  readonly version: number;
}

/** The records the lines are about, found by all fields of the key at once; one out of scope is not there. */
export async function storedByKey(
  ctx: EngineCtx,
  sheet: ImportSheet,
  drafts: readonly Draft[],
): Promise<(draft: Draft) => Stored | undefined> {
  const { object, key } = sheet;
  const valuesOf = (draft: Draft): unknown[] => {
    const { rec } = decodeRecord(object, draft.wire, { newId: ctx.newId });
    return key.map((code) => rec[code] ?? null);
  };
  const [first = ''] = key;
  const firsts = [...new Set(drafts.map((draft) => valuesOf(draft)[0]).filter((value) => value !== null))].map(String);
  const scope = rowScope(ctx, object, `${object.object}:view`);
  const rows: readonly DbRow[] =
    scope === false
      ? []
      : await findRows(ctx, {
          object,
          conditions: scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)],
          select: () => sql`t.*`,
          where: () => [sql`${sql.ref(`t.${columnOf(object.fields[first]!)}`)}::text = any(${firsts}::text[])`],
        });
  const byKey = new Map<string, Stored>();
  for (const row of rows) {
    const rec = headOf(object, row);
    byKey.set(JSON.stringify(key.map((code) => rec[code] ?? null)), {
      id: String(row.id),
      version: Number(row.version),
    });
  }
  return (draft) => byKey.get(JSON.stringify(valuesOf(draft)));
}
