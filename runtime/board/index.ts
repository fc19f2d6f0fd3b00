export { BoardCell, BoardPage } from './BoardPage';
export { rowHeight } from './layout';
