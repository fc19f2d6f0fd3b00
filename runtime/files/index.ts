export { ViewerOutlet } from './ViewerOutlet';
