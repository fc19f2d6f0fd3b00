/** 移动 and 确认 (30 §3 steps 13 and 14) to the minute: E6, E7, policies, splits, undo, alternatives, and what is refused. */
import { describe, expect, it } from 'vitest';
import { alternativesOf, confirmTasks, type Move, moveTask, restorePlaces, schedule } from '../../../server/scheduling';
import type { Input, LiveTask, Plan, Task } from '../../../server/scheduling/types';
import { asLive, at, dayOf, e1, input, operation, order, placeOf, placesOf, resource, show } from './plant';

const planned = (given: Input = e1(), more: Partial<Record<string, Partial<LiveTask>>> = {}) => {
  const plan = schedule(given);
  return { plan, live: { ...given, live: plan.tasks.map((task) => asLive(task, more[task.operation])) } };
};
const move = (id: string, on: string, start: string, more: Partial<Move> & { live?: Input } = {}) => {
  const { live = planned().live, ...rest } = more;
  const task = live.live.find(({ operation: of }) => of === id)!.id;
  return moveTask(live, { task, resource: on, start: at(start), policy: 'shift', ...rest });
};
const done = (answer: ReturnType<typeof moveTask>): Plan => {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.plan;
};
const refusal = (answer: object): string => ('refused' in answer ? String(answer.refused) : 'done');
const undone = (live: Input, answer: ReturnType<typeof moveTask>) => {
  if ('refused' in answer) throw new Error(answer.refused);
  const operations = [...new Set(answer.moved.map((task) => task.operation))];
  const places = live.live
    .filter((task) => operations.includes(task.operation))
    .map((task) => ({ ...task, task: task.id }));
  const after = {
    ...live,
    live: answer.plan.tasks.map((task) => asLive(task)),
  };
  return restorePlaces(after, operations, places);
};
const ALL = ['A10', 'A20', 'B10', 'B20', 'C10', 'C20'];

describe('E7: A10 is dragged to CNC-01 at 11:00', () => {
  const { live } = planned();
  const answer = move('A10', 'CNC-01', '01-12 11:00');
  const plan = done(answer);
  it('顺延: what is in the way and what follows go on, later and never earlier', () => {
    expect(ALL.map((id) => placeOf(plan, id))).toEqual([
      'CNC-01 01-12 11:00 – 01-12 17:00',
      'CNC-03 01-12 14:30 – 01-13 08:50',
      'CNC-01 01-13 08:00 (01-13 08:30) – 01-13 14:50',
      '电镀 01-13 15:00 – 01-15 15:00',
      'CNC-01 01-12 08:00 – 01-12 11:00',
      'CNC-03 01-12 09:30 (01-12 09:50) – 01-12 11:50',
    ]);
    expect(plan.kpi.lateOrders).toBe(0);
    expect('moved' in answer && answer.moved.map((task) => task.operation)).toEqual(['A10', 'A20', 'B10', 'B20']);
  });
  it('is undone and done again to the minute', () => {
    const back = undone(live, answer);
    if ('refused' in back) throw new Error(back.refused);
    expect(ALL.map((id) => placeOf(back.plan, id))).toEqual(ALL.map((id) => placeOf(planned().plan, id)));
    expect(back.plan.kpi).toEqual(planned().plan.kpi);
  });
});

describe('仅移动 and 交换', () => {
  it('moves one task alone, and tells what is early now', () => {
    const answer = move('A10', 'CNC-02', '01-12 10:00', { policy: 'only' });
    const plan = done(answer);
    expect(placeOf(plan, 'A10')).toBe('CNC-02 01-12 10:00 (01-12 10:30) – 01-12 16:30');
    expect(placeOf(plan, 'A20')).toBe('CNC-03 01-12 11:50 – 01-12 16:10');
    expect(plan.conflicts.map(({ text }) => text)).toEqual(['工序20早于前工序10可转移时间01-12 14:10']);
  });
  it('is refused where something stands', () => {
    expect(refusal(move('A10', 'CNC-01', '01-12 11:30', { policy: 'only' }))).toBe(
      '设备「CNC-01」在01-12 11:30～01-13 08:30超出能力：已排2，能力1',
    );
  });
  it('lets two tasks take each other’s place, both checked again', () => {
    const plan = done(move('A10', 'CNC-01', '01-12 12:00', { policy: 'swap' }));
    expect(placeOf(plan, 'A10')).toBe('CNC-01 01-12 11:00 – 01-12 17:00');
    expect(placeOf(plan, 'B10')).toBe('CNC-02 01-12 08:00 – 01-12 14:20');
  });
});

describe('what a move may not', () => {
  it('begin before its predecessor passes its pieces on', () => {
    expect(refusal(move('A20', 'CNC-03', '01-12 08:00'))).toBe('不能早于前工序10可转移时间01-12 09:55');
    expect(refusal(move('B20', '电镀', '01-12 10:00'))).toBe('不能早于前工序10可转移时间01-13 09:00');
  });
  it('stand where something is confirmed, nor be dragged when it is itself', () => {
    const { live } = planned(e1(), { C10: { status: 1 } });
    expect(refusal(move('A10', 'CNC-01', '01-12 08:00', { live }))).toBe(
      '设备「CNC-01」在01-12 08:00～11:00已有锁定任务，不能移动',
    );
    expect(refusal(move('C10', 'CNC-02', '01-13 08:00', { live }))).toBe(
      '设备「CNC-01」在01-12 08:00～11:00已有锁定任务，不能移动',
    );
  });
  it('leave its work group, or its supplier', () => {
    expect(refusal(move('A10', 'IM-01', '01-12 08:00'))).toBe('设备「IM-01」不属于工作组「车削组」');
    expect(refusal(move('B20', '氧化', '01-14 08:00'))).toBe('工序20由供应商「电镀」加工');
  });
  it('end beyond the days that are planned', () => {
    const { live } = planned(e1({ config: { horizonDays: 2 }, orders: ['A'] }));
    expect(refusal(move('A10', 'CNC-02', '01-13 16:00', { live }))).toBe('超出排产范围2天');
  });
  it('begin in closed time: it begins with the next working minute', () => {
    expect(placeOf(done(move('A10', 'CNC-02', '01-12 12:30')), 'A10')).toBe(
      'CNC-02 01-12 13:00 (01-12 13:30) – 01-13 09:30',
    );
  });
});

describe('parts', () => {
  it('sends some of the pieces to another device, the rest stays', () => {
    const { live } = planned(e1({ orders: ['A'] }));
    const answer = move('A10', 'CNC-02', '01-12 08:00', { live, qty: 40 });
    const plan = done(answer);
    expect(placesOf(plan, 'A10')).toEqual([
      'CNC-01 01-12 08:00 – 01-12 11:00',
      'CNC-02 01-12 08:00 (01-12 08:30) – 01-12 10:30',
    ]);
    expect(plan.tasks.filter((task) => task.operation === 'A10').map(({ part, qty }) => [part, qty])).toEqual([
      [1, 60],
      [2, 40],
    ]);
    const back = undone(live, answer);
    expect('plan' in back && placesOf(back.plan, 'A10')).toEqual(['CNC-01 01-12 08:00 – 01-12 14:00']);
  });
  it('puts down what stands in the pool, and takes it back', () => {
    const { live } = planned();
    const without = { ...live, live: live.live.filter((task) => task.operation !== 'A20') };
    const answer = moveTask(without, {
      operation: 'A20',
      resource: 'CNC-03',
      start: at('01-12 13:00'),
      policy: 'shift',
    });
    expect(placeOf(done(answer), 'A20')).toBe('CNC-03 01-12 13:00 – 01-12 16:20');
    const back = restorePlaces(live, ['A20'], []);
    expect('plan' in back && back.plan.tasks.map((task) => task.operation)).toEqual([
      'A10',
      'B10',
      'B20',
      'C10',
      'C20',
    ]);
  });
});

describe('alternatives', () => {
  it('says of each device when a task would end there with nothing else moved', () => {
    const { live } = planned();
    const task = live.live.find(({ operation: of }) => of === 'B10')!.id;
    expect(
      alternativesOf(live, { task }).map(({ code, start, end, setupMin, difference, isCurrent }) => [
        code,
        show(start),
        show(end),
        setupMin,
        difference,
        isCurrent,
      ]),
    ).toEqual([
      ['CNC-01', '01-12 11:00', '01-13 08:50', 30, 0, true],
      ['CNC-02', '01-12 14:30', '01-13 11:20', 30, 150, false],
    ]);
  });
});

describe('E6: confirming by what goes on at every moment, not by how many rows overlap', () => {
  const spans = [
    ['10:20', '10:30'],
    ['10:30', '10:40'],
    ['10:40', '10:45'],
    ['10:45', '11:00'],
    ['10:25', '11:40'],
  ];
  const tasks = (more: readonly (readonly string[])[] = []): readonly Task[] =>
    schedule(
      input({
        groups: [{ id: 'G', name: '总装组' }],
        resources: [resource('AL-01', { group: 'G', lanes: 2 })],
        orders: [order('GD1', [operation('X10', 10, { group: 'G' })], { dueDay: dayOf('01-20') })],
      }),
    ).tasks.flatMap((task) =>
      [...spans, ...more].map(([from = '', to = ''], n): Task => {
        const span = { from: at(`01-12 ${from}`), to: at(`01-12 ${to}`) };
        return {
          ...task,
          id: `T${n}`,
          start: span.from,
          run: span.from,
          end: span.to,
          segments: [{ ...span, kind: 'run', day: 0 }],
        };
      }),
    );
  const confirm = (all: readonly Task[], override = false) =>
    confirmTasks(all, new Set(all.map(({ id }) => id)), { codes: new Map([['AL-01', 'AL-01']]), override });

  it('takes two at a time', () => {
    const answer = confirm(tasks());
    expect('tasks' in answer && answer.tasks.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1]);
  });
  it('refuses a third for the minutes of it, and keeps it for who may', () => {
    const all = tasks([['10:26', '10:29']]);
    expect(refusal(confirm(all))).toBe('设备「AL-01」在01-12 10:26～10:29超出能力：已排3，能力2');
    const kept = confirm(all, true);
    expect('overridden' in kept && kept.overridden).toEqual(['T0', 'T4', 'T5']);
  });
});
