export { FloorPage } from './FloorPage';
export { FloorTasks } from './FloorTasks';
