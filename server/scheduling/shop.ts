/** The floor while it is planned: machines with their reservations, orders with their jobs, in an order that the input's does not change. */
import { type Calendar, netCalendar } from './calendar';
import { DAY } from './moment';
import { Profile } from './profile';
import { type Machine, type Need, newMachine, type Reservation, type Shared } from './reservations';
import { setupsOf } from './setup';
import type { Config, Input, LiveTask, Minute, Operation, Resource, WorkGroup, WorkOrder } from './types';
import { isSingle, type Terms, termsOf } from './work';

/** A run of an operation, or of a part of it, that has its place. */
export interface Placed {
  readonly id: string;
  /** of an operation that is being planned */
  readonly job: Job | null;
  readonly live: LiveTask | null;
  readonly nbr: string;
  readonly opNbr: number;
  readonly part: number;
  readonly qty: number;
  /** pieces of the operation that come before its first one */
  readonly base: number;
  /** exact minutes of one piece */
  readonly per: number;
  readonly machine: Machine | null;
  reservation: Reservation | null;
  /** of suppliers and of what is fixed: as stored */
  times: { readonly start: Minute; readonly run: Minute; readonly end: Minute } | null;
  readonly isFixed: boolean;
}
/** What an operation has left to plan. */
export interface Job {
  readonly operation: Operation;
  readonly order: OrderJobs;
  /** not yet reported */
  readonly rest: number;
  readonly before: Job[];
  readonly after: Job[];
  latestEnd: Minute;
  latestStart: Minute;
  /** what is planned of it, in the order of its pieces */
  placed: Placed[];
  /** why it, or one before it, stays in the pool */
  left: string | null;
  arrivals: readonly Minute[] | null;
}
export interface OrderJobs {
  readonly order: WorkOrder;
  /** predecessors first */
  readonly jobs: readonly Job[];
  /** the job that uses what it makes */
  consumer: Job | null;
  readonly subs: OrderJobs[];
  /** a sub-order takes both from what it feeds */
  priority: number;
  due: Minute;
  note: string;
}
export interface Shop {
  readonly now: Minute;
  readonly config: Config;
  /** nothing ends later */
  readonly end: Minute;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly groups: ReadonlyMap<string, WorkGroup>;
  readonly shared: ReadonlyMap<string, Shared>;
  readonly orders: readonly OrderJobs[];
  readonly jobs: ReadonlyMap<string, Job>;
  /** tasks of operations that are not planned here: they only take their resource */
  readonly strangers: Placed[];
  readonly termsFor: (machine: Machine, operation: Operation) => Terms;
  readonly byGroup: ReadonlyMap<string, readonly Machine[]>;
}

/** Calendars by resource id: made once, also for several runs over the same input. */
export type Calendars = ReadonlyMap<string, Calendar>;
export const calendarsOf = ({ resources, config }: Input): Calendars =>
  new Map(resources.map((resource) => [resource.id, netCalendar(resource, config.useOvertime)]));

export function openShop(input: Input, calendars: Calendars): Shop {
  const { now, config, capacities } = input;
  const setups = setupsOf(config.changeover);
  const rows = [...capacities].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const machines = new Map<string, Machine>();
  const byGroup = new Map<string, Machine[]>();
  for (const resource of [...input.resources].sort(byCode)) {
    const machine = newMachine(resource, calendars.get(resource.id)!, setups, isSingle(rows, resource));
    machines.set(resource.id, machine);
    if (resource.group !== null) byGroup.set(resource.group, [...(byGroup.get(resource.group) ?? []), machine]);
  }
  const orders = [...input.orders].sort((a, b) => (a.nbr < b.nbr ? -1 : a.nbr > b.nbr ? 1 : 0)).map(jobsOf);
  const jobs = new Map(orders.flatMap((order) => order.jobs.map((job) => [job.operation.id, job])));
  link(orders);
  return {
    now,
    config,
    end: now + config.horizonDays * DAY,
    machines,
    groups: new Map(input.groups.map((group) => [group.id, group])),
    shared: new Map(input.shared.map((shared) => [shared.id, sharedOf(shared)])),
    orders,
    jobs,
    strangers: [],
    termsFor: ({ resource }, operation) => termsOf(rows, resource, operation),
    byGroup,
  };
}

/** What a task of an operation needs beside its resource (30 §3 step 7). */
export function needsOf({ shared, config }: Shop, { team, people, moulds }: Operation): Need[] {
  const needs: Need[] = [];
  const crew = config.labourMode && team !== null ? shared.get(team) : undefined;
  if (crew && people > 0) needs.push({ shared: crew, amount: people });
  for (const id of moulds) {
    const mould = shared.get(id);
    if (mould) needs.push({ shared: mould, amount: 1 });
  }
  return needs;
}

const byCode = (a: Resource, b: Resource): number =>
  a.code < b.code ? -1 : a.code > b.code ? 1 : a.id < b.id ? -1 : 1;

function jobsOf(order: WorkOrder): OrderJobs {
  const jobs: Job[] = [];
  const orderJobs: OrderJobs = {
    order,
    jobs,
    consumer: null,
    subs: [],
    priority: order.priority,
    due: 0,
    note: '',
  };
  const waiting = [...order.operations].sort((a, b) => a.opNbr - b.opNbr);
  const open = new Map<number, Job | null>(waiting.map(({ opNbr }) => [opNbr, null]));
  // predecessors first; a circle, which the order's check refuses, is cut at its smallest number
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ predecessors }) => predecessors.every((nbr) => open.get(nbr) !== null));
    const [operation] = waiting.splice(Math.max(ready, 0), 1);
    const job: Job = {
      operation: operation!,
      order: orderJobs,
      rest: Math.max(0, operation!.qty - operation!.reported),
      before: operation!.predecessors.flatMap((nbr) => open.get(nbr) ?? []),
      after: [],
      latestEnd: 0,
      latestStart: 0,
      placed: [],
      left: null,
      arrivals: null,
    };
    for (const before of job.before) before.after.push(job);
    open.set(operation!.opNbr, job);
    jobs.push(job);
  }
  return orderJobs;
}

/** Sub-orders and what they feed; a link that would make a circle is none. */
function link(orders: readonly OrderJobs[]): void {
  const byId = new Map(orders.map((order) => [order.order.id, order]));
  for (const sub of orders) {
    const { feeds } = sub.order;
    const parent = feeds === null ? undefined : byId.get(feeds.order);
    const consumer = parent?.jobs.find(({ operation }) => operation.opNbr === feeds?.opNbr);
    if (!parent || !consumer) continue;
    let above: OrderJobs | undefined = parent;
    while (above && above !== sub) above = above.consumer?.order;
    if (above === sub) continue;
    sub.consumer = consumer;
    parent.subs.push(sub);
  }
}

function sharedOf({ name, kind, capacity, open }: Input['shared'][number]): Shared {
  const profile = new Profile();
  if (open) {
    let at = Number.NEGATIVE_INFINITY;
    for (const { from, to } of [...open].sort((a, b) => a.from - b.from)) {
      // closed = all of it is taken
      if (from > at) profile.add(at, from, capacity);
      at = Math.max(at, to);
    }
    profile.add(at, Number.POSITIVE_INFINITY, capacity);
  }
  return { name, kind, capacity, profile };
}
