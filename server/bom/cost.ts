/**
 * 成本卷算 (20 §10.5): cost of one, the lowest level first. What is bought costs its standard, what is made its own roll. Fixed losses and
 * set-up are left out; joint products take their share. A missing cost is named, never taken as 0.
 */
import { addNum, divNum, mulNum, type Num, subNum } from '../../schemas/language/codec/decimal';
import { pickVersion } from './pick';
import { BOUGHT, type BomData, type BomVersion } from './types';
import { perOne } from './where-used';

export interface Rolled {
  /** of one main product in base units; null = something below has no cost */
  readonly cost: Num | null;
  /** of the whole base quantity, before the outputs take their share */
  readonly total: Num | null;
  /** of one of each output, by material, where its share is known */
  readonly shares: ReadonlyMap<string, Num>;
  /** materials without a cost, met on the way */
  readonly missing: ReadonlySet<string>;
}
/** minutes × hourly cost of all operations for `baseQty` of a version; 0 where it names no route, null where an hour has no cost */
export type OperationCost = (version: BomVersion) => Num | null;

export function rollCost(data: BomData, root: BomVersion, operations: OperationCost = () => 0): Rolled {
  const known = new Map<string, Rolled>();
  const roll = (version: BomVersion): Rolled => {
    const before = known.get(version.id);
    if (before) return before;
    const missing = new Set<string>();
    let total = operations(version);
    for (const item of version.items) {
      const each = costOf(item.material, item.noExplode, missing);
      const need = mulNum(perOne(item, version.baseQty), version.baseQty);
      total = total === null || each === null ? null : addNum(total, mulNum(need, each));
    }
    const given = version.outputs.reduce<Num>((sum, output) => addNum(sum, output.costShare), 0);
    const share = (percent: Num): Num | null =>
      total === null ? null : divNum(divNum(mulNum(total, percent), 100) ?? 0, version.baseQty);
    const done: Rolled = {
      cost: share(subNum(100, given)),
      total,
      shares: new Map(
        version.outputs.flatMap(({ material, costShare }) => {
          const amount = total === null ? null : divNum(mulNum(total, costShare), 100);
          return amount === null ? [] : [[material, amount]];
        }),
      ),
      missing,
    };
    known.set(version.id, done);
    return done;
  };
  const costOf = (id: string, noExplode: boolean, missing: Set<string>): Num | null => {
    const material = data.materials.get(id);
    const made = material === undefined || material.makeType === BOUGHT ? [] : (data.versions.get(id) ?? []);
    const version = noExplode ? undefined : pickVersion(made, { attrKey: '', units: [] });
    if (version !== undefined) {
      const below = roll(version);
      for (const text of below.missing) missing.add(text);
      return below.cost;
    }
    if (material?.stdCost === null || material?.stdCost === undefined) {
      missing.add(id);
      return null;
    }
    return material.stdCost;
  };
  return roll(root);
}
