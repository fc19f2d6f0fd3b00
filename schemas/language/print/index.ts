/** Print layouts (language reference §2.13): pure, from a document and a record to things drawn in mm. */
export { type BoundPrint, bindPrint, type PrintProblem } from './bound';
export { derivePrint } from './derive';
export type { PrintDoc } from './document';
export { layoutLabels, MAX_LABELS } from './labels';
export { layoutPrint, type PrintInput, paperOf } from './layout';
export type { DrawItem, PrintPage, PrintSheets } from './page';
