/** Pieces of a device by slot and work (50 §2.7 gap split, §2.9): a slot is an hour, cut where a shift begins or ends. */
import { addDec, divDec, mulDec, subDec, sumDec } from '../../schemas/language/codec/decimal';

export interface Work {
  readonly id: string;
  /** the first moment and the one after the last, ms; null = it runs */
  readonly from: number;
  readonly to: number | null;
  /** what was reported of it */
  readonly reported: number;
}
/** `made`: all pieces, `bad` ones among them */
export type Kind = 'made' | 'bad';
interface Pieces {
  readonly kind: Kind;
  /** why bad ones are bad; null = their signal does not say */
  readonly reason?: string | null;
  readonly pieces: number;
  readonly late: boolean;
}
/** Pieces of readings close to each other, summed over a span; span n begins at bound n. */
export interface Near extends Pieces {
  readonly span: number;
}
/** Pieces over a gap: nobody knows when they were made. */
export interface Long extends Pieces {
  readonly from: number;
  readonly to: number;
}
export interface Output {
  readonly slot: number;
  /** null = nobody worked on the device by order */
  readonly work: string | null;
  readonly made: number;
  readonly bad: number;
  /** bad ones by their reason, where there is one */
  readonly bads: ReadonlyMap<string, number>;
  /** of those made, spread over a gap */
  readonly est: number;
  readonly late: boolean;
}

/** Limits of slots, and moments at which the works that run are others. */
export const boundsOf = (slots: readonly number[], works: readonly Work[]): readonly number[] => {
  const first = slots[0] ?? 0;
  const moments = works.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  return [...new Set([...slots, ...moments.filter((at) => at > first)])].sort((a, b) => a - b);
};

/** What was made from the first slot on; without pieces there is no row. */
export const outputOf = (
  slots: readonly number[],
  works: readonly Work[],
  near: readonly Near[],
  long: readonly Long[],
): readonly Output[] => {
  const bounds = boundsOf(slots, works);
  const rows = new Map<string, Open>();
  for (const { span, made, bad, est, late } of spansOf(bounds, near, long)) {
    const at = bounds[span];
    if (at === undefined) continue;
    const running = runningAt(works, at);
    const weights = running.length === 0 ? [1] : running.map(({ reported }) => reported);
    const shares = [made, est].map((pieces) => sharesOf(pieces, weights));
    const bads = [...bad].map(([reason, pieces]) => [reason, sharesOf(pieces, weights)] as const);
    for (const n of weights.keys()) {
      const slot = slots.findLast((start) => start <= at) ?? at;
      const work = running[n]?.id ?? null;
      const key = `${slot} ${work ?? ''}`;
      const row: Open = rows.get(key) ?? { slot, work, made: 0, bad: 0, bads: new Map(), est: 0, late: false };
      row.made = addDec(row.made, shares[0]?.[n] ?? 0);
      row.est = addDec(row.est, shares[1]?.[n] ?? 0);
      for (const [reason, all] of bads) {
        row.bad = addDec(row.bad, all[n] ?? 0);
        if (reason !== '') row.bads.set(reason, addDec(row.bads.get(reason) ?? 0, all[n] ?? 0));
      }
      row.late ||= late;
      rows.set(key, row);
    }
  }
  return [...rows.values()].filter(({ made, bad }) => made !== 0 || bad !== 0);
};
export const runningAt = (works: readonly Work[], at: number): readonly Work[] =>
  works.filter(({ from, to }) => from <= at && (to === null || to > at));

type Open = { -readonly [Key in keyof Output]: Output[Key] } & { readonly bads: Map<string, number> };
interface Span {
  readonly span: number;
  made: number;
  /** by reason; '' = none is said */
  readonly bad: Map<string, number>;
  est: number;
  late: boolean;
}
const spansOf = (bounds: readonly number[], near: readonly Near[], long: readonly Long[]): readonly Span[] => {
  const spans = new Map<number, Span>();
  const add = (at: number, { kind, reason, late }: Omit<Pieces, 'pieces'>, pieces: number, est: boolean): void => {
    const span = spans.get(at) ?? { span: at, made: 0, bad: new Map<string, number>(), est: 0, late: false };
    if (kind === 'bad') span.bad.set(reason ?? '', addDec(span.bad.get(reason ?? '') ?? 0, pieces));
    else span.made = addDec(span.made, pieces);
    if (est && kind === 'made') span.est = addDec(span.est, pieces);
    span.late ||= late;
    spans.set(at, span);
  };
  for (const one of near) add(one.span, one, one.pieces, false);
  for (const one of long) {
    const { from, to, pieces } = one;
    let before = 0;
    for (let at = bounds.findLastIndex((bound) => bound <= from); ; at++) {
      const end = Math.min(bounds[at + 1] ?? to, to);
      const until = end >= to ? pieces : Math.floor((pieces * (end - from)) / (to - from));
      // what lies before the first slot is booked there already
      if (at >= 0 && until !== before) add(at, one, until - before, true);
      before = until;
      if (end >= to) break;
    }
  }
  return [...spans.values()];
};

/** Whole pieces by weight, those left over to the largest remainders; equally while nothing is reported. A part of one goes to the first. */
export const sharesOf = (all: number, weights: readonly number[]): readonly number[] => {
  const pieces = Math.floor(all);
  const total = sumDec(weights);
  const exact = weights.map(
    (weight) => divDec(mulDec(pieces, total > 0 ? weight : 1), total > 0 ? total : weights.length) ?? 0,
  );
  const shares = exact.map(Math.floor);
  const order = exact.map((share, n) => ({ n, rest: share % 1 })).sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of order.slice(0, pieces - sumDec(shares))) shares[n] = (shares[n] ?? 0) + 1;
  const first = order[0]?.n ?? 0;
  shares[first] = addDec(shares[first] ?? 0, subDec(all, pieces));
  return shares;
};
