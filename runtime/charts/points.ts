/** What a mark draws: a point for each row and measure, and the colours of their series. */

import type { ChartKeys } from '../../schemas/language/document-report';
import type { ChartData, ChartMeasure } from '../../schemas/language/wire';
import { type ChartColours, fixedColour } from './colours';
import { dimText } from './text';
import type { Words } from './types';

export interface Point {
  /** number of the row in the data: what a click picks */
  readonly i: number;
  readonly x: string;
  readonly s: string;
  readonly y: number | null;
  readonly m: string;
  readonly [more: string]: unknown;
}
export type PlotSpec = Readonly<Record<string, unknown>>;
export interface SpecInput {
  readonly data: ChartData;
  readonly keys: ChartKeys;
  readonly colours: ChartColours;
  readonly words: Words;
  /** px at the screen: letters of a board are larger */
  readonly font: number;
  readonly width: number;
  readonly height: number;
}
/** Shown measures in their order; those of size and target are not bars of their own. */
export const shownMeasures = (data: ChartData, keys: ChartKeys): readonly ChartMeasure[] =>
  (keys.y ?? []).flatMap((code) => data.measures.find((measure) => measure.code === code) ?? []);

/** One point for each row and measure; with a series the second group tells the colour. */
export const pointsOf = (
  { data, keys, words }: Pick<SpecInput, 'data' | 'keys' | 'words'>,
  only?: readonly string[],
): Point[] => {
  const measures = shownMeasures(data, keys).filter((measure) => only === undefined || only.includes(measure.code));
  const [x, series] = data.dims;
  return data.rows.flatMap((row, i) =>
    measures.map(
      (measure): Point => ({
        i,
        x: x === undefined ? measure.title : dimText(x, row, 0, words),
        s: series === undefined ? measure.title : dimText(series, row, 1, words),
        y: row.v[measure.code] ?? null,
        m: measure.code,
        rest: row.rest === true,
      }),
    ),
  );
};

/** Whether there is anything to draw: groups without a single number are none. */
export const hasNumbers = ({ dims, rows }: Pick<ChartData, 'dims' | 'rows'>): boolean =>
  dims.length === 0 || rows.some(({ v, p }) => [...Object.values(v), ...Object.values(p ?? {})].some(isNumber));
const isNumber = (value: number | null | undefined): boolean => value !== null && value !== undefined;

export const seriesOf = (points: readonly Point[]): readonly string[] => [...new Set(points.map((point) => point.s))];
/** Fixed hues first, then the order of the palette. */
export const colourRange = (input: SpecInput, names: readonly string[]): readonly string[] => {
  const { data, keys, colours } = input;
  const measures = shownMeasures(data, keys);
  const isSeries = data.dims.length > 1;
  const rest = isSeries ? data.rows.find((row) => row.rest)?.l[1] : undefined;
  const fixed = names.map((name) => {
    if (name === rest) return colours.rest;
    const measure = isSeries ? undefined : measures.find((measure) => measure.title === name);
    return measure && fixedColour(measure.code, measure.title, colours);
  });
  let next = 0;
  return fixed.map((colour) => colour ?? colours.series[next++ % colours.series.length] ?? colours.rest);
};
