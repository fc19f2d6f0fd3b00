/** Small random plants: every rule of the engine is met by some of them. The same seed gives the same plant. */
import type { Input, Operation, Resource, WorkOrder } from '../../../server/scheduling/types';
import { random } from '../../domain/random';
import { at, DAY_MIN, dayOf, input, operation, order, resource, shifts } from './plant';

export type Dice = (limit: number) => number;
export const diceOf = (seed: number): Dice => {
  const next = random(seed * 7919 + 17);
  // the low digits of the generator go in circles
  return (limit) => Math.floor(next(2 ** 31) / 64) % limit;
};
const some = <T>(dice: Dice, items: readonly T[]): T => items[dice(items.length)]!;

const SHIFTS = [
  [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ],
  [
    ['08:00', '16:00'],
    ['16:00', '24:00'],
  ],
  [
    ['20:00', '24:00'],
    ['25:00', '29:00'],
  ],
  [['00:00', '24:00']],
  [
    ['09:00', '11:30'],
    ['12:10', '15:00'],
    ['16:00', '18:30'],
  ],
] as const;
const KEYS = ['K1', 'K2', 'K3'];

export function randomPlant(seed: number): Input {
  const dice = diceOf(seed);
  const groups = Array.from({ length: 1 + dice(3) }, (_, n) => ({ id: `G${n}`, name: `组${n}` }));
  const resources = Array.from({ length: 1 + dice(5) }, (_, n) => randomResource(dice, n, some(dice, groups).id));
  const count = 1 + dice(6);
  const orders = Array.from({ length: count }, (_, n) =>
    randomOrder(
      dice,
      n,
      groups.map(({ id }) => id),
      resources,
    ),
  );
  return input({
    now: at('01-12 06:00') + dice(900),
    resources,
    groups,
    shared: [
      {
        id: 'T',
        name: '甲班',
        kind: 'team',
        capacity: 2 + dice(3),
        ...(dice(2) === 0 && { open: shifts('01-11', 40, SHIFTS[0]) }),
      },
      { id: 'F', name: '模具1', kind: 'mould', capacity: 1 },
    ],
    capacities: dice(3) === 0 ? [randomCapacity(dice, resources)] : [],
    orders: orders.map((one, n) => {
      // what feeds an order of a smaller number makes no circle
      const parent = n > 0 && dice(5) === 0 ? orders[dice(n)]! : undefined;
      return parent ? { ...one, feeds: { order: parent.id, opNbr: some(dice, parent.operations).opNbr } } : one;
    }),
    config: {
      direction: dice(4) === 0 ? 2 : 1,
      rule: some(dice, [10, 20, 30, 40]),
      horizonDays: some(dice, [4, 20, 35]),
      gapFill: dice(5) > 0,
      autoSplit: dice(3) === 0,
      splitMinHours: some(dice, [0, 1, 4]),
      materialMode: dice(3),
      labourMode: dice(2) === 0,
      lockHours: some(dice, [0, 4, 12]),
      receiptMin: some(dice, [0, 30]),
      useOvertime: dice(3) === 0,
      changeover: Array.from({ length: dice(6) }, () => ({
        group: some(dice, groups).id,
        fromKey: some(dice, ['', ...KEYS]),
        toKey: some(dice, ['', ...KEYS]),
        minutes: some(dice, [0, 5, 20, 45]),
      })),
    },
  });
}

function randomResource(dice: Dice, n: number, group: string): Resource {
  const stop = at('01-12 08:00') + dice(4 * DAY_MIN);
  return resource(`R${n}`, {
    group,
    priority: 1 + dice(2),
    lanes: some(dice, [1, 1, 1, 2, 3]),
    efficiency: some(dice, [100, 100, 80, 125]),
    inUse: dice(12) > 0,
    open: shifts('01-11', 40, some(dice, SHIFTS)),
    stops: dice(3) === 0 ? [{ from: stop, to: stop + 1 + dice(600) }] : [],
    overtimeMin: some(dice, [0, 60, 600]),
    lastKey: some(dice, [null, ...KEYS]),
  });
}

function randomCapacity(dice: Dice, resources: readonly Resource[]): Input['capacities'][number] {
  const one = some(dice, resources);
  const isOfGroup = dice(2) === 0;
  return {
    equipment: isOfGroup ? null : one.id,
    group: isOfGroup ? one.group : null,
    material: null,
    category: null,
    process: null,
    lanes: some(dice, [null, 1, 2]),
    efficiency: some(dice, [90, 100]),
    finite: dice(4) > 0,
    minBatch: some(dice, [null, 5]),
    maxBatch: some(dice, [null, 80]),
  };
}

function randomOrder(dice: Dice, n: number, groups: readonly string[], resources: readonly Resource[]): WorkOrder {
  const qty = 1 + dice(60);
  const count = 1 + dice(4);
  const operations = Array.from({ length: count }, (_, k) => randomOperation(dice, { n, k, qty, groups, resources }));
  return order(`GD${n}`, operations, {
    priority: 1 + dice(4),
    dueDay: dayOf('01-12') + dice(8),
    releaseAt: dice(4) === 0 ? at('01-12 06:00') + dice(2 * DAY_MIN) : null,
    isPaused: dice(15) === 0,
    resumeAt: dice(2) === 0 ? at('01-13 09:00') : null,
    rank: dice(10),
    shortages:
      dice(5) === 0
        ? [
            {
              opNbr: some(dice, [null, 10, 20]),
              material: '电机',
              qty: 1 + dice(20),
              arrival: dice(3) > 0 ? at('01-12 06:00') + dice(3 * DAY_MIN) : null,
            },
          ]
        : [],
  });
}

interface Place {
  readonly n: number;
  readonly k: number;
  readonly qty: number;
  readonly groups: readonly string[];
  readonly resources: readonly Resource[];
}
function randomOperation(dice: Dice, { n, k, qty, groups, resources }: Place): Operation {
  const ratio = some(dice, [1, 1, 1, 2, 0.5]);
  const own = Math.ceil(qty * ratio);
  // a line, now and then two branches that meet
  const before = k === 0 ? [] : k === 3 && dice(3) === 0 ? [20, 30] : k === 2 && dice(3) === 0 ? [10] : [k * 10];
  return operation(`O${n}-${k}`, (k + 1) * 10, {
    qty: own,
    reported: dice(8) === 0 ? dice(own) : 0,
    stdMin: some(dice, [0, 0.5, 1, 3, 7.3]),
    runBase: some(dice, [1, 1, 1, 3]),
    setupMin: some(dice, [0, 0, 10, 30]),
    queueMin: some(dice, [0, 0, 15]),
    moveMin: some(dice, [0, 10]),
    transferMode: some(dice, [1, 2, 2, 2, 3]),
    transferBatch: some(dice, [null, 1, 5, 25]),
    predecessors: before,
    ratio,
    group: dice(25) === 0 ? null : some(dice, groups),
    equips:
      dice(4) === 0
        ? [some(dice, resources).id, some(dice, resources).id].filter((id, i, all) => all.indexOf(id) === i)
        : [],
    device: dice(12) === 0 ? some(dice, resources).id : null,
    supplier: dice(9) === 0 ? { id: 'S', name: '电镀', days: some(dice, [0.5, 1, 2]) } : null,
    lanes: dice(10) === 0 ? 2 : 1,
    splitShift: dice(5) > 0,
    splitMax: 1 + dice(3),
    people: 1 + dice(2),
    team: dice(2) === 0 ? 'T' : null,
    moulds: dice(6) === 0 ? ['F'] : [],
    setupKey: some(dice, KEYS),
    earliest: dice(15) === 0 ? at('01-12 06:00') + dice(DAY_MIN) : null,
  });
}

/** The same plant with the arrays of its input in another order. */
export function shuffled(plant: Input, seed: number): Input {
  const dice = diceOf(seed + 1);
  const mix = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, place: dice(1_000_000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  return {
    ...plant,
    resources: mix(plant.resources).map((one) => ({ ...one, open: mix(one.open) })),
    groups: mix(plant.groups),
    shared: mix(plant.shared),
    capacities: mix(plant.capacities),
    orders: mix(plant.orders).map((one) => ({ ...one, operations: mix(one.operations) })),
    live: mix(plant.live),
  };
}
