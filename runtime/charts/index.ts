/** Charts for everybody outside this folder. */
export { ChartPanel } from './ChartPanel';
export { ChartView } from './ChartView';
export { ListCharts } from './ListCharts';
export { CHART_KEYS, chartKeys, partAsk, presented } from './part';
export { ReportPart } from './ReportPart';
export { changeText, numberText, shortText, slotText, withUnit } from './text';
export type { CellAsk, Words } from './types';
export { drillBody, useDrill } from './use-drill';
