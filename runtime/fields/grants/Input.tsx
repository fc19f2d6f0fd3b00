/** Kind 28: the tree of grants, loaded with the first such field. */
import { later } from '../shared/Later';

export const GrantsInput = later(() => import('./GrantTree').then((module) => module.GrantEditor), true);
