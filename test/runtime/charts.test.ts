/** Charts without a canvas: what G2 is told for each mark, texts of numbers and slots, places of a board. */

import { describe, expect, it } from 'vitest';
import { cellAsk } from '../../runtime/board/BoardCell';
import { valueWords } from '../../runtime/board/conditions';
import {
  carouselSeconds,
  isLate,
  reached,
  received,
  rowHeight,
  screenScale,
  sentBy,
  shortestOf,
  thirds,
  waitOf,
} from '../../runtime/board/layout';
import { readKept, searchInForce } from '../../runtime/board/search';
import { actsOf, emittedBy, type Level, levelled, nextLevel } from '../../runtime/charts/levels';
import { stripePixels } from '../../runtime/charts/paint';
import { partAsk, presented } from '../../runtime/charts/part';
import { colourRange, hasNumbers, pointsOf, type SpecInput } from '../../runtime/charts/points';
import { reportAddress } from '../../runtime/charts/report-address';
import { specOf } from '../../runtime/charts/spec';
import { binsOf } from '../../runtime/charts/spread-marks';
import { changeText, dimText, numberText, saidOf, shortText, unitsOf, valueText } from '../../runtime/charts/text';
import { blocksOf, daysOf, spanText } from '../../runtime/charts/time-marks';
import { addressWith, drillBody } from '../../runtime/charts/use-drill';
import type { ReportItem } from '../../runtime/data/types';
import { readQuery } from '../../runtime/page/list-query';
import type { Page } from '../../runtime/page/types';
import { addressOf, contentOf, keptOf, readReport, saysNothing, searchOf } from '../../runtime/report/query';
import { MARKS } from '../../schemas/language/charts';
import { slotText } from '../../schemas/language/codec/slot';
import type { ChartKeys, ChartMark } from '../../schemas/language/document-report';
import type { Json } from '../../schemas/language/value';
import type { ChartData } from '../../schemas/language/wire';

const colours = {
  series: ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'],
  rest: 'rest',
  text: 't',
  text2: 't2',
  line: 'l',
  panel: 'p',
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
};
const words = { dict: () => ({ items: [{ code: '1', title: '普通' }] }) };
const measure = (code: string, more = {}) => ({ code, title: code, type: 'decimal', total: 'sum', ...more });
const data: ChartData = {
  dims: [{ code: 'state', title: '程度', type: 'dict', dict: 'demoState' }],
  measures: [measure('qty'), measure('rate', { suffix: '%', total: 'ratio' }), measure('bad', { title: '不合格' })],
  rows: [
    { k: ['1'], l: [null], v: { qty: 5, rate: 50, bad: 1 } },
    { k: ['9'], l: [null], v: { qty: 2, rate: null, bad: 0 } },
    { k: [null], l: ['其他'], v: { qty: 1, rate: 90, bad: 0 }, rest: true },
  ],
  total: { qty: 8, rate: 60, bad: 1 },
  asOf: '2026-01-15 08:00:00',
  drill: true,
};
const two: ChartData = {
  ...data,
  dims: [...data.dims, { code: 'kind', title: '分类', type: 'text' }],
  rows: data.rows.map((row) => ({ ...row, k: [...row.k, 'a'], l: [...row.l, null] })),
};
const input = (keys: ChartKeys, of = data): SpecInput => ({
  data: of,
  keys,
  colours,
  words,
  font: 12,
  width: 400,
  height: 300,
});

/** drawn as HTML; the rest are G2's */
const PLAIN_MARKS: ReadonlySet<ChartMark> = new Set<ChartMark>(['number', 'progress', 'rank', 'table']);

describe('marks', () => {
  const drawn = (Object.keys(MARKS) as ChartMark[]).filter((mark) => !PLAIN_MARKS.has(mark));
  it.each(drawn)('%s is a specification of plain data', (mark) => {
    const dims = MARKS[mark].dims[0];
    const spec = specOf(
      input({ chart: mark, x: 'state', y: ['qty', 'rate'], right: ['rate'], target: 90 }, dims > 1 ? two : data),
    );
    expect(spec.type).toBe('view');
    expect((spec.children as unknown[]).length).toBeGreaterThan(0);
    expect(JSON.stringify(spec)).not.toMatch(/NaN|undefined/);
  });
  it('points carry labels, not codes, and the row they pick', () => {
    const points = pointsOf(input({ chart: 'bar', y: ['qty'] }));
    expect(points.map((point) => [point.i, point.x, point.y])).toEqual([
      [0, '普通', 5],
      [1, '--', 2],
      [2, '其他', 1],
    ]);
  });
  it('a gauge in a low box shows its number in the place of pointer and pin', () => {
    const styleAt = (height: number) => {
      const [mark] = specOf({ ...input({ chart: 'gauge', y: ['rate'] }), height }).children as { style: object }[];
      return mark?.style as Readonly<Record<string, unknown>>;
    };
    expect(styleAt(300)).toMatchObject({ textY: '80%', textFontSize: 24 });
    expect('pinShape' in styleAt(300)).toBe(false);
    expect(styleAt(70)).toMatchObject({ textY: '54%', textFontSize: 15, pointerShape: false, pinShape: false });
  });
  it('a cell of heat without a number is none, and keeps its place', () => {
    const { data: cells, scale } = specOf(input({ chart: 'heat', x: 'state', series: 'kind', y: ['rate'] }, two));
    expect((cells as { readonly x: string }[]).map(({ x }) => x)).toEqual(['普通', '其他']);
    expect(scale).toMatchObject({ x: { domain: ['普通', '--', '其他'] }, y: { domain: ['a'] } });
  });
  it('groups without a single number are nothing to draw', () => {
    const none = data.rows.map((row) => ({ ...row, v: { qty: null } }));
    expect([hasNumbers(data), hasNumbers({ ...data, rows: none }), hasNumbers({ ...data, rows: [] })]).toEqual([
      ...[true, false, false],
    ]);
    expect(hasNumbers({ dims: [], rows: [] })).toBe(true);
  });
  it('the same thing has the same colour, the others the order of the palette', () => {
    expect(colourRange(input({ y: ['qty', 'bad', 'rate'] }), ['qty', '不合格', 'rate'])).toEqual(['s1', 'bad', 's2']);
  });
  it('nothing of a text is markup: a label that looks like some stays a label', () => {
    const evil = { ...data, rows: [{ k: ['x'], l: ['<img src=x onerror=alert(1)>'], v: { qty: 1 } }] };
    expect(pointsOf(input({ y: ['qty'] }, evil))[0]?.x).toBe('<img src=x onerror=alert(1)>');
  });
});

describe('marks over time', () => {
  const at = (text: string, name: string, state: number, minutes: number | null) => ({
    k: [text, name],
    l: [null, null],
    v: { state, minutes },
  });
  const states: ChartData = {
    ...data,
    dims: [
      { code: 'from', title: '开始', type: 'datetime' },
      { code: 'machine', title: '设备', type: 'text' },
    ],
    measures: [measure('state', { dict: 'run', type: 'int' }), measure('minutes')],
    rows: [
      at('2026-01-15 00:00:00', 'A', 60, 120),
      at('2026-01-15 03:00:00', 'A', 70, null),
      at('2026-01-15 06:00:00', 'A', 60, 600),
      at('2026-01-15 07:00:00', 'B', 10, null),
    ],
  };
  const run = {
    dict: () => ({
      items: [
        { code: '60', title: '运行', tone: 'success' },
        { code: '70', title: '故障', tone: 'danger' },
        { code: '10', title: '停机', tone: 'info' },
      ],
    }),
  };
  it('a state holds for its minutes, else until the next one; what is between is a gap, a state has its tone', () => {
    const { blocks, states: legend } = blocksOf({
      ...input({ chart: 'stateTimeline', y: ['state', 'minutes'] }, states),
      words: run,
    });
    const hours = blocks.map((block) => [block.n, block.s, (block.to - block.from) / 60]);
    expect(hours).toEqual([
      ['A', '运行', 2],
      ['A', '无数据', 1],
      ['A', '故障', 3],
      ['A', '运行', 10],
      ['B', '停机', 1],
    ]);
    expect(legend).toEqual([
      { title: '运行', fill: 'ok' },
      { title: '故障', fill: 'bad' },
      { title: '停机', fill: 'rest' },
    ]);
    expect(valueText(states.measures[0]!, 70, run)).toBe('故障');
    expect([spanText(90), spanText(1440), spanText(60), spanText(5)]).toEqual(['1小时30分', '1天', '1小时', '5分']);
  });
  const days = (keys: readonly string[]): ChartData => ({
    ...data,
    dims: [{ code: 'day', title: '日期', type: 'date', grain: 'day' }],
    rows: keys.map((day) => ({ k: [day], l: [null], v: { qty: 1 } })),
  });
  it('says a unit beside the title only where all its numbers have one', () => {
    const [plain, rate, state] = [{}, { suffix: '%' }, { dict: 'runState' }];
    expect([unitsOf([rate]), unitsOf([plain, rate]), unitsOf([state, rate, rate])]).toEqual([['%'], [], ['%']]);
  });
  it('few months are sheets by weekday and week, many are a strip of weeks', () => {
    const sheet = daysOf(input({ chart: 'calendar', y: ['qty'] }, days(['2026-01-01', '2026-01-05', '2026-02-01'])));
    expect([sheet.isStrip, ...sheet.days.map((day) => [day.c, day.r])]).toEqual([
      false,
      ['2026-01 3', '0'],
      ['2026-01 0', '1'],
      ['2026-02 6', '0'],
    ]);
    // the first day in sight of a month says which one it is, wherever in the month it stands
    const late = daysOf(input({ chart: 'calendar', y: ['qty'] }, days(['2025-12-23', '2025-12-24', '2026-01-01'])));
    expect(late.days.map((day) => day.n)).toEqual(['12/23', '24', '1/1']);
    const strip = daysOf(
      input({ chart: 'calendar', y: ['qty'] }, days(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'])),
    );
    expect([strip.isStrip, strip.days[0]?.c, strip.days[0]?.r]).toEqual([true, '2025-12-29', '四']);
  });
  it('a control chart draws the numbers of the service: rules beside their points, excluded ones hollow', () => {
    const chart: ChartData = {
      ...data,
      dims: [
        { code: 'seq', title: '子组', type: 'int' },
        { code: 'marks', title: '判异', type: 'text' },
      ],
      measures: ['value', 'centre', 'upper', 'lower'].map((code) => measure(code)),
      rows: [
        { k: [1, ''], l: [null, null], v: { value: 10, centre: 10, upper: 13, lower: 7 } },
        { k: [2, '1,5'], l: [null, null], v: { value: 14, centre: 10, upper: 13, lower: 7 } },
        { k: [3, 'x'], l: [null, null], v: { value: 20, centre: 10, upper: 13, lower: 7 } },
      ],
    };
    const spec = specOf(input({ chart: 'spc', y: ['value', 'centre', 'upper', 'lower'] }, chart));
    const points = spec.data as readonly { fired: string; isOut: boolean; high1: number; low2: number }[];
    expect(points.map((point) => [point.fired, point.isOut])).toEqual([
      ['', false],
      ['1,5', false],
      ['', true],
    ]);
    expect([points[0]?.high1, points[0]?.low2]).toEqual([11, 8]);
  });
});

describe('texts', () => {
  it.each([
    ['2026-01-01', 'month', '2026-01'],
    ['2026-04-01', 'quarter', '2026年2季度'],
    ['2026-01-05', 'week', '01-05周'],
    ['2026-01-05', 'day', '01-05'],
    ['2026-01-01', 'year', '2026年'],
  ])('%s by %s', (start, grain, text) => expect(slotText(start, grain)).toBe(text));
  it.each([
    [1234.5, { type: 'decimal' }, '1,234.5'],
    [0.33333, { type: 'decimal', scale: 4 }, '0.3333'],
    [60, { type: 'decimal', suffix: '%' }, '60.00'],
    [7, { type: 'int' }, '7'],
    [null, { type: 'int' }, '--'],
  ])('%s is written %s', (value, of, text) => expect(numberText(of, value)).toBe(text));
  it('large numbers are short on cards only', () => {
    expect(shortText({ type: 'int' }, 123_456)).toBe('12.35万');
    expect(shortText({ type: 'int' }, 99_999)).toBe('99,999');
  });
  it('a change knows what is better', () => {
    expect(changeText(measure('a', { better: 'up' }), 48, 60)).toEqual({ text: '↓ 20.00 %', good: false });
    expect(changeText(measure('a', { suffix: '%', better: 'down' }), 95, 96)).toEqual({
      text: '↓ 1.00 百分点',
      good: true,
    });
    expect(changeText(measure('a'), 5, 0)).toEqual({ text: '--' });
  });
  it('a sentence for those who do not see it', () => {
    expect(saidOf('数量', data, words)).toBe('数量，3 项，最大 普通 5');
    expect(dimText(data.dims[0]!, { k: [null], l: [null], v: {} }, 0, words)).toBe('（空）');
  });
});

describe('ways on', () => {
  it('a mark asks for its group, the rest for everything but the shown', () => {
    const ask = { report: 'r', chart: {}, search: { state: ['1'] } };
    expect(drillBody(ask, { row: data.rows[0]!, rows: data.rows, dims: data.dims }, words)).toEqual({
      search: { state: ['1'] },
      cell: { state: '1' },
      labels: { state: '普通' },
    });
    expect(drillBody(ask, { row: data.rows[2]!, rows: data.rows, dims: data.dims }, words)).toEqual({
      search: { state: ['1'] },
      without: { dim: 'state', values: ['1', '9'] },
    });
  });
  it('the rest of the series of a line is everything but the shown ones, at its point of time', () => {
    const chart = { y: ['qty'] };
    const line: ChartData = {
      ...data,
      cut: 1,
      dims: [{ code: 'day', title: '日期', type: 'date', grain: 'month' }, ...data.dims],
      rows: [
        { k: ['2026-01-01', '1'], l: [null, null], v: { qty: 5 } },
        { k: ['2026-02-01', '1'], l: [null, null], v: { qty: 4 } },
        { k: ['2026-01-01', null], l: [null, '其他'], v: { qty: 2 }, rest: true },
      ],
    };
    const picked = { row: line.rows[2]!, rows: line.rows, dims: line.dims, cut: line.cut };
    expect(drillBody({ report: 'r', chart }, picked, words)).toEqual({
      search: {},
      measure: 'qty',
      without: { dim: 'state', values: ['1'] },
      cell: { 'day:month': '2026-01-01' },
      labels: { 'day:month': '2026-01' },
    });
    expect(colourRange(input({ chart: 'line', y: ['qty'] }, line), ['普通', '其他'])).toEqual(['s1', 'rest']);
  });
  it('a drill of the chart goes with its mark, and the measure where it is one', () => {
    const ask = { report: 'r', chart: { y: ['qty'], drill: { page: 'p', map: { state: 'kind' } } } };
    expect(drillBody(ask, { row: data.rows[0]!, rows: data.rows, dims: data.dims }, words)).toMatchObject({
      drill: { page: 'p', map: { state: 'kind' } },
      measure: 'qty',
    });
  });
  it('the list that opens reads the condition back', () => {
    // of all rows too, no scheme of the list narrows what the number was made of
    expect(addressWith('/demo/list', undefined)).toBe('/demo/list?scheme=');
    const tree = { all: [{ f: 'state', op: 'eq', v: '1' }] };
    const url = addressWith('/demo/list', tree);
    expect(readQuery(new URLSearchParams(url.split('?')[1])).q).toEqual(tree);
  });
  it('the report of a chart opens with its conditions, groups, period and comparison, and no default of its own', () => {
    const url = reportAddress('/demo/stat', {
      report: 'demoStat',
      chart: { x: 'day:month', series: 'state', y: ['qty'], compare: 'yoy', where: 'qty > 0' },
      search: { day: ['2026-01-01', '2026-12-31'] },
      with: { state: '1' },
    });
    expect(url.split('?')[0]).toBe('/demo/stat');
    const params = new URLSearchParams(url.split('?')[1]);
    expect(readQuery(params).search).toEqual({ day: ['2026-01-01', '2026-12-31'], state: '1' });
    expect(['by', 'period', 'vs', 'where', 'none'].map((key) => params.get(key))).toEqual([
      'state',
      'month',
      'yoy',
      'qty > 0',
      '*',
    ]);
  });
  it('a part waits for the values it reads of its record', () => {
    const part = { code: 'p', report: 'r', with: { state: '=doc.state', kind: '2' }, chart: 'bar', y: ['n'] } as never;
    expect(partAsk(part, () => undefined)).toBeUndefined();
    expect(partAsk(part, () => '1')).toEqual({
      report: 'r',
      chart: { chart: 'bar', y: ['n'] },
      search: { state: '1', kind: '2' },
    });
  });
});

describe('boards', () => {
  it('cells of 1200 × 720, 3 × 2, gap 10 are 233 high', () => {
    expect(rowHeight({ rows: 3, gap: 10, cells: [] }, 720)).toBe(233);
    expect(rowHeight({ rows: 3, gap: 10, cells: [] }, 300)).toBe(180);
    const number = { code: 'n', at: [1, 1, 1, 3], chart: 'number' } as const;
    expect(rowHeight({ rows: 8, gap: 10, cells: [number] }, 300)).toBe(110);
    expect(rowHeight({ rows: 8, gap: 10, cells: [{ ...number, at: [1, 1, 2, 3] }] }, 300)).toBe(67);
  });
  it('counts values in spans that stand in the order of numbers, the empty ones too', () => {
    expect(binsOf([200, 300, 300, 1000], 4)).toEqual([
      { x: '200~400', y: 3 },
      { x: '400~600', y: 0 },
      { x: '600~800', y: 0 },
      { x: '800~1,000', y: 1 },
    ]);
    expect(binsOf([5, 5], 10)).toEqual([{ x: '5', y: 2 }]);
    expect(binsOf([], 10)).toEqual([]);
  });
  it('the large screen fits whole', () => {
    expect(screenScale(1920, 1080)).toBe(1);
    expect(screenScale(1366, 768)).toBeCloseTo(0.711, 3);
  });
  it('a search reaches the cells that know it and is named on the others', () => {
    const board = {
      search: [{ field: 'day' }, { field: 'shop', title: '车间' }],
      reports: { r: { title: 'R', dims: ['day'], params: [] } },
    } as never;
    expect(reached(board, { code: 'a', report: 'r', at: [1, 1, 1, 1] }, { day: 'x', shop: 'y' })).toEqual({
      values: ['day'],
      wheres: [],
      missed: ['车间'],
    });
  });
  it('a search by what stands above a dim of the report is a condition over that dim', () => {
    const board = {
      search: [{ field: 'workshop' }, { field: 'team' }],
      reports: {
        r: {
          title: 'R',
          dims: ['equipment', 'employee'],
          params: [],
          up: {
            workshop: { path: 'equipment.factoryUnit', isTree: true },
            team: { path: 'employee.team', isTree: false },
          },
        },
      },
    } as never;
    const cell = { code: 'a', report: 'r', chart: 'bar', y: ['n'], where: 'n > 1', at: [1, 1, 1, 1] } as const;
    expect(reached(board, cell, { workshop: 'u1', team: ['t1', 't2'] })).toEqual({
      values: [],
      wheres: ["equipment.factoryUnit in subtree('u1')", "employee.team == 't1' || employee.team == 't2'"],
      missed: [],
    });
    expect(cellAsk(board, cell, { workshop: 'u1' }, [])).toMatchObject({
      chart: { where: "(n > 1) && (equipment.factoryUnit in subtree('u1'))" },
      search: {},
    });
  });
  it('old numbers are told, boards turn no faster than 20 s', () => {
    expect(isLate(0, 30, 60_001)).toBe(true);
    expect(isLate(0, 30, 59_000)).toBe(false);
    expect(isLate(undefined, 30, 1)).toBe(false);
    expect([carouselSeconds('5'), carouselSeconds(null), carouselSeconds('45')]).toEqual([20, 30, 45]);
  });
});

describe('a click that narrows', () => {
  const keys: ChartKeys = { chart: 'bar', x: 'state', y: ['qty'], drillDims: ['docStatus'], emit: ['state'] };
  const ask = { report: 'r', chart: keys, search: { day: ['2026-01-01', '2026-01-31'] } };

  it('goes to the next dim within the mark, and from the last one to the records', () => {
    const first = nextLevel(keys, [], data, 0, words);
    expect(first).toEqual({ dim: 'state', value: '1', label: '普通' });
    const deeper = levelled(ask, first === undefined ? [] : [first]);
    expect(deeper.chart.x).toBe('docStatus');
    expect(deeper.search).toEqual({ day: ['2026-01-01', '2026-01-31'], state: '1' });
    expect(nextLevel(keys, first === undefined ? [] : [first], data, 0, words)).toBeUndefined();
    // the rest, and slots of time, are no single value
    expect(nextLevel(keys, [], data, 2, words)).toBeUndefined();
    expect(nextLevel({ ...keys, x: 'day:month' }, [], data, 0, words)).toBeUndefined();
    expect(levelled(ask, [])).toBe(ask);
  });

  it('sends the dims of its mark to cells whose report has them', () => {
    const sent = emittedBy(keys, data, 0, words);
    expect(sent).toEqual({ values: { state: '1' }, label: '普通' });
    expect(emittedBy(keys, data, 2, words)).toBeUndefined();
    expect(emittedBy({ ...keys, emit: [] }, data, 0, words)).toBeUndefined();
    const board = {
      reports: { r: { title: 'r', dims: ['state'], params: [] }, q: { title: 'q', dims: [], params: [] } },
    };
    const cell = (code: string, report: string) => ({ code, report, at: [1, 1] }) as never;
    const from = sentBy([], 'a', sent ?? null);
    expect(received(board, cell('b', 'r'), from)).toEqual({ state: '1' });
    expect(received(board, cell('b', 'q'), from)).toEqual({});
    expect(received(board, cell('a', 'r'), from)).toEqual({});
    // one of each cell, the later of two that narrow the same; taken back
    const other = sentBy(from, 'c', { values: { kind: 'x' }, label: 'x' });
    expect(
      received({ reports: { r: { title: 'r', dims: ['state', 'kind'], params: [] } } }, cell('b', 'r'), other),
    ).toEqual({
      state: '1',
      kind: 'x',
    });
    expect(sentBy(other, 'd', { values: { state: '9' }, label: '特急' }).map((sent) => sent.cell)).toEqual(['c', 'd']);
    expect(sentBy(other, 'a', null).map((sent) => sent.cell)).toEqual(['c']);
  });

  it('says what a mark can do', () => {
    const at = (index: number, path: readonly Level[] = []) => ({ keys, path, data, index, words });
    expect(actsOf(at(0), true, true)).toMatchObject({
      sends: { label: '普通' },
      deeper: { dim: 'state' },
      opens: false,
    });
    expect(actsOf(at(0), false, true)).not.toHaveProperty('sends');
    // the rest goes no deeper and sends nothing: its records open
    expect(actsOf(at(2), true, true)).toEqual({ opens: true });
    expect(actsOf(at(2), true, false)).toEqual({ opens: false });
  });
});

describe('on paper', () => {
  const words3 = { dict: () => ({ items: [{ code: '1', title: '普通' }] }) as never, label: (id: string) => `第${id}` };
  it('a condition is said in words', () => {
    const of = (field: object, value: Json) => valueWords(field as never, value, words3);
    expect(of({ dict: 'd' }, ['1', '9'])).toBe('普通、9');
    expect(of({ ref: 'team' }, ['a', 'b'])).toBe('第a、第b');
    expect(of({}, ['2026-01-05', '2026-01-10'])).toBe('2026-01-05 至 2026-01-10');
    expect(of({}, ['2026-01-05', '2026-01-05'])).toBe('2026-01-05');
    expect(of({}, [null, '2026-01-10'])).toBe('2026-01-10 止');
    expect(of({}, true)).toBe('是');
  });
  it('numbers that follow each other share a third', () => {
    const kinds = ['number', 'number', 'number', 'number', 'number', 'pie', 'number'];
    expect(thirds(kinds.map((chart) => ({ chart }))).map((group) => group.length)).toEqual([4, 1, 1, 1]);
  });
  it('the ground of a series gets stripes but the first, not around what is white', () => {
    const row = [[255, 255, 255], ...Array.from({ length: 40 }, () => [200, 100, 0]), ...Array(20).fill([0, 0, 250])];
    const data = new Uint8ClampedArray(row.flatMap((pixel) => [...(pixel as number[]), 255]));
    stripePixels(
      { data, width: row.length } as never,
      [
        [0, 0, 250],
        [200, 100, 0],
      ],
      1,
    );
    const red = Array.from({ length: row.length }, (_, x) => data[x * 4]);
    expect(red.slice(1, 4)).toEqual([200, 200, 200]);
    expect(new Set(red.slice(4, 41))).toEqual(new Set([200, 236]));
    expect(red.slice(41).every((value) => value === 0)).toBe(true);
  });
});

describe('a board', () => {
  const cellOf = (code: string, every?: number) =>
    ({ code, at: [1, 1], ...(every === undefined ? {} : { every }) }) as never;
  it('is old by what is asked again; what is told counts when the channel is lost', () => {
    const told = [cellOf('a', 0)];
    expect(shortestOf(told, false)).toBeUndefined();
    expect(shortestOf(told, true)).toBe(60);
    expect(shortestOf([...told, cellOf('b', 30), cellOf('c')], false)).toBe(30);
    expect(shortestOf([cellOf('b', 3)], false)).toBe(60);
    expect(isLate(1_000, undefined, 9_999_999)).toBe(false);
  });
  it('asks its cells one after the other within two seconds', () => {
    expect([0, 1, 2, 3].map((at) => waitOf(at, 4))).toEqual([0, 500, 1000, 1500]);
  });

  const now = '2026-01-15 12:00:00';
  const page = {
    object: {
      list: {
        search: [{ field: 'day', default: "=period('today')" }, { field: 'state', default: '1' }, { field: 'kind' }],
      },
    },
  } as unknown as Page;
  const today = ['2026-01-15', '2026-01-15'];
  it('keeps what its reader searched by where it is not the default, which moves with the day', () => {
    expect(keptOf(page, { day: today, state: '1' }, now)).toBeNull();
    const kept = keptOf(page, { day: today, kind: ['a'] }, now);
    expect(kept).toEqual({ kind: ['a'], state: null });
    const later = '2026-01-16 12:00:00';
    expect(searchInForce(page, new URLSearchParams(), kept ?? undefined, later)).toEqual({
      day: ['2026-01-16', '2026-01-16'],
      kind: ['a'],
    });
    expect(readKept(JSON.stringify({ search: kept }))).toEqual(kept);
    expect(readKept('{')).toBeUndefined();
  });
  it('a scheme of a report keeps what is not said by itself, and its address shows it again', () => {
    const report = { by: ['state'], groupBy: ['state', 'kind'], periods: ['month'] } as unknown as ReportItem;
    const shown = { by: ['kind'], period: 'month', compare: 'yoy', look: 'both', where: "state == '1'" } as const;
    const content = contentOf(page, report, shown, { day: today, kind: ['a'] }, '-qty', now);
    expect(content).toEqual({
      where: "state == '1'",
      search: { kind: ['a'], state: null },
      sort: '-qty',
      shown: { by: ['kind'], period: 'month', compare: 'yoy' },
    });
    const params = addressOf(page, new URLSearchParams('size=50&look=chart&page=3&by=state'), content, now);
    const read = readReport(report, params);
    expect([read, params.get('size'), params.get('page')]).toEqual([{ ...shown, look: 'chart' }, '50', null]);
    expect(searchOf(page, params, now)).toEqual({ day: today, kind: ['a'] });
    const plain = { by: ['state'], period: '', compare: undefined, look: 'both', where: '' } as const;
    expect(contentOf(page, report, plain, { day: today, state: '1' }, undefined, now)).toEqual({});
    expect([saysNothing(new URLSearchParams('look=chart')), saysNothing(params)]).toEqual([true, false]);
  });
  it('an address that says anything of the search stands over what was kept', () => {
    const kept = { kind: ['a'], state: null };
    expect(searchInForce(page, new URLSearchParams('s.state=2'), kept, now)).toEqual({ day: today, state: '2' });
    expect(searchInForce(page, new URLSearchParams('none=day,state'), kept, now)).toEqual({});
    expect(searchInForce(page, new URLSearchParams('screen=1'), kept, now)).toEqual({ day: today, kind: ['a'] });
  });
});

it('decimals and unit of a chart stand over those of its measures', () => {
  const [first] = presented(data, { decimals: 0, unit: '吨' }).measures;
  expect(first).toMatchObject({ scale: 0, suffix: '吨' });
  expect(first && numberText(first, 12.6)).toBe('13');
  expect(presented(data, {})).toBe(data);
});
