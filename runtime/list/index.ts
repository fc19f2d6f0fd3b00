export { ListPage } from './ListPage';
export { actionColumn } from './RowActions';
