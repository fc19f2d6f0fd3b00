/** Reactive energy of meters by day, as reports read it. */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { publishedReactive, tablesOf } from './closed';

export interface ReactiveRead {
  readonly meter: string;
  readonly day: string;
  /** kvarh */
  readonly use: number;
}
export const reactiveIn = async (
  ctx: Ctx,
  meters: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ReactiveRead[]> => {
  const { rows } = await sql<ReactiveRead>`
    SELECT meter_id AS meter, day::text, use::float8 FROM ${publishedReactive(tablesOf(ctx))} r
     WHERE meter_id = ANY(${[...meters]}::uuid[]) AND r.day BETWEEN ${from}::date AND ${to}::date`.execute(ctx.trx);
  return rows;
};
