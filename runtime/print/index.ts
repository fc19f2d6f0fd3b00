/** Printing for screens outside the runtime: a page drawn, and sheets sent to the printer. */
export { printSheets } from './paper';
export { Sheet, type SheetProps } from './Sheet';
export type { PaintPage } from './types';
