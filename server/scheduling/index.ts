/** The scheduling engine (30 §3): plain data in, plain data out; no database, no clock. */
import { type Improvement, improved } from './improve';
import { planOf } from './plan';
import { calendarsOf } from './shop';
import type { Input, Plan } from './types';

/**
 * Plans all open operations (30 §3 steps 1 to 12): the same input gives the same plan, whatever the order of its arrays. `swaps` tries
 * that many exchanges of neighbours (step 11) while `goOn` says so; `told` hears the share of orders that have their place.
 */
export function schedule(input: Input, { swaps = 0, goOn = () => true, told }: Partial<Improvement> = {}): Plan {
  const calendars = calendarsOf(input);
  return planOf(improved(input, calendars, { swaps, goOn, ...(told ? { told } : {}) }), input, calendars);
}

export { type Alternative, alternativesOf } from './alternatives';
export { confirmTasks, overloads, overloadText } from './confirm';
export { clockText, DAY, dayText, minuteOf } from './moment';
export { currentPlan, isHeld, type Move, type Moved, moveTask, POLICY } from './move';
export { type Place, restorePlaces } from './restore';
export { refusalText } from './texts';
export type * from './types';
export { DEFAULTS, KIND } from './types';
