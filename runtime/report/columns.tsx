/** Columns of a report: the chosen groups at `$group`, measures with their comparison, slots; numbers open the records behind them. */

import { slotText } from '../../schemas/language/codec/slot';
import type { ChartMeasure } from '../../schemas/language/wire';
import { changeText, numberText, withUnit } from '../charts/index';
import type { ReportItem, WireRow } from '../data/types';
import { factoryTime, type Host, type Page } from '../page/index';
import { columnsOf, indexColumn, type TableColumn } from '../table/index';
import styles from './report.module.css';

export interface ReportGroup {
  readonly code: string;
  readonly title: string;
  readonly grain?: string;
}
export interface ReportSlot {
  readonly code: string;
  readonly title: string;
}

/** Measures the columns of the pivot may show: those that are columns themselves. */
export const cellsOf = (page: Page, report: ReportItem, slots: readonly ReportSlot[] | undefined) =>
  slots === undefined
    ? []
    : page.object.list.columns.flatMap(({ field, title }) => {
        const measure = report.measures[field ?? ''];
        return measure === undefined ? [] : [{ code: measure.code, title: title ?? measure.title }];
      });

/** What an answer says of the columns. */
export interface Shown {
  readonly groups: readonly ReportGroup[];
  readonly slots?: readonly ReportSlot[] | undefined;
  readonly off?: readonly string[] | undefined;
  readonly isCompared: boolean;
  /** number of the first row */
  readonly first: number;
}
export const reportColumns = (
  page: Page,
  report: ReportItem,
  host: Host,
  { groups, slots, off, isCompared, first: before }: Shown,
): readonly TableColumn[] => {
  const { object } = page;
  const dims = groups.map((group) => ({ field: group.code, title: group.title, pin: true, penetrate: false }));
  const grained = new Map(
    groups.flatMap((group) => (group.grain === undefined ? [] : [[group.code, group.grain] as const])),
  );
  const shown = object.list.columns.filter(({ field = '' }) => off?.includes(field) !== true);
  // a group with a place of its own stands there, and is no column where it is no group
  const named = new Set(shown.map(({ field }) => field));
  const isGone = ({ field = '' }: (typeof shown)[number]): boolean =>
    report.dims[field] !== undefined && !dims.some((dim) => dim.field === field);
  const placed = shown
    .filter((column) => !isGone(column))
    .flatMap((column) =>
      column.field === '$group'
        ? dims.filter(({ field }) => !named.has(field))
        : column.field === '$slots'
          ? [column]
          : [{ ...column, penetrate: false }],
    );
  // measures keep the place the document gave them; the groups are first whatever it says
  const all = placed.some((column) => dims.some((dim) => dim.field === column.field)) ? placed : [...dims, ...placed];
  const columns = columnsOf(all as typeof object.list.columns, {
    object,
    lib: page.lib,
    dict: (code) => page.dicts.get(code),
    now: () => factoryTime(host.session.now()),
    slots: slots as never,
  });
  const { index } = object.list;
  const numbered = index === undefined || index === false ? [] : [indexColumn(before, index === 'pin')];
  const measured = columns.flatMap((column) => {
    const grain = grained.get(column.key);
    const first = groups[0]?.code === column.key;
    if (groups.some((group) => group.code === column.key)) return [groupColumn(column, groups, grain, first)];
    const measure = report.measures[column.key] as unknown as ChartMeasure | undefined;
    if (measure === undefined) return [{ ...column, sortable: false }];
    const own: TableColumn = {
      ...column,
      sortable: true,
      ...(isCount(measure) ? { text: countText(column, measure) } : {}),
    };
    return isCompared ? [own, changeColumn(own, measure)] : [own];
  });
  return [...numbered, ...measured];
};

/** A whole number of a record may be a code or a year and has no thousands; a measure counts something, its rows read like their total. */
const isCount = ({ type, dict }: ChartMeasure): boolean => type === 'int' && dict === undefined;
const countText =
  (column: TableColumn, measure: ChartMeasure): TableColumn['text'] =>
  (row, index) => {
    const value = numberOf(row[column.key]);
    return value === null ? column.text(row, index) : measureText(measure, value);
  };
/** A number with its unit as tables write it. */
export const measureText = (measure: ChartMeasure, value: number | null): string =>
  measure.suffix === '%' && value !== null ? `${numberText(measure, value)}%` : withUnit(measure, value);

/** A subtotal names its group and says so; the deeper cells stay empty. */
const groupColumn = (
  column: TableColumn,
  groups: readonly ReportGroup[],
  grain: string | undefined,
  first: boolean,
): TableColumn => ({
  ...column,
  sortable: true,
  grows: first,
  text: (row, index) => {
    const depth = groups.findIndex((group) => group.code === column.key);
    const level = typeof row.$level === 'number' ? row.$level : groups.length;
    if (depth >= level) return '';
    const value = row[column.key];
    const text = grain !== undefined && typeof value === 'string' ? slotText(value, grain) : column.text(row, index);
    const shown = text === '' ? '（空）' : text;
    return row.$level !== undefined && depth === level - 1 ? `${shown} 小计` : shown;
  },
});

const changeColumn = (column: TableColumn, measure: ChartMeasure): TableColumn => {
  const of = (row: WireRow) => changeText(measure, numberOf(row[column.key]), numberOf(row[`${column.key}$prev`]));
  return {
    key: `${column.key}$change`,
    title: '对比',
    width: measure.suffix === '%' ? 116 : 96,
    minWidth: 80,
    align: 'right',
    headerAlign: 'right',
    sortable: false,
    grows: false,
    overflow: true,
    required: false,
    text: (row) => of(row).text,
    render: (row) => {
      const { text, good } = of(row);
      return (
        <span className={styles.change} data-good={good === undefined ? undefined : String(good)}>
          {text}
        </span>
      );
    },
  };
};
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
