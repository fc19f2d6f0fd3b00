/** The chart designer: reports and boards. */
export { ChartEditor } from './ChartEditor';
