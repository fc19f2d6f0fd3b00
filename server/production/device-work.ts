/** Work of a device on a start (30 P12): the time it ran, cut where a report ends; what was reported of the time belongs to it. */
import { sumDec } from '../../schemas/language/codec/decimal';
import { splitBy } from './split';

export interface Run {
  readonly from: string;
  /** none: it runs */
  readonly to: string | null;
}
export interface ReportAt {
  readonly id: string;
  /** its end */
  readonly at: string;
  readonly qty: number;
}
export interface Part extends Run {
  /** the first report that ends with or after it */
  readonly report: string | null;
  readonly qty: number;
}

/** Parts in the order of time. Whatever reports say, the parts of a run make up the run and the quantities of parts those of the reports. */
export const partsOf = (runs: readonly Run[], given: readonly ReportAt[], decimals: number): readonly Part[] => {
  const reports = [...given].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
  const pieces = runs
    .flatMap((run) => cutAt(run, reports))
    .sort((a, b) => compare(a.from, b.from))
    .map((piece) => ({ ...piece, report: reports.find(({ at }) => piece.to !== null && at >= piece.to)?.id ?? null }));
  const shares = reports.map((report) => sharesOf(report, pieces, decimals));
  return pieces.map((piece, n) => ({ ...piece, qty: sumDec(shares.map((parts) => parts.get(n) ?? 0)) }));
};

const cutAt = ({ from, to }: Run, reports: readonly ReportAt[]): readonly Run[] => {
  if (to !== null && to <= from) return [];
  const cuts = [...new Set(reports.map(({ at }) => at))].filter((at) => at > from && (to === null || at < to));
  return [from, ...cuts].map((start, n) => ({ from: start, to: cuts[n] ?? to }));
};

type Piece = Omit<Part, 'qty'>;
/** By the minutes of its pieces; without one it goes to the work it came after, else to the first there is. */
const sharesOf = (
  { id, at, qty }: ReportAt,
  pieces: readonly Piece[],
  decimals: number,
): ReadonlyMap<number, number> => {
  const own = pieces.flatMap(({ report }, n) => (report === id ? [n] : []));
  if (own.length > 0) {
    const parts = splitBy(
      qty,
      own.map((n) => minutesOf(pieces[n] as Piece) ?? 0),
      decimals,
    );
    return new Map(own.map((n, index) => [n, parts[index] ?? 0]));
  }
  if (pieces.length === 0) return new Map();
  const before = pieces.filter(({ to }) => to !== null && to <= at).length;
  return new Map([[Math.max(0, before - 1), qty]]);
};

/** Of what is over. */
export const minutesOf = ({ from, to }: Run): number | null =>
  to === null ? null : Math.round((msOf(to) - msOf(from)) / 600) / 100;
const msOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
