/** 派工 (30 §4, P5): part of an operation is given to a person, a crew or a device; given on it keeps where it came from. */
import { subDec } from '../../../schemas/language/codec/decimal';
import type { Problem, Rec } from '../../../schemas/language/value';
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { dispatchLimit, dispatchSentence } from '../../production/limits';
import type { AskOf, RowOf } from '../../rows';
import { guardGroup } from './group-device';
import { lockOperations } from './locks';
import { around, floorOf } from './operations';
import { crewProblem, guardCrew, ownCrew } from './own-crew';
import { finerThanUnit } from './prd-units';
import { rebalance } from './rebalance';
import { skillProblems } from './start-guards';
import { limitRefusal } from './ways';

type Dispatch = RowOf<'dispatchOrder'>;

/** What is done with work that was given to somebody; accepting it is his own. */
const HANDLED: readonly string[] = ['edit', 'recall', 'transfer', 'del'];

export const dispatchOrder: DomainModule<'dispatchOrder'> = {
  async admit(stored, action, ctx) {
    if (HANDLED.includes(action)) await guardCrew([stored], ctx);
  },
  async lock(_action, ids, ctx) {
    const found = await ctx.asSystem().records.many('dispatchOrder', ids, { stored: true });
    await lockOperations(
      ctx,
      found.map(({ orderProcess }) => orderProcess),
    );
  },
  async derive(record, old, ctx) {
    if (typeof record.orderProcess !== 'string' || old !== null) return undefined;
    await lockOperations(ctx, [record.orderProcess]);
    const operation = await ctx.asSystem().records.get('orderProcess', record.orderProcess);
    if (!operation) return undefined;
    const { workOrderNbr, opNbr, process, material, materialName, workshop, workGroup } = operation;
    return {
      workOrderNbr,
      opNbr,
      process,
      material,
      materialName,
      workshop,
      workGroup,
      docStatus: ctx.setting('prd.dispatchAccept') === true ? '10' : '20',
    };
  },
  async check(record, old, ctx) {
    const other = await crewProblem([record], ctx);
    if (other !== undefined) return [other];
    if (old !== null && old.qty === record.qty) return [];
    const finer = await finerThanUnit(record.workOrderNbr, [record.qty], ctx);
    if (finer !== null) return [{ code: 'field.unit', path: 'qty', text: finer }];
    const limit = dispatchLimit(around(await floorOf(ctx, record.workOrderNbr ?? '', record.id), record.orderProcess));
    const problems: Problem[] =
      record.qty > limit.max
        ? [
            limitRefusal(
              limit,
              { rule: 'dispatchOrder.limit', path: 'qty', text: dispatchSentence(limit, record.qty) },
              { orderProcess: record.orderProcess },
            ),
          ]
        : [];
    return [...problems, ...(old === null ? await skills(peopleOf(record), record, ctx) : [])];
  },
  async asks(action, record, ctx, ask) {
    return action === 'transfer' ? skills(peopleOf(ask), record, ctx) : [];
  },
  async after({ record, old }, ctx) {
    if (old === null)
      await ctx.emit('dispatchOrder.created', { object: 'dispatchOrder', id: record.id, nbr: record.nbr });
    if (record.workOrderNbr !== null) await rebalance(ctx, [record.workOrderNbr]);
  },
  actions: {
    async accept(record, _ask, ctx) {
      if (!(await isFor(record, ctx))) throw refuse('只有派工对象才能接收');
      return { acceptedBy: ctx.session.me.id, acceptedAt: ctx.occurAt };
    },
    async transfer(record, ask, ctx) {
      guardAssignee(ask);
      await guardCrew([ask], ctx);
      await guardGroup(record.workGroup, [ask.equipment], ctx);
      const left = subDec(record.qty, ask.qty);
      // what is given on is free first, so that it does not count twice
      await ctx.asSystem().records.patch('dispatchOrder', record.id, {
        head: left === 0 ? { docStatus: '80', reason: ask.reason } : { qty: left, reason: ask.reason },
      });
      await ctx.asSystem().records.save('dispatchOrder', {
        id: ctx.newId(),
        orderProcess: record.orderProcess,
        assignKind: ask.assignKind,
        employee: ask.assignKind === '10' ? (ask.employee ?? null) : null,
        team: ask.assignKind === '20' ? (ask.team ?? null) : null,
        // whoever takes it over works where the answer says
        equipment: ask.equipment ?? null,
        qty: ask.qty,
        planRange: record.planRange,
        priority: record.priority,
        fromNbr: record.id,
      });
      return undefined;
    },
  },
};

const guardAssignee = ({
  assignKind,
  employee,
  team,
  equipment,
}: Partial<Assignee> & Pick<Assignee, 'assignKind'>): void => {
  if (assignKind === '10' && !employee) throw refuse('请选择员工');
  if (assignKind === '20' && !team) throw refuse('请选择班组');
  if (assignKind === '30' && !equipment) throw refuse('请选择设备');
};
type Assignee = Pick<AskOf<'dispatchOrder', 'transfer'>, 'assignKind' | 'employee' | 'team' | 'equipment'>;

/** The person, a member of the crew today, whoever stands at the device. */
const isFor = async ({ assignKind, employee, team }: Dispatch, ctx: Ctx): Promise<boolean> => {
  const { me } = ctx.session;
  if (me.super || assignKind === '30') return true;
  if (assignKind === '10') return employee === me.employee;
  return team !== null && (await ownCrew(ctx)).teams.has(team);
};

/** Who is not qualified is told, not refused: the start will ask. */
export const skills = async (
  people: readonly string[],
  { orderProcess, planRange }: { readonly orderProcess: string; readonly planRange?: unknown },
  ctx: Ctx,
): Promise<readonly Problem[]> => {
  if (people.length === 0) return [];
  const operation = await ctx.asSystem().records.get('orderProcess', orderProcess);
  if (!operation) return [];
  const [from] = textsOf(planRange);
  const start = { workers: people.map((employee) => ({ employee })), shiftDate: from?.slice(0, 10) ?? null };
  return (await skillProblems(start, operation, ctx)).map((problem) => ({
    ...problem,
    path: 'employee',
    level: 'warn',
  }));
};
/** Whom work is given to by name. */
export const peopleOf = ({ assignKind, employee, people }: Rec): readonly string[] =>
  textsOf(people ?? (assignKind === '10' ? [employee] : []));
const textsOf = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : []).filter((value): value is string => typeof value === 'string');

/** 按排产派工: what is confirmed of it and not given out yet, to the device or crew of each task, as far as its plan allows. */
export const dispatchPlanned = async (operation: RowOf<'orderProcess'>, ctx: Ctx): Promise<void> => {
  const { records } = ctx.asSystem();
  const param = { id: operation.id };
  const tasks = await records.find(
    'scheduleTask',
    "orderProcess == param.id && empty(scenario) && status == '1' && (!empty(equipment) || !empty(team))",
    { param },
  );
  const given = await records.find(
    'dispatchOrder',
    'orderProcess == param.id && docStatus != 80 && !empty(scheduleTask)',
    {
      param,
    },
  );
  const done = new Set(given.map(({ scheduleTask }) => scheduleTask));
  const open = tasks
    .filter(({ id }) => !done.has(id))
    .sort((a, b) => ((a.planStart ?? '') < (b.planStart ?? '') ? -1 : 1));
  if (open.length === 0) throw refuse(`${operation.name}没有待派的已确认排产任务`);
  const { max } = dispatchLimit(around(await floorOf(ctx, operation.workOrderNbr ?? ''), operation.id));
  let left = max;
  for (const { id, equipment, team, qty, planStart, planEnd } of open) {
    const part = Math.min(qty ?? 0, left);
    if (part <= 0) continue;
    left = subDec(left, part);
    const to = equipment === null ? { assignKind: '20' as const, team } : { assignKind: '30' as const, equipment };
    await dispatchTo(operation, [{ ...to, qty: part, scheduleTask: id }], [planStart, planEnd], ctx);
  }
};

/** Papers of an operation, one for each part of what is given out. */
export const dispatchTo = async (
  operation: RowOf<'orderProcess'>,
  parts: readonly (Partial<Assignee> & Part)[],
  planRange: Dispatch['planRange'],
  ctx: Ctx,
): Promise<void> => {
  await guardCrew(parts, ctx);
  for (const part of parts) {
    guardAssignee(part);
    await ctx.asSystem().records.save('dispatchOrder', {
      id: ctx.newId(),
      orderProcess: operation.id,
      assignKind: part.assignKind,
      employee: part.assignKind === '10' ? (part.employee ?? null) : null,
      team: part.team ?? null,
      equipment: part.equipment ?? null,
      qty: part.qty,
      planRange,
      priority: operation.priority,
      scheduleTask: part.scheduleTask ?? null,
    });
  }
};
interface Part {
  readonly assignKind: Assignee['assignKind'];
  readonly qty: number;
  /** the task of the plan it carries out */
  readonly scheduleTask?: string;
}
