/**
 * 排产 without a database: plants of size, CPU of one run and of one move, and what ten times the orders cost. The bare figure is the
 * cheapest plan one could make of the same input: each operation appended to the device of its group that is free first, no waits told.
 */
import { type Input, moveTask, type Plan, schedule } from '../../server/scheduling';
import { median, type Result, spread } from './measure';
import { floorPlant } from './scheduling-plant';

const TIMES = 7;
/** a plan of the small plant alone is over before a clock can tell */
const TENTHS = 5;

export const benchScheduling = (): Result[] => {
  const small = floorPlant({ orders: 400, steps: 5, devices: 50 });
  const large = floorPlant({ orders: 1_000, steps: 10, devices: 50 });
  const tenth = floorPlant({ orders: 100, steps: 10, devices: 50 });
  const [a, b, c, bare]: number[][] = [[], [], [], []];
  // what is measured has been compiled: the first run of a size costs up to four times the others
  for (const plant of [small, large, tenth]) schedule(plant);
  // in turns, so that a wandering machine wanders for all
  for (let n = 0; n < TIMES; n++) {
    a!.push(cpu(() => check(schedule(small), 2_000)));
    b!.push(cpu(() => check(schedule(large), 10_000)));
    c!.push(cpu(() => Array.from({ length: TENTHS }, () => check(schedule(tenth), 1_000))) / TENTHS);
    bare!.push(cpu(() => appended(large)));
  }
  const growth = median(b!) / median(c!) / 10;
  return [
    row('2,000 operations × 50 devices, s CPU', a!, 10),
    {
      subject: '1,000 orders × 10 steps × 50 devices, s CPU (bare: appended in turn)',
      ours: spread(b!, 2),
      bare: spread(bare!, 3),
      ratio: (median(b!) / median(bare!)).toFixed(0),
      goal: '≤ 2 s',
      met: median(b!) <= 2,
    },
    {
      subject: 'growth: 10 × the orders, CPU a operation ÷ before',
      ours: growth.toFixed(2),
      bare: '–',
      ratio: '–',
      goal: '≤ 1.3',
      met: growth <= 1.3,
    },
    row('a move with all that follows, 2,000 operations, s CPU', moves(small), 0.5),
  ];
};

/** A task of the middle, to the next device of its group. */
function moves(plant: Input): number[] {
  const plan = schedule(plant);
  const live: Input = {
    ...plant,
    live: plan.tasks.map((task) => ({ ...task, reported: 0, isLocked: false, isRunning: false })),
  };
  const task = plan.tasks[Math.floor(plan.tasks.length / 2)]!;
  const { group } = plant.resources.find(({ id }) => id === task.resource)!;
  const other = plant.resources.find((resource) => resource.group === group && resource.id !== task.resource)!;
  return Array.from({ length: TIMES }, () =>
    cpu(() => {
      const answer = moveTask(live, { task: task.id, resource: other.id, start: task.start, policy: 'shift' });
      if ('refused' in answer) throw new Error(answer.refused);
    }),
  );
}

const check = ({ tasks, pool }: Plan, count: number): void => {
  if (tasks.length + pool.length !== count || pool.length > 0)
    throw new Error(`expected ${count} tasks, got ${tasks.length} and ${pool.length} in the pool`);
};
function appended({ orders, resources }: Input): number {
  const free = new Map(resources.map(({ id }) => [id, 0]));
  const groups = new Map<string, string[]>();
  for (const { id, group } of resources) groups.set(group ?? '', [...(groups.get(group ?? '') ?? []), id]);
  let last = 0;
  for (const { operations } of orders) {
    let at = 0;
    for (const { group, qty, stdMin, setupMin } of operations) {
      let best = '';
      for (const id of groups.get(group ?? '')!) if (best === '' || free.get(id)! < free.get(best)!) best = id;
      at = Math.max(at, free.get(best)!) + setupMin + Math.ceil(qty * stdMin);
      free.set(best, at);
      last = Math.max(last, at);
    }
  }
  return last;
}

function cpu(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}
const row = (subject: string, seconds: readonly number[], goal: number): Result => ({
  subject,
  ours: spread(seconds, 2),
  bare: '–',
  ratio: '–',
  goal: `≤ ${goal} s`,
  met: median(seconds) <= goal,
});
