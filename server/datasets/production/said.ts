/** What documents say of operations, read in one statement: each sort of document brings its own part of it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../ctx';
import type { Sums } from '../../production/types';
import { gatherSums } from '../../records/gather';

/** What one sort of document says of an operation. */
export interface Said {
  readonly operation: string;
  readonly sums: Partial<Sums>;
}
/** A row of its part; numbers as JSON writes them. */
export type SaidRow = Readonly<Record<string, unknown>>;
export interface SaidPart {
  /** a row an operation, its id as `operation`; `except`: a document that is being judged and must not count against itself */
  select(ctx: Ctx, operations: readonly string[], except: string | null): RawBuilder<unknown>;
  said(row: SaidRow): Partial<Sums>;
}

export const asNumber = (value: unknown): number => Number(value ?? 0);

export const readSaid = async (
  ctx: Ctx,
  parts: readonly SaidPart[],
  operations: readonly string[],
  except: string | null,
): Promise<readonly Said[]> => {
  const selects = parts.map(
    (part, at) =>
      sql`select ${sql.lit(at)} as part, to_json(x) as said from (${part.select(ctx, operations, except)}) x`,
  );
  const rows = await gatherSums(
    ctx,
    sql<{ readonly part: number; readonly said: SaidRow }>`${sql.join(selects, sql` union all `)}`,
  );
  return rows.flatMap(({ part, said }) => {
    const sums = parts[part]?.said(said);
    return sums === undefined ? [] : [{ operation: String(said.operation), sums }];
  });
};
