/** Serial numbers of rows: lots of their material, one a piece. */
import type { Ctx } from '../../ctx';

/** traceMode 序列号 */
export const SERIAL = '2';

interface Pieces {
  readonly id: string;
  readonly serials: readonly string[] | null;
}
/** By row, the numbers of the pieces it names. */
export const serialNumbers = async (
  ctx: Ctx,
  rows: readonly Pieces[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const ids = [...new Set(rows.flatMap(({ serials }) => serials ?? []))];
  const lots = await ctx.asSystem().records.many('batch', ids, { stored: true });
  const numbers = new Map(lots.map(({ id, batchNbr }) => [id, batchNbr]));
  return new Map(rows.map(({ id, serials }) => [id, (serials ?? []).flatMap((lot) => numbers.get(lot) ?? [])]));
};
