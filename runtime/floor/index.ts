export { FloorPage, startFloor } from './FloorPage';
