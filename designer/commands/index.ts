/** Everything an implementer does, as commands: each answers a transaction, or why it may not be. */
export { type Approval, approvalOf, enableApproval } from './approval';
export {
  addChart,
  addSearch,
  addWords,
  dropField,
  duplicateChart,
  moveField,
  type NewChart,
  placeCell,
  setAxis,
  setDataset,
  setMark,
  setPanel,
  type Take,
  takeField,
} from './charts';
export { copyText, paste } from './clipboard';
export {
  addItem,
  linesOf,
  pasteItems,
  recodeItem,
  removeDict,
  removeItem,
  setItem,
} from './dictionaries';
export { addDictionary, addMenuItem, createDocument, idOf, removeDocument } from './documents';
export {
  addField,
  addSubTable,
  duplicateEntries,
  type NewField,
  type NewTable,
  placeField,
  removeEntries,
} from './fields';
export {
  addFlowNode,
  addFlowWay,
  duplicateFlow,
  moveFlowNode,
  removeFlow,
  retitleFlowWay,
  shiftFlow,
} from './flow';
export { addDirectory, addPageEntry, moveMenuItem, removeMenuItem, restoreMenuItem } from './menus';
export { moveBy, moveEntries } from './order';
export {
  addPrintDetails,
  addPrintItems,
  duplicatePrintItems,
  type NewItem,
  nameOfItem,
  type Placing,
  type PrintBox,
  pastePrintItems,
  placePrintItems,
  removePrintBand,
  setPaper,
  setPrintBand,
  tenths,
} from './print';
export {
  addPrintColumn,
  evenPrintColumns,
  movePrintColumn,
  type PrintColumn,
  printColumns,
  removePrintColumn,
  setColumnEdge,
} from './print-columns';
export { renameEntry } from './rename';
export { addCard, addDim, addMeasure, type NewMeasure, removeDataset, type Total } from './reports';
export { addKey, removeKey } from './settings';
export { Sketch, type Spot } from './sketch';
export { addTransition, removeState, removeTransition, retireState, setTransition } from './states';
export { besideIn, codeOfTitle, titledIn } from './title-code';
export { addEntry, addFree, addPart, type NewEntry, retitle, setProperty, writeSteps } from './write';
