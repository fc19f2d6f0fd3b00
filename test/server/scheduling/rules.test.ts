/** The rules of 30 §3, steps 1 to 8, that no worked example has: calendars, what is fixed, work, sequence, slots, choice. */
import { describe, expect, it } from 'vitest';
import { schedule } from '../../../server/scheduling';
import type { CapacityRow, Operation, Resource, WorkOrder } from '../../../server/scheduling/types';
import { floor, job, machine, placed, pool, single, waits } from './one-group';
import { asLive, at, dayOf, order, placeOf, placesOf, resource, taskOf } from './plant';

describe('step 1: net calendars', () => {
  it('lengthens the last shift of a day by the overtime where it is used', () => {
    const plan = (useOvertime: boolean) =>
      schedule(
        floor({ config: { useOvertime }, resources: [machine('R1', { overtimeMin: 60 })], orders: [single('A', 510)] }),
      );
    expect(placeOf(plan(true), 'A')).toBe('R1 01-12 08:00 – 01-12 17:30');
    expect(placeOf(plan(false), 'A')).toBe('R1 01-12 08:00 – 01-13 08:30');
  });
  it('leaves out what is not in use', () => {
    expect(pool(floor({ resources: [machine('R1', { inUse: false })], orders: [single('A', 1)] }))).toEqual([
      '10 工作组「车削组」没有可用设备',
    ]);
  });
});

describe('step 2: what never moves', () => {
  const planned = (more: object, lockHours: number) => {
    const first = schedule(floor({ orders: [single('A', 60), single('B', 60)] }));
    const live = [asLive(taskOf(first, 'B'), more)];
    // by now B alone is urgent
    const orders = [single('A', 60), single('B', 60, { priority: 1 })];
    return placeOf(schedule(floor({ config: { lockHours }, orders, live })), 'B');
  };
  it('is what starts inside the frozen hours, to the minute', () => {
    expect(planned({}, 0)).toBe('R1 01-12 08:00 – 01-12 09:00');
    expect(planned({}, 1)).toBe('R1 01-12 08:00 – 01-12 09:00');
    expect(planned({}, 61 / 60)).toBe('R1 01-12 09:00 – 01-12 10:00');
  });
  it('is what is locked or confirmed', () => {
    expect(planned({ isLocked: true }, 0)).toBe('R1 01-12 09:00 – 01-12 10:00');
    expect(planned({ status: 1 }, 0)).toBe('R1 01-12 09:00 – 01-12 10:00');
  });
  it('leaves a paused order in the pool until its resume date', () => {
    const paused = (resumeAt: number | null) => floor({ orders: [single('A', 60, { isPaused: true, resumeAt })] });
    expect(pool(paused(null))).toEqual(['10 工单已暂停']);
    expect(placeOf(schedule(paused(at('01-13 09:00'))), 'A')).toBe('R1 01-13 09:00 – 01-13 10:00');
  });
});

describe('step 3: work', () => {
  const row = (more: Partial<CapacityRow>): CapacityRow => ({
    equipment: 'R1',
    group: null,
    material: null,
    category: null,
    process: null,
    lanes: null,
    efficiency: 100,
    finite: true,
    minBatch: null,
    maxBatch: null,
    ...more,
  });
  const with2 = (capacities: readonly CapacityRow[], qty = 10) =>
    schedule(floor({ capacities, orders: [single('A', qty), single('B', qty)] }));
  it('rounds up by the efficiency: 10 × 2.5 ÷ 3 × 100 ÷ 90 are 9.26, that is 10 minutes', () => {
    const orders = [single('A', 10, {}, { stdMin: 2.5, runBase: 3 })];
    expect(taskOf(schedule(floor({ orders, resources: [machine('R1', { efficiency: 90 })] })), 'A').runMin).toBe(10);
  });
  it('takes the best row: device before group, material before process', () => {
    const rows = [
      row({ equipment: null, group: 'G', efficiency: 50 }),
      row({ process: 'P', efficiency: 25 }),
      row({ material: 'M', efficiency: 200 }),
    ];
    expect(taskOf(with2(rows), 'A').runMin).toBe(5);
  });
  it('has no limit where capacity is not finite', () => {
    expect(placed(with2([row({ finite: false })]))).toEqual(['A', 'B']);
    expect(['A', 'B'].map((id) => placeOf(with2([row({ finite: false })]), id))).toEqual([
      'R1 01-12 08:00 – 01-12 08:10',
      'R1 01-12 08:00 – 01-12 08:10',
    ]);
  });
  it('is no candidate outside its batch sizes', () => {
    const sized = (more: Partial<CapacityRow>) =>
      schedule(
        floor({
          capacities: [row(more)],
          resources: [machine('R1'), machine('R2', { priority: 2 })],
          orders: [single('A', 10)],
        }),
      );
    expect(placeOf(sized({ minBatch: 11 }), 'A')).toContain('R2');
    expect(placeOf(sized({ maxBatch: 9 }), 'A')).toContain('R2');
    expect(placeOf(sized({ minBatch: 10, maxBatch: 10 }), 'A')).toContain('R1');
  });
  it('sets up by the row of both keys, nothing for equal ones, else by the operation; an unknown last product is another', () => {
    const changeover = [{ group: 'G', fromKey: 'K', toKey: 'L', minutes: 45 }];
    const setup = (lastKey: string | null, setupKey: string) =>
      taskOf(
        schedule(
          floor({
            config: { changeover },
            resources: [machine('R1', { lastKey })],
            orders: [single('A', 10, {}, { setupMin: 15, setupKey })],
          }),
        ),
        'A',
      ).setupMin;
    expect([setup('K', 'L'), setup('K', 'K'), setup('L', 'K'), setup(null, 'K')]).toEqual([45, 0, 15, 15]);
  });
  it('gives a run of no standard one minute and a tag', () => {
    const task = taskOf(schedule(floor({ orders: [single('A', 500, {}, { stdMin: 0 })] })), 'A');
    expect([task.runMin, task.hasNoStandard]).toEqual([1, true]);
  });
});

describe('step 5: sequence', () => {
  const chain = (nbr: string, more: Partial<WorkOrder>, qty = 60) => single(nbr, qty, more);
  const inRule = (rule: number, orders: readonly WorkOrder[]) => placed(schedule(floor({ config: { rule }, orders })));
  it('goes by priority before any rule', () => {
    const orders = [chain('A', { dueDay: dayOf('01-13') }), chain('B', { priority: 1 })];
    expect(inRule(10, orders)).toEqual(['B', 'A']);
  });
  it('10 交期, then the latest start of the first operation, then the number', () => {
    expect(inRule(10, [chain('A', {}), chain('B', { dueDay: dayOf('01-13') })])).toEqual(['B', 'A']);
    expect(inRule(10, [chain('A', {}), chain('B', {}, 120)])).toEqual(['B', 'A']);
    expect(inRule(10, [chain('B', {}), chain('A', {})])).toEqual(['A', 'B']);
  });
  it('20 关键比: minutes to due ÷ what is left to do', () => {
    // 12 days ÷ 60 against 13 days ÷ 120
    const orders = [chain('A', { dueDay: dayOf('01-20') }), chain('B', { dueDay: dayOf('01-21') }, 120)];
    expect(inRule(20, orders)).toEqual(['B', 'A']);
    expect(inRule(10, orders)).toEqual(['A', 'B']);
  });
  it('30 最小松弛: latest start − earliest', () => {
    const orders = [
      chain('A', { dueDay: dayOf('01-20') }),
      chain('B', { dueDay: dayOf('01-21'), releaseAt: at('01-16 08:00') }),
    ];
    const second = [...orders, chain('C', { dueDay: dayOf('01-15') })];
    expect(inRule(30, second)).toEqual(['C', 'A', 'B']);
    const slacks = schedule(floor({ config: { rule: 30 }, orders })).tasks.map(({ nbr, slackMin }) => [nbr, slackMin]);
    expect(slacks).toEqual([
      ['A', at('01-20 16:00') - at('01-12 08:00')],
      ['B', at('01-21 16:00') - at('01-16 08:00')],
    ]);
  });
  it('40 手工顺序', () => {
    expect(inRule(40, [chain('A', { rank: 2 }), chain('B', { rank: 1 })])).toEqual(['B', 'A']);
  });
  it('puts a sub-order before its parent, with the priority of that and due when that must begin', () => {
    const parent = chain('A', { priority: 1, dueDay: dayOf('01-13') });
    const sub = chain('Z', { priority: 4, dueDay: dayOf('01-30'), feeds: { order: 'A', opNbr: 10 } });
    const other = chain('M', { priority: 2, dueDay: dayOf('01-12') });
    const plan = schedule(floor({ orders: [parent, sub, other] }));
    expect(placed(plan)).toEqual(['Z', 'A', 'M']);
    // the parent takes an hour until 01-13 17:00
    expect(plan.orders.find(({ nbr }) => nbr === 'Z')?.due).toBe(at('01-13 16:00'));
  });
});

describe('step 7: slots', () => {
  it('fills gaps where that is wished, and only comes last where not', () => {
    const live = (start: string, end: string) =>
      asLive(
        {
          ...taskOf(schedule(floor({ orders: [single('B', 60)] })), 'B'),
          start: at(start),
          run: at(start),
          end: at(end),
        },
        { status: 1 },
      );
    const gap = (gapFill: boolean) =>
      placeOf(
        schedule(
          floor({
            config: { gapFill },
            orders: [single('A', 60), single('B', 60)],
            live: [live('01-12 10:00', '01-12 11:00')],
          }),
        ),
        'A',
      );
    expect(gap(true)).toBe('R1 01-12 08:00 – 01-12 09:00');
    expect(gap(false)).toBe('R1 01-12 11:00 – 01-12 12:00');
  });
  it('lies inside one interval where it may not cross a break', () => {
    const one = (splitShift: boolean) =>
      schedule(floor({ now: at('01-12 11:30'), orders: [single('A', 60, {}, { splitShift })] }));
    expect(placeOf(one(true), 'A')).toBe('R1 01-12 11:30 – 01-12 13:30');
    expect(placeOf(one(false), 'A')).toBe('R1 01-12 13:00 – 01-12 14:00');
    expect(waits(one(false), 'A').map((text) => text.slice(0, 6))).toEqual(['60 90 ']);
  });
  it('keeps room for the changed set-up of what comes next, and never where that is fixed', () => {
    // B stands at 10:00 with no set-up after K; A of key L before it would ask 30 minutes of it
    const b = { ...taskOf(schedule(floor({ orders: [single('B', 60)] })), 'B') };
    const times = { start: at('01-12 10:00'), run: at('01-12 10:00'), end: at('01-12 11:00') };
    const orders = [single('A', 60, {}, { setupKey: 'L', setupMin: 30 }), single('B', 60, {}, { setupMin: 30 })];
    const plan = schedule(
      floor({
        resources: [machine('R1', { lastKey: 'K' })],
        orders,
        live: [asLive({ ...b, ...times }, { status: 1 })],
      }),
    );
    expect(placeOf(plan, 'A')).toBe('R1 01-12 11:00 (01-12 11:30) – 01-12 13:30');
  });
});

describe('step 8: choice', () => {
  const choose = (resources: readonly Resource[], of: Partial<Operation> = {}, config = {}) =>
    placesOf(schedule(floor({ resources, orders: [single('A', 60, {}, of)], config })), 'A');
  it('takes the end, then less set-up, then the priority, then the code', () => {
    const faster = machine('R2', { efficiency: 200, priority: 9 });
    expect(choose([machine('R1'), faster])).toEqual(['R2 01-12 08:00 – 01-12 08:30']);
    // 60 minutes without set-up end when 48 with 12 do
    const slow = machine('R2', { lastKey: 'K', priority: 9 });
    expect(choose([machine('R1', { efficiency: 125 }), slow], { setupMin: 12 })).toEqual([
      'R2 01-12 08:00 – 01-12 09:00',
    ]);
    expect(choose([machine('R1', { priority: 2 }), machine('R2')])).toEqual(['R2 01-12 08:00 – 01-12 09:00']);
    expect(choose([machine('R2'), machine('R1')])).toEqual(['R1 01-12 08:00 – 01-12 09:00']);
  });
  it('takes the one with less of the day where all else is equal', () => {
    const late = single('A', 60, { releaseAt: at('01-12 14:00') });
    const resources = [machine('R1'), machine('R2')];
    const busy = [order('0', [job('X', 120, { device: 'R1' })], { priority: 1, dueDay: dayOf('01-20') }), late];
    expect(placeOf(schedule(floor({ resources, orders: busy })), 'A')).toBe('R2 01-12 14:00 – 01-12 15:00');
  });
  it('goes to its own list before the group, and to the one device that is fixed', () => {
    const resources = [machine('R1'), machine('R2'), resource('R3', { group: null })];
    expect(choose(resources, { equips: ['R2', 'R3'] })).toEqual(['R2 01-12 08:00 – 01-12 09:00']);
    expect(choose(resources, { equips: ['R1'], device: 'R3' })).toEqual(['R3 01-12 08:00 – 01-12 09:00']);
  });
  it('gives what does not divide to the first part', () => {
    const resources = [machine('R1'), machine('R2'), machine('R3')];
    const plan = schedule(
      floor({ resources, orders: [single('A', 302, {}, { splitMax: 3 })], config: { autoSplit: true } }),
    );
    expect(plan.tasks.map(({ resource: on, qty, part }) => [on, qty, part])).toEqual([
      ['R1', 102, 1],
      ['R2', 100, 2],
      ['R3', 100, 3],
    ]);
  });
});
