/** Printing for screens outside the runtime: a page drawn, and sheets sent to the printer. */
export type { PaintPage } from '../data/print-types';
export { printSheets } from './paper';
export { Sheet, type SheetProps } from './Sheet';
