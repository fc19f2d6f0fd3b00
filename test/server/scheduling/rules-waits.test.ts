/** The rules of 30 §3, steps 9 to 15, that no worked example has: waits with their cause, how pieces go on, improvement, the pool. */
import { describe, expect, it } from 'vitest';
import { alternativesOf, schedule } from '../../../server/scheduling';
import type { Operation, WorkOrder } from '../../../server/scheduling/types';
import { floor, G, job, machine, onG, pool, single, waits } from './one-group';
import { asLive, at, dayOf, e1, type input, operation, order, placeOf, resource, shifts, show, taskOf } from './plant';

describe('step 9: waits, and what is early', () => {
  const wait = (more: Partial<WorkOrder>, of: Partial<Operation> = {}, rest: Parameters<typeof input>[0] = {}) =>
    waits(schedule(floor({ orders: [single('A', 60, more, of)], ...rest })), 'A');
  it('10 计划起点', () => {
    expect(wait({ releaseAt: at('01-12 10:00') })).toEqual(['10 120 计划起点01-12 10:00']);
    expect(wait({}, { earliest: at('01-12 09:00') })).toEqual(['10 60 计划起点01-12 09:00']);
  });
  it('60 非工作时间 and 70 检修停机', () => {
    const resources = [machine('R1', { stops: [{ from: at('01-12 08:00'), to: at('01-12 09:30') }] })];
    expect(wait({}, {}, { resources })).toEqual(['70 90 设备「R1」检修停机至 01-12 09:30']);
    expect(wait({}, {}, { now: at('01-12 06:00') })).toEqual(['60 120 非工作时间']);
  });
  it('80 人员不足: heads of a crew where labour counts, a mould always', () => {
    const shared = [{ id: 'T', name: '甲班', kind: 'team' as const, capacity: 2 }];
    const resources = [machine('R1'), machine('R2')];
    const hands = { team: 'T', people: 2 };
    const orders = [single('A', 60, {}, hands), single('B', 60, {}, hands)];
    const plan = (labourMode: boolean) => schedule(floor({ resources, shared, orders, config: { labourMode } }));
    expect(placeOf(plan(true), 'B')).toBe('R2 01-12 09:00 – 01-12 10:00');
    expect(waits(plan(false), 'B')).toEqual([]);
    const apart = orders.map((one, n) => ({
      ...one,
      operations: one.operations.map((op) => ({ ...op, device: `R${n + 1}` })),
    }));
    expect(waits(schedule(floor({ resources, shared, orders: apart, config: { labourMode: true } })), 'B')).toEqual([
      '80 60 等待人员「甲班」',
    ]);
    const mould = [{ id: 'F', name: '模具1', kind: 'mould' as const, capacity: 1 }];
    const moulded = apart.map((one) => ({
      ...one,
      operations: one.operations.map((op) => ({ ...op, team: null, moulds: ['F'] })),
    }));
    expect(waits(schedule(floor({ resources, shared: mould, orders: moulded })), 'B')).toEqual([
      '80 60 等待模具「模具1」',
    ]);
  });
  it('90 锁定: the time before a fixed task that it does not fit into', () => {
    const b = taskOf(schedule(floor({ orders: [single('B', 60)] })), 'B');
    const times = { start: at('01-12 08:30'), run: at('01-12 08:30'), end: at('01-12 09:30') };
    const plan = schedule(
      floor({ orders: [single('A', 60), single('B', 60)], live: [asLive({ ...b, ...times }, { isLocked: true })] }),
    );
    expect(placeOf(plan, 'A')).toBe('R1 01-12 09:30 – 01-12 10:30');
    expect(waits(plan, 'A')).toEqual([
      '90 30 设备「R1」已锁定：B 工序10',
      '50 60 等待设备「R1」：B 工序10 占用至 01-12 09:30',
    ]);
  });
  it('leaves a fixed task that starts too early, and lists it', () => {
    const plan = schedule(e1());
    const live = plan.tasks.flatMap((task) =>
      task.operation === 'A20'
        ? [
            asLive(
              { ...task, start: at('01-12 08:30'), run: at('01-12 08:30'), end: at('01-12 12:50') },
              { isLocked: true },
            ),
          ]
        : [],
    );
    const again = schedule({ ...e1(), live });
    expect(taskOf(again, 'A20').start).toBe(at('01-12 08:30'));
    expect(again.conflicts).toEqual([{ task: 'A20/1', text: '已锁定任务早于前工序' }]);
  });
  it('counts lateness against the own due', () => {
    const plan = schedule(floor({ orders: [single('A', 540, { dueDay: dayOf('01-12') })] }));
    expect([show(taskOf(plan, 'A').end), taskOf(plan, 'A').lateMin]).toEqual(['01-13 09:00', 16 * 60]);
    expect(plan.kpi).toMatchObject({ lateOrders: 1, tardinessMin: 960, weighted: 2 * 960 });
  });
});

describe('step 6 and 10: how pieces go on', () => {
  const two = (first: Partial<Operation>, second: Partial<Operation> = {}, rest: Parameters<typeof input>[0] = {}) =>
    schedule(
      floor({
        resources: [machine('R1'), resource('R2', { group: 'H' })],
        groups: [...G, { id: 'H', name: '铣削组' }],
        orders: [
          order(
            'A',
            [job('A10', 60, first), operation('A20', 20, { group: 'H', qty: 60, predecessors: [10], ...second })],
            {
              dueDay: dayOf('01-13'),
            },
          ),
        ],
        ...rest,
      }),
    );
  it('1 as a whole, 2 without a batch too, 3 with its start; queue before and move behind', () => {
    const begins = (first: Partial<Operation>, second: Partial<Operation> = {}) =>
      show(taskOf(two(first, second), 'A20').start);
    expect(begins({ transferMode: 1, moveMin: 10 }, { queueMin: 5 })).toBe('01-12 09:15');
    expect(begins({ transferMode: 2, moveMin: 10 })).toBe('01-12 09:10');
    expect(begins({ transferMode: 3, moveMin: 10 })).toBe('01-12 08:00');
    expect(begins({ transferMode: 2, transferBatch: 20, moveMin: 10 })).toBe('01-12 08:30');
  });
  it('backward: each batch is there when it is needed, and no later', () => {
    // A20 16:00–17:00 takes 20 a batch: the last is needed 16:40, the first 16:00
    const plan = two({ transferMode: 2, transferBatch: 20, moveMin: 10 }, {}, { config: { direction: 2 } });
    expect(placeOf(plan, 'A20')).toBe('R2 01-13 16:00 – 01-13 17:00');
    expect(placeOf(plan, 'A10')).toBe('R1 01-13 15:30 – 01-13 16:30');
    expect(taskOf(plan, 'A10').latestEnd).toBe(at('01-13 16:30'));
  });
  it('a supplier takes days by the clock and has no limit', () => {
    const supplier = { id: 'S', name: '电镀', days: 0.5 };
    const orders = ['A', 'B'].map((nbr) => order(nbr, [operation(nbr, 10, { supplier })], { dueDay: dayOf('01-20') }));
    const plan = schedule(floor({ now: at('01-12 18:00'), orders }));
    expect(['A', 'B'].map((id) => placeOf(plan, id))).toEqual([
      'S 01-12 18:00 – 01-13 06:00',
      'S 01-12 18:00 – 01-13 06:00',
    ]);
  });
});

describe('step 11: improvement', () => {
  // the urgent one is late whoever is first; of the two others the short one is better first
  const orders = [
    single('A', 480, { dueDay: dayOf('01-13') }),
    single('B', 60, { dueDay: dayOf('01-12'), rank: 2 }),
    single('C', 60, { dueDay: dayOf('01-12'), rank: 3 }),
  ];
  const given = floor({ orders: orders.map((one, n) => ({ ...one, rank: n })), config: { rule: 40 } });
  it('is better where it can be and the same for the same number of swaps', () => {
    const before = schedule(given);
    const after = schedule(given, { swaps: 20 });
    expect([before.kpi.lateOrders, after.kpi.lateOrders]).toEqual([2, 0]);
    expect(after.kpi.weighted).toBeLessThan(before.kpi.weighted);
    expect(schedule(given, { swaps: 20 })).toEqual(after);
  });
});

describe('step 15: what stays in the pool', () => {
  it('says why, in the words of the section', () => {
    expect(pool(floor({ orders: [single('A', 1, {}, { group: null })] }))).toEqual(['10 未配置工作组']);
    expect(pool(floor({ orders: [single('A', 481)], config: { horizonDays: 1 } }))).toEqual(['10 超出排产范围1天']);
    const sub = single('Z', 1, { isPaused: true, feeds: { order: 'A', opNbr: 10 } });
    expect(pool(floor({ orders: [single('A', 1), sub] }))).toEqual(['10 上级子订单未排', '10 工单已暂停']);
  });
  it('keeps what comes after with the same reason', () => {
    const late = { opNbr: 10, material: '电机', qty: 20, arrival: null };
    const orders = [
      order('A', [job('A10', 10), operation('A20', 20, { ...onG, qty: 10, predecessors: [10] })], {
        shortages: [late],
      }),
    ];
    expect(pool(floor({ orders }))).toEqual(['10 缺料且无到料日期', '20 缺料且无到料日期']);
    expect(pool(floor({ orders: [{ ...orders[0]!, shortages: [{ ...late, opNbr: 20 }] }] }))).toEqual([
      '20 缺料且无到料日期',
    ]);
  });
});

describe('alternatives', () => {
  it('say of the resource it stands on where it stands, also when that begins to be over', () => {
    const given = floor({ resources: [machine('R1'), machine('R2')], orders: [single('A', 60), single('B', 60)] });
    const live = schedule(given).tasks.map((task) => asLive(task));
    const later = { ...given, now: at('01-12 08:10'), live };
    const rows = alternativesOf(later, { task: live.find(({ nbr }) => nbr === 'A')!.id });
    expect(rows.map(({ code, end, difference, isCurrent }) => [code, show(end), difference, isCurrent])).toEqual([
      ['R1', '01-12 09:00', 0, true],
      ['R2', '01-12 10:00', 60, false],
    ]);
  });
});

describe('alternatives of what stands in the pool', () => {
  it('has no difference to anything', () => {
    const rows = alternativesOf(floor({ resources: [machine('R1'), machine('R2')], orders: [single('A', 60)] }), {
      operation: 'A',
    });
    expect(rows.map(({ code, end, difference }) => [code, show(end), difference])).toEqual([
      ['R1', '01-12 09:00', null],
      ['R2', '01-12 09:00', null],
    ]);
  });
  it('is of use for shifts that go over midnight', () => {
    const night = shifts('01-12', 3, [['20:00', '29:00']]);
    const rows = alternativesOf(
      floor({ now: at('01-12 23:30'), resources: [machine('R1', { open: night })], orders: [single('A', 60)] }),
      { operation: 'A' },
    );
    expect(rows.map(({ end }) => show(end))).toEqual(['01-13 00:30']);
  });
});
