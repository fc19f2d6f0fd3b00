/** What a click on a mark does: the next dim of the same chart (`drillDims`), or the other cells of a board (`emit`). Pure. */
import type { ChartKeys } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { ChartData } from '../../schemas/language/wire';
import { dimText } from './text';
import type { CellAsk, Words } from './types';

/** A mark that was gone into. */
export interface Level {
  readonly dim: string;
  readonly value: Json;
  readonly label: string;
}
/** Values sent to the other cells, and how they are called. */
export interface Emitted {
  readonly values: Readonly<Record<string, Json>>;
  readonly label: string;
}

/** The dims of a chart, the first it shows, then those below; a slot of time is a span and goes no deeper. */
const levelsOf = ({ x, drillDims = [] }: ChartKeys): readonly string[] =>
  typeof x !== 'string' || x.includes(':') ? [] : [x, ...drillDims];

/** The question of a chart that was gone into: its next dim, within what was chosen. */
export function levelled(ask: CellAsk, path: readonly Level[]): CellAsk {
  const x = levelsOf(ask.chart)[path.length];
  if (path.length === 0 || x === undefined) return ask;
  const search = { ...ask.search, ...Object.fromEntries(path.map(({ dim, value }) => [dim, value])) };
  return { ...ask, chart: { ...ask.chart, x }, search };
}

/** Where a click on a mark goes deeper; undefined = to the records. */
export function nextLevel(
  keys: ChartKeys,
  path: readonly Level[],
  data: ChartData,
  index: number,
  words: Words,
): Level | undefined {
  const [dim] = data.dims;
  const row = data.rows[index];
  const value = row?.k[0];
  if (dim === undefined || row === undefined || row.rest === true || value === null || value === undefined) return;
  if (levelsOf(keys)[path.length + 1] === undefined) return undefined;
  return { dim: dim.code, value, label: dimText(dim, row, 0, words) };
}

/** Dims of a mark that the chart sends to the other cells; undefined when it sends none or the mark is the rest. */
export function emittedBy(keys: ChartKeys, data: ChartData, index: number, words: Words): Emitted | undefined {
  const row = data.rows[index];
  if (row === undefined || row.rest === true || keys.emit === undefined) return undefined;
  const sent = data.dims.flatMap((dim, at) => {
    const value = row.k[at];
    if (keys.emit?.includes(dim.code) !== true || dim.grain !== undefined || value === null || value === undefined)
      return [];
    return [{ code: dim.code, value, label: dimText(dim, row, at, words) }];
  });
  if (sent.length === 0) return undefined;
  return {
    values: Object.fromEntries(sent.map(({ code, value }) => [code, value])),
    label: sent.map(({ label }) => label).join(' · '),
  };
}

/** What a mark can do: narrow the other cells, go one dim deeper, open the records behind it. */
export interface MarkActs {
  readonly sends?: Emitted;
  readonly deeper?: Level;
  readonly opens: boolean;
}
interface MarkPlace {
  readonly keys: ChartKeys;
  readonly path: readonly Level[];
  readonly data: ChartData;
  readonly index: number;
  readonly words: Words;
}
export function actsOf({ keys, path, data, index, words }: MarkPlace, sends: boolean, opens: boolean): MarkActs {
  const sent = sends ? emittedBy(keys, data, index, words) : undefined;
  const deeper = nextLevel(keys, path, data, index, words);
  return {
    ...(sent === undefined ? {} : { sends: sent }),
    ...(deeper === undefined ? {} : { deeper }),
    opens: opens && deeper === undefined,
  };
}
