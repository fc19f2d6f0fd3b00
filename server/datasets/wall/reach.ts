/** What a board reads beside its devices: the units of its configuration with those below, and the rows of whoever is signed in. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { engineOf } from '../../records/host';
import { sourceIds } from '../../records/read/readable';
import type { Sql } from '../../records/sql/scope';

export interface WallReach {
  /** whose rights statements and records follow; a screen is no person and reads all rows of its units */
  readonly reader: Ctx;
  readonly units: readonly string[] | 'all';
  may(right: string): boolean;
  /** records of an object (as `t`) in the reader's rows */
  rows(object: string, where: readonly Sql[]): Promise<readonly string[] | 'all'>;
}
export const wallReach = async (ctx: Ctx, units: readonly string[], isScreen: boolean): Promise<WallReach> => {
  const reader = isScreen ? ctx.asSystem() : ctx;
  const may = (right: string): boolean => reader.session.rights.has(right);
  return {
    ...{ reader, may },
    units: units.length === 0 ? 'all' : await unitsBelow(ctx, units),
    rows: async (object, where) => {
      const right = `${object}:view`;
      if (!may(right)) return [];
      return sourceIds(engineOf(reader), reader.records.object(object), right, where);
    },
  };
};
const unitsBelow = async ({ trx, org }: Ctx, units: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE below AS (
      SELECT id FROM ${sql.id(org.schema, 'factory_unit')} WHERE id = ANY(${[...units]}::uuid[])
      UNION SELECT u.id FROM ${sql.id(org.schema, 'factory_unit')} u JOIN below b ON u.parent_id = b.id
    ) SELECT id FROM below`.execute(trx);
  return rows.map(({ id }) => id);
};
/** A unit by its code, with those below; none where there is none. */
export const unitsOf = async (ctx: Ctx, code: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.id(ctx.org.schema, 'factory_unit')} WHERE code = ${code} AND is_deleted = 0`.execute(ctx.trx);
  return unitsBelow(
    ctx,
    rows.map(({ id }) => id),
  );
};
/** Of a column: all, or one of some. */
export const among = (column: Sql, ids: readonly string[] | 'all'): Sql =>
  ids === 'all' ? sql`true` : sql`${column} = ANY(${[...ids]}::uuid[])`;
