/** Marks over time: what states things were in, and the days of a calendar. */

import { dateAdd } from '../../schemas/language/codec/date-time';
import type { ChartColours } from './colours';
import { axes, label, labelStyle, legend, measureOf } from './frame';
import { type PlotSpec, type Point, pointsOf, type SpecInput, shownMeasures } from './points';
import { dimText, valueText } from './text';

const MAX_SERIES = 50;
const MINUTE = 60_000;
/** factory time as minutes of one count: differences and axes only */
const minutesOf = (text: string): number =>
  Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`) / MINUTE;
const textOf = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(0, 16).replace('T', ' ');

interface Block {
  readonly i: number;
  /** whose */
  readonly n: string;
  /** words of the state */
  readonly s: string;
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly isGap: boolean;
}

export function stateTimeline(input: SpecInput): PlotSpec {
  const { data, colours, font } = input;
  const { blocks, states } = blocksOf(input);
  const names = [...new Set(blocks.map((block) => block.n))];
  const from = Math.min(...blocks.map((block) => block.from));
  const to = Math.max(...blocks.map((block) => block.to));
  const isDay = to - from <= 36 * 60;
  const now = minutesOf(data.asOf);
  const base = axes(colours, font);
  const box = { maxWidth: 28 * (font / 12), lineWidth: 1 };
  const told = {
    title: 'n',
    items: [
      (block: Block) => ({ name: block.s, value: `${textOf(block.from)} 至 ${textOf(block.to)}` }),
      (block: Block) => ({ name: '时长', value: spanText(block.to - block.from) }),
    ],
  };
  return {
    data: blocks,
    coordinate: { transform: [{ type: 'transpose' }] },
    scale: {
      x: { padding: 0.35, domain: names },
      y: { type: 'linear', nice: false, ...(blocks.length === 0 ? {} : { domainMin: from, domainMax: to }) },
      color: { domain: states.map((state) => state.title), range: states.map((state) => state.fill) },
    },
    legend: legend(
      input,
      states.map((state) => state.title),
    ),
    axis: {
      x: { ...base.x, line: false },
      y: {
        ...base.y,
        labelFormatter: (at: number) => (isDay ? textOf(at).slice(11) : textOf(at).slice(5, 10)),
      },
    },
    children: [
      {
        type: 'interval',
        // a value beside the domain would join it, and the legend with it: gaps are marks of their own
        data: blocks.filter((block) => !block.isGap),
        encode: { x: 'n', y: ['from', 'to'], color: 's' },
        style: {
          ...box,
          fill: (block: Block) => block.fill,
          stroke: colours.panel,
          cursor: data.drill ? 'pointer' : 'default',
        },
        tooltip: told,
      },
      {
        type: 'interval',
        data: blocks.filter((block) => block.isGap),
        encode: { x: 'n', y: ['from', 'to'] },
        style: { ...box, fill: 'transparent', stroke: colours.rest, lineDash: [3, 3] },
        tooltip: told,
      },
      ...(blocks.length > 0 && now > from && now < to
        ? [
            {
              type: 'lineY',
              data: [now],
              encode: { y: (at: number) => at },
              style: { stroke: colours.bad, lineWidth: 1.5 },
              tooltip: false,
            },
          ]
        : []),
    ],
  };
}
/** `3天4小时`, `2小时30分`: two units tell enough. */
export const spanText = (minutes: number): string => {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), Math.round(minutes % 60)];
  if (days > 0) return hours > 0 ? `${days}天${hours}小时` : `${days}天`;
  if (hours > 0) return rest > 0 ? `${hours}小时${rest}分` : `${hours}小时`;
  return `${rest}分`;
};

interface State {
  readonly title: string;
  readonly fill: string;
}
/** A state holds for its minutes, else until the next one of its series; what lies between two is a gap. */
export function blocksOf(input: SpecInput): { readonly blocks: readonly Block[]; readonly states: readonly State[] } {
  const { data, keys, words } = input;
  const [state, minutes] = shownMeasures(data, keys);
  const [, series] = data.dims;
  if (state === undefined || series === undefined) return { blocks: [], states: [] };
  const lanes = new Map<string, { readonly i: number; readonly from: number; readonly to?: number }[]>();
  data.rows.forEach((row, i) => {
    const start = row.k[0];
    if (typeof start !== 'string') return;
    const name = dimText(series, row, 1, words);
    const from = minutesOf(start);
    const held = minutes === undefined ? null : (row.v[minutes.code] ?? null);
    lanes.set(name, [...(lanes.get(name) ?? []), { i, from, ...(held === null ? {} : { to: from + held }) }]);
  });
  const states = new Map<string, State>();
  const stateOf = (i: number): State => {
    const value = data.rows[i]?.v[state.code] ?? null;
    const title = valueText(state, value, words);
    const known = states.get(title) ?? { title, fill: fillOf(state.dict, value, states.size, input) };
    states.set(title, known);
    return known;
  };
  const end = minutesOf(data.asOf);
  const blocks = [...lanes].slice(0, MAX_SERIES).flatMap(([n, lane]) => {
    const starts = [...lane].sort((a, b) => a.from - b.from);
    return starts.flatMap(({ i, from, to: held }, at): Block[] => {
      const next = starts[at + 1]?.from;
      const to = Math.min(held ?? next ?? Math.max(end, from), next ?? Number.POSITIVE_INFINITY);
      const { title: s, fill } = stateOf(i);
      const gap =
        next !== undefined && next > to ? [{ i: -1, n, s: '无数据', from: to, to: next, fill: '', isGap: true }] : [];
      return [{ i, n, s, from, to, fill, isGap: false }, ...gap];
    });
  });
  return { blocks, states: [...states.values()] };
}
/** The dictionary's tone where it has one, so a state has one colour everywhere; else the order of the palette. */
function fillOf(dict: string | undefined, value: number | null, at: number, { colours, words }: SpecInput): string {
  const item = dict === undefined ? undefined : words.dict(dict)?.items.find((item) => item.code === String(value));
  return TONES[item?.tone ?? '']?.(colours) ?? colours.series[at % colours.series.length] ?? colours.rest;
}
const TONES: { readonly [tone: string]: ((colours: ChartColours) => string | undefined) | undefined } = {
  info: (colours) => colours.rest,
  primary: (colours) => colours.series[0],
  success: (colours) => colours.ok,
  warning: (colours) => colours.warn,
  danger: (colours) => colours.bad,
};

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
/** months drawn as sheets; more of them become a strip of weeks */
const SHEETS = 3;

export interface Day extends Point {
  readonly day: string;
  /** place of the day: its column, its row from the top */
  readonly c: string;
  readonly r: string;
  /** number of the day, with its month on the first one in sight */
  readonly n: string;
}
/** Days in their places: sheets of months with the numbers of the days, or a strip with a column for each week. */
export function daysOf(input: SpecInput): { readonly days: readonly Day[]; readonly isStrip: boolean } {
  const points = pointsOf(input).flatMap((point) => {
    const key = input.data.rows[point.i]?.k[0];
    return typeof key === 'string' && /^\d{4}-\d\d-\d\d/.test(key) ? [{ ...point, day: key.slice(0, 10) }] : [];
  });
  const months = [...new Set(points.map(({ day }) => day.slice(0, 7)))].sort();
  const isStrip = months.length > SHEETS;
  const first = new Set(
    months.map(
      (month) =>
        points
          .map(({ day }) => day)
          .filter((day) => day.startsWith(month))
          .sort()[0],
    ),
  );
  const days = points.map((point): Day => {
    const { day } = point;
    const weekday = weekdayOf(day);
    const number = String(Number(day.slice(8)));
    const n = first.has(day) ? `${Number(day.slice(5, 7))}/${number}` : number;
    if (isStrip) return { ...point, n, c: moved(day, -weekday), r: WEEKDAYS[weekday] as string };
    const week = Math.floor((Number(number) - 1 + weekdayOf(`${day.slice(0, 7)}-01`)) / 7);
    return { ...point, n, c: `${day.slice(0, 7)} ${weekday}`, r: String(week) };
  });
  return { days, isStrip };
}
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const moved = (day: string, n: number): string => dateAdd(day, n, 'day')?.slice(0, 10) ?? day;

export function calendar(input: SpecInput): PlotSpec {
  const { colours, font } = input;
  const { days, isStrip } = daysOf(input);
  const columns = columnsOf(days, isStrip);
  const base = axes(colours, font);
  // a week belongs to the month of its Thursday
  const month = (day: string): string => `${Number((isStrip ? moved(day, 3) : day).slice(5, 7))}月`;
  return {
    data: days,
    legend: false,
    scale: {
      x: { domain: columns, padding: 0 },
      y: { domain: isStrip ? WEEKDAYS : ['0', '1', '2', '3', '4', '5'], padding: 0 },
      color: { type: 'linear', domainMin: 0, range: [colours.line, colours.series[0]] },
    },
    axis: {
      x: {
        ...base.x,
        line: false,
        position: 'top',
        labelAutoHide: false,
        ...(isStrip
          ? { tickFilter: (c: string, at: number) => at === 0 || month(c) !== month(columns[at - 1] ?? '') }
          : {}),
        labelFormatter: (c: string) => (isStrip ? month(c) : (WEEKDAYS[Number(c.slice(8))] ?? '')),
      },
      y: isStrip ? { ...base.y, grid: false, labelFormatter: (r: string) => r } : false,
    },
    children: [
      {
        type: 'cell',
        encode: { x: 'c', y: 'r', color: 'y' },
        style: {
          inset: isStrip ? 1 : 2,
          radius: 2,
          fill: (day: Day) => (day.y === null ? colours.panel : undefined),
          stroke: (day: Day) => (day.y === null ? colours.line : undefined),
          cursor: input.data.drill ? 'pointer' : 'default',
        },
        labels: isStrip
          ? []
          : [
              {
                text: 'n',
                position: 'inside',
                style: labelStyle(input),
              },
            ],
        tooltip: {
          title: 'day',
          items: [(day: Day) => ({ name: measureOf(input, day)?.title ?? '', value: label(input, day) || '--' })],
        },
      },
    ],
  };
}
/** every week of the strip; seven days of each sheet, a narrow gap between two */
function columnsOf(days: readonly Day[], isStrip: boolean): readonly string[] {
  if (!isStrip) {
    const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].sort();
    return months.flatMap((month, at) => [
      ...(at === 0 ? [] : [`${month} -`]),
      ...WEEKDAYS.map((_, weekday) => `${month} ${weekday}`),
    ]);
  }
  const weeks = [...new Set(days.map(({ c }) => c))].sort();
  const found: string[] = [];
  for (let at = weeks[0] ?? ''; at !== '' && at <= (weeks.at(-1) ?? '') && found.length < 120; at = moved(at, 7))
    found.push(at);
  return found;
}
