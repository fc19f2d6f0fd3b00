/** The print designer: paper, palette, preview and what a layout begins with. */
export { printActs } from './acts';
export { Canvas } from './Canvas';
export { Contents } from './Contents';
export type { CanvasHandle } from './canvas-props';
export { faultsOf, problemsOf } from './faults';
export { isItemAddress, type Layout, layoutOf } from './model';
export { ElementList, FieldTree } from './OfferList';
export { elementOffers, fieldOffers, type Offer } from './offers';
export type { Fault } from './Paper';
export { PaperForm, paperTitle } from './PaperForm';
export { PageStrip, Preview, ROWS_OF, type RowChoice } from './Preview';
export { stripFor } from './sample';
export { type Showing, Toolbar } from './Toolbar';
export { BEGINNINGS, newPrint } from './templates';
export { usePages } from './use-pages';
export { usePrintKeys } from './use-print-keys';
