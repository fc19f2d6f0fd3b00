/** The shift a document of the floor belongs to: of its crew, else of the first of its people, at the moment it began. */
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx } from '../../ctx';

interface Work {
  readonly team?: string | null | undefined;
  readonly shift?: string | null | undefined;
  readonly shiftDate?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly workers?: readonly { readonly employee?: string | null | undefined }[] | undefined;
}
/** Nothing when somebody chose the shift, or nobody there has a calendar. */
export const shiftAtWork = async (
  record: Work,
  ctx: Ctx,
): Promise<{ readonly shift?: string; readonly shiftDate?: string }> => {
  const id = record.team ?? record.workers?.[0]?.employee ?? ctx.session.me.employee;
  const at = record.startTime ?? ctx.occurAt;
  if (typeof record.shift === 'string' || typeof id !== 'string') return {};
  const ask = { id, day: at.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  if (!resource) return {};
  const { shift, date } = shiftAt(resource, at);
  return shift === null ? {} : { shift: shift.id, shiftDate: date };
};
