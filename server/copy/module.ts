/** 数据复制 (domain 10 §6.8): the record says what goes where, every save previews it, a job carries it out. */
import type { Problem, Rec, Row } from '../../schemas/language/value';
import { versionKey } from '../../schemas/language/versions';
import type { Ctx, DomainModule } from '../ctx';
import { assertHeld } from '../domain/system/grants';
import { refuse } from '../errors';
import { wakeJob } from '../jobs/wake';
import type { EngineCtx } from '../records/host';
import { copyable } from '../registry/copyable';
import { keepPlans, keptLines, markUndone, type Target } from './lines';
import { type Plan, planCopy } from './plan';
import { DONE, inTarget, targetsOf, WAITING } from './run';
import { undoCopy } from './undo';
import { counted, partsOf, wishesOf, withNeeded } from './wishes';

type Previews = readonly { readonly target: Target; readonly plan: Plan }[];
/** of the save that is under way */
const previews = new WeakMap<object, Previews>();

export const dataCopyJob: DomainModule = {
  async derive(record, old, ctx) {
    if (old !== null && old.docStatus !== WAITING) return undefined;
    const engine = (ctx as EngineCtx).asSystem();
    const parts = withNeeded(partsOf(record), engine.registry.objects, ctx.newId);
    if (complaints({ ...record, parts }, ctx).length > 0) return undefined;
    const found = await previewOf(engine, { ...record, parts });
    previews.set((ctx as EngineCtx).unit, found);
    const counts = parts.map((row) =>
      counted(
        row,
        found.map(({ plan }) => plan),
      ),
    );
    return { source: ctx.org.name, parts: counts, results: resultsOf(record, found, ctx) } as unknown as Rec;
  },
  async check(record, old, ctx) {
    return old === null || old.docStatus === WAITING ? complaints(record, ctx) : [];
  },
  async after({ record, action }, ctx) {
    const found = previews.get((ctx as EngineCtx).unit);
    if (action !== undefined || !found) return;
    previews.delete((ctx as EngineCtx).unit);
    await keepPlans(ctx as EngineCtx, record.id as string, found);
  },
  actions: {
    async run(record, _ask, ctx) {
      const engine = (ctx as EngineCtx).asSystem();
      const targets = await targetsOf(engine, record);
      if (targets.length === 0) throw refuse('请选择目标企业');
      if (partsOf(record).some(({ object }) => object === 'role')) assertHeld(await rolesOf(engine), ctx.session);
      // by now, not as it was when it was looked at
      for (const { plan } of await previewOf(engine, record)) if (plan.stop !== null) throw refuse(plan.stop);
      await wakeJob(engine, 'dataCopy');
      return undefined;
    },
    async undo(record, _ask, ctx) {
      const engine = (ctx as EngineCtx).asSystem();
      if (String(record.undoUntil ?? '') < ctx.now) throw refuse('完成已超过7天，不能撤销复制');
      for (const target of await targetsOf(engine, record)) {
        if (!rowsOf(record).some((row) => row.code === target.code && row.state === DONE)) continue;
        await undoCopy(await inTarget(engine, target), await keptLines(engine, record.id as string, target));
      }
      await markUndone(engine, record.id as string);
      return undefined;
    },
  },
};

/** With what they say of single objects. */
const rolesOf = async ({ records }: EngineCtx) => {
  const heads = await records.find('role', 'isDisabled == 0');
  return records.many(
    'role',
    heads.map(({ id }) => id),
    { rows: ['scopes'] },
  );
};
const rowsOf = (record: Rec): readonly Row[] => (record.results as readonly Row[] | undefined) ?? [];

async function previewOf(ctx: EngineCtx, record: Rec): Promise<Previews> {
  const found: { target: Target; plan: Plan }[] = [];
  for (const target of await targetsOf(ctx, record))
    found.push({ target, plan: await planCopy(ctx, await inTarget(ctx, target), wishesOf(record)) });
  return found;
}

const resultsOf = (record: Rec, found: Previews, ctx: Ctx): readonly Row[] =>
  found.map(({ target, plan }, n) => ({
    id: rowsOf(record).find((row) => row.code === target.code)?.id ?? ctx.newId(),
    lineNo: (n + 1) * 10,
    code: target.code,
    target: target.name,
    state: WAITING,
    total: plan.lines.length,
    message: plan.stop,
  }));

function complaints(record: Rec, ctx: Ctx): readonly Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, text: string): void => {
    problems.push({ code: 'copy', path, text });
  };
  for (const row of partsOf(record)) {
    const object = (ctx as EngineCtx).registry.objects.get(String(row.object));
    const at = `parts[${row.id}].object`;
    if (!object) continue;
    if (!copyable(object)) say(at, `「${object.title}」不能复制`);
    else if (!ctx.session.rights.has(`${object.object}:view`)) say(at, `没有查看「${object.title}」的权限，不能复制`);
    else if (versionKey(object) && (row.policy === 'over' || row.policy === 'blank'))
      say(`parts[${row.id}].policy`, `「${object.title}」按版本管理，冲突的只能跳过或改编码`);
  }
  return problems;
}
