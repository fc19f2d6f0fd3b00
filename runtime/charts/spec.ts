/** A chart as a G2 specification: pure, so every mark is tested without a canvas. The only words G2 gets are labels and numbers. */
import type { ChartKeys, ChartMark } from '../../schemas/language/document-report';
import { type ChartColours, fixedColour } from './colours';
import { dimText, numberText, shortText, withUnit } from './text';
import type { ChartData, ChartMeasure, Words } from './types';

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
}
/** Marks drawn as HTML; the rest are G2's. */
export const PLAIN_MARKS: ReadonlySet<ChartMark> = new Set<ChartMark>(['number', 'progress', 'rank', 'table']);
const MAX_LABELS = 12;

export const specOf = (input: SpecInput): PlotSpec => {
  const mark = input.keys.chart ?? 'bar';
  const make = BUILDERS[mark] ?? bars;
  return { ...frame(input), ...make(input) };
};

const frame = ({ colours, font }: SpecInput): PlotSpec => ({
  type: 'view',
  animate: false,
  margin: 4,
  marginRight: 14,
  insetTop: 14,
  theme: { type: 'classic', view: { viewFill: 'transparent' } },
  axis: axes(colours, font),
});
const axes = (colours: ChartColours, font: number) => ({
  x: {
    title: false,
    labelFill: colours.text2,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontSize: font,
    line: true,
    lineStroke: colours.line,
    lineLineWidth: 1,
    tick: false,
    labelAutoHide: true,
    labelAutoRotate: false,
    labelAutoEllipsis: { maxLength: 96 },
  },
  y: {
    title: false,
    labelFill: colours.text2,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontSize: font,
    gridStroke: colours.line,
    gridStrokeOpacity: 1,
    gridLineDash: [0, 0],
    labelAutoRotate: false,
    labelAutoHide: true,
    tickCount: 5,
    tick: false,
    labelFormatter: (value: unknown) =>
      typeof value === 'number' ? shortText({ type: 'decimal', scale: 2 }, value) : String(value),
  },
});

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

const seriesOf = (points: readonly Point[]): readonly string[] => [...new Set(points.map((point) => point.s))];
/** Fixed hues first, then the order of the palette. */
export const colourRange = (input: SpecInput, names: readonly string[]): readonly string[] => {
  const { data, keys, colours } = input;
  const measures = shownMeasures(data, keys);
  const isSeries = data.dims.length > 1;
  const dim = data.dims[1];
  const fixed = names.map((name) => {
    const measure = isSeries ? undefined : measures.find((one) => one.title === name);
    return measure === undefined
      ? dim === undefined
        ? undefined
        : undefined
      : fixedColour(measure.code, measure.title, colours);
  });
  let next = 0;
  return fixed.map((colour) => colour ?? colours.series[next++ % colours.series.length] ?? colours.rest);
};
const colourScale = (input: SpecInput, names: readonly string[]) => ({
  domain: names,
  range: colourRange(input, names),
});
const legend = (input: SpecInput, names: readonly string[]) =>
  names.length <= 1
    ? false
    : {
        color: {
          position: 'top',
          layout: { justifyContent: 'flex-end' },
          itemLabelFill: input.colours.text2,
          itemLabelFontSize: input.font,
          itemMarker: 'circle',
          itemMarkerSize: input.font * 0.7,
          maxRows: 1,
        },
      };

const tooltip = (input: SpecInput) => ({
  title: 'x',
  items: [
    (point: Point) => {
      const measure = input.data.measures.find((one) => one.code === point.m);
      return { name: point.s, value: measure === undefined ? String(point.y ?? '--') : withUnit(measure, point.y) };
    },
  ],
});
const measureOf = (input: SpecInput, point: Point): ChartMeasure | undefined =>
  input.data.measures.find((one) => one.code === point.m);
const label = (input: SpecInput, point: Point): string => {
  const measure = measureOf(input, point);
  return point.y === null ? '' : measure === undefined ? String(point.y) : shortText(measure, point.y);
};
const labelStyle = (input: SpecInput) => ({ fill: input.colours.text, fontSize: input.font, fontWeight: 500 });
const wantsLabels = ({ keys }: SpecInput, count: number): boolean =>
  keys.options?.labels === 'on' || (keys.options?.labels !== 'off' && count <= MAX_LABELS);

/** dashed, with its number */
const targetLine = (input: SpecInput, on: PlotSpec = {}): readonly PlotSpec[] => {
  const { keys, data, colours, font } = input;
  const value =
    typeof keys.target === 'number'
      ? keys.target
      : typeof keys.target === 'string'
        ? data.total[keys.target]
        : undefined;
  if (value === undefined || value === null) return [];
  return [
    {
      type: 'lineY',
      data: [value],
      encode: { y: (y: number) => y },
      style: { stroke: colours.text2, lineDash: [4, 4], lineWidth: 1.5 },
      labels: [
        {
          text: `目标 ${numberText({ type: 'decimal', scale: 2 }, value)}`,
          position: 'left',
          textAlign: 'start',
          textBaseline: 'bottom',
          dy: -2,
          fill: colours.text2,
          fontSize: font,
        },
      ],
      tooltip: false,
      ...on,
    },
  ];
};

const percentAxes = (input: SpecInput) => {
  const { x, y } = axes(input.colours, input.font);
  return { x, y: { ...y, labelFormatter: (share: number) => `${Math.round(share * 100)}%` } };
};

function bars(input: SpecInput): PlotSpec {
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
                transform: [{ type: 'overlapHide' }],
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
const thresholdColour = (input: SpecInput, point: Point): string | undefined => {
  const limits = input.keys.thresholds?.[point.m];
  if (limits === undefined || point.y === null) return undefined;
  const [warn = 0, good = 0] = limits;
  const up = warn <= good;
  const at = (limit: number): boolean => (up ? (point.y ?? 0) >= limit : (point.y ?? 0) <= limit);
  return at(good) ? input.colours.ok : at(warn) ? input.colours.warn : input.colours.bad;
};

function lines(input: SpecInput): PlotSpec {
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
function barLine(input: SpecInput): PlotSpec {
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
  const labels = (count: number, dy: number) =>
    wantsLabels(input, count)
      ? [
          {
            text: (point: Point) => label(input, point),
            position: 'top',
            dy,
            textBaseline: 'bottom',
            style: labelStyle(input),
            transform: [{ type: 'overlapHide' }],
          },
        ]
      : [];
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
/** the axis of what is drawn by the scale `right` */
const rightAxis = (input: SpecInput, unit: string, from = Number.NEGATIVE_INFINITY) => ({
  y: {
    position: 'right',
    title: false,
    grid: false,
    labelFill: input.colours.text2,
    labelFillOpacity: 1,
    labelFontSize: input.font,
    tick: false,
    line: false,
    labelAutoRotate: false,
    labelFilter: (value: unknown) => Number(value) >= from,
    labelFormatter: (value: number) => `${shortText({ type: 'decimal', scale: 2 }, value)}${unit}`,
  },
});
/** a line needs its spread, not its zero */
const spread = (values: readonly number[]): readonly [number, number] => {
  if (values.length === 0) return [0, 100];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(high - low, Math.abs(high) * 0.05, 1);
  // the lower half belongs to the bars
  return [low - range * 1.6, high + range * 0.25];
};

function pareto(input: SpecInput): PlotSpec {
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
        labels: [
          {
            text: (point: Point) => label(input, point),
            position: 'top',
            dy: -4,
            textBaseline: 'bottom',
            style: labelStyle(input),
            transform: [{ type: 'overlapHide' }],
          },
        ],
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

function pie(input: SpecInput): PlotSpec {
  const points = pointsOf(input).filter((point) => (point.y ?? 0) > 0);
  const all = points.reduce((sum, point) => sum + (point.y ?? 0), 0);
  const names = points.map((point) => point.x);
  const ring = input.keys.options?.ring !== false;
  // names beside the slices need room for themselves: in a narrow box they stand in the legend
  const narrow = input.width < input.font * 36;
  const shareOf = (point: Point): number => (all === 0 ? 0 : (point.y ?? 0) / all);
  const percent = (point: Point): string => (all === 0 ? '' : `${Math.round(shareOf(point) * 1000) / 10}%`);
  const measure = shownMeasures(input.data, input.keys)[0];
  return {
    data: points,
    coordinate: { type: 'theta', outerRadius: narrow ? 0.86 : 0.62, ...(ring ? { innerRadius: 0.4 } : {}) },
    scale: {
      color: {
        domain: names,
        range: names.map((_, i) =>
          points[i]?.rest === true ? input.colours.rest : input.colours.series[i % input.colours.series.length],
        ),
      },
    },
    legend: narrow ? legend(input, names) : false,
    axis: false,
    children: [
      {
        type: 'interval',
        encode: { y: 'y', color: 'x' },
        transform: [{ type: 'stackY' }],
        style: { stroke: input.colours.panel, lineWidth: 1, cursor: input.data.drill ? 'pointer' : 'default' },
        labels: [
          narrow
            ? {
                position: 'inside',
                text: (point: Point) => (shareOf(point) < 0.07 ? '' : percent(point)),
                style: { fill: input.colours.panel, fontSize: input.font },
              }
            : {
                position: 'spider',
                text: (point: Point) => `${point.x} ${percent(point)}`,
                style: { fill: input.colours.text, fontSize: input.font },
                connectorStroke: input.colours.rest,
                transform: [{ type: 'overlapHide' }],
              },
        ],
        tooltip: {
          title: 'x',
          items: [
            (point: Point) => ({
              name: measure?.title ?? '',
              value: measure === undefined ? '' : withUnit(measure, point.y),
            }),
          ],
        },
      },
      ...(ring && measure !== undefined
        ? [
            {
              type: 'text',
              data: [0],
              style: {
                x: '50%',
                y: '50%',
                text: shortText(measure, input.data.total[measure.code] ?? all),
                textAlign: 'center',
                textBaseline: 'middle',
                fontSize: input.font * 1.8,
                fontWeight: 600,
                fill: input.colours.text,
              },
              tooltip: false,
            },
          ]
        : []),
    ],
  };
}

function gauge(input: SpecInput): PlotSpec {
  const measure = shownMeasures(input.data, input.keys)[0];
  const value = measure === undefined ? null : (input.data.total[measure.code] ?? null);
  const target =
    typeof input.keys.target === 'number'
      ? input.keys.target
      : typeof input.keys.target === 'string'
        ? (input.data.total[input.keys.target] ?? 100)
        : 100;
  const max = target * 1.2;
  const [warn, good] = input.keys.thresholds?.[measure?.code ?? ''] ?? [target * 0.9, target];
  return {
    legend: false,
    axis: false,
    children: [
      {
        type: 'gauge',
        data: { value: { target: Math.min(value ?? 0, max), total: max, thresholds: [warn, good, max] } },
        scale: { color: { range: [input.colours.bad, input.colours.warn, input.colours.ok] } },
        style: {
          textContent: () => `${numberText(measure ?? { type: 'decimal' }, value)}${measure?.suffix ?? ''}`,
          textFill: input.colours.text,
          textFontSize: input.font * 2,
          textY: '80%',
          pointerStroke: input.colours.text2,
          pinStroke: input.colours.text2,
          arcLineWidth: 0,
        },
        tooltip: false,
      },
    ],
  };
}

function heat(input: SpecInput): PlotSpec {
  const points = pointsOf(input);
  return {
    data: points,
    legend: false,
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

function scatter(input: SpecInput): PlotSpec {
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

function radar(input: SpecInput): PlotSpec {
  const several = shownMeasures(input.data, input.keys).length > 1;
  // each axis on a scale of its own, or numbers of different size make a needle
  const points = pointsOf(input).map((point) => (several ? { ...point, x: point.s, s: point.x } : point));
  const top = new Map<string, number>();
  for (const point of points) top.set(point.x, Math.max(top.get(point.x) ?? 0, Math.abs(point.y ?? 0)));
  const scaled = points.map((point) => ({ ...point, r: (point.y ?? 0) / (top.get(point.x) || 1) }));
  const names = [...new Set(scaled.map((point) => point.s))].slice(0, 6);
  return {
    data: scaled.filter((point) => names.includes(point.s)),
    coordinate: { type: 'polar' },
    scale: {
      x: { padding: 0.5, align: 0 },
      y: { domainMin: 0, domainMax: 1 },
      color: { domain: names, range: input.colours.series },
    },
    axis: {
      x: {
        grid: true,
        title: false,
        labelFill: input.colours.text2,
        labelFontSize: input.font,
        gridStroke: input.colours.line,
        line: false,
        tick: false,
      },
      y: { label: false, title: false, gridAreaFill: 'transparent', gridStroke: input.colours.line, tick: false },
    },
    legend: legend(input, names),
    children: [
      { type: 'area', encode: { x: 'x', y: 'r', color: 's' }, style: { fillOpacity: 0.15 }, tooltip: false },
      { type: 'line', encode: { x: 'x', y: 'r', color: 's' }, style: { lineWidth: 2 }, tooltip: tooltip(input) },
    ],
  };
}

function funnel(input: SpecInput): PlotSpec {
  const many = input.data.dims.length === 0;
  const rows = many
    ? shownMeasures(input.data, input.keys).map(
        (measure, i): Point => ({
          i: -1 - i,
          x: measure.title,
          s: measure.title,
          y: input.data.total[measure.code] ?? 0,
          m: measure.code,
        }),
      )
    : pointsOf(input);
  return {
    data: rows,
    coordinate: { transform: [{ type: 'transpose' }] },
    axis: false,
    legend: false,
    scale: { x: { padding: 0 }, color: { range: input.colours.series } },
    children: [
      {
        type: 'interval',
        encode: { x: 'x', y: 'y', color: 'x', shape: 'funnel' },
        transform: [{ type: 'symmetryY' }],
        labels: [
          {
            text: (point: Point) => `${point.x} ${label(input, point)}`,
            position: 'inside',
            style: { fill: input.colours.text, fontSize: input.font },
          },
        ],
        tooltip: tooltip(input),
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
function histogram(input: SpecInput): PlotSpec {
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

function waterfall(input: SpecInput): PlotSpec {
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
        labels: [
          {
            text: (point: Point) => label(input, point),
            position: 'top',
            dy: -4,
            textBaseline: 'bottom',
            style: labelStyle(input),
            transform: [{ type: 'overlapHide' }],
          },
        ],
        tooltip: tooltip(input),
      },
    ],
  };
}

const BUILDERS: { readonly [mark in ChartMark]?: (input: SpecInput) => PlotSpec } = {
  line: lines,
  area: lines,
  bar: bars,
  stackBar: bars,
  hbar: bars,
  barLine,
  pareto,
  pie,
  gauge,
  heat,
  scatter,
  radar,
  funnel,
  histogram,
  waterfall,
};
