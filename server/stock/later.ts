/** Lots that pass over one which expires or came in before theirs and still has something (domain/40 §3.5). */
import { addDec, roundHalfUp, subDec } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { type KeyInput, normaliseKey } from './keys';
import { placeKey } from './suggest';
import { earlier, stockThere } from './there';

export interface Picked {
  readonly key: KeyInput;
  /** base units */
  readonly qty: number;
}

/** By what was picked, the lot it passes over. */
export const laterLots = async <One extends Picked>(
  ctx: Ctx,
  picked: readonly One[],
): Promise<ReadonlyMap<One, string>> => {
  const taken = new Map<string, number>();
  for (const { key, qty } of picked) {
    const place = placeKey(normaliseKey(key));
    taken.set(place, addDec(taken.get(place) ?? 0, qty));
  }
  const later = new Map<One, string>();
  for (const one of picked) {
    const key = normaliseKey(one.key);
    if (key.batchNbr === null) continue;
    const there = await stockThere(ctx, key, { pickable: true });
    const chosen = there.find((each) => placeKey(each.key) === placeKey(key));
    const before = [...there]
      .sort(earlier)
      .find(
        (each) =>
          chosen !== undefined &&
          each.key.batchNbr !== null &&
          each.key.batchNbr !== key.batchNbr &&
          !each.holdFlag &&
          (each.expireDate === null || each.expireDate >= ctx.today) &&
          earlier(each, chosen) < 0 &&
          roundHalfUp(subDec(subDec(each.qty, each.reserved), taken.get(placeKey(each.key)) ?? 0), 4) > 0,
      );
    if (before) later.set(one, before.key.batchNbr ?? '');
  }
  return later;
};
/** 有更早到期/入库的批次…: the question about such a lot. */
export const laterSentence = (batch: string): string => `有更早到期/入库的批次${batch}，确认使用当前批次？`;
