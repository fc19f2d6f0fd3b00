/** A floor of size for the engine of 排产: groups of five devices, routes through them, batches, set-ups; the same each time. */
import { DEFAULTS, type Input, type Operation } from '../../server/scheduling';

const DAY = 24 * 60;
/** 2026-01-12 */
const MONDAY = 20_465;
const KEYS = 8;
const GROUP = 5;

export interface Size {
  readonly orders: number;
  readonly steps: number;
  readonly devices: number;
}
export function floorPlant({ orders, steps, devices }: Size): Input {
  const random = generator();
  const groups = Array.from({ length: Math.ceil(devices / GROUP) }, (_, n) => ({ id: `G${n}`, name: `组${n}` }));
  const horizonDays = 365;
  const open = Array.from({ length: horizonDays + 2 }, (_, n) => MONDAY + n).flatMap((day) =>
    [
      [8 * 60, 12 * 60],
      [13 * 60, 17 * 60],
      [18 * 60, 24 * 60],
    ].map(([from, to]) => ({ from: day * DAY + from!, to: day * DAY + to!, day })),
  );
  const operation = (order: number, step: number): Operation => ({
    id: `O${order}-${step}`,
    opNbr: (step + 1) * 10,
    qty: 20 + random(80),
    reported: 0,
    stdMin: 1 + random(3),
    runBase: 1,
    setupMin: 20,
    queueMin: 0,
    moveMin: 10,
    transferMode: 2,
    transferBatch: step % 2 === 0 ? 25 : null,
    predecessors: step === 0 ? [] : [step * 10],
    ratio: 1,
    group: groups[(random(groups.length) + step) % groups.length]!.id,
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
    setupKey: `K${random(KEYS)}`,
    earliest: null,
  });
  return {
    now: MONDAY * DAY + 8 * 60,
    config: { ...DEFAULTS, horizonDays, lockHours: 0 },
    groups,
    resources: Array.from({ length: devices }, (_, n) => ({
      id: `R${n}`,
      code: `R${String(n).padStart(3, '0')}`,
      kind: '10' as const,
      group: groups[Math.floor(n / GROUP)]!.id,
      priority: 1,
      lanes: 1,
      efficiency: 100,
      inUse: true,
      open,
      stops: [],
      overtimeMin: 0,
      lastKey: null,
    })),
    shared: [],
    capacities: [],
    live: [],
    orders: Array.from({ length: orders }, (_, n) => ({
      id: `W${n}`,
      nbr: `GD${String(n).padStart(6, '0')}`,
      priority: 1 + random(4),
      dueDay: MONDAY + 10 + random(200),
      releaseAt: null,
      isPaused: false,
      resumeAt: null,
      rank: n,
      feeds: null,
      shortages: [],
      operations: Array.from({ length: steps }, (_, step) => operation(n, step)),
    })),
  };
}

function generator(): (limit: number) => number {
  let state = 4_711;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
