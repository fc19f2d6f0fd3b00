/** Marks of parts of a whole or of one value: ring, gauge, radar, funnel. */
import { label, legend, targetOf, tooltip } from './frame';
import { type PlotSpec, type Point, pointsOf, type SpecInput, shownMeasures } from './points';
import { numberText, shortText, withUnit } from './text';

export function pie(input: SpecInput): PlotSpec {
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

/** The number stands below the pin of the pointer; in a low box it takes their place. */
const LOW = 7.4;

export function gauge(input: SpecInput): PlotSpec {
  const measure = shownMeasures(input.data, input.keys)[0];
  const value = measure === undefined ? null : (input.data.total[measure.code] ?? null);
  const target = targetOf(input) ?? 100;
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
          ...(input.height < input.font * LOW
            ? { textFontSize: input.font * 1.25, textY: '54%', pointerShape: false, pinShape: false }
            : { textFontSize: input.font * 2, textY: '80%' }),
          pointerStroke: input.colours.text2,
          pinStroke: input.colours.text2,
          pinFill: input.colours.panel,
          arcLineWidth: 0,
        },
        tooltip: false,
      },
    ],
  };
}

export function radar(input: SpecInput): PlotSpec {
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

export function funnel(input: SpecInput): PlotSpec {
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
