/** Kind 22: a colour as #RRGGBB. */
import { later } from '../shared/Later';

export const ColourInput = later(() => import('./Picker').then((module) => module.ColourPicker));
