/** Which rows wait for 来料检验 (40 §8.2): the material asks for it, and neither its supplier nor what he supplies is exempt. */
import type { Ctx } from '../../ctx';

interface Row {
  readonly id: string;
  readonly material?: string | null;
}
/** Rows of a supplier's goods that are inspected when they arrive; what stock does not count has nothing to wait in. */
export const inspectedRows = async (
  supplier: string | null | undefined,
  rows: readonly Row[],
  ctx: Ctx,
): Promise<ReadonlySet<string>> => {
  const { records } = ctx.asSystem();
  const ids = [...new Set(rows.flatMap(({ material }) => (material ? [material] : [])))];
  const asking = (await records.many('material', ids, { stored: true })).filter(
    ({ iqcFlag, noStock }) => iqcFlag === true && noStock !== true,
  );
  if (asking.length === 0) return new Set();
  const [partner] = supplier ? await records.many('supplier', [supplier], { rows: ['materials'], stored: true }) : [];
  if (partner?.iqcExempt === true) return new Set();
  const exempt = new Set(
    (partner?.materials ?? []).filter((row) => row.iqcExempt === true).map(({ material }) => material),
  );
  const wanted = new Set(asking.map(({ id }) => id).filter((id) => !exempt.has(id)));
  return new Set(rows.filter(({ material }) => material && wanted.has(material)).map(({ id }) => id));
};
