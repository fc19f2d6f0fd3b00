/** What a posting does with reservations (domain/40 §3.4): pure, over what was read under the locks of its keys. */
import { addDec, subDec, sumDec } from '../../schemas/language/codec/decimal';
import { stockKey } from './keys';
import type { Leg } from './legs';
import type { Reserve } from './reserve-read';
import { earlier, type There } from './there';

/** A row of a document whose stock this posting moves: its reservations are used first, and it keeps no more of them than it still needs. */
export interface Fulfil {
  readonly srcRowId: string;
  /** rows of the posting that are for it */
  readonly rows: ReadonlySet<string>;
  /** base units still to come afterwards */
  readonly need: number;
}
export interface ReserveChange {
  readonly reserve: Reserve;
  readonly use: number;
  readonly release: number;
  /** row of the posting that used it */
  readonly docRow: string | null;
}

/** Own reservations on the issued keys, oldest first. */
export const planUses = (
  legs: readonly Leg[],
  fulfils: readonly Fulfil[],
  reserves: readonly Reserve[],
): readonly ReserveChange[] => {
  const left = new Map(reserves.map(({ id, remain }) => [id, remain]));
  const changes: ReserveChange[] = [];
  for (const { srcRowId, rows } of fulfils) {
    const own = reserves.filter((reserve) => reserve.srcRowId === srcRowId);
    for (const leg of legs) {
      if (!rows.has(leg.rowId) || leg.qty >= 0) continue;
      let rest = -leg.qty;
      for (const reserve of own) {
        const use = Math.min(rest, left.get(reserve.id) ?? 0);
        if (reserve.stockKey !== stockKey(leg.key) || use <= 0) continue;
        changes.push({ reserve, use, release: 0, docRow: leg.rowId });
        left.set(reserve.id, subDec(left.get(reserve.id) ?? 0, use));
        rest = subDec(rest, use);
      }
    }
  }
  return changes;
};

/** What a row keeps more than it still needs goes, the last to be taken first. */
export const planExcess = (
  fulfils: readonly Pick<Fulfil, 'srcRowId' | 'need'>[],
  reserves: readonly Reserve[],
  there: ReadonlyMap<string, There>,
): readonly ReserveChange[] =>
  fulfils.flatMap(({ srcRowId, need }) => {
    const own = reserves.filter((reserve) => reserve.srcRowId === srcRowId && reserve.remain > 0);
    let excess = subDec(sumDec(own.map(({ remain }) => remain)), Math.max(0, need));
    return own.sort(laterFirst(there)).flatMap((reserve): readonly ReserveChange[] => {
      const release = Math.min(excess, reserve.remain);
      if (release <= 0) return [];
      excess = subDec(excess, release);
      return [{ reserve, use: 0, release, docRow: null }];
    });
  });
const laterFirst =
  (there: ReadonlyMap<string, There>) =>
  (a: Reserve, b: Reserve): number => {
    const [x, y] = [there.get(a.stockKey), there.get(b.stockKey)];
    return (x && y ? earlier(y, x) : 0) || (a.id < b.id ? 1 : -1);
  };

/** The newest reservations of a key, up to what it lacks. */
export const planLost = (key: string, lack: number, reserves: readonly Reserve[]): readonly ReserveChange[] => {
  let rest = lack;
  return [...reserves]
    .filter(({ stockKey, remain }) => stockKey === key && remain > 0)
    .reverse()
    .flatMap((reserve): readonly ReserveChange[] => {
      const release = Math.min(rest, reserve.remain);
      if (release <= 0) return [];
      rest = subDec(rest, release);
      return [{ reserve, use: 0, release, docRow: null }];
    });
};

/** What is left of reservations after changes. */
export const afterChanges = (reserves: readonly Reserve[], changes: readonly ReserveChange[]): readonly Reserve[] =>
  reserves.map((reserve) => {
    const gone = sumDec(
      changes.filter((each) => each.reserve.id === reserve.id).map((each) => each.use + each.release),
    );
    return gone === 0 ? reserve : { ...reserve, remain: subDec(reserve.remain, gone) };
  });

/** By stock key, what changes take off its reserved quantity. */
export const freedBy = (changes: readonly ReserveChange[]): ReadonlyMap<string, number> => {
  const freed = new Map<string, number>();
  for (const { reserve, use, release } of changes)
    freed.set(reserve.stockKey, addDec(freed.get(reserve.stockKey) ?? 0, addDec(use, release)));
  return freed;
};
