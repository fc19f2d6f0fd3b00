/** Print layouts (language reference §2.13): pure, from a document and a record to things drawn in mm. */
export { type BoundPrint, bindPrint, type PrintProblem } from './bound';
export { deriveDetails, derivePrint, deriveSlip } from './derive';
export type { PrintDoc } from './document';
export { cellOf, labelCount, layoutLabels, MAX_LABELS } from './labels';
export { layoutPrint, marginsOf, type PrintInput, paperOf } from './layout';
export {
  deriveListPrint,
  LIST_ROWS,
  type ListPrintColumn,
  listPrintType,
  placeColumns,
  SLOTS,
  shownCode,
} from './list';
export type { DrawItem, PrintPage, PrintSheets } from './page';
export { type Strip, type StripBand, type StripItem, stripOf } from './strip';
