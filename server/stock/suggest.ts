/**
 * Which keys an issue takes from (domain/40 §3.5): good own stock of storage warehouses that nobody else has reserved; what is reserved for
 * it comes first, then the first to expire, then the first to have come in. What is left out says why.
 */
import { dateAdd } from '../../schemas/language/codec/date-time';
import { addDec, roundNum, subDec, toNumber } from '../../schemas/language/codec/decimal';
import type { Ctx } from '../ctx';
import { type StockKey, stockKey } from './keys';
import { liveReserves } from './reserve-read';
import { earlier, stockThere, type There } from './there';

export interface SuggestOf {
  readonly material: string;
  readonly attrKey: string | null;
  /** absent: every storage warehouse that is not for rejects */
  readonly warehouse?: string | null;
  /** only of this place, only of this lot */
  readonly position?: string | null;
  readonly batchNbr?: string | null;
  /** base units */
  readonly need: number;
  /** of the base unit */
  readonly decimals: number;
  /** row of a document whose reservations are its own */
  readonly srcRowId?: string | null;
  /** days a lot must still have */
  readonly minRemainDays?: number;
  /** what earlier lines of the same request took, kept by `take` */
  readonly taken?: ReadonlyMap<string, number>;
}
export interface SuggestedLine {
  readonly key: StockKey;
  readonly qty: number;
  /** of it reserved for the row that asks */
  readonly own: number;
  readonly expireDate: string | null;
}
export interface Suggestion {
  readonly lines: readonly SuggestedLine[];
  readonly shortQty: number;
  readonly skipped: readonly { readonly key: StockKey; readonly qty: number; readonly reason: string }[];
}
export interface Candidate extends There {
  /** of what is reserved, for the row that asks */
  readonly own?: number;
}

export const suggestStock = async (ctx: Ctx, of: SuggestOf): Promise<Suggestion> => {
  const found = await stockThere(ctx, of, { pickable: true });
  const own = new Map<string, number>();
  for (const { key, remain } of of.srcRowId ? await liveReserves(ctx.trx, { srcRows: [of.srcRowId] }) : [])
    own.set(stockKey(key), addDec(own.get(stockKey(key)) ?? 0, remain));
  const named = found
    .filter(
      ({ key }) => (!of.position || key.position === of.position) && (!of.batchNbr || key.batchNbr === of.batchNbr),
    )
    .map((each) => ({ ...each, own: own.get(stockKey(each.key)) ?? 0 }));
  return suggest(named, of, ctx.today);
};

/** Pure: takes candidates in their order until the need is met. */
export const suggest = (
  candidates: readonly Candidate[],
  of: Pick<SuggestOf, 'need' | 'decimals' | 'taken' | 'srcRowId' | 'minRemainDays'>,
  today: string,
): Suggestion => {
  const lines = new Map<string, SuggestedLine>();
  const skipped: { key: StockKey; qty: number; reason: string }[] = [];
  let rest = of.need;
  for (const { each, isOwn, free } of partsOf(candidates, of)) {
    const reason = whyNot(each, today, of.minRemainDays ?? 0);
    if (reason !== null) {
      if (!isOwn) skipped.push({ key: each.key, qty: each.qty, reason });
      continue;
    }
    const avail = toNumber(roundNum(free, of.decimals, 'floor'));
    if (avail <= 0) {
      if (!isOwn && each.reserved > (each.own ?? 0)) skipped.push({ key: each.key, qty: each.qty, reason: '已预留' });
      continue;
    }
    if (rest <= 0) break;
    const part = Math.min(rest, avail);
    const known = lines.get(placeKey(each.key));
    lines.set(placeKey(each.key), {
      key: each.key,
      qty: addDec(known?.qty ?? 0, part),
      own: addDec(known?.own ?? 0, isOwn ? part : 0),
      expireDate: each.expireDate,
    });
    rest = subDec(rest, part);
  }
  return { lines: [...lines.values()], shortQty: Math.max(0, rest), skipped };
};

const whyNot = ({ holdFlag, expireDate }: There, today: string, minRemainDays: number): string | null => {
  if (holdFlag) return '冻结';
  if (expireDate === null) return null;
  if (expireDate < today) return '过期';
  return expireDate < (dateAdd(today, minRemainDays) ?? today) ? `剩余不足${minRemainDays}天` : null;
};

/** What is reserved for the row that asks first, then what nobody has reserved. */
const partsOf = (
  candidates: readonly Candidate[],
  { taken, srcRowId }: Pick<SuggestOf, 'taken' | 'srcRowId'>,
): readonly { readonly each: Candidate; readonly isOwn: boolean; readonly free: number }[] => {
  const sorted = [...candidates].sort(earlier);
  const free = (each: Candidate): number =>
    subDec(subDec(each.qty, each.reserved), taken?.get(placeKey(each.key)) ?? 0);
  const own = (each: Candidate): number => {
    const gone = taken?.get(ownKey(srcRowId ?? '', each.key)) ?? 0;
    return Math.min(subDec(each.own ?? 0, gone), each.qty);
  };
  return [
    ...sorted.filter((each) => (each.own ?? 0) > 0).map((each) => ({ each, isOwn: true, free: own(each) })),
    ...sorted.map((each) => ({ each, isOwn: false, free: free(each) })),
  ];
};

/** Notes for later lines of the same request what this one takes. */
export const take = (taken: Map<string, number>, line: SuggestedLine, srcRowId?: string | null): void => {
  const add = (key: string, qty: number): void => {
    taken.set(key, addDec(taken.get(key) ?? 0, qty));
  };
  add(placeKey(line.key), subDec(line.qty, line.own));
  if (srcRowId) add(ownKey(srcRowId, line.key), line.own);
};
const ownKey = (srcRowId: string, key: StockKey): string => `${srcRowId}:${placeKey(key)}`;

/** Material, warehouse, position, lot and attributes: what a line of an issue names. */
export const placeKey = ({ material, attrKey, warehouse, position, batchNbr }: StockKey): string =>
  [material, attrKey, warehouse, position, batchNbr].map((part) => part ?? '').join('|');
