/** 件数去向 (30 P14): where the pieces of a work order are. What was started is in hand, at a supplier, scrap or good, or somebody miscounted. */
import { addDec, divNum, roundNum, subNum, sumDec, toNumber } from '../../schemas/language/codec/decimal';
import { across } from './balance';
import type { Balance, Operation } from './types';

export interface Place {
  readonly opNbr: number;
  readonly wip: number;
  /** of what is in hand, sent to a supplier and neither come back nor lost */
  readonly atSupplier: number;
  readonly rework: number;
  readonly pending: number;
  readonly scrap: number;
  /** good of its predecessor that did not come in: waits for the pieces of another branch, or is the rest of a ratio (尾数) */
  readonly surplus: number;
}
export interface Pieces {
  /** numbers of the operations along which the pieces go */
  readonly way: readonly number[];
  readonly started: number;
  readonly places: readonly Place[];
  readonly lastGood: number;
  /** 0 unless the balance is wrong */
  readonly difference: number;
}

/** What is stored of an operation. */
export type Stored = Pick<
  Balance,
  'inQty' | 'good' | 'rework' | 'pending' | 'scrap' | 'wip' | 'started' | 'sent' | 'outside'
>;

/** Along each way from a first operation to a last one, in pieces of the product. */
export const piecesOf = (operations: readonly Operation[], stored: ReadonlyMap<number, Stored>): readonly Pieces[] => {
  const waited = new Set(operations.flatMap(({ predecessors }) => predecessors));
  const byNbr = new Map(operations.map((op) => [op.opNbr, op]));
  const ways = (op: Operation, seen: ReadonlySet<number>): readonly (readonly Operation[])[] => {
    const before = op.predecessors.flatMap((nbr) => byNbr.get(nbr) ?? []).filter(({ opNbr }) => !seen.has(opNbr));
    if (before.length === 0) return [[op]];
    const further = new Set([...seen, op.opNbr]);
    return before.flatMap((each) => ways(each, further).map((way) => [...way, op]));
  };
  return operations
    .filter(({ opNbr }) => !waited.has(opNbr))
    .flatMap((last) => ways(last, new Set()))
    .map((way) => alongWay(way, stored));
};

const alongWay = (way: readonly Operation[], stored: ReadonlyMap<number, Stored>): Pieces => {
  const first = way[0] as Operation;
  const last = way[way.length - 1] as Operation;
  const at = (op: Operation): Stored => stored.get(op.opNbr) ?? NONE;
  const product = (qty: number, op: Operation): number =>
    op.ratio === 1 ? qty : toNumber(roundNum(divNum(qty, op.ratio) ?? 0, 8));
  const places = way.map((op, n) => {
    const own = at(op);
    const before = way[n - 1];
    const came = before === undefined ? own.inQty : toNumber(across(at(before).good, before, op));
    return {
      opNbr: op.opNbr,
      wip: product(own.wip, op),
      atSupplier: product(toNumber(subNum(own.sent, own.outside)), op),
      rework: product(own.rework, op),
      pending: product(own.pending, op),
      scrap: product(own.scrap, op),
      surplus: product(toNumber(subNum(came, own.inQty)), op),
    };
  });
  const started = product(addDec(at(first).started, at(first).sent), first);
  const lastGood = product(at(last).good, last);
  const places_ = sumDec(
    places.flatMap(({ wip, rework, pending, scrap, surplus }) => [wip, rework, pending, scrap, surplus]),
  );
  return {
    way: way.map(({ opNbr }) => opNbr),
    started,
    places,
    lastGood,
    difference: toNumber(roundNum(subNum(started, addDec(places_, lastGood)), 4)),
  };
};
const NONE: Stored = { inQty: 0, good: 0, rework: 0, pending: 0, scrap: 0, wip: 0, started: 0, sent: 0, outside: 0 };
