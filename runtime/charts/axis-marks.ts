/** Marks over two axes: bars, lines, both, pareto. */
import {
  axes,
  colourScale,
  label,
  labelStyle,
  labelsAbove,
  legend,
  percentAxes,
  rightAxis,
  spread,
  targetLine,
  tooltip,
  wantsLabels,
} from './frame';
import { type PlotSpec, type Point, pointsOf, type SpecInput, seriesOf } from './points';
import { toneOf } from './text';

export function bars(input: SpecInput): PlotSpec {
  const points = pointsOf(input);
  const names = seriesOf(points);
  const mark = input.keys.chart;
  const flip = mark === 'hbar';
  const stack = mark === 'stackBar';
  const hundred = input.keys.options?.stack100 === true;
  const single = names.length <= 1;
  return {
    // the number of the longest bar stands beyond its end
    ...(flip
      ? { coordinate: { transform: [{ type: 'transpose' }] }, marginRight: 14 + input.font * 2.5 }
      : stack && hundred
        ? { axis: percentAxes(input) }
        : {}),
    data: points,
    scale: {
      x: { padding: 0.45 },
      y: { nice: true, zero: true, ...(input.keys.options?.zero === false ? {} : { domainMin: undefined }) },
      color: colourScale(input, names),
    },
    legend: legend(input, names),
    children: [
      {
        type: 'interval',
        encode: { x: 'x', y: 'y', color: 's' },
        transform: stack
          ? [{ type: 'stackY' }, ...(hundred ? [{ type: 'normalizeY' }] : [])]
          : single
            ? []
            : [{ type: 'dodgeX' }],
        style: {
          maxWidth: 40 * (input.font / 12),
          minHeight: 1,
          fill: (point: Point) => (point.rest === true ? input.colours.rest : thresholdColour(input, point)),
          cursor: input.data.drill ? 'pointer' : 'default',
        },
        labels: wantsLabels(input, points.length)
          ? [
              {
                text: (point: Point) => label(input, point),
                position: stack ? 'inside' : flip ? 'right' : 'top',
                ...(stack ? {} : flip ? { dx: 4, textAlign: 'start' } : { dy: -4, textBaseline: 'bottom' }),
                style: stack ? { fill: input.colours.panel, fontSize: input.font } : labelStyle(input),
                // a number that is wider than its part of a bar would be read without its ends
                transform: [{ type: stack ? 'overflowHide' : 'overlapHide' }],
              },
            ]
          : [],
        tooltip: tooltip(input),
      },
      ...targetLine(input),
    ],
  };
}
/** Thresholds colour the bars they are said for. */
const thresholdColour = ({ keys, colours }: SpecInput, { m, y }: Point): string | undefined => {
  const tone = toneOf(keys.thresholds?.[m], y);
  return tone && colours[tone];
};

export function lines(input: SpecInput): PlotSpec {
  const points = pointsOf(input);
  const names = seriesOf(points);
  const area = input.keys.chart === 'area' && points.every((point) => (point.y ?? 0) >= 0);
  // groups add up to a whole, measures do not
  const stack = area && names.length > 1 && input.data.dims.length > 1;
  const shape = input.keys.options?.smooth === true ? 'smooth' : 'line';
  const last = points.length === 0 ? -1 : Math.max(...points.map((point) => point.i));
  return {
    data: points,
    scale: {
      x: { range: [0.02, 0.98], type: 'point' },
      y: { nice: true, zero: area || input.keys.options?.zero === true },
      color: colourScale(input, names),
    },
    legend: legend(input, names),
    children: [
      ...(area
        ? [
            {
              type: 'area',
              encode: { x: 'x', y: 'y', color: 's', shape: shape === 'line' ? 'area' : shape },
              transform: stack ? [{ type: 'stackY' }] : [],
              style: { fillOpacity: 0.25 },
              tooltip: false,
            },
          ]
        : []),
      {
        type: 'line',
        encode: { x: 'x', y: 'y', color: 's', shape },
        transform: stack ? [{ type: 'stackY', y1: 'y' }] : [],
        style: { lineWidth: 2 },
        tooltip: tooltip(input),
      },
      {
        type: 'point',
        encode: { x: 'x', y: 'y', color: 's', shape: 'point' },
        transform: stack ? [{ type: 'stackY', y1: 'y' }] : [],
        style: {
          r: points.length > 60 ? 0 : 3.5,
          fill: input.colours.panel,
          lineWidth: 2,
          stroke: undefined,
          cursor: input.data.drill ? 'pointer' : 'default',
        },
        // the last value is labelled: it is the one that is asked about
        labels: [
          {
            text: (point: Point) => (point.i === last || points.length <= 8 ? label(input, point) : ''),
            position: 'top',
            dy: -6,
            textBaseline: 'bottom',
            style: labelStyle(input),
            transform: [{ type: 'overlapHide' }],
          },
        ],
        tooltip: false,
      },
      ...targetLine(input),
    ],
  };
}

/** Bars on the left axis, lines on the right, above them: neither hides the other. */
export function barLine(input: SpecInput): PlotSpec {
  const { keys, data, colours, font } = input;
  const right = keys.right ?? (keys.y ?? []).slice(-1);
  const left = (keys.y ?? []).filter((code) => !right.includes(code));
  const bar = pointsOf(input, left);
  const line = pointsOf(input, right);
  const names = [...seriesOf(bar), ...seriesOf(line)];
  const target = typeof keys.target === 'number' ? [keys.target] : [];
  const [low, high] = spread([...line.flatMap((point) => (point.y === null ? [] : [point.y])), ...target]);
  const unit = data.measures.find((measure) => measure.code === right[0])?.suffix ?? '';
  const most = Math.max(1, ...bar.map((point) => point.y ?? 0));
  const least = Math.min(...line.flatMap((point) => (point.y === null ? [] : [point.y])), ...target);
  const axis = rightAxis(input, unit, least - (high - low) * 0.08);
  const rightScale = { y: { key: 'right', domainMin: low, domainMax: high } };
  const cursor = data.drill ? 'pointer' : 'default';
  const labels = (count: number, dy: number) => (wantsLabels(input, count) ? labelsAbove(input, dy) : []);
  return {
    data: bar,
    scale: { color: colourScale(input, names), x: { padding: 0.45 } },
    legend: legend(input, names),
    children: [
      {
        type: 'interval',
        data: bar,
        encode: { x: 'x', y: 'y', color: 's' },
        transform: seriesOf(bar).length > 1 ? [{ type: 'dodgeX' }] : [],
        scale: { y: { key: 'left', domainMin: 0, domainMax: most * 2.1 } },
        axis: { y: { ...axes(colours, font).y, labelFilter: (value: unknown) => Number(value) <= most * 1.25 } },
        style: {
          maxWidth: 40 * (font / 12),
          fill: (point: Point) => (point.rest === true ? colours.rest : undefined),
          cursor,
        },
        labels: labels(bar.length, -4),
        tooltip: tooltip(input),
      },
      {
        type: 'line',
        data: line,
        encode: { x: 'x', y: 'y', color: 's', series: 's' },
        scale: rightScale,
        style: { lineWidth: 2 },
        axis,
        tooltip: tooltip(input),
      },
      {
        type: 'point',
        data: line,
        encode: { x: 'x', y: 'y', color: 's', shape: 'point' },
        scale: rightScale,
        style: { r: 3.5, fill: colours.panel, lineWidth: 2 },
        axis,
        labels: labels(line.length, -7),
        tooltip: false,
      },
      ...targetLine(input, { scale: rightScale, axis }),
    ],
  };
}
export function pareto(input: SpecInput): PlotSpec {
  const points = [...pointsOf(input)].sort((a, b) => Number(a.rest) - Number(b.rest) || (b.y ?? 0) - (a.y ?? 0));
  const all = points.reduce((sum, point) => sum + (point.y ?? 0), 0);
  let run = 0;
  const cumulated = points.map((point) => {
    run += point.y ?? 0;
    return { ...point, c: all === 0 ? null : Math.round((run / all) * 10_000) / 100 };
  });
  const { colours, font } = input;
  return {
    data: cumulated,
    scale: { x: { padding: 0.4, domain: cumulated.map((point) => point.x) } },
    legend: false,
    children: [
      {
        type: 'interval',
        encode: { x: 'x', y: 'y' },
        scale: { y: { key: 'left', nice: true } },
        style: {
          maxWidth: 44 * (font / 12),
          fill: (point: Point & { readonly c: number | null }) =>
            point.rest === true ? colours.rest : (point.c ?? 0) <= 80 ? colours.bad : colours.series[0],
          cursor: input.data.drill ? 'pointer' : 'default',
        },
        labels: labelsAbove(input, -4),
        tooltip: tooltip(input),
      },
      {
        type: 'line',
        encode: { x: 'x', y: 'c' },
        scale: { y: { key: 'right', domainMin: 0, domainMax: 100 } },
        style: { stroke: colours.text2, lineWidth: 2 },
        axis: rightAxis(input, '%'),
        tooltip: { items: [{ channel: 'y', name: '累计', valueFormatter: (value: number) => `${value} %` }] },
      },
      {
        type: 'point',
        encode: { x: 'x', y: 'c', shape: 'point' },
        scale: { y: { key: 'right', domainMin: 0, domainMax: 100 } },
        style: { r: 3.5, fill: colours.panel, stroke: colours.text2, lineWidth: 2 },
        axis: rightAxis(input, '%'),
        tooltip: false,
      },
      {
        type: 'lineY',
        data: [80],
        encode: { y: (y: number) => y },
        scale: { y: { key: 'right' } },
        axis: rightAxis(input, '%'),
        style: { stroke: colours.text2, lineDash: [4, 4] },
        tooltip: false,
      },
    ],
  };
}
