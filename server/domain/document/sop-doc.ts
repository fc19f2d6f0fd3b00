/** 作业指导书 (20 §8): who keeps a class, what files it takes, when it is looked at again, who read which version. */
import { dateAdd } from '../../../schemas/language/codec/date-time';
import type { Problem } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import type { DraftOf, RowOf } from '../../rows';

const TYPES: readonly string[] = ['pdf', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'mp4'];
/** days before a review that it is spoken of (`warn` of the field) */
const AHEAD = 15;

export const sopDoc: DomainModule<'sopDoc'> = {
  async derive(record, _old, ctx) {
    return { leaders: await leadersOf(ctx, record) };
  },
  async check(record) {
    const wrong = record.files
      .map(({ name }) => name.split('.').at(-1)!.toLowerCase())
      .find((ext) => !TYPES.includes(ext));
    return wrong === undefined
      ? []
      : [{ code: 'sopDoc.file', path: 'files', text: `文件类型不支持：${wrong}` } satisfies Problem];
  },
  async before({ record, old }, ctx) {
    for (const id of new Set([old?.docClass, record.docClass])) await mayKeep(ctx, id);
  },
  async files(id, ctx) {
    const [sop] = await ctx.records.many('sopDoc', [id]);
    return { save: sop?.maySave === true, mark: typeof sop?.mark === 'string' ? sop.mark : null };
  },
  actions: {
    async publish(record, _ask, ctx) {
      return { nextReview: await nextReview(ctx, record) };
    },
    async review(record, _ask, ctx) {
      return { nextReview: await nextReview(ctx, record), remindedFor: null };
    },
    async confirmRead(record, _ask, ctx) {
      const { employee } = ctx.session.me;
      if (typeof employee !== 'string') throw refuse('当前账号没有对应的员工，不能确认已读');
      const { records } = ctx.asSystem();
      const [person] = await records.many('employee', [employee]);
      await records.save('sopRead', {
        id: ctx.newId(),
        sop: record.id,
        revision: record.revision,
        employee,
        team: person?.team ?? null,
        readAt: ctx.now,
      });
      // worked out before it was read; who reads sees it at once
      return { isRead: true, readCount: (record.readCount ?? 0) + 1 };
    },
  },
};

/** Says once of each review day that it comes near; answers how many. A night's job. */
export async function remindReviews(ctx: Ctx): Promise<number> {
  const { records } = ctx.asSystem();
  const due = await records.find(
    'sopDoc',
    'docStatus == 60 && nextReview <= param.day && (empty(remindedFor) || remindedFor != nextReview)',
    { param: { day: dateAdd(ctx.today, AHEAD) } },
  );
  for (const row of due) {
    await records.patch('sopDoc', row.id, { head: { remindedFor: row.nextReview } });
    await ctx.emit('sopDoc.review', { object: 'sopDoc', id: row.id, nbr: row.code });
  }
  return due.length;
}

/** Classes name the roles that keep their documents; a class without them is kept by whoever holds the right. */
async function mayKeep(ctx: Ctx, id: string | null | undefined): Promise<void> {
  const { rights, me } = ctx.session;
  if (!id || rights.super) return;
  const { records } = ctx.asSystem();
  const [docClass] = await records.many('docClass', [id], { stored: true });
  const wanted = docClass?.editRoles ?? [];
  if (wanted.length === 0) return;
  const roles = await records.many('role', wanted, { stored: true });
  if (!roles.some(({ code }) => me.roles.includes(code))) throw refuse(`没有「${docClass?.name}」文档的维护权限`);
}

async function nextReview(ctx: Ctx, record: RowOf<'sopDoc'>): Promise<string | null> {
  const [docClass] = await ctx.asSystem().records.many('docClass', [record.docClass], { stored: true });
  const days = docClass?.reviewDays ?? 0;
  if (days <= 0) return null;
  const from = [record.effectDate, record.reviewedAt].filter((day) => day !== null).sort();
  return dateAdd(from.at(-1) ?? ctx.today, days);
}

/** Leaders of the crews that work where the document is for. */
async function leadersOf(ctx: Ctx, record: DraftOf<'sopDoc'>): Promise<readonly string[]> {
  const { records } = ctx.asSystem();
  const idsOf = (field: 'process' | 'workGroup' | 'equipment'): string[] => [
    ...new Set(record.scope.flatMap((row) => row[field] ?? [])),
  ];
  const processes = await records.many('process', idsOf('process'), { stored: true });
  const groups = new Set([...idsOf('workGroup'), ...processes.map(({ workGroup }) => workGroup)]);
  const devices = idsOf('equipment');
  if (devices.length > 0)
    for (const group of await records.find(
      'workGroup',
      'isDisabled == 0 && exists(equips, equipment in param.devices)',
      {
        param: { devices },
      },
    ))
      groups.add(group.id);
  const teams = await records.find('team', 'isDisabled == 0');
  return [
    ...new Set(
      teams.filter((team) => team.workGroups.some((group) => groups.has(group))).flatMap(({ leader }) => leader ?? []),
    ),
  ];
}
