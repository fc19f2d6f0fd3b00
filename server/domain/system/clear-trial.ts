/** 清理试运行数据 (domain 10 §6.9): one administrator asks for it, another confirms; only before the organisation went live. */
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import { type EngineCtx, engineOf } from '../../records/host';
import { holdMaintenance } from '../../records/maint-lock';
import { partedFrom } from '../../records/push/links';
import { firstHolder } from '../../records/read/usage';
import type { LineOf, RowOf } from '../../rows';
import { clearDocuments, documentsUntil, type Gone } from '../../stock/clear';

type Run = RowOf<'dataMaintRun'>;
type Asked = Pick<Run, 'areas' | 'until'>;
type Counted = LineOf<'dataMaintRun', 'counts'>;

export const CLEARED = '30';
const LIVE = '60';
const BACKUP_HOURS = 24;

/** What would go, as rows of the request. */
export async function countTrial(ask: Asked, ctx: Ctx): Promise<readonly Counted[]> {
  await holdMaintenance(ctx, 'clear');
  await assertTrial(ctx);
  const gone = await goneBy(ask, ctx);
  if (gone.length === 0) throw refuse('没有可清理的单据');
  return gone.map(({ object, ids }, n) => ({
    id: ctx.newId(),
    lineNo: (n + 1) * 10,
    object: object.object,
    count: ids.length,
  }));
}

export async function clearTrial(record: Asked, ask: Pick<Run, 'backupAt'>, ctx: Ctx): Promise<readonly Counted[]> {
  await holdMaintenance(ctx, 'clear');
  await assertTrial(ctx);
  assertBackup(ask.backupAt ?? '', ctx.now);
  const engine = engineOf(ctx.asSystem());
  const gone = await goneBy(record, ctx);
  await assertWhole(engine, gone);
  await clearDocuments(engine, gone);
  return gone.map(({ object, ids }, n) => ({
    id: ctx.newId(),
    lineNo: (n + 1) * 10,
    object: object.object,
    count: ids.length,
  }));
}

async function assertTrial(ctx: Ctx): Promise<void> {
  const org = await ctx.asSystem().records.get('org', ctx.org.id);
  if (org?.runState === LIVE) throw refuse('正式运行后不能清理试运行数据');
}
function assertBackup(backupAt: string, now: string): void {
  const age = (Date.parse(now.replace(' ', 'T')) - Date.parse(backupAt.replace(' ', 'T'))) / 3_600_000;
  if (!(age >= 0)) throw refuse('备份完成时间不能晚于现在');
  if (age > BACKUP_HOURS) throw refuse(`备份已超过${BACKUP_HOURS}小时，请重新备份后再清理`);
}

async function goneBy(asked: Asked, ctx: Ctx): Promise<readonly Gone[]> {
  const { areas } = asked;
  const { registry } = engineOf(ctx);
  const objects = [...registry.objects.values()].filter(
    ({ audited, storage, area }) => audited && storage === 'table' && areas.includes(area),
  );
  return documentsUntil(ctx, objects, asked.until ?? '');
}

/** Nothing that stays may lean on what goes. */
async function assertWhole(ctx: EngineCtx, gone: readonly Gone[]): Promise<void> {
  const all = gone.flatMap(({ ids }) => ids);
  const say = async (object: string, id: string): Promise<never> => {
    const title = ctx.records.object(object).title;
    throw refuse(`${title}「${await ctx.records.label(object, id)}」与要清理的单据有关联，请一起清理`);
  };
  const parted = await partedFrom(ctx, all);
  if (parted) await say(parted.object, parted.id);
  for (const { object, ids } of gone) {
    const holder = await firstHolder(ctx, object.object, ids, all);
    if (holder?.object.audited) await say(holder.object.object, holder.id);
    const flowing = object.fields.flowStatus
      ? await ctx.records.find(object.object, "flowStatus == '30'", { limit: 10_000 })
      : [];
    const [open] = flowing.filter(({ id }) => ids.includes(String(id)));
    if (open)
      throw refuse(`${object.title}「${await ctx.records.label(object.object, String(open.id))}」审批中，请先撤回`);
  }
}
