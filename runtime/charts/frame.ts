/** What marks share: axes, legend, tooltip, labels, the line of the target, the second axis. */
import type { ChartMeasure } from '../../schemas/language/wire';
import type { ChartColours } from './colours';
import { colourRange, type PlotSpec, type Point, type SpecInput } from './points';
import { numberText, shortText, withUnit } from './text';

const MAX_LABELS = 12;

export const frame = ({ colours, font }: SpecInput): PlotSpec => ({
  type: 'view',
  animate: false,
  margin: 4,
  marginRight: 14,
  insetTop: 14,
  theme: { type: 'classic', view: { viewFill: 'transparent' } },
  axis: axes(colours, font),
});
export const axes = (colours: ChartColours, font: number) => ({
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

export const colourScale = (input: SpecInput, names: readonly string[]) => ({
  domain: names,
  range: colourRange(input, names),
});
export const legend = (input: SpecInput, names: readonly string[]) =>
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

export const tooltip = (input: SpecInput) => ({
  title: 'x',
  items: [
    (point: Point) => {
      const measure = input.data.measures.find((measure) => measure.code === point.m);
      return { name: point.s, value: measure === undefined ? String(point.y ?? '--') : withUnit(measure, point.y) };
    },
  ],
});
export const measureOf = (input: SpecInput, point: Point): ChartMeasure | undefined =>
  input.data.measures.find((measure) => measure.code === point.m);
export const label = (input: SpecInput, point: Point): string => {
  const measure = measureOf(input, point);
  return point.y === null ? '' : measure === undefined ? String(point.y) : shortText(measure, point.y);
};
export const labelStyle = (input: SpecInput) => ({ fill: input.colours.text, fontSize: input.font, fontWeight: 500 });
/** the number of each mark beyond its end, where it hides no other */
export const labelsAbove = (input: SpecInput, dy: number): readonly PlotSpec[] => [
  {
    text: (point: Point) => label(input, point),
    position: 'top',
    dy,
    textBaseline: 'bottom',
    style: labelStyle(input),
    transform: [{ type: 'overlapHide' }],
  },
];
export const wantsLabels = ({ keys }: SpecInput, count: number): boolean =>
  keys.options?.labels === 'on' || (keys.options?.labels !== 'off' && count <= MAX_LABELS);

/** A number, or the total of the measure it names. */
export const targetOf = ({ keys, data }: SpecInput): number | null | undefined =>
  typeof keys.target === 'string' ? data.total[keys.target] : keys.target;

/** dashed, with its number */
export const targetLine = (input: SpecInput, on: PlotSpec = {}): readonly PlotSpec[] => {
  const { colours, font } = input;
  const value = targetOf(input);
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

export const percentAxes = (input: SpecInput) => {
  const { x, y } = axes(input.colours, input.font);
  return { x, y: { ...y, labelFormatter: (share: number) => `${Math.round(share * 100)}%` } };
};

/** the axis of what is drawn by the scale `right` */
export const rightAxis = (input: SpecInput, unit: string, from = Number.NEGATIVE_INFINITY) => ({
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
export const spread = (values: readonly number[]): readonly [number, number] => {
  if (values.length === 0) return [0, 100];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(high - low, Math.abs(high) * 0.05, 1);
  // the lower half belongs to the bars
  return [low - range * 1.6, high + range * 0.25];
};
