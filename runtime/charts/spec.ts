/** A chart as a G2 specification: pure, so every mark is tested without a canvas. The only words G2 gets are labels and numbers. */
import type { ChartMark } from '../../schemas/language/document-report';
import { barLine, bars, lines, pareto } from './axis-marks';
import { frame } from './frame';
import type { PlotSpec, SpecInput } from './points';
import { funnel, gauge, pie, radar } from './share-marks';
import { spc } from './spc-marks';
import { heat, histogram, scatter, waterfall } from './spread-marks';
import { calendar, stateTimeline } from './time-marks';

export const specOf = (input: SpecInput): PlotSpec => {
  const mark = input.keys.chart ?? 'bar';
  const make = BUILDERS[mark] ?? bars;
  return { ...frame(input), ...make(input) };
};

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
  stateTimeline,
  spc,
  calendar,
};
