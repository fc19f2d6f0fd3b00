/** 停机记录 (50 §3): states and times follow from readings; people say why a device stood, and cut an interval for several reasons. */
import { shiftAt } from '../../calendar/resource';
import { keyOf, resourcesOf } from '../../calendar/resources';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { insertParts } from '../../iot/state-parts';
import { lockStates } from '../../iot/states';
import type { HeadOf } from '../../rows';

const RUNNING = '1';
const OTHER = '99';
const MOST_DAYS = 7;
const DAY_MS = 86_400_000;

export const deviceState: DomainModule<'deviceState'> = {
  async lock(action, ids, ctx) {
    const rows = await ctx.asSystem().records.many('deviceState', ids, { stored: true });
    const devices = new Set(rows.flatMap(({ equipment }) => equipment ?? []));
    if (action === 'setReason' && devices.size > 1 && (await areSeen(ctx, ids)))
      throw refuse('请选择同一台设备的停机记录');
    await lockStates(ctx.trx, [...devices]);
  },
  async admit(record, action, ctx) {
    if (action === 'setReason' || action === 'split') await mayBeSaid(ctx, record);
  },
  actions: {
    async setReason(_record, { reason, note }, ctx) {
      await noteFits(ctx, reason, note);
      return { reason, reasonNote: note ?? null, reasonBy: ctx.session.me.id, reasonAt: ctx.now };
    },
    async split(record, ask, ctx) {
      const parts = ask.parts ?? [];
      const [first, ...rest] = parts;
      const sum = parts.reduce((total, { seconds }) => total + (seconds ?? 0), 0);
      const whole = record.durationSec ?? 0;
      if (first === undefined || sum !== whole)
        throw refuse(`拆分时长合计${inMinutes(sum)}，与停机时长${inMinutes(whole)}不一致`, { field: 'parts' });
      for (const { reason, note } of parts) await noteFits(ctx, reason, note);
      const endAt = await insertParts(
        ctx,
        { id: record.id, after: first.seconds ?? 0 },
        rest.map(({ seconds, reason, note }) => ({ seconds: seconds ?? 0, reason, note: note ?? null })),
      );
      const said = {
        reason: first.reason,
        reasonNote: first.note ?? null,
        reasonBy: ctx.session.me.id,
        reasonAt: ctx.now,
      };
      return rest.length === 0 ? said : { ...said, endAt, durationSec: first.seconds };
    },
  },
};

/** Of rows somebody may not see nothing is said: they answer as if they were not there. */
const areSeen = async (ctx: Ctx, ids: readonly string[]): Promise<boolean> => {
  for (const id of ids) if ((await ctx.records.get('deviceState', id, { scoped: true })) === null) return false;
  return true;
};
const mayBeSaid = async (ctx: Ctx, { state, equipment, startAt }: HeadOf<'deviceState'>): Promise<void> => {
  if (state === RUNNING) throw refuse('运行状态不需要填写停机原因');
  if (startAt === null || equipment === null) return;
  const ask = { id: equipment, day: startAt.slice(0, 10) };
  const resource = (await resourcesOf(ctx, [ask])).get(keyOf(ask));
  const date = resource === undefined ? ask.day : shiftAt(resource, startAt).date;
  const days = (Date.parse(ctx.now.slice(0, 10)) - Date.parse(date)) / DAY_MS;
  if (days > MOST_DAYS) throw refuse('该班次已超过7天，不能再修改停机原因');
};
const noteFits = async (ctx: Ctx, reason: string | null, note: string | null | undefined): Promise<void> => {
  const row = reason === null ? null : await ctx.asSystem().records.get('supportInfor', reason);
  if (row?.code === OTHER && (note ?? '').trim() === '')
    throw refuse('停机原因为其他时，请填写说明', { field: 'note' });
};
const inMinutes = (seconds: number): string => {
  const rest = seconds % 60;
  return rest === 0 ? `${seconds / 60}分钟` : `${Math.floor(seconds / 60)}分${rest}秒`;
};
