/** What a planner does on the chart: drags, keys, undo, the desk that asks the server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoveAnswer } from '../../../schemas/language/wire-schedule';
import {
  bodyOf,
  companions,
  isHome,
  mayStand,
  mayTake,
  piecesBeyond,
  placeOf,
  REFUSALS,
  type Taken,
} from '../../../src/screens/scheduling/chart/drag';
import { wishOf } from '../../../src/screens/scheduling/chart/keys';
import { DAY, toMinute } from '../../../src/screens/scheduling/chart/moment';
import { resourceRows } from '../../../src/screens/scheduling/chart/rows';
import { timeScale } from '../../../src/screens/scheduling/chart/time-scale';
import { nextBar } from '../../../src/screens/scheduling/chart/window';
import { DragDesk, type DragWork, REST_MS } from '../../../src/screens/scheduling/plan/drag-desk';
import { changed, moved, withTasks } from '../../../src/screens/scheduling/plan/merge';
import { joined, NO_STEPS, pushed, redone, sealed, seen, undone } from '../../../src/screens/scheduling/plan/undo';
import { stepped, walked } from '../../../src/screens/scheduling/use-wishes';
import { at, bar, device, MONDAY, places, plan, task } from './plan';

const scale = timeScale('hour', toMinute('2026-01-12'), toMinute('2026-01-12') + 2 * DAY);
const own = device('CNC-01');
const other = device('CNC-02');

describe('a drag', () => {
  const taken: Taken = { kind: 'task', bar: bar('1', 0, 60), grab: 20 };
  it('puts the task where the pointer holds it, on a step', () => {
    const place = placeOf(taken, { minute: MONDAY + 20 + 33, resource: other, scale });
    expect(place).toMatchObject({ start: MONDAY + 35, end: MONDAY + 95, refusal: null, qty: null });
    expect(bodyOf(taken, place!, { planVersion: 12, policy: 'shift', scenarioId: null })).toEqual({
      planVersion: 12,
      taskId: '1',
      resourceId: 'CNC-02',
      start: at(35),
      policy: 'shift',
    });
  });
  it('knows its own place', () => {
    expect(isHome(taken, placeOf(taken, { minute: MONDAY + 21, resource: own, scale })!)).toBe(true);
    expect(isHome(taken, placeOf(taken, { minute: MONDAY + 21, resource: other, scale })!)).toBe(false);
  });
  it('stays in the work group and in the sort of resource', () => {
    expect(mayStand(taken, device('CNC-05', { groupId: 'JJG' }))).toBe(REFUSALS.group);
    expect(mayStand(taken, device('甲班', { kind: '20' }))).toBe(REFUSALS.kind);
    expect(mayStand(taken, other)).toBeNull();
    expect(placeOf(taken, { minute: MONDAY, resource: device('X', { groupId: null }), scale })?.refusal).toBe(
      '只能移到同一工作组的资源',
    );
  });
  it('takes nothing that is fixed', () => {
    expect(mayTake(task('1', 0, 60, { fixed: true }))).toBe('已确认、锁定或已开工的任务不能移动');
    expect(mayTake(task('1', 0, 60))).toBeNull();
  });
  it('of the pool goes to its work group with its hours', () => {
    const pool: Taken = { kind: 'pool', operationId: 'o', groupId: 'CX', minutes: 90, title: '' };
    expect(placeOf(pool, { minute: MONDAY + 2, resource: own, scale })).toMatchObject({
      start: MONDAY,
      end: MONDAY + 90,
      refusal: null,
    });
    expect(placeOf({ ...pool, groupId: 'other' }, { minute: MONDAY, resource: own, scale })?.refusal).toBe(
      REFUSALS.group,
    );
    expect(placeOf({ ...pool, groupId: null }, { minute: MONDAY, resource: own, scale })?.refusal).toBeNull();
    expect(placeOf(pool, { minute: MONDAY, resource: null, scale })).toBeNull();
  });
  it('of several moves those on the right first when they go right', () => {
    const bars = [bar('1', 0, 60), bar('2', 60, 120), bar('3', 120, 180, { fixed: true }), bar('4', 300, 400)];
    expect(companions(bars, bars[0]!, 30).map(({ id }) => id)).toEqual(['4', '2']);
    expect(companions(bars, bars[0]!, -30).map(({ id }) => id)).toEqual(['2', '4']);
  });
});

describe('a split at the edge', () => {
  const cut = bar('1', 0, 120, {
    qty: 100,
    setupMin: 20,
    segments: [
      { kind: 'setup', from: at(0), to: at(20) },
      { kind: 'run', from: at(20), to: at(70) },
      // a break
      { kind: 'run', from: at(80), to: at(130) },
    ],
    end: at(130),
  });
  it('counts pieces by working time, without set-up and breaks', () => {
    expect(piecesBeyond(cut, MONDAY + 70)).toBe(50);
    expect(piecesBeyond(cut, MONDAY + 75)).toBe(50);
    expect(piecesBeyond(cut, MONDAY + 10)).toBe(100);
    expect(piecesBeyond(cut, MONDAY + 130)).toBe(0);
    expect(piecesBeyond(bar('2', 0, 90, { qty: 2.5 }), MONDAY + 30)).toBeCloseTo(1.6667, 4);
  });
  it('sends what lies beyond to where it is cut', () => {
    const taken: Taken = { kind: 'split', bar: cut };
    const place = placeOf(taken, { minute: MONDAY + 95, resource: own, scale })!;
    expect(place).toMatchObject({ start: MONDAY + 95, qty: 35, refusal: null });
    expect(bodyOf(taken, place, { planVersion: 3, policy: 'only', scenarioId: 's' })).toMatchObject({
      qty: 35,
      start: at(95),
      scenarioId: 's',
    });
    expect(placeOf(taken, { minute: MONDAY + 5, resource: own, scale })?.refusal).toBe('分出的数量必须大于0');
  });
});

describe('keys', () => {
  const press = (key: string, more: object = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
  });
  const free = { canMove: true, hasGhost: false };
  it('move what is chosen, a step or ten', () => {
    expect(wishOf(press('ArrowRight'), free)).toEqual({ kind: 'shift', steps: 1 });
    expect(wishOf(press('ArrowLeft', { shiftKey: true }), free)).toEqual({ kind: 'shift', steps: -10 });
    expect(wishOf(press('ArrowUp'), free)).toEqual({ kind: 'resource', by: -1 });
  });
  it('walk where nothing can be moved, and with Ctrl', () => {
    expect(wishOf(press('ArrowRight'), { canMove: false, hasGhost: false })).toEqual({ kind: 'walk', to: 'right' });
    expect(wishOf(press('ArrowDown', { ctrlKey: true }), free)).toEqual({ kind: 'walk', to: 'down' });
    expect(wishOf(press('Home'), free)).toEqual({ kind: 'walk', to: 'first' });
  });
  it('confirm, lock, undo, redo, give up', () => {
    expect(wishOf(press('Enter'), free)).toEqual({ kind: 'confirm' });
    expect(wishOf(press('Enter'), { ...free, hasGhost: true })).toEqual({ kind: 'drop' });
    expect(wishOf(press('L'), free)).toEqual({ kind: 'lock' });
    expect(wishOf(press('z', { ctrlKey: true }), free)).toEqual({ kind: 'undo' });
    expect(wishOf(press('Z', { metaKey: true, shiftKey: true }), free)).toEqual({ kind: 'redo' });
    expect(wishOf(press('y', { ctrlKey: true }), free)).toEqual({ kind: 'redo' });
    expect(wishOf(press('Escape'), free)).toEqual({ kind: 'giveUp' });
    expect(wishOf(press('ArrowLeft', { altKey: true }), free)).toBeNull();
    expect(wishOf(press('l', { ctrlKey: true }), free)).toBeNull();
    expect(wishOf(press('Tab'), free)).toBeNull();
  });
  it('step to whole steps from wherever a task stands', () => {
    expect(stepped(MONDAY + 7, 30, 1)).toBe(MONDAY + 30);
    expect(stepped(MONDAY + 7, 30, -1)).toBe(MONDAY);
    expect(stepped(MONDAY, 30, 1)).toBe(MONDAY + 30);
    expect(stepped(MONDAY, 30, -2)).toBe(MONDAY - 60);
  });
  it('walk along a row and to the nearest task of the next', () => {
    const rows = resourceRows(
      [own, device('EMPTY'), other],
      [
        bar('1', 0, 60),
        bar('2', 60, 120),
        bar('3', 50, 90, { resourceId: 'CNC-02' }),
        bar('4', 500, 600, { resourceId: 'CNC-02' }),
      ],
      50,
    );
    const to = (from: string | null, way: Parameters<typeof walked>[2]) => walked({ rows }, from, way)?.id ?? null;
    expect([to(null, 'right'), to('1', 'right'), to('2', 'right'), to('2', 'left')]).toEqual(['1', '2', null, '1']);
    expect([to('2', 'down'), to('4', 'up'), to('1', 'up'), to('3', 'last')]).toEqual(['3', '2', null, '4']);
  });
});

describe('a look at the chart', () => {
  it('goes on to the next task where none is in sight: after a night, before a Sunday', () => {
    const rows = resourceRows(
      [own, other],
      [bar('1', 0, 60), bar('2', 900, 960), bar('3', 700, 800, { resourceId: 'CNC-02' })],
      50,
    );
    const next = (from: number, to: number) => nextBar(rows, MONDAY + from, MONDAY + to)?.bar.id ?? null;
    expect([next(30, 500), next(60, 500), next(801, 850), next(960, 2000)]).toEqual([null, '3', '2', null]);
  });
});

describe('undo', () => {
  const step = (id: string, from: number, to: number) => ({
    text: '移动',
    before: places(id, from),
    after: places(id, to),
  });
  it('takes moves back and again in their order', () => {
    let stack = pushed(NO_STEPS, step('a', 0, 10), 1, 2);
    stack = pushed(stack, step('b', 0, 10), 2, 3);
    expect(stack.done.map(({ before }) => before.operationIds[0])).toEqual(['a', 'b']);
    stack = undone(stack, 4);
    expect(stack.done).toHaveLength(1);
    expect(stack.undone[0]!.before.operationIds).toEqual(['b']);
    stack = redone(stack, 5);
    expect(stack).toMatchObject({ version: 5, undone: [] });
    expect(stack.done).toHaveLength(2);
  });
  it('is over when somebody else has changed the plan', () => {
    const stack = pushed(NO_STEPS, step('a', 0, 10), 1, 2);
    expect(seen(stack, 2)).toBe(stack);
    expect(seen(stack, 3)).toEqual({ done: [], undone: [], version: 3 });
    // moved upon a plan of others
    expect(pushed(stack, step('b', 0, 10), 7, 8).done).toHaveLength(1);
    expect(sealed(9).done).toEqual([]);
  });
  it('forgets what was taken back once something else is done', () => {
    const stack = pushed(undone(pushed(NO_STEPS, step('a', 0, 10), 1, 2), 3), step('b', 0, 5), 3, 4);
    expect(stack.undone).toEqual([]);
    expect(undone(NO_STEPS, 4)).toBe(NO_STEPS);
  });
  it('joins several moves: as it was before the first, as it is after the last', () => {
    const both = joined([step('a', 0, 10), step('b', 5, 15), step('a', 10, 20)], '移动3个任务')!;
    expect(both.before.operationIds.toSorted()).toEqual(['a', 'b']);
    const startOf = (all: typeof both.before, id: string) =>
      all.places.find(({ operationId }) => operationId === id)?.start;
    expect([startOf(both.before, 'a'), startOf(both.after, 'a'), startOf(both.after, 'b')]).toEqual([
      at(0),
      at(20),
      at(15),
    ]);
    expect(joined([], '')).toBeNull();
  });
});

describe('what an answer changes', () => {
  it('replaces, takes away and adds tasks', () => {
    const next = withTasks([task('1', 0, 9), task('2', 9, 18)], [task('1', 20, 29), task('3', 0, 9)], ['2']);
    expect(next.map(({ id, start }) => [id, start])).toEqual([
      ['1', at(20)],
      ['3', at(0)],
    ]);
  });
  it('raises the version and keeps the rest of the plan', () => {
    const old = plan({ tasks: [task('1', 0, 9)] });
    const answer = { planVersion: 13, tasks: [task('1', 0, 9, { status: 1 })], conflicts: [] };
    expect(changed(old, answer)).toMatchObject({ planVersion: 13, tasks: [{ status: 1 }], resources: old.resources });
    const kpi = { ...old.kpi, lateOrders: 2 };
    const moving = { planVersion: 13, moved: [], gone: ['1'], conflicts: [], kpi } as unknown as MoveAnswer;
    expect(moved(old, moving)).toMatchObject({ planVersion: 13, tasks: [], kpi: { lateOrders: 2 } });
  });
});

describe('the desk of a drag', () => {
  const taken: Taken = { kind: 'task', bar: bar('1', 0, 60), grab: 0 };
  const place = (minute: number, resource = own) => placeOf(taken, { minute: MONDAY + minute, resource, scale });
  const answer = { moved: [], planVersion: 12 } as unknown as MoveAnswer;
  let asked: { readonly start: number; readonly signal: AbortSignal }[];
  let dropped: number[];
  let told: string[];
  let refusal: string | null;
  let desk: DragDesk;
  beforeEach(() => {
    vi.useFakeTimers();
    [asked, dropped, told, refusal] = [[], [], [], null];
    const work: DragWork = {
      async dryRun(_, { start }, signal) {
        asked.push({ start: start - MONDAY, signal });
        if (refusal !== null) throw new Error(refusal);
        return answer;
      },
      async drop(_, { start }) {
        dropped.push(start - MONDAY);
      },
      refused: (text) => told.push(text),
      textOf: (error) => (error as Error).message,
    };
    desk = new DragDesk(() => work);
  });
  afterEach(() => vi.useRealTimers());

  it('asks once it rests, not on the way', async () => {
    desk.take(taken);
    desk.move(place(10));
    await vi.advanceTimersByTimeAsync(REST_MS - 1);
    desk.move(place(20));
    desk.move(place(20));
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(asked.map(({ start }) => start)).toEqual([20]);
    expect(desk.current()?.answer).toBe(answer);
    desk.move(place(30));
    expect(desk.current()?.answer).toBeNull();
  });
  it('gives up a question whose place is left', async () => {
    desk.take(taken);
    desk.move(place(10));
    await vi.advanceTimersByTimeAsync(REST_MS);
    desk.move(place(40));
    expect(asked[0]!.signal.aborted).toBe(true);
  });
  it('does what is let go, and nothing where it stood or where nothing is', async () => {
    for (const where of [place(30), place(0), null]) {
      desk.take(taken);
      desk.move(where);
      await desk.drop();
    }
    expect(dropped).toEqual([30]);
    expect(desk.current()).toBeNull();
  });
  it("says a refusal instead of doing it: ours at once, the server's after its answer", async () => {
    desk.take(taken);
    desk.move(place(30, device('X', { groupId: 'other' })));
    await desk.drop();
    refusal = '设备「CNC-01」在01-12 08:30～09:30已有任务';
    desk.take(taken);
    desk.move(place(30));
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(desk.current()?.refusal).toBe(refusal);
    await desk.drop();
    expect(told).toEqual([REFUSALS.group, refusal]);
    expect(dropped).toEqual([]);
  });
  it('tells who draws, and nothing after it was given up', async () => {
    const heard = vi.fn();
    const leave = desk.subscribe(heard);
    desk.take(taken);
    desk.move(place(30));
    desk.giveUp();
    await vi.advanceTimersByTimeAsync(2 * REST_MS);
    expect(asked).toEqual([]);
    expect(heard).toHaveBeenCalledTimes(3);
    leave();
    desk.take(taken);
    expect(heard).toHaveBeenCalledTimes(3);
  });
});
