/** What stands against a feed (30 §4 feedRecord), in the order in which it is said. Pure. */
import { roundHalfUp, sumDec } from '../../../schemas/language/codec/decimal';
import type { Beside } from '../../stock/hold';
import { byAge } from './consumption-rules';

/** 0 不校验 1 提醒并填写原因 2 禁止 */
export const FIFO_OFF = '0';
export const FIFO_REFUSED = '2';

export interface FeedFacts {
  readonly material: string;
  readonly batchNbr: string | null;
  readonly qty: number;
  /** null: fed to a device on which nothing runs, so no list of materials says no */
  readonly workOrder: { readonly nbr: string; readonly isListed: boolean } | null;
  /** the status of the lot when none of it is 合格, in words */
  readonly status: string | null;
  /** of a lot that is over, unless one may use it */
  readonly expired: string | null;
  /** recall that holds the lot */
  readonly held: string | null;
  readonly lineSide: string;
  /** good stock of the material beside the line, all lots of it */
  readonly lots: readonly (Beside & { readonly isUsable: boolean })[];
  readonly fifo: string;
  readonly hasReason: boolean;
}
export interface FeedRefusal {
  readonly path: 'material' | 'batchNbr' | 'qty' | 'fifoReason';
  readonly text: string;
  readonly terms?: Readonly<Record<string, number>>;
}

export const feedRefusal = (facts: FeedFacts): FeedRefusal | null => {
  const { material, batchNbr, workOrder, status, expired, held, lineSide, qty } = facts;
  const lot = batchNbr === null ? `物料「${material}」` : `批次${batchNbr}`;
  if (workOrder && !workOrder.isListed)
    return {
      path: 'batchNbr',
      text: `${batchNbr === null ? '' : `批次${batchNbr}的`}物料「${material}」不在工单${workOrder.nbr}的用料清单中`,
    };
  if (status !== null) return { path: 'batchNbr', text: `${lot}为${status}，不能上料` };
  if (held !== null) return { path: 'batchNbr', text: `${lot}已被${held}召回冻结，不能上料` };
  if (expired !== null) return { path: 'batchNbr', text: `${lot}已于${expired}过期，不能上料` };
  const own = facts.lots.filter(({ key }) => key.batchNbr === batchNbr);
  if (own.length === 0) return { path: 'batchNbr', text: `${lot}未发至「${lineSide}」，请先领料` };
  const free = sumDec(own.map((each) => each.free));
  if (qty > free) {
    const [a, b] = [free, qty].map((x) => String(roundHalfUp(x, 4)));
    return { path: 'qty', text: `线边可用${a}，最多可上料${a}，本次${b}`, terms: { free, asked: qty } };
  }
  const earlier = facts.fifo === FIFO_OFF ? undefined : earlierLot(facts);
  if (earlier === undefined || (facts.fifo !== FIFO_REFUSED && facts.hasReason)) return null;
  return { path: 'fifoReason', text: `存在更早批次${earlier}，请按先进先出上料` };
};

/** A lot of which something is free that ends or came before the one that is fed. */
const earlierLot = ({ batchNbr, lots }: FeedFacts): string | undefined => {
  if (batchNbr === null) return undefined;
  const [first] = lots
    .filter(({ key, free, isUsable }) => key.batchNbr === batchNbr || (free > 0 && isUsable))
    .sort(byAge);
  const found = first?.key.batchNbr ?? null;
  return found === null || found === batchNbr ? undefined : found;
};
