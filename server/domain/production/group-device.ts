/** A device that is given work must be one of the operation's work group (30 §1.6, §3 step 14); without a group any may be. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';

export const guardGroup = async (
  workGroup: string | null,
  devices: readonly (string | null | undefined)[],
  ctx: Ctx,
): Promise<void> => {
  const named = devices.filter((id): id is string => typeof id === 'string');
  if (workGroup === null || named.length === 0) return;
  const { records } = ctx.asSystem();
  const group = await records.get('workGroup', workGroup);
  const own = new Set((group?.equips ?? []).map(({ equipment }) => equipment));
  const other = own.size === 0 ? undefined : named.find((id) => !own.has(id));
  if (other === undefined) return;
  const device = await records.get('equipment', other);
  const text = `设备「${device?.code ?? ''}」不属于工作组「${group?.name ?? ''}」`;
  throw refuse(text, { rule: 'dispatchOrder.group' });
};
