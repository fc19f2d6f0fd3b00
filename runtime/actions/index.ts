/** Running declared actions, for lists, forms and the shell. Loads no form library. */

export { labelOf } from './action-scope';
export type { RunOptions } from './built-in-go';
export { createOnce, ONCE_MS, type Once } from './once';
export { openWay } from './open-record';
export { warmAsks } from './run-asks';
export { type Actions, useActions } from './use-actions';
