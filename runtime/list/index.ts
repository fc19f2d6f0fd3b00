export { ListPage } from './ListPage';
export { PartList, partBody, partColumns } from './PartList';
export { actionColumn } from './RowActions';
