/** Rules of a route (20 §10.9): who waits for whom, the one last operation, minutes of a piece, hours of a lot. Pure. */
import { addDec, divDec, mulDec, roundHalfUp } from '../../../schemas/language/codec/decimal';

export interface Op {
  readonly id: string;
  readonly opNbr: number;
  /** empty = the row above, `0` = nothing before it */
  readonly predecessors: readonly string[];
  readonly ratio: number;
  readonly stdMin: number;
  readonly runBase: number;
  readonly setupMin: number;
  readonly queueMin: number;
  readonly moveMin: number;
  readonly isOut: boolean;
  readonly outDays: number;
}
export interface RouteProblem {
  /** row and field it is shown at; the whole list without a row */
  readonly row?: string;
  readonly field: string;
  readonly text: string;
  /** operations that wait for each other, the first one again at the end */
  readonly cycle?: readonly number[];
}

const START = '0';
const DAY_MIN = 24 * 60;

/** Numbers of the operations each one waits for. */
export const linksOf = (ops: readonly Op[]): ReadonlyMap<number, readonly number[]> =>
  new Map(
    ops.map((op, at) => {
      const above = ops[at - 1]?.opNbr;
      if (op.predecessors.length === 0) return [op.opNbr, above === undefined ? [] : [above]];
      return [op.opNbr, op.predecessors.filter((predecessor) => predecessor !== START).map(Number)];
    }),
  );

export const routeProblems = (ops: readonly Op[]): readonly RouteProblem[] => {
  if (ops.length === 0) return [{ field: 'ops', text: '工艺路线至少需要一道工序' }];
  const numbers = new Set<number>();
  const problems: RouteProblem[] = [];
  for (const { id, opNbr, ratio } of ops) {
    if (numbers.has(opNbr)) problems.push({ row: id, field: 'opNbr', text: `工序号${opNbr}重复` });
    numbers.add(opNbr);
    if (!(ratio > 0)) problems.push({ row: id, field: 'ratio', text: '单件倍率必须大于0' });
  }
  for (const op of ops)
    for (const predecessor of op.predecessors)
      if (predecessor !== START && !numbers.has(Number(predecessor)))
        problems.push({ row: op.id, field: 'predecessors', text: `前工序${predecessor}不存在` });
  if (problems.length > 0) return problems;
  const links = linksOf(ops);
  const cycle = cycleIn(links);
  if (cycle) {
    const row = ops.find(({ opNbr }) => opNbr === cycle[0]);
    const text = `前工序存在循环：${cycle.join(' → ')}`;
    return [{ ...(row ? { row: row.id } : {}), field: 'predecessors', text, cycle }];
  }
  const last = lastOf(ops);
  if (last.length === 1) return [];
  return [{ field: 'ops', text: `末道工序必须唯一，当前为${last.map(({ opNbr }) => opNbr).join('、')}` }];
};

/** Operations nothing follows. */
export const lastOf = (ops: readonly Op[]): readonly Op[] => {
  const followed = new Set([...linksOf(ops).values()].flat());
  return ops.filter(({ opNbr }) => !followed.has(opNbr));
};

/** The first way back to itself in the order of work, closed; undefined when there is none. */
const cycleIn = (links: ReadonlyMap<number, readonly number[]>): readonly number[] | undefined => {
  const done = new Set<number>();
  const walk = (at: number, path: readonly number[]): readonly number[] | undefined => {
    const seen = path.indexOf(at);
    // the path was walked against the work
    if (seen >= 0) return [at, ...path.slice(seen + 1).reverse(), at];
    if (done.has(at)) return undefined;
    for (const before of links.get(at) ?? []) {
      const found = walk(before, [...path, at]);
      if (found) return found;
    }
    done.add(at);
    return undefined;
  };
  for (const opNbr of links.keys()) {
    const found = walk(opNbr, []);
    if (found) return found;
  }
  return undefined;
};

/** Minutes of one finished piece over all operations. */
export const totalMinutes = (ops: readonly Op[]): number =>
  roundHalfUp(
    ops.reduce((sum, op) => addDec(sum, mulDec(perPiece(op), op.ratio)), 0),
    4,
  );

/** Hours from the start of a lot to its end, along the longest way; an operation outside takes its days. */
export const leadHours = (ops: readonly Op[], lot: number): number => {
  const links = linksOf(ops);
  const own = new Map(ops.map((op) => [op.opNbr, op]));
  const known = new Map<number, number>();
  const until = (opNbr: number): number => {
    const before = known.get(opNbr);
    if (before !== undefined) return before;
    const op = own.get(opNbr);
    if (!op) return 0;
    known.set(opNbr, 0);
    const work = op.isOut ? op.outDays * DAY_MIN : addDec(op.setupMin, mulDec(mulDec(lot, op.ratio), perPiece(op)));
    const start = Math.max(0, ...(links.get(opNbr) ?? []).map(until));
    const end = addDec(start, addDec(work, op.queueMin + op.moveMin));
    known.set(opNbr, end);
    return end;
  };
  return roundHalfUp(divDec(Math.max(0, ...ops.map(({ opNbr }) => until(opNbr))), 60) ?? 0, 4);
};

const perPiece = ({ stdMin, runBase }: Op): number => divDec(stdMin, runBase) ?? 0;

/** Pieces of an operation for an order, rounded up to what the unit can count. */
export const plannedQty = (orderQty: number, ratio: number, decimals: number): number => {
  const step = 10 ** decimals;
  return Math.ceil(roundHalfUp(mulDec(mulDec(orderQty, ratio), step), 6)) / step;
};

/** Pieces the next operation may take for good pieces of this one. */
export const passedOn = (goodQty: number, ratio: number, nextRatio: number): number =>
  divDec(mulDec(goodQty, nextRatio), ratio) ?? 0;

/** Hours the standard gives for good pieces. */
export const theoryHours = (goodQty: number, stdMin: number, runBase: number): number =>
  roundHalfUp(divDec(mulDec(goodQty, stdMin), mulDec(runBase, 60)) ?? 0, 4);
