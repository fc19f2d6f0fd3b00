/** Charts for everybody outside this folder. */
export { ChartPanel } from './ChartPanel';
export { ChartPaper } from './ChartPaper';
export { ChartView } from './ChartView';
export { chartClient } from './client';
export { ListCharts } from './ListCharts';
export { paint, stripe } from './paint';
export { CHART_KEYS, chartKeys, heightOf, partAsk, presented } from './part';
export { SHARP, saveCanvas } from './picture';
export { ReportPart } from './ReportPart';
export { changeText, numberText, shortText, withUnit } from './text';
export type { CellAsk, Words } from './types';
export type { Again } from './use-chart-data';
export { drillBody, useDrill } from './use-drill';
export { useLost } from './use-pace';
