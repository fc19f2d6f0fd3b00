/** The columns and rows of /bench/table; the same that the peers' pages show (scripts/bench/peers import them from here). */
import type { WireRow } from '../../../runtime/data/types';
import {
  type ColumnSource,
  columnsOf,
  indexColumn,
  type TableColumn,
  type TableContext,
} from '../../../runtime/table/index';
import { type FieldDoc, OBJECT_SCHEMA, type ObjectDoc, type Tone } from '../../../schemas/language/document';
import { resolveObject } from '../../../schemas/language/resolve';

const SORTS = ['text', 'text', 'num', 'date', 'num', 'text', 'num', 'date'] as const;
const sortOf = (at: number) => SORTS[at % SORTS.length] ?? 'text';
const EXTRA = Array.from({ length: 25 }, (_, at) => `f${at}`);
const STATUS: readonly (readonly [string, Tone])[] = [
  ['待审核', 'warning'],
  ['已审核', 'success'],
  ['审核驳回', 'danger'],
  ['执行中', 'primary'],
];
const field = (at: number): Partial<FieldDoc> => {
  const sort = sortOf(at);
  return sort === 'num' ? { type: 'decimal', scale: 2 } : sort === 'date' ? { type: 'datetime' } : { kind: 'input' };
};
const doc = {
  $schema: OBJECT_SCHEMA,
  object: 'benchList',
  title: '单据',
  label: 'code',
  route: '/bench/list',
  fields: {
    code: { title: '单据编号', kind: 'input' },
    name: { title: '物料名称', kind: 'input' },
    status: { title: '状态', dict: 'benchStatus' },
    rate: { title: '完成率', type: 'decimal', suffix: '%' },
    ...Object.fromEntries(EXTRA.map((code, at) => [code, { title: `字段${at}`, ...field(at) }])),
  },
  list: {
    columns: [
      { field: 'code', width: 150, pin: true, sort: true, as: 'link' },
      { field: 'name', width: 160, pin: true },
      { field: 'status', width: 100, as: 'tag' },
      { field: 'rate', width: 140, as: 'progress' },
      ...EXTRA.map((code) => ({ field: code, width: 120 })),
    ],
  },
} as unknown as ObjectDoc;

export const context: TableContext = {
  now: () => '2026-01-15 08:00:00',
  code: (_dict, code) => ({ label: STATUS[Number(code)]?.[0] ?? '--', tone: STATUS[Number(code)]?.[1] ?? 'info' }),
  link: (column) => (column.as === 'link' ? { href: '#', open: () => undefined } : undefined),
};
export const makeColumns = (): readonly TableColumn[] => {
  const object = resolveObject(doc, { blocks: new Map(), area: 'bench' } as never);
  const source: ColumnSource = {
    object,
    lib: { object: () => undefined, dict: () => undefined, setting: () => undefined },
    dict: () => undefined,
    now: context.now,
  };
  return [indexColumn(0, true), ...columnsOf(object.list.columns, source)];
};

const two = (n: number): string => String(n).padStart(2, '0');
export const rowsOf = (n: number): readonly WireRow[] =>
  Array.from({ length: n }, (_, at) => {
    const row: Record<string, string | number> = {
      id: String(at + 1),
      code: `WO${20250000 + at}`,
      name: `精密轴承加工${at % 997}`,
      status: String(at % 4),
      rate: (at * 37) % 101,
    };
    EXTRA.forEach((code, k) => {
      const sort = sortOf(k);
      row[code] =
        sort === 'num'
          ? ((at * (k + 7)) % 10_000) / 4
          : sort === 'date'
            ? `2025-${two(1 + (at % 12))}-${two(1 + ((at + k) % 28))} 08:${two(at % 60)}:00`
            : `值${(at * 31 + k) % 5000}`;
    });
    return row as unknown as WireRow;
  });
export const sums = (rows: readonly WireRow[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    EXTRA.filter((_, at) => sortOf(at) === 'num').map((code) => [
      code,
      rows.reduce((sum, row) => sum + Number(row[code]), 0).toFixed(2),
    ]),
  );
