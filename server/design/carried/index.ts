/**
 * What an organisation keeps beside its documents and names fields in: when a publish gives a field another code, all of it goes on under
 * the new one, in the same transaction. Every table of the engine and every field of records that can name fields is listed, with what
 * follows or why nothing does (`tables.ts`, `records.ts`).
 */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import type { Registry } from '../../registry/registry';
import type { FieldPair } from '../compare';
import { type Carry, type Moved, type Place, pathNow, pathOf } from './carry';
import { namesAfter } from './names';
import { RECORDS } from './records';
import { TABLES } from './tables';

/** Fields that stand under another code than before. */
export const movedIn = (pairs: readonly FieldPair[]): readonly Moved[] =>
  pairs.flatMap(({ object, sub, before, after }) =>
    before === undefined || before.code === after.code
      ? []
      : [
          {
            object: object.object,
            from: before.code,
            to: after.code,
            ...(sub === undefined ? {} : { sub: sub.code }),
          },
        ],
  );

export async function carryRenames(
  trx: Trx,
  schema: string,
  renamed: readonly Moved[],
  registry: Registry,
): Promise<void> {
  if (renamed.length === 0) return;
  const like = renamed.map(({ from }) => `%${from.replace(/[\\%_]/g, '\\$&')}%`);
  const carry: Carry = { trx, schema, renamed, registry, names: namesAfter(renamed, registry), like };
  await noted(carry);
  const places = new Set<Place>([...Object.values(TABLES), ...Object.values(RECORDS)]);
  for (const place of places) if (typeof place === 'function') await place(carry);
}

/** The trail only grows: from which entry on a field has its code of now. */
async function noted({ trx, schema, renamed }: Carry): Promise<void> {
  for (const field of renamed)
    await sql`insert into ${sql.table(`${schema}.mw_field_rename`)} (object, path, now, trail_seq)
      select ${field.object}, ${pathOf(field)}, ${pathNow(field)}, coalesce(max(seq), 0)
      from ${sql.table(`${schema}.mw_trail`)}`.execute(trx);
}
