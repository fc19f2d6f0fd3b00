/** A workshop as the engine sees it: what is to be made, on what, by which rules, and the plan as it stands. */
import type { ScenarioParams } from '../../../../schemas/language/wire-schedule';
import { bookOf } from '../../../calendar/book';
import { isMemberOn } from '../../../calendar/members';
import type { Ctx } from '../../../ctx';
import { begunOf, lastMade } from '../../../datasets/production/floor-starts';
import { type Config, DEFAULTS, type Input, minuteOf, type Resource } from '../../../scheduling';
import { schedulingConfigOf } from '../../factory/scheduling-config';
import { changedConfig, changedOrders, changedResources } from './changes';
import { type Demands, demandsOf, feedsOf, madeRows, materialsOf, type Process, workOrdersOf } from './orders';
import { crewSpans, dayOf, type Floor, floorOf, idsOf } from './resources';
import { shortagesOf } from './shortages';
import { asStranger, liveTasks, resourceOf, type Stored, storedTasks, unplannedRuns } from './tasks';

export interface Plant {
  readonly input: Input;
  readonly demands: Demands;
  readonly operations: ReadonlyMap<string, Process>;
  readonly floor: Floor;
  readonly stored: readonly Stored[];
  readonly improveSec: number;
}
export interface PlantAsk {
  readonly workshop: string;
  readonly scenario: { readonly id: string; readonly params: ScenarioParams } | null;
  readonly workOrders?: readonly string[] | undefined;
  readonly direction?: string | undefined;
  readonly rule?: string | undefined;
  /** nothing is planned before */
  readonly from?: string | undefined;
}

export async function plantOf(ctx: Ctx, ask: PlantAsk): Promise<Plant> {
  const { workshop, scenario } = ask;
  const units = await unitsOf(ctx, workshop);
  const settings = await configOf(ctx, workshop);
  const config = changedConfig(settings.config, { ...scenario?.params.config, ...givenOf(ask) });
  const now = minuteOf(ctx.now) ?? 0;
  const demands = await demandsOf(ctx, units);
  const operations = new Map(demands.operations.map((operation) => [operation.id, operation]));
  const stored = await storedTasks(ctx, workshop, scenario?.id ?? null);
  const begun = await begunOf(ctx, [...operations.keys()]);
  const floor = await floorOf(ctx, {
    units,
    groups: [...new Set(demands.operations.flatMap(({ workGroup }) => workGroup ?? []))],
    devices: [
      ...new Set([
        ...demands.operations.flatMap(({ equips, equipment }) => [
          ...idsOf(equips),
          ...idsOf([equipment].filter(Boolean)),
        ]),
        ...stored.flatMap(({ equipment }) => equipment ?? []),
        ...[...begun.values()]
          .flat()
          .flatMap(({ isOpen, equipment }) => (isOpen && equipment !== null ? [equipment] : [])),
      ]),
    ],
    from: dayOf(ctx.now, -1),
    to: dayOf(ctx.now, config.horizonDays + 2),
  });
  const made = await lastMade(
    ctx,
    floor.resources.map(({ id }) => id),
  );
  const madeBy = await madeRows(ctx, demands);
  const [shortages, suppliers, materials, strangers, shared] = await Promise.all([
    config.materialMode === 0
      ? new Map()
      : shortagesOf(ctx, demands.orders, new Set([...madeBy.values()].map(({ row }) => row))),
    suppliersOf(ctx, demands),
    materialsOf(ctx, [...new Set([...demands.operations.flatMap(({ material }) => material ?? []), ...made.values()])]),
    strangersOf(ctx, workshop, floor.resources),
    config.labourMode ? headsOf(ctx, demands, config) : [],
  ]);
  const chosen = ask.workOrders === undefined ? null : new Set(ask.workOrders);
  const orders = workOrdersOf(demands, {
    feeds: feedsOf(demands, madeBy),
    shortages,
    suppliers,
    materials,
    handsOf: floor.handsOf,
    chosen,
    from: ask.from === undefined ? null : minuteOf(ask.from),
    ranks: new Map((ask.workOrders ?? []).map((id, n) => [id, n])),
  });
  const held = liveTasks(stored, operations, begun);
  const nbrs = new Map(demands.orders.map(({ id, nbr }) => [id, nbr]));
  const keyOf = {
    nbr: ({ workOrderNbr }: Process): string => nbrs.get(workOrderNbr ?? '') ?? '',
    setup: materials.keyOf,
  };
  const running = unplannedRuns(operations, { live: held, begun, now, keyOf });
  const live = [...held, ...running].map((task) =>
    chosen === null || chosen.has(operations.get(task.operation)?.workOrderNbr ?? '')
      ? task
      : { ...task, isLocked: true },
  );
  return {
    demands,
    operations,
    floor,
    stored,
    improveSec: settings.improveSec,
    input: {
      now,
      config,
      resources: changedResources(
        floor.resources.map((resource) => ({
          ...resource,
          lastKey: made.has(resource.id) ? materials.keyOf(made.get(resource.id) ?? null) : null,
        })),
        scenario?.params.changes ?? [],
      ),
      groups: floor.groups.map(({ id, name }) => ({ id, name })),
      shared,
      capacities: floor.capacities,
      orders: changedOrders(orders, scenario?.params.changes ?? []),
      live: [...live, ...strangers],
    },
  };
}

const givenOf = ({ direction, rule }: PlantAsk): ScenarioParams['config'] => ({
  ...(direction === undefined ? {} : { direction }),
  ...(rule === undefined ? {} : { rule }),
});

/** A place and all below it. */
export async function unitsOf(ctx: Ctx, workshop: string): Promise<readonly string[]> {
  const { units } = await bookOf(ctx);
  const below = new Set([workshop]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const [id, { parent }] of units) if (parent !== null && below.has(parent)) below.add(id);
  }
  return [...below];
}

/** 排产参数 of the workshop as the engine takes them. */
export async function configOf(
  ctx: Ctx,
  workshop: string,
): Promise<{ readonly config: Config; readonly improveSec: number }> {
  const set = await schedulingConfigOf(ctx, workshop);
  if (set === null) return { config: DEFAULTS, improveSec: 0 };
  // its fields are those a scenario may change
  const config = changedConfig(DEFAULTS, set as ScenarioParams['config']);
  // a record of an untyped read
  const changeover = (set.changeover as readonly Record<string, string | number | null>[] | undefined) ?? [];
  return {
    improveSec: Number(set.improveSec ?? 0),
    config: {
      ...config,
      changeover: changeover.map(({ workGroup, fromKey, toKey, minutes }) => ({
        group: String(workGroup ?? ''),
        fromKey: String(fromKey ?? ''),
        toKey: String(toKey ?? ''),
        minutes: Math.ceil(Number(minutes ?? 0)),
      })),
    },
  };
}

const suppliersOf = async (ctx: Ctx, { operations }: Demands): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(operations.flatMap(({ supplier }) => supplier ?? []))];
  const found = await ctx.asSystem().records.many('supplier', ids, { stored: true });
  return new Map(found.map(({ id, name }) => [id, name]));
};

/** Heads of the crews that operations name, in the shifts of each. */
async function headsOf(ctx: Ctx, { operations }: Demands, { horizonDays }: Config): Promise<Input['shared']> {
  const ids = [...new Set(operations.flatMap(({ team }) => team ?? []))];
  const teams = await ctx.asSystem().records.many('team', ids, { rows: ['members'], stored: true });
  const spans = await crewSpans(ctx, teams, { from: dayOf(ctx.now, -1), to: dayOf(ctx.now, horizonDays + 2) });
  return teams.map((team) => ({
    id: team.id,
    name: team.name,
    kind: 'team',
    capacity: team.members.filter((row) => isMemberOn(row, ctx.today)).length,
    open: spans(team.id),
  }));
}

/** What other workshops have planned on the same resources. */
async function strangersOf(ctx: Ctx, workshop: string, resources: readonly Resource[]) {
  const ids = new Set(resources.map(({ id }) => id));
  const found = await ctx
    .asSystem()
    .records.find('scheduleTask', 'workshop != param.workshop && empty(scenario) && planEnd > param.now', {
      param: { workshop, now: ctx.now },
      limit: 100_000,
    });
  return found.filter((task) => ids.has(resourceOf(task))).map(asStranger);
}
