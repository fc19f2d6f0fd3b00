/** The calendar in expressions: which shift a resource has, on which day a moment counts, how many minutes a day has. */
import type { Value } from '../../schemas/language/value';
import type { Ctx, ServerFunction, Service } from '../ctx';
import { bookOf } from './book';
import { daysOf, netMinutes, type Resource, shiftAt } from './resource';
import { keyOf, resourcesOf } from './resources';

/** One answer for each call whose first argument is a resource and whose second a day or a moment; null for the others. */
const each = async (
  calls: readonly (readonly Value[])[],
  ctx: Ctx,
  answer: (resource: Resource, at: string) => Value,
): Promise<readonly Value[]> => {
  const asks = calls.flatMap(([id, at]) =>
    typeof id === 'string' && typeof at === 'string' ? [{ id, day: at.slice(0, 10) }] : [],
  );
  const resources = await resourcesOf(ctx, asks);
  return calls.map(([id, at]) => {
    if (typeof id !== 'string' || typeof at !== 'string') return null;
    const resource = resources.get(keyOf({ id, day: at.slice(0, 10) }));
    return resource ? answer(resource, at) : null;
  });
};
const isDay = (at: string): boolean => at.length === 10;

/** The shift a moment belongs to; of a day the first one that starts on it. */
export const shiftOf: ServerFunction = {
  name: 'shiftOf',
  args: ['x', 'time'],
  result: 'ref',
  live: true,
  run: (calls, ctx) =>
    each(calls, ctx, (resource, at) =>
      isDay(at) ? (daysOf(resource, at).shifts[0]?.id ?? null) : (shiftAt(resource, at).shift?.id ?? null),
    ),
};
/** The day a moment counts for: a night shift belongs to the day it began. */
export const shiftDateOf: ServerFunction = {
  name: 'shiftDateOf',
  args: ['x', 'time'],
  result: 'date',
  live: true,
  run: (calls, ctx) => each(calls, ctx, (resource, at) => (isDay(at) ? at : shiftAt(resource, at).date)),
};
/** The day the shift of now began, by the calendar of the factory: what today is for dates of shifts. */
export const shiftDay: ServerFunction = {
  name: 'shiftDay',
  args: [],
  result: 'date',
  live: true,
  async run(calls, ctx) {
    const { standard } = await bookOf(ctx);
    const { date } = shiftAt({ calendar: standard, isDevice: true }, ctx.now);
    return calls.map(() => date);
  },
};
export const netMin: ServerFunction = {
  name: 'netMin',
  args: ['x', 'date'],
  result: 'decimal',
  live: true,
  run: (calls, ctx) => each(calls, ctx, (resource, at) => netMinutes(resource, at.slice(0, 10))),
};

/** Names of the shifts a resource has on a day, 休息 without one. */
export const calendarShift: Service = {
  name: 'calendar.shift',
  right: null,
  async run({ of, day }, ctx) {
    if (typeof of !== 'string' || typeof day !== 'string') return null;
    const resource = (await resourcesOf(ctx, [{ id: of, day }])).get(keyOf({ id: of, day }));
    if (!resource) return null;
    const names = daysOf(resource, day).shifts.map(({ name }) => name);
    return names.length > 0 ? names.join('、') : '休息';
  },
};
