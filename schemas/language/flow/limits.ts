/** When a task is due and when to remind (domain part 10, 7.6 step 16). */
import { addMinutes, addWork, seconds } from './calendar';
import type { FlowLimitDoc } from './document';
import type { FlowWorld } from './world';

const PERCENT = 80;

/** Due moment and first reminder of a task that arrives now; none without a limit, or when its field is empty. */
export function limitOf(
  limit: FlowLimitDoc | undefined,
  world: FlowWorld,
): { readonly dueAt?: string; readonly remindAt?: string } {
  if (limit === undefined) return {};
  const part = (limit.at ?? PERCENT) / 100;
  if (limit.hours !== undefined) {
    const after = (minutes: number): string => later(world, limit, world.now, minutes);
    return { dueAt: after(limit.hours * 60), remindAt: after(limit.hours * 60 * part) };
  }
  const day = limit.field === undefined ? null : world.document.day(limit.field);
  if (day === null) return {};
  const dueAt = day.length === 10 ? `${day} 23:59:59` : day;
  if (dueAt <= world.now) return { dueAt };
  return { dueAt, remindAt: addMinutes(world.now, (seconds(world.now, dueAt) * part) / 60) };
}

export function later(world: FlowWorld, limit: FlowLimitDoc, from: string, minutes: number): string {
  return limit.natural === true ? addMinutes(from, minutes) : addWork(from, minutes, world.calendar);
}
