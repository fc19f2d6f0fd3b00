/**
 * Relative words against a date of `shift` mean the days of shifts (language §3, §5.4): today() and period() count from the day the
 * shift of now began, which the host tells. Until it does, they count from the day of the calendar.
 */
import type { Bound } from './typed';
import { DATE, INT } from './types';

/** server function that tells the day the shift of now began */
export const SHIFT_DAY = 'shiftDay';

export const isShiftDay = (bound: Bound): boolean =>
  (bound.k === 'get' || bound.k === 'hop') && bound.field.shift === true;

/** period('thisShift') means nothing else. */
export const isThisShift = (bound: Bound): boolean =>
  bound.k === 'call' && bound.name === 'period' && bound.args[0]?.k === 'lit' && bound.args[0].value === 'thisShift';

export function inShiftDays(bound: Bound): Bound {
  switch (bound.k) {
    case 'call': {
      const { ast } = bound;
      const day: Bound = { k: 'server', ty: DATE, ast, name: SHIFT_DAY, live: true, args: [] };
      if (bound.name === 'today') return { ...bound, args: [day] };
      if (bound.name !== 'period') return { ...bound, args: bound.args.map(inShiftDays) };
      const [word, n = { k: 'lit', ty: INT, ast, value: 1 }] = bound.args;
      return word === undefined ? bound : { ...bound, args: [word, n, day] };
    }
    case 'list':
      return { ...bound, items: bound.items.map(inShiftDays) };
    case 'if':
      return { ...bound, yes: inShiftDays(bound.yes), no: inShiftDays(bound.no) };
    default:
      return bound;
  }
}
