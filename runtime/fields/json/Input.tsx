/** Kind 24: a JSON value in an editor that knows its brackets. */
import { later } from '../shared/Later';

export const JsonKindInput = later(() => import('./Editor').then((module) => module.JsonEditor), true);
