export { BoardCell } from './BoardCell';
export { BoardPage } from './BoardPage';
export { rowHeight } from './layout';
