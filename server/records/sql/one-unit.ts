import { sql } from 'kysely';
import type { Sql } from './scope';

/** Pieces and kilograms add up to nothing: over rows of several units the sum is empty. PostgreSQL has no least uuid, but a number of each. */
export const ofOneUnit = (sum: Sql, unit: Sql): Sql => sql`case when ${isOneUnit(unit)} then ${sum} end`;
export const isOneUnit = (unit: Sql): Sql => {
  const number = sql`uuid_hash_extended(${unit}, 0)`;
  return sql`(min(${number}) is not distinct from max(${number}))`;
};
