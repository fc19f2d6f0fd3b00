/** The worked examples of 30 §3, to the minute. */
import { describe, expect, it } from 'vitest';
import { schedule } from '../../../server/scheduling';
import {
  asLive,
  at,
  dayOf,
  e1,
  input,
  operation,
  order,
  placeOf,
  placesOf,
  resource,
  shifts,
  show,
  taskOf,
} from './plant';

const waits = (plan: ReturnType<typeof schedule>, id: string) =>
  taskOf(plan, id).waits.map(({ code, minutes, text }) => `${code} ${minutes} ${text}`);

describe('E1: two lathes, a mill, three orders', () => {
  const plan = schedule(e1());

  it('places the six rows of the table', () => {
    expect(['C10', 'C20', 'A10', 'A20', 'B10', 'B20'].map((id) => placeOf(plan, id))).toEqual([
      'CNC-01 01-12 08:00 – 01-12 11:00',
      'CNC-03 01-12 09:30 (01-12 09:50) – 01-12 11:50',
      'CNC-02 01-12 08:00 (01-12 08:30) – 01-12 14:30',
      'CNC-03 01-12 11:50 – 01-12 16:10',
      'CNC-01 01-12 11:00 (01-12 11:30) – 01-13 08:50',
      '电镀 01-13 09:00 – 01-15 09:00',
    ]);
  });
  it('tells why each of them waits', () => {
    expect(waits(plan, 'C10')).toEqual([]);
    expect(waits(plan, 'C20')).toEqual(['20 25 等待前工序10：01-12 09:50可转移']);
    expect(waits(plan, 'A10')).toEqual([]);
    expect(waits(plan, 'A20')).toEqual([
      '20 75 等待前工序10：01-12 11:10可转移',
      '50 40 等待设备「CNC-03」：GD202601120003 工序20 占用至 01-12 11:50',
    ]);
    expect(waits(plan, 'B10')).toEqual(['50 180 等待设备「CNC-01」：GD202601120003 工序10 占用至 01-12 11:00']);
    expect(taskOf(plan, 'B20').slackMin).toBe(480);
  });
  it('interrupts work by the break alone', () => {
    expect(taskOf(plan, 'A20').segments.map(({ from, to, kind }) => `${kind} ${show(from)} ${show(to)}`)).toEqual([
      'run 01-12 11:50 01-12 12:00',
      'run 01-12 13:00 01-12 16:10',
    ]);
  });
  it('counts lateness, set-up and the loads of Monday', () => {
    const { kpi } = plan;
    expect([kpi.lateOrders, kpi.tardinessMin, kpi.weighted, kpi.setupMin]).toEqual([0, 0, 0, 80]);
    const monday = kpi.loads.filter(({ day }) => day === dayOf('01-12'));
    expect(monday.map(({ resource: id, load }) => [id, load])).toEqual([
      ['CNC-01', 100],
      ['CNC-02', 68.75],
      ['CNC-03', 70.83],
    ]);
    expect([plan.pool, plan.conflicts]).toEqual([[], []]);
  });
  it('is the same again, in any order of its input, and over what it has planned', () => {
    const given = e1();
    expect(schedule(e1())).toEqual(plan);
    const mixed = {
      ...given,
      resources: [...given.resources].reverse(),
      groups: [...given.groups].reverse(),
      orders: [...given.orders].reverse().map((one) => ({ ...one, operations: [...one.operations].reverse() })),
    };
    expect(schedule(mixed)).toEqual(plan);
    const again = schedule({
      ...e1({ config: { lockHours: 4 } }),
      live: plan.tasks.map((task) => asLive(task)),
    });
    expect(again.tasks.map((task) => ({ ...task, isFixed: false }))).toEqual(plan.tasks);
    // B20 starts on the next day: it alone was planned anew
    expect(again.tasks.filter(({ isFixed }) => !isFixed).map(({ operation: id }) => id)).toEqual(['B20']);
  });
});

describe('E2 to E5', () => {
  it('E2: a stop of a lathe moves what follows it', () => {
    const plan = schedule(e1({ stops: [{ from: at('01-12 10:00'), to: at('01-12 12:00') }] }));
    expect(placeOf(plan, 'A10')).toBe('CNC-02 01-12 08:00 (01-12 08:30) – 01-12 16:30');
    expect(placeOf(plan, 'A20')).toBe('CNC-03 01-12 14:10 – 01-13 08:30');
  });
  it('E3: with C as urgent as the others A goes first', () => {
    const plan = schedule(e1({ priorityOfC: 3 }));
    expect(['A10', 'A20', 'C10', 'C20', 'B10', 'B20'].map((id) => placeOf(plan, id))).toEqual([
      'CNC-01 01-12 08:00 – 01-12 14:00',
      'CNC-03 01-12 10:20 (01-12 10:40) – 01-12 15:00',
      'CNC-02 01-12 08:00 (01-12 08:30) – 01-12 11:30',
      'CNC-03 01-12 15:00 – 01-12 17:00',
      'CNC-02 01-12 11:30 (01-12 13:00) – 01-13 09:20',
      '电镀 01-13 09:30 – 01-15 09:30',
    ]);
  });
  it('E4: backward from its due date, on the lathe that starts later', () => {
    const plan = schedule(e1({ orders: ['B'], config: { direction: 2 } }));
    expect(placeOf(plan, 'B20')).toBe('电镀 01-13 17:00 – 01-15 17:00');
    expect(placeOf(plan, 'B10')).toBe('CNC-02 01-13 10:30 – 01-13 16:50');
    const other = e1({ orders: ['B'], config: { direction: 2 } });
    const alone = schedule({ ...other, resources: other.resources.filter(({ code }) => code !== 'CNC-02') });
    expect(placeOf(alone, 'B10')).toBe('CNC-01 01-13 10:00 (01-13 10:30) – 01-13 16:50');
    expect(plan.orders[0]?.note).toBe('');
  });
  it('E5: what would have to start before now goes forward and is late', () => {
    const plan = schedule(
      input({
        config: { direction: 2, dueTime: 9 * 60 + 30 },
        groups: [{ id: 'G', name: '车削组' }],
        resources: [
          resource('CNC-01', {
            group: 'G',
            open: shifts('01-12', 10, [
              ['07:00', '12:00'],
              ['13:00', '17:00'],
            ]),
          }),
        ],
        orders: [order('GD1', [operation('X10', 10, { group: 'G', qty: 120 })], { dueDay: dayOf('01-12') })],
      }),
    );
    expect(placeOf(plan, 'X10')).toBe('CNC-01 01-12 08:00 – 01-12 10:00');
    expect(plan.orders[0]).toMatchObject({ lateMin: 30, note: '倒排不可行，已改为正排' });
    expect(taskOf(plan, 'X10').lateMin).toBe(30);
  });
});

describe('E8 to E12', () => {
  const shortOf = (materialMode: number, arrival: number | null = at('01-14 10:00')) =>
    schedule(
      input({
        config: { materialMode },
        groups: [{ id: 'G', name: '总装组' }],
        resources: [resource('AL-01', { group: 'G' })],
        orders: [
          order(
            'GD1',
            [operation('X10', 10, { group: 'G', qty: 60 }), operation('X20', 20, { group: 'G', predecessors: [10] })],
            {
              dueDay: dayOf('01-20'),
              shortages: [{ opNbr: null, material: '电机', qty: 20, arrival }],
            },
          ),
        ],
      }),
    );
  it('E8: short material by mode', () => {
    const dated = shortOf(1);
    expect(placeOf(dated, 'X10')).toBe('AL-01 01-14 10:00 – 01-14 11:00');
    expect(taskOf(dated, 'X10').earliest).toBe(at('01-14 10:00'));
    expect(waits(dated, 'X10')).toEqual(['30 3000 等待物料「电机」到料：01-14 10:00']);
    const complete = shortOf(2);
    expect(complete.tasks).toEqual([]);
    expect(complete.pool.map(({ opNbr, text }) => [opNbr, text])).toEqual([
      [10, '未齐套：「电机」缺20'],
      [20, '未齐套：「电机」缺20'],
    ]);
    expect(placeOf(shortOf(0), 'X10')).toBe('AL-01 01-12 08:00 – 01-12 09:00');
    expect(shortOf(1, null).pool.map(({ text }) => text)).toEqual(['缺料且无到料日期', '缺料且无到料日期']);
  });
  it('E9: two lathes for one operation where they end sooner by more than they set up', () => {
    const alone = e1({ orders: ['A'], config: { autoSplit: true } });
    const plan = schedule(alone);
    expect(placesOf(plan, 'A10')).toEqual([
      'CNC-01 01-12 08:00 – 01-12 10:30',
      'CNC-02 01-12 08:00 (01-12 08:30) – 01-12 11:00',
    ]);
    expect(plan.tasks.filter(({ operation: id }) => id === 'A10').map(({ part, qty }) => [part, qty])).toEqual([
      [1, 50],
      [2, 50],
    ]);
    const whole = schedule(e1({ orders: ['A'] }));
    expect(placesOf(whole, 'A10')).toEqual(['CNC-01 01-12 08:00 – 01-12 14:00']);
    // not where 300 minutes are no more than the least
    expect(
      placesOf(schedule(e1({ orders: ['A'], config: { autoSplit: true, splitMinHours: 5 } })), 'A10'),
    ).toHaveLength(1);
  });
  it('E10: a night shift goes over midnight and its break, and belongs to the evening', () => {
    const plan = schedule(
      input({
        now: at('01-12 23:00'),
        groups: [{ id: 'G', name: '车削组' }],
        resources: [
          resource('CNC-01', {
            group: 'G',
            open: shifts('01-12', 5, [
              ['20:00', '24:00'],
              ['25:00', '29:00'],
            ]),
          }),
        ],
        orders: [order('GD1', [operation('X10', 10, { group: 'G', qty: 120 })])],
      }),
    );
    const task = taskOf(plan, 'X10');
    expect(task.segments.map(({ from, to }) => [show(from), show(to)])).toEqual([
      ['01-12 23:00', '01-13 00:00'],
      ['01-13 01:00', '01-13 02:00'],
    ]);
    expect([task.shiftDay, ...task.segments.map(({ day }) => day)]).toEqual([
      dayOf('01-12'),
      dayOf('01-12'),
      dayOf('01-12'),
    ]);
  });
  it('E11: what runs goes on from now with what is left of it', () => {
    const running = {
      ...asLive({
        id: 'T1',
        operation: 'X10',
        nbr: 'GD1',
        opNbr: 10,
        part: 1,
        resource: 'CNC-02',
        lanes: 1,
        qty: 100,
        setupKey: 'K',
        setupMin: 30,
        start: at('01-12 08:00'),
        run: at('01-12 08:30'),
        end: at('01-12 14:30'),
        status: 0,
        waits: [],
      } as never),
      reported: 40,
      isRunning: true,
    };
    const plan = schedule(
      input({
        now: at('01-12 10:00'),
        groups: [{ id: 'G', name: '车削组' }],
        resources: [resource('CNC-01', { group: 'G' }), resource('CNC-02', { group: 'G' })],
        orders: [order('GD1', [operation('X10', 10, { group: 'G', qty: 100, reported: 40, stdMin: 3, setupMin: 30 })])],
        live: [running],
      }),
    );
    expect(placesOf(plan, 'X10')).toEqual(['CNC-02 01-12 10:00 – 01-12 14:00']);
    expect(taskOf(plan, 'X10')).toMatchObject({ isFixed: true, setupMin: 0, runMin: 180, qty: 60 });
  });
  it('E12: a parent begins when its sub-order is received', () => {
    const given = e1({ config: { receiptMin: 30 } });
    const parent = order('GD202601120009', [operation('P10', 10, { group: '总装组', qty: 20 })], {
      dueDay: dayOf('01-13'),
    });
    const plan = schedule({
      ...given,
      groups: [...given.groups, { id: '总装组', name: '总装组' }],
      resources: [...given.resources, resource('AL-01', { group: '总装组' })],
      orders: [
        parent,
        ...given.orders.map((one) =>
          one.nbr === 'GD202601120001' ? { ...one, feeds: { order: parent.id, opNbr: 10 } } : one,
        ),
      ],
    });
    expect(placeOf(plan, 'A20')).toBe('CNC-03 01-12 11:50 – 01-12 16:10');
    expect(placeOf(plan, 'P10')).toBe('AL-01 01-12 16:40 – 01-12 17:00');
    expect(waits(plan, 'P10')).toEqual(['40 520 等待子订单GD202601120001：01-12 16:40入库']);
  });
});
