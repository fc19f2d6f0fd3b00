export { ListPage } from './ListPage';
export { PartList } from './PartList';
export { actionColumn } from './RowActions';
