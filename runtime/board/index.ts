export { BoardPage } from './BoardPage';
export { rowHeight } from './layout';
