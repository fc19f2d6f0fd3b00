/** The chart of 排产 without its picture: time, rows, what is seen, what is hit, chains, loads, colours. */
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../src/screens/scheduling/address';
import { namesOf, shortName } from '../../../src/screens/scheduling/chart/bars';
import { chainOf, chainsOf, linksWithin } from '../../../src/screens/scheduling/chart/chain';
import { hueOf, productHues } from '../../../src/screens/scheduling/chart/colours';
import { boxOf, hitAt } from '../../../src/screens/scheduling/chart/hit';
import { dayLoads, loadOf, toneOfLoad } from '../../../src/screens/scheduling/chart/load';
import {
  DAY,
  fromMinute,
  shortMoment,
  spanText,
  toMinute,
  weekdayName,
} from '../../../src/screens/scheduling/chart/moment';
import { mixed } from '../../../src/screens/scheduling/chart/palette';
import { orderRows, packed, resourceRows } from '../../../src/screens/scheduling/chart/rows';
import { closedWithin } from '../../../src/screens/scheduling/chart/scene';
import {
  majors,
  minuteAt,
  snapped,
  ticks,
  timeScale,
  xOf,
  ZOOMS,
} from '../../../src/screens/scheduling/chart/time-scale';
import { barsWithin, heightOf, rowAt, rowsWithin } from '../../../src/screens/scheduling/chart/window';
import { bar, device, MONDAY, task } from './plan';

const DAY0 = toMinute('2026-01-12');

describe('moments', () => {
  it('are minutes of the factory, there and back', () => {
    expect(fromMinute(MONDAY)).toBe('2026-01-12 08:00:00');
    expect(toMinute('2026-01-12')).toBe(MONDAY - 480);
    expect(toMinute('2026-03-01') - toMinute('2026-02-28')).toBe(DAY);
    expect(weekdayName(MONDAY)).toBe('周一');
    expect(shortMoment(MONDAY + 95)).toBe('01-12 09:35');
  });
  it('say spans as people do', () => {
    expect([0, 45, 60, 95, -196, 1440, 3000].map(spanText)).toEqual([
      '0 分',
      '45 分',
      '1 时',
      '1 时 35 分',
      '3 时 16 分',
      '1 天',
      '2 天 2 时',
    ]);
  });
});

describe('words', () => {
  it('of a task get shorter from their beginning: the operation stays to the last', () => {
    const of = task('a', MONDAY, MONDAY + 60, { workOrderNbr: 'GD202601150001', part: 2 });
    expect(namesOf(of)).toEqual(['…0001/10-2', '0001/10-2', '/10-2']);
  });
});

describe('the address', () => {
  it('shows load by days unless another zoom is named', () => {
    const zoomOf = (query: string) => readAddress(new URLSearchParams(query), '2026-01-12').zoom;
    expect([zoomOf(''), zoomOf('view=load'), zoomOf('view=load&zoom=week')]).toEqual(['hour', 'day', 'week']);
  });
});

describe('the scale of time', () => {
  it('gives a minute its place and a place its minute at every zoom', () => {
    for (const { value } of ZOOMS) {
      const scale = timeScale(value, DAY0, DAY0 + 14 * DAY, 1.25);
      expect(minuteAt(scale, xOf(scale, MONDAY))).toBeCloseTo(MONDAY, 6);
      expect(scale.width).toBeCloseTo(xOf(scale, scale.to), 6);
    }
    const widths = ZOOMS.map(({ value }) => timeScale(value, 0, DAY).width);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });
  it('has hours below days, days below weeks and months', () => {
    const hour = timeScale('hour', DAY0, DAY0 + 2 * DAY);
    expect(ticks(hour, MONDAY, MONDAY + 241).map(({ text }) => text)).toEqual(['08:00', '10:00', '12:00']);
    expect(majors(hour, MONDAY, DAY0 + DAY + 1).map(({ text }) => text)).toEqual(['01-12 周一', '01-13 周二']);
    const day = timeScale('day', DAY0, DAY0 + 14 * DAY);
    expect(majors(day, DAY0 + 3 * DAY, DAY0 + 8 * DAY).map(({ text }) => text)).toEqual([
      '01-12 起一周',
      '01-19 起一周',
    ]);
    const week = timeScale('week', DAY0, DAY0 + 60 * DAY);
    expect(majors(week, DAY0, toMinute('2026-03-02')).map(({ text }) => text)).toEqual([
      '2026年1月',
      '2026年2月',
      '2026年3月',
    ]);
  });
  it('rests on its step', () => {
    expect(snapped(timeScale('hour', DAY0, DAY0 + DAY), MONDAY + 7)).toBe(MONDAY + 5);
    expect(snapped(timeScale('day', DAY0, DAY0 + DAY), MONDAY + 31)).toBe(MONDAY + 60);
  });
});

describe('rows of resources', () => {
  it('have one for each lane, and a line where another group begins', () => {
    const rows = resourceRows(
      [device('CNC-01'), device('AL-01', { groupId: 'ZZ', groupName: '总装组', lanes: 2 })],
      [bar('1', 0, 60), bar('2', 0, 60, { resourceId: 'AL-01', lane: 1 })],
      50,
    );
    expect(rows.map(({ title, top, opensGroup, bars }) => [title, top, opensGroup, bars.map(({ id }) => id)])).toEqual([
      ['CNC-01', 0, false, ['1']],
      ['AL-01 / 1', 50, true, []],
      ['AL-01 / 2', 100, false, ['2']],
    ]);
    expect(heightOf(rows)).toBe(150);
  });
  it('grow with what a supplier has at once, and with what was confirmed beyond the lanes', () => {
    const supplier = device('恒镀', { kind: '30', groupId: null, lanes: null });
    const own = (id: string, lane: number) => bar(id, 0, 60, { resourceId: '恒镀', resourceKind: '30', lane });
    expect(resourceRows([supplier], [own('1', 0), own('2', 2)], 50)).toHaveLength(3);
    expect(resourceRows([device('CNC-01')], [bar('1', 0, 9), bar('2', 0, 9, { lane: 1 })], 50)).toHaveLength(2);
    expect(resourceRows([supplier], [], 50)).toHaveLength(1);
  });
  it('lose no bar whatever lane it names', () => {
    const rows = resourceRows([device('CNC-01')], [bar('1', 0, 60, { lane: 99 })], 50);
    expect(rows.flatMap(({ bars }) => bars)).toHaveLength(1);
  });
});

describe('rows of orders', () => {
  it('stand by their first start; operations at the same time share the height', () => {
    const of = (id: string, from: number, to: number, order: string) =>
      bar(id, from, to, { workOrderId: order, workOrderNbr: order });
    const rows = orderRows([of('1', 60, 120, 'B'), of('2', 0, 60, 'A'), of('3', 30, 90, 'A')], 50);
    expect(rows.map(({ title, height }) => [title, height])).toEqual([
      ['A', 50],
      ['B', 50],
    ]);
    expect(rows[0]!.places!.get('2')).toEqual({ lane: 0, lanes: 2 });
    expect(rows[0]!.places!.get('3')).toEqual({ lane: 1, lanes: 2 });
    expect(fromMinute(rows[0]!.due!)).toBe('2026-01-21 00:00:00');
  });
  it('are packed into as few lanes as bars overlap at once', () => {
    let seed = 7;
    const random = (n: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % n;
    };
    for (let round = 0; round < 50; round += 1) {
      const bars = Array.from({ length: 30 }, (_, n) => {
        const start = random(500);
        return bar(String(n), start, start + 1 + random(90));
      });
      const found = packed(bars);
      const deepest = Math.max(
        ...bars.map(({ start }) => bars.filter((other) => other.start <= start && other.end > start).length),
      );
      expect(found.get('0')!.lanes).toBe(deepest);
      for (const a of bars)
        for (const b of bars)
          if (a.id < b.id && a.start < b.end && b.start < a.end)
            expect(found.get(a.id)!.lane).not.toBe(found.get(b.id)!.lane);
    }
  });
});

describe('what is seen', () => {
  const rows = resourceRows([device('A'), device('B'), device('C')], [], 50);
  it('are the rows that reach into the window', () => {
    expect(rowsWithin(rows, 0, 100)).toEqual([0, 2]);
    expect(rowsWithin(rows, 49, 101)).toEqual([0, 3]);
    expect(rowsWithin(rows, 50, 60)).toEqual([1, 2]);
    expect(rowsWithin(rows, 900, 950)).toEqual([3, 3]);
    expect(rowAt(rows, 149)?.title).toBe('C');
    expect(rowAt(rows, 150)).toBeNull();
    expect(rowAt(rows, -1)).toBeNull();
  });
  it('are the bars of a time, also a long one that began before others', () => {
    const [row] = resourceRows([device('CNC-01')], [bar('long', 0, 1000), bar('b', 10, 20), bar('c', 400, 420)], 50);
    const ids = (from: number, to: number) => barsWithin(row!, MONDAY + from, MONDAY + to).map(({ id }) => id);
    expect(ids(300, 400)).toEqual(['long']);
    expect(ids(15, 401)).toEqual(['long', 'b', 'c']);
    expect(ids(20, 30)).toEqual(['long']);
    expect(ids(1000, 2000)).toEqual([]);
  });
});

describe('a point', () => {
  const scale = timeScale('hour', DAY0, DAY0 + 2 * DAY);
  const rows = resourceRows(
    [device('CNC-01'), device('AL-01', { lanes: 2 })],
    [bar('1', 0, 120), bar('wide', 0, 120, { resourceId: 'AL-01', lanes: 2 })],
    56,
  );
  const x = xOf(scale, MONDAY + 60);
  it('hits the bar under it, its end, or nothing', () => {
    expect(hitAt({ scale, rows }, x, 28).bar?.id).toBe('1');
    expect(hitAt({ scale, rows }, xOf(scale, MONDAY + 119), 28)).toMatchObject({ bar: { id: '1' }, atEdge: true });
    expect(hitAt({ scale, rows }, x, 2).bar).toBeNull();
    expect(hitAt({ scale, rows }, xOf(scale, MONDAY + 200), 28)).toMatchObject({ bar: null, minute: MONDAY + 200 });
    expect(hitAt({ scale, rows }, x, 500).row).toBeNull();
  });
  it('hits a bar of two lanes in both rows', () => {
    expect(hitAt({ scale, rows }, x, 56 + 28).bar?.id).toBe('wide');
    expect(hitAt({ scale, rows }, x, 112 + 28)).toMatchObject({ bar: { id: 'wide' }, row: { title: 'AL-01 / 2' } });
    expect(boxOf(scale, rows[1]!, rows[1]!.bars[0]!).height).toBe(102);
  });
  it('is wider under a finger', () => {
    const beside = xOf(scale, MONDAY) - 5;
    expect(hitAt({ scale, rows }, beside, 28).bar).toBeNull();
    expect(hitAt({ scale, rows, slack: 8 }, beside, 28).bar?.id).toBe('1');
  });
});

describe('chains', () => {
  const links = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'x', to: 'c' },
    { from: 'p', to: 'q' },
  ];
  it('reach all before and all after, not what stands beside', () => {
    const chains = chainsOf(links);
    expect([...chainOf(chains, 'b')].toSorted()).toEqual(['a', 'b', 'c']);
    expect([...chainOf(chains, 'c')].toSorted()).toEqual(['a', 'b', 'c', 'x']);
    expect(linksWithin(links, chainOf(chains, 'b'))).toHaveLength(2);
  });
  it('end also when links go round', () => {
    const round = chainsOf([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]);
    expect([...chainOf(round, 'a')].toSorted()).toEqual(['a', 'b']);
  });
});

describe('closed time', () => {
  it('is what no open span covers', () => {
    const open = [
      { from: 10, to: 20, text: '' },
      { from: 20, to: 25, text: '' },
      { from: 40, to: 50, text: '' },
    ];
    expect(closedWithin(open, 0, 60)).toEqual([
      [0, 10],
      [25, 40],
      [50, 60],
    ]);
    expect(closedWithin(open, 12, 22)).toEqual([]);
    expect(closedWithin([], 0, 60)).toEqual([[0, 60]]);
  });
});

describe('loads', () => {
  const load = (resourceId: string, day: string, plannedMin: number, availableMin: number) => ({
    resourceId,
    day,
    plannedMin,
    availableMin,
    load: null,
  });
  const loads = [
    load('A', '2026-01-12', 480, 480),
    load('B', '2026-01-12', 60, 480),
    load('A', '2026-01-13', 600, 480),
  ];
  it('of a day are a ratio of sums', () => {
    const days = ['2026-01-12', '2026-01-13', '2026-01-14'];
    expect(dayLoads(loads, days).map((day) => day.load)).toEqual([56.3, 125, null]);
    expect(dayLoads(loads, days, new Set(['B'])).map((day) => day.load)).toEqual([12.5, null, null]);
    expect(loadOf(loads).get('A')).toBe(112.5);
  });
  it('are red above 100', () => {
    expect([null, 50, 95, 100, 100.1].map(toneOfLoad)).toEqual(['quiet', 'quiet', 'full', 'full', 'over']);
  });
});

describe('colours', () => {
  const none = new Map();
  it('tell priority, state and lateness', () => {
    const late = task('1', 0, 60, { priority: '1', docStatus: '40', lateMin: 5 });
    expect(hueOf(late, 'priority', none)).toBe('bad-fill');
    expect(hueOf(late, 'state', none)).toBe('warn-fill');
    expect(hueOf(late, 'late', none)).toBe('bad-fill');
    expect(hueOf(task('2', 0, 60, { slackMin: 90 }), 'late', none)).toBe('warn-fill');
    expect(hueOf(task('3', 0, 60), 'late', none)).toBe('ok-fill');
    expect(hueOf(task('4', 0, 60, { docStatus: '99' }), 'state', none)).toBe('chart-rest');
  });
  it('of a product do not depend on the order of the tasks', () => {
    const tasks = ['B', 'A', 'C'].map((materialCode, n) => task(String(n), 0, 60, { materialCode }));
    expect(productHues(tasks)).toEqual(productHues(tasks.toReversed()));
    expect(productHues(tasks).get('A')).toBe('chart-1');
  });
  it('are mixed by share', () => {
    expect(mixed('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mixed('#3f7fd0', '#ffffff', 1)).toBe('#3f7fd0');
  });
});

it('a bar says its order and operation, and which part it is', () => {
  expect(shortName(task('7', 0, 60))).toBe('…0007/10');
  expect(shortName(task('7', 0, 60, { part: 2 }))).toBe('…0007/10-2');
});
