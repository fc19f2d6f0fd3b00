/**
 * Control chart: points with the numbers of the rules that fired, centre, limits in steps where they change, σ bands, lines of the
 * specification. Every number comes from the service; nothing is estimated here (80 §7.4).
 */
import type { ChartMeasure } from '../../schemas/language/wire';
import { axes, label, labelStyle } from './frame';
import { type PlotSpec, type Point, type SpecInput, shownMeasures } from './points';
import { dimText, withUnit } from './text';

/** what the second dim says of an excluded point */
export const EXCLUDED = 'x';

interface SpcPoint extends Point {
  readonly name: string;
  readonly centre: number | null;
  readonly upper: number | null;
  readonly lower: number | null;
  /** numbers of the rules that fired here, as one text */
  readonly fired: string;
  readonly isOut: boolean;
}

export function spc(input: SpecInput): PlotSpec {
  const { data, colours, font } = input;
  const [value, centre, upper, lower, ...specs] = shownMeasures(data, input.keys);
  const points = value === undefined ? [] : pointsOf(input, value, [centre, upper, lower]);
  const banded = points.map((point) => ({ ...point, ...bands(point) }));
  const names = points.map((point) => point.name);
  const all = points.flatMap(({ y, upper: high, lower: low }) => [y, high, low].filter((number) => number !== null));
  const limits = specs.flatMap((measure) => {
    const at = data.rows.find((row) => row.v[measure.code] !== null && row.v[measure.code] !== undefined);
    return at === undefined ? [] : [{ measure, at: at.v[measure.code] as number }];
  });
  const ends = [...all, ...limits.map(({ at }) => at)];
  const [least, most] = ends.length === 0 ? [0, 1] : [Math.min(...ends), Math.max(...ends)];
  const room = (most - least || 1) * 0.1;
  const base = axes(colours, font);
  const step = (field: string, stroke: string, more: PlotSpec = {}): PlotSpec => ({
    type: 'line',
    encode: { x: 'x', y: field, shape: 'hvh' },
    style: { stroke, lineWidth: 1.5, ...more },
    tooltip: false,
  });
  return {
    data: banded,
    legend: false,
    scale: { x: { type: 'point', range: [0.01, 0.99] }, y: { domainMin: least - room, domainMax: most + room } },
    axis: {
      x: { ...base.x, labelFormatter: (x: string) => names[Number(x)] ?? '' },
      y: { ...base.y, labelFormatter: (at: number) => (value === undefined ? String(at) : numberAt(value, at)) },
    },
    children: [
      band('low2', 'high2', colours.line, 0.35),
      band('low1', 'high1', colours.line, 0.45),
      step('upper', colours.bad, { lineDash: [6, 4] }),
      step('lower', colours.bad, { lineDash: [6, 4] }),
      step('centre', colours.ok),
      ...limits.map(({ measure, at }) => specLine(input, measure, at)),
      {
        type: 'line',
        encode: { x: 'x', y: 'y' },
        style: { stroke: colours.series[0], lineWidth: 1.5 },
        tooltip: false,
      },
      {
        type: 'point',
        encode: { x: 'x', y: 'y', shape: 'point' },
        style: {
          r: (point: SpcPoint) => (point.fired === '' ? 3 : 4.5),
          fill: (point: SpcPoint) =>
            point.isOut ? colours.panel : point.fired === '' ? colours.series[0] : colours.bad,
          stroke: (point: SpcPoint) => (point.fired === '' ? colours.series[0] : colours.bad),
          lineWidth: 1.5,
          cursor: data.drill ? 'pointer' : 'default',
        },
        labels: [
          {
            text: (point: SpcPoint) => point.fired,
            position: 'top',
            dy: -6,
            textBaseline: 'bottom',
            style: { ...labelStyle(input), fill: colours.bad, fillOpacity: 1 },
          },
        ],
        tooltip: {
          title: (point: SpcPoint) => `${data.dims[0]?.title ?? ''} ${point.name}`,
          items: [
            (point: SpcPoint) => ({ name: value?.title ?? '', value: label(input, point) }),
            ...[centre, upper, lower].flatMap((measure, at) =>
              measure === undefined
                ? []
                : [
                    (point: SpcPoint) => ({
                      name: measure.title,
                      value: withUnit(measure, [point.centre, point.upper, point.lower][at]),
                    }),
                  ],
            ),
            (point: SpcPoint) => ({
              name: '判异',
              value: point.isOut ? '已剔除' : point.fired === '' ? '无' : `准则${point.fired}`,
            }),
          ],
        },
      },
    ],
  };
}

function pointsOf(
  { data, words }: SpecInput,
  value: ChartMeasure,
  limits: readonly (ChartMeasure | undefined)[],
): readonly SpcPoint[] {
  const [x] = data.dims;
  return data.rows.map((row, i): SpcPoint => {
    const [centre = null, upper = null, lower = null] = limits.map((measure) => row.v[measure?.code ?? ''] ?? null);
    const said = row.l[1] ?? row.k[1];
    const marks = said === null || said === undefined ? '' : String(said);
    return {
      i,
      x: String(i),
      s: value.title,
      y: row.v[value.code] ?? null,
      m: value.code,
      name: x === undefined ? String(i + 1) : dimText(x, row, 0, words),
      centre,
      upper,
      lower,
      fired: marks === EXCLUDED ? '' : marks,
      isOut: marks === EXCLUDED,
    };
  });
}

/** one and two σ beside the centre, never beyond a limit that stops at 0 */
function bands({ centre, upper, lower }: SpcPoint): PlotSpec {
  if (centre === null || upper === null) return { low1: null, high1: null, low2: null, high2: null };
  const sigma = (upper - centre) / 3;
  const down = (n: number): number => Math.max(centre - n * sigma, lower ?? Number.NEGATIVE_INFINITY);
  return { low1: down(1), high1: centre + sigma, low2: down(2), high2: centre + 2 * sigma };
}
const band = (low: string, high: string, fill: string, fillOpacity: number): PlotSpec => ({
  type: 'area',
  encode: { x: 'x', y: [low, high], shape: 'hvh' },
  style: { fill, fillOpacity },
  tooltip: false,
});
const specLine = ({ colours, font }: SpecInput, measure: ChartMeasure, at: number): PlotSpec => ({
  type: 'lineY',
  data: [at],
  encode: { y: (y: number) => y },
  style: { stroke: colours.text2, lineDash: [2, 3], lineWidth: 1.5 },
  labels: [
    {
      text: `${measure.title} ${numberAt(measure, at)}`,
      position: 'right',
      textAlign: 'end',
      textBaseline: 'bottom',
      dy: -2,
      fill: colours.text2,
      fontSize: font,
    },
  ],
  tooltip: false,
});
const numberAt = (measure: ChartMeasure, at: number): string => String(Number(at.toFixed(measure.scale ?? 4)));
