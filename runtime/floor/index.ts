export { FloorPage } from './FloorPage';
export { FloorTasks } from './FloorTasks';
export { LinesWindow } from './LinesWindow';
