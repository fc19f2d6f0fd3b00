export { markTile } from './mark';
export { ViewerOutlet } from './ViewerOutlet';
