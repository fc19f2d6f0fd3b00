/** Resources of a plan (30 §3 step 1): devices and crews of the work groups, what they work by their calendars, what they can do. */
import { dateAdd } from '../../../../schemas/language/codec/date-time';
import { bookOf, crewOf } from '../../../calendar/book';
import { stopsAround } from '../../../calendar/day';
import { without } from '../../../calendar/minutes';
import { daysOf, type Resource as Worker } from '../../../calendar/resource';
import { keyOf, resourcesOf } from '../../../calendar/resources';
import { timesOn } from '../../../calendar/shift';
import type { Ctx } from '../../../ctx';
import type { FoundOf, HeadOf, RowOf } from '../../../rows';
import { type CapacityRow, DAY, dayText, type Interval, KIND, minuteOf, type Resource } from '../../../scheduling';

type Group = FoundOf<'workGroup', { rows: ['equips'] }>;
type Capacity = HeadOf<'capacity'>;
/** 人工组 */
const HANDS = '2';
/** 在用 */
const IN_USE = '60';

export interface Floor {
  readonly groups: readonly Group[];
  readonly resources: readonly Resource[];
  readonly capacities: readonly CapacityRow[];
  /** crews that may work in a group of hands */
  readonly handsOf: ReadonlyMap<string, readonly string[]>;
  readonly names: ReadonlyMap<string, { readonly code: string; readonly name: string }>;
}
export interface FloorAsk {
  readonly units: readonly string[];
  /** named by operations */
  readonly groups: readonly string[];
  readonly devices: readonly string[];
  /** days since 1970-01-01, the last one not among them */
  readonly from: number;
  readonly to: number;
}

export async function floorOf(ctx: Ctx, ask: FloorAsk): Promise<Floor> {
  const { records } = ctx.asSystem();
  const groups = await groupsOf(ctx, ask);
  const groupOf = new Map(
    groups.flatMap((group) => group.equips.map((row) => [row.equipment, { group, row }] as const)),
  );
  const ids = [...new Set([...groupOf.keys(), ...ask.devices])];
  const devices = await records.many('equipment', ids, { stored: true });
  const handsOf = await crewsOf(ctx, groups);
  const teams = await records.many('team', [...new Set([...handsOf.values()].flat())], { stored: true });
  const rows = await capacityRows(ctx);
  const days = { from: ask.from, to: ask.to };
  const working = await workingOf(ctx, { devices: ids, teams }, days);
  const stopped = groups.filter(({ finite }) => finite === false);
  const resources = [
    ...devices.map((device): Resource => {
      const place = groupOf.get(device.id);
      return {
        id: device.id,
        code: device.code,
        kind: KIND.device,
        group: place?.group.id ?? null,
        priority: place?.row.priority ?? 0,
        lanes: device.parallelQty ?? 1,
        efficiency: device.efficiency ?? 100,
        inUse: isInUse(device),
        ...working(device.id),
        overtimeMin: overtimeOf(rows, device.id, place?.group.id ?? null),
        lastKey: null,
      };
    }),
    ...teams.map(
      (team): Resource => ({
        id: team.id,
        code: team.name,
        kind: KIND.team,
        group: null,
        priority: 0,
        lanes: 1,
        efficiency: 100,
        inUse: team.isDisabled !== '1',
        ...working(team.id),
        overtimeMin: 0,
        lastKey: null,
      }),
    ),
  ];
  return {
    groups,
    resources,
    capacities: [...rows.map(asRow), ...stopped.flatMap((group) => unlimited(group, resources, rows))],
    handsOf,
    names: new Map([...devices, ...teams].map(({ id, code, name }) => [id, { code, name }])),
  };
}

/** Groups of the places, and those that operations name. */
async function groupsOf(ctx: Ctx, { units, groups }: FloorAsk): Promise<Group[]> {
  const { records } = ctx.asSystem();
  const own = await records.find('workGroup', 'isDisabled == 0 && factoryUnit in param.units', {
    param: { units: [...units] },
    limit: ALL,
  });
  const found = await records.many('workGroup', [...new Set([...own.map(({ id }) => id), ...groups])], {
    rows: ['equips'],
    stored: true,
  });
  return found.sort((a, b) => (a.sortNo ?? 0) - (b.sortNo ?? 0) || (a.code < b.code ? -1 : 1));
}
const ALL = 100_000;

/** Crews of groups of hands: those the group names, and those that name the group. */
async function crewsOf(ctx: Ctx, groups: readonly Group[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const hands = groups.filter(({ mode }) => mode === HANDS);
  if (hands.length === 0) return new Map();
  const teams = await ctx.asSystem().records.find('team', 'isDisabled == 0', { limit: ALL });
  return new Map(
    hands.map((group) => [
      group.id,
      teams
        .filter(({ id, workGroups }) => idsOf(group.teams).includes(id) || idsOf(workGroups).includes(group.id))
        .map(({ id }) => id),
    ]),
  );
}
/** Ids of a field that holds several records. */
export const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map((one: unknown) =>
        typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : String(one),
      )
    : [];

/** Devices have a state of their own once they are commissioned; before, the switch of the master says it. */
const isInUse = ({ isDisabled, docStatus }: Pick<RowOf<'equipment'>, 'isDisabled' | 'docStatus'>): boolean =>
  isDisabled !== '1' && (docStatus === null || docStatus === IN_USE);

const capacityRows = async (ctx: Ctx): Promise<readonly Capacity[]> =>
  ctx
    .asSystem()
    .records.find('capacity', 'isDisabled == 0 && validFrom <= param.day && (empty(validTo) || validTo >= param.day)', {
      param: { day: ctx.today },
      limit: ALL,
    });
const asRow = (row: Capacity): CapacityRow => ({
  equipment: row.equipment,
  group: row.workGroup,
  material: row.material,
  category: row.materialCategory,
  process: row.process,
  lanes: row.lanes,
  efficiency: row.efficiency,
  finite: row.finite ?? true,
  minBatch: row.minBatch,
  maxBatch: row.maxBatch,
});
/** A group whose capacity is not looked at lifts the limit of its devices that have no row of their own. */
const unlimited = (group: Group, resources: readonly Resource[], rows: readonly Capacity[]): readonly CapacityRow[] =>
  resources
    .filter(({ id, group: of }) => of === group.id && rows.every(({ equipment }) => equipment !== id))
    .map(({ id, efficiency }) => ({
      equipment: id,
      group: null,
      material: null,
      category: null,
      process: null,
      lanes: null,
      efficiency:
        rows.find(({ workGroup, material, process }) => workGroup === group.id && !material && !process)?.efficiency ??
        efficiency,
      finite: false,
      minBatch: null,
      maxBatch: null,
    }));
const overtimeOf = (rows: readonly Capacity[], device: string, group: string | null): number =>
  (
    rows.find(({ equipment }) => equipment === device) ??
    rows.find(({ workGroup }) => group !== null && workGroup === group)
  )?.overtimeMin ?? 0;

interface Days {
  readonly from: number;
  readonly to: number;
}
type Working = Pick<Resource, 'open' | 'stops'>;
/** Open spans and stops of each resource; resources of one calendar share them. */
async function workingOf(
  ctx: Ctx,
  { devices, teams }: { readonly devices: readonly string[]; readonly teams: readonly RowLike[] },
  days: Days,
): Promise<(id: string) => Working> {
  const book = await bookOf(ctx);
  const asks = devices.map((id) => ({ id, day: ctx.today }));
  const found = await resourcesOf(ctx, asks);
  const workers = new Map<string, Worker>();
  for (const ask of asks) {
    const worker = found.get(keyOf(ask));
    if (worker) workers.set(ask.id, worker);
  }
  for (const team of teams) workers.set(team.id, crewOf(book, team));
  const shared = new Map<object, Working>();
  return (id) => {
    const worker = workers.get(id);
    if (worker === undefined) return { open: [], stops: [] };
    const key = worker.rotation ? worker : worker.calendar;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const made = workOver(worker, days);
    shared.set(key, made);
    return made;
  };
}
/** When crews work; a crew is asked for its shifts by its id. */
export async function crewSpans(
  ctx: Ctx,
  teams: readonly RowLike[],
  days: Days,
): Promise<(id: string) => readonly Interval[]> {
  const working = await workingOf(ctx, { devices: [], teams }, days);
  return (id) => working(id).open;
}
type RowLike = FoundOf<'team', { stored: true }>;

function workOver(worker: Worker, { from, to }: Days): Working {
  const open: Resource['open'][number][] = [];
  const stops: Interval[] = [];
  for (let day = from; day < to; day++) {
    const date = dayText(day);
    for (const shift of daysOf(worker, date).shifts) {
      const { breaks, ...span } = timesOn(shift, date);
      for (const part of without(
        [span],
        breaks.filter((rest) => rest.stops || !worker.isDevice),
      ))
        open.push({ from: day * DAY + part.from, to: day * DAY + part.to, day });
    }
    for (const stop of stopsAround(worker.calendar, date))
      if (stop.from >= 0 && stop.from < DAY) stops.push({ from: day * DAY + stop.from, to: day * DAY + stop.to });
  }
  return { open: merged(open), stops };
}
/** In order; shifts that overlap count once. */
function merged(open: Resource['open']): Resource['open'] {
  const out: Resource['open'][number][] = [];
  for (const span of [...open].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const from = Math.max(span.from, out.at(-1)?.to ?? span.from);
    if (from < span.to) out.push({ ...span, from });
  }
  return out;
}

/** The day of a moment, or of a number of days from it. */
export const dayOf = (moment: string, more = 0): number =>
  Math.floor((minuteOf(dateAdd(moment.slice(0, 10), more, 'day') ?? moment) ?? 0) / DAY);
