/** A plant to plan: what an example does not name has its usual value. */
import { minuteOf, momentText } from '../../../server/scheduling/moment';
import {
  type Config,
  DEFAULTS,
  type Input,
  type LiveTask,
  type OpenInterval,
  type Operation,
  type Plan,
  type Resource,
  type Task,
  type WorkOrder,
} from '../../../server/scheduling/types';

/** `01-12 08:00` of 2026 */
export const at = (text: string): number => minuteOf(`2026-${text}:00`)!;
export const DAY_MIN = 24 * 60;
export const dayOf = (text: string): number => minuteOf(`2026-${text}`)! / DAY_MIN;
export const show = momentText;

/** Shifts of the days from `first` on; minutes of a day, beyond 24 h at night. */
export const shifts = (first: string, days: number, spans: readonly (readonly [string, string])[]): OpenInterval[] => {
  const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return Array.from({ length: days }, (_, n) => dayOf(first) + n).flatMap((day) =>
    spans.map(([from, to]) => ({ from: day * DAY_MIN + minutes(from), to: day * DAY_MIN + minutes(to), day })),
  );
};
export const DAY_SHIFT = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
] as const;

export const resource = (code: string, more: Partial<Resource> = {}): Resource => ({
  id: code,
  code,
  kind: '10',
  group: null,
  priority: 1,
  lanes: 1,
  efficiency: 100,
  inUse: true,
  open: shifts('01-12', 40, DAY_SHIFT),
  stops: [],
  overtimeMin: 0,
  lastKey: null,
  ...more,
});
export const operation = (id: string, opNbr: number, more: Partial<Operation> = {}): Operation => ({
  id,
  opNbr,
  qty: 1,
  reported: 0,
  stdMin: 1,
  runBase: 1,
  setupMin: 0,
  queueMin: 0,
  moveMin: 0,
  transferMode: 1,
  transferBatch: null,
  predecessors: [],
  ratio: 1,
  group: null,
  equips: [],
  device: null,
  supplier: null,
  lanes: 1,
  splitShift: true,
  splitMax: 1,
  people: 1,
  team: null,
  moulds: [],
  material: 'M',
  categories: [],
  process: 'P',
  setupKey: 'K',
  earliest: null,
  ...more,
});
export const order = (nbr: string, operations: readonly Operation[], more: Partial<WorkOrder> = {}): WorkOrder => ({
  id: nbr,
  nbr,
  priority: 3,
  dueDay: dayOf('01-13'),
  releaseAt: null,
  isPaused: false,
  resumeAt: null,
  rank: 0,
  feeds: null,
  shortages: [],
  operations,
  ...more,
});
export const input = (more: Partial<Omit<Input, 'config'>> & { config?: Partial<Config> }): Input => ({
  now: at('01-12 08:00'),
  resources: [],
  groups: [],
  shared: [],
  capacities: [],
  orders: [],
  live: [],
  ...more,
  config: { ...DEFAULTS, lockHours: 0, ...more.config },
});

/** A task of a plan as the row of the live plan it is stored in. */
export const asLive = (task: Task, more: Partial<LiveTask> = {}): LiveTask => ({
  id: task.id,
  operation: task.operation,
  nbr: task.nbr,
  opNbr: task.opNbr,
  part: task.part,
  resource: task.resource,
  lanes: task.lanes,
  qty: task.qty,
  reported: 0,
  setupKey: task.setupKey,
  setupMin: task.setupMin,
  start: task.start,
  run: task.run,
  end: task.end,
  status: task.status,
  isLocked: false,
  isRunning: false,
  waits: task.waits,
  ...more,
});

/** `resource start (run) end` of the tasks of an operation. */
export const placesOf = (plan: Pick<Plan, 'tasks'>, id: string): string[] =>
  plan.tasks
    .filter((task) => task.operation === id)
    .map(({ resource: on, start, run, end }) => {
      const set = run === start ? '' : ` (${show(run)})`;
      return `${on} ${show(start)}${set} – ${show(end)}`;
    });
export const placeOf = (plan: Pick<Plan, 'tasks'>, id: string): string | undefined => placesOf(plan, id)[0];
export const taskOf = (plan: Pick<Plan, 'tasks'>, id: string): Task =>
  plan.tasks.find((task) => task.operation === id)!;

/** The test plant of 30 §3 E1: two lathes, a mill, two turned products, one of them plated outside. */
export const e1 = (
  more: {
    readonly config?: Partial<Config>;
    readonly stops?: Resource['stops'];
    readonly orders?: readonly ('A' | 'B' | 'C')[];
    readonly priorityOfC?: number;
  } = {},
): Input => {
  const turned = { group: '车削组', setupMin: 30, moveMin: 10, transferMode: 2, transferBatch: 25 };
  const shaft = (id: string, qty: number) => [
    operation(`${id}10`, 10, { ...turned, qty, stdMin: 3, setupKey: 'SG-100', splitMax: 2 }),
    operation(`${id}20`, 20, {
      ...turned,
      group: '铣削组',
      setupMin: 20,
      qty,
      stdMin: 2,
      setupKey: 'SG-100',
      predecessors: [10],
    }),
  ];
  const orders = {
    A: order('GD202601120001', shaft('A', 100)),
    B: order(
      'GD202601120002',
      [
        operation('B10', 10, { ...turned, qty: 80, stdMin: 4, setupKey: 'WG-080' }),
        operation('B20', 20, {
          qty: 80,
          predecessors: [10],
          supplier: { id: '电镀', name: '电镀', days: 2 },
          setupKey: 'WG-080',
        }),
      ],
      { dueDay: dayOf('01-15') },
    ),
    C: order('GD202601120003', shaft('C', 60), { priority: more.priorityOfC ?? 2 }),
  };
  return input({
    config: more.config ?? {},
    groups: [
      { id: '车削组', name: '车削组' },
      { id: '铣削组', name: '铣削组' },
    ],
    resources: [
      resource('CNC-01', { group: '车削组', lastKey: 'SG-100' }),
      resource('CNC-02', { group: '车削组', lastKey: 'WG-080', stops: more.stops ?? [] }),
      resource('CNC-03', { group: '铣削组' }),
      resource('IM-01', { group: '注塑组' }),
    ],
    orders: (more.orders ?? ['A', 'B', 'C']).map((key) => orders[key]),
  });
};
