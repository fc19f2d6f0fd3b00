/**
 * What a report uses of a material (30 P8): how much, of which feeds and lots, and what is said when it is not there. Pure: the caller
 * reads feeds and lots under their locks and posts what comes out.
 */
import { addDec, mulDec, roundHalfUp, subDec, sumDec } from '../../../schemas/language/codec/decimal';
import type { StockKey } from '../../stock/keys';
import { mulDiv } from '../../stock/value';

/** feedMode 3: nothing is issued, so nothing is used */
export const NOT_FED = '3';
const PICKED = '1';
/** 上料消耗, 线边消耗 */
export const BY_FEED = '22';
export const BY_LINE = '23';

/** A row of the materials of an operation. */
export interface UseLine {
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
  readonly perQty: number;
  readonly perBase: number;
  /** pieces of the operation per finished piece */
  readonly ratio: number;
  readonly feedMode: string;
  readonly mustFeed: boolean;
}
/** A live feed, of the device or of the operation. */
export interface UseFeed {
  readonly id: string;
  readonly key: StockKey;
  readonly onDevice: boolean;
  readonly feedTime: string;
  readonly remain: number;
}
/** Stock beside the line that nobody has reserved. */
export interface UseLot {
  readonly key: StockKey;
  readonly free: number;
  readonly expireDate: string | null;
  readonly firstInAt: string | null;
}
export interface UseOf {
  readonly feeds: readonly UseFeed[];
  readonly lots: readonly UseLot[];
  /** of this order so far: issued less returned, used */
  readonly issued: number;
  readonly used: number;
}
export interface Take {
  readonly key: StockKey;
  readonly qty: number;
  /** null: from the line side */
  readonly feed: string | null;
}
export type Use =
  | { readonly takes: readonly Take[] }
  /** `by`: what would help: a batch fed, material picked, anything on the line side */
  | { readonly lack: string; readonly by: 'feed' | 'pick' | 'stock' };

/** How much of a material all pieces reported so far have used; rounded over the sum, so that small reports lose nothing. */
export const targetOf = (line: UseLine, reported: number): number =>
  mulDiv(mulDec(line.perQty, reported), 1, mulDec(line.perBase, line.ratio), line.decimals);

/** What a report takes: the target over all reports less what those before took; less was reversed, nothing is given back. */
export const issueOf = (line: UseLine, reported: number, used: number): number =>
  Math.max(0, subDec(targetOf(line, reported), used));

/** Feeds first (of the device, then of the operation, the oldest first), the rest from the line side by expiry and age. */
export const take = (line: UseLine, qty: number, { feeds, lots, issued, used }: UseOf): Use => {
  const takes: Take[] = [];
  let rest = qty;
  const from = (key: StockKey, most: number, feed: string | null): void => {
    const part = Math.min(rest, most);
    if (part <= 0) return;
    takes.push({ key, qty: part, feed });
    rest = subDec(rest, part);
  };
  for (const { key, remain, id } of [...feeds].sort(byTurn)) from(key, remain, id);
  if (rest === 0) return { takes };
  const fed = subDec(qty, rest);
  if (line.mustFeed)
    return {
      lack: `「${line.name}」上料不足：需${plain(qty)}，在用${plain(fed)}，缺${plain(rest)}，请先上料`,
      by: 'feed',
    };
  const open = Math.max(0, subDec(subDec(issued, used), fed));
  if (line.feedMode === PICKED && open < rest) {
    const [got, gone, lack] = [issued, addDec(used, fed), subDec(rest, open)].map(plain);
    return { lack: `「${line.name}」已领${got}，已耗${gone}，缺${lack}，请先领料`, by: 'pick' };
  }
  const wanted = rest;
  for (const { key, free } of [...lots].sort(byAge)) from(key, free, null);
  if (rest === 0) return { takes };
  const [need, there] = [wanted, subDec(wanted, rest)].map((x) => `${x.toFixed(line.decimals)}${line.unit}`);
  return { lack: `线边仓「${line.name}」不足：需${need}，可用${there}`, by: 'stock' };
};

/** What goes back when less was used: exact parts of the newest takes first. */
export const giveBack = <T extends Pick<Take, 'qty'>>(
  takes: readonly T[],
  qty: number,
): readonly { readonly take: T; readonly qty: number }[] => {
  const back: { take: T; qty: number }[] = [];
  let rest = qty;
  for (const taken of [...takes].reverse()) {
    const part = Math.min(rest, taken.qty);
    if (part > 0) back.push({ take: taken, qty: part });
    rest = subDec(rest, Math.max(0, part));
  }
  return back;
};

export const takenOf = (takes: readonly Pick<Take, 'qty'>[]): number => sumDec(takes.map(({ qty }) => qty));

const byTurn = (a: UseFeed, b: UseFeed): number =>
  Number(b.onDevice) - Number(a.onDevice) || compare(a.feedTime, b.feedTime) || compare(a.id, b.id);
/** What ends first; then what came first. */
export const byAge = (a: Omit<UseLot, 'free'>, b: Omit<UseLot, 'free'>): number =>
  compare(a.expireDate ?? NEVER, b.expireDate ?? NEVER) ||
  compare(a.firstInAt ?? NEVER, b.firstInAt ?? NEVER) ||
  compare(a.key.batchNbr ?? '', b.key.batchNbr ?? '');
const NEVER = '9999-12-31';
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const plain = (x: number): string => String(roundHalfUp(x, 4));
