/** Marks of where values lie: heat, scatter, histogram, waterfall. */
import { axes, label, labelStyle, labelsAbove, measureOf, tooltip } from './frame';
import { type PlotSpec, type Point, pointsOf, type SpecInput, seriesOf, shownMeasures } from './points';
import { dimText, shortText } from './text';

export function heat(input: SpecInput): PlotSpec {
  const all = pointsOf(input);
  // a cell without a number is no cell; its place stays
  const points = all.filter(({ y }) => y !== null);
  return {
    data: points,
    legend: false,
    scale: { x: { domain: [...new Set(all.map(({ x }) => x))] }, y: { domain: [...seriesOf(all)] } },
    children: [
      {
        type: 'cell',
        encode: { x: 'x', y: 's', color: 'y' },
        scale: { color: { type: 'linear', range: [input.colours.line, input.colours.series[0]] } },
        style: { inset: 1, cursor: input.data.drill ? 'pointer' : 'default' },
        labels:
          points.length <= 120
            ? [
                {
                  text: (point: Point) => label(input, point),
                  position: 'inside',
                  style: labelStyle(input),
                  transform: [{ type: 'overlapHide' }],
                },
              ]
            : [],
        axis: { y: { title: false, grid: false, labelFill: input.colours.text2, labelFontSize: input.font } },
        tooltip: {
          title: (point: Point) => `${point.x} · ${point.s}`,
          items: [(point: Point) => ({ name: measureOf(input, point)?.title ?? '', value: label(input, point) })],
        },
      },
    ],
  };
}

export function scatter(input: SpecInput): PlotSpec {
  const [mx, my, msize] = shownMeasures(input.data, input.keys);
  const [dim, series] = input.data.dims;
  const points = input.data.rows.map((row, i) => ({
    i,
    n: dim === undefined ? '' : dimText(dim, row, 0, input.words),
    s: series === undefined ? '' : dimText(series, row, 1, input.words),
    a: row.v[mx?.code ?? ''] ?? null,
    b: row.v[my?.code ?? ''] ?? null,
    z: row.v[input.keys.size ?? msize?.code ?? ''] ?? 1,
  }));
  const base = axes(input.colours, input.font);
  return {
    data: points,
    legend: false,
    scale: { x: { nice: true }, y: { nice: true }, size: { range: [4, 18] }, color: { range: input.colours.series } },
    axis: {
      x: { ...base.x, title: mx?.title ?? false, titleFill: input.colours.text2, labelAutoEllipsis: false },
      y: { ...base.y, title: my?.title ?? false, titleFill: input.colours.text2 },
    },
    children: [
      {
        type: 'point',
        encode: {
          x: 'a',
          y: 'b',
          ...(input.keys.size === undefined && msize === undefined ? {} : { size: 'z' }),
          color: 's',
          shape: 'point',
        },
        style: { fillOpacity: 0.7, cursor: input.data.drill ? 'pointer' : 'default' },
        tooltip: {
          title: 'n',
          items: [
            { field: 'a', name: mx?.title ?? '' },
            { field: 'b', name: my?.title ?? '' },
          ],
        },
      },
    ],
  };
}

/** Spans of equal width from the least to the greatest value, in the order of numbers; empty ones keep their place. */
export const binsOf = (
  values: readonly number[],
  bins: number,
): readonly { readonly x: string; readonly y: number }[] => {
  if (values.length === 0) return [];
  const least = Math.min(...values);
  const most = Math.max(...values);
  const count = most === least ? 1 : Math.max(1, bins);
  const step = (most - least) / count;
  const named = (value: number): string => shortText({ type: 'decimal', scale: 2 }, Math.round(value * 100) / 100);
  return Array.from({ length: count }, (_, at) => ({
    x: count === 1 ? named(least) : `${named(least + at * step)}~${named(least + (at + 1) * step)}`,
    y: values.filter((value) => Math.min(count - 1, step === 0 ? 0 : Math.floor((value - least) / step)) === at).length,
  }));
};
export function histogram(input: SpecInput): PlotSpec {
  const values = pointsOf(input).flatMap((point) => (point.y === null ? [] : [point.y]));
  return {
    data: binsOf(values, input.keys.options?.bins ?? 10),
    legend: false,
    scale: { x: { padding: 0.02 }, y: { nice: true } },
    children: [
      {
        type: 'interval',
        encode: { x: 'x', y: 'y' },
        style: { fill: input.colours.series[0] },
        tooltip: { title: 'x', items: [{ channel: 'y', name: '个数' }] },
      },
    ],
  };
}

export function waterfall(input: SpecInput): PlotSpec {
  let run = 0;
  const points = pointsOf(input).map((point) => {
    const from = run;
    run += point.y ?? 0;
    return { ...point, from, to: run };
  });
  const total = { i: -1, x: '合计', s: '合计', y: run, m: points[0]?.m ?? '', from: 0, to: run };
  return {
    data: [...points, total],
    legend: false,
    children: [
      {
        type: 'interval',
        encode: { x: 'x', y: ['from', 'to'] },
        style: {
          maxWidth: 44 * (input.font / 12),
          fill: (point: Point) =>
            point.i < 0 ? input.colours.series[6] : (point.y ?? 0) >= 0 ? input.colours.series[0] : input.colours.bad,
        },
        labels: labelsAbove(input, -4),
        tooltip: tooltip(input),
      },
    ],
  };
}
