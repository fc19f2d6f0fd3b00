/** The same list by hand: rows windowed with @tanstack/react-virtual, plain cells, sticky pinned columns, all columns in the page. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { rowsOf, sums } from '../../../src/screens/bench/table-data';

type Row = ReturnType<typeof rowsOf>[number];
interface Column {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  readonly pin?: 'left' | 'right';
  readonly draw?: (row: Row) => ReactNode;
}
const H = 36;
const STATUS = ['待审核', '已审核', '审核驳回', '执行中'];
const colour = (value: number): string => (value <= 50 ? '#c53030' : value <= 70 ? '#b7791f' : '#1f8a4c');
const COLUMNS: readonly Column[] = [
  { key: '$box', title: '', width: 40, pin: 'left' },
  { key: '$index', title: '序号', width: 70, pin: 'left' },
  { key: 'code', title: '单据编号', width: 150, pin: 'left', draw: (row) => <a href="#x">{String(row.code)}</a> },
  { key: 'name', title: '物料名称', width: 160, pin: 'left' },
  {
    key: 'status',
    title: '状态',
    width: 100,
    draw: (row) => <span className="tag">{STATUS[Number(row.status)]}</span>,
  },
  {
    key: 'rate',
    title: '完成率',
    width: 140,
    draw: (row) => (
      <span className="bar">
        <i style={{ width: `${Number(row.rate)}%`, background: colour(Number(row.rate)) }} />
      </span>
    ),
  },
  ...Array.from({ length: 25 }, (_, at) => ({ key: `f${at}`, title: `字段${at}`, width: 120 })),
  { key: '$do', title: '操作', width: 110, pin: 'right', draw: () => <a href="#x">编辑 删除</a> },
];
const LEFT = new Map<string, number>();
COLUMNS.filter((column) => column.pin === 'left').reduce((at, { key, width }) => {
  LEFT.set(key, at);
  return at + width;
}, 0);

const style = document.createElement('style');
style.textContent = `.tt{height:640px;overflow:auto;position:relative;contain:strict}.tr{display:flex;position:absolute;height:${H}px}.td{flex:none;box-sizing:border-box;padding:0 8px;line-height:35px;border-bottom:1px solid #eee;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;background:#fff}.th,.tf{display:flex;position:sticky;z-index:3}.th{top:0}.tf{bottom:0}.pin{position:sticky;z-index:2}.tag{padding:0 6px;background:#eee}.bar{display:block;height:6px;margin-top:15px;background:#eee}.bar i{display:block;height:6px}`;
document.head.append(style);

const look = ({ key, width, pin }: Column) => ({
  className: pin === undefined ? 'td' : 'td pin',
  style: { width, left: LEFT.get(key), right: pin === 'right' ? 0 : undefined },
});
interface RowProps {
  readonly row: Row;
  readonly at: number;
  readonly top: number;
  readonly columns: readonly Column[];
  readonly selected: boolean;
  readonly width: number;
}
const Line = memo(({ row, at, top, columns, selected, width }: RowProps) => (
  <div className="tr" style={{ transform: `translateY(${top}px)`, width }}>
    {columns.map((column) => (
      <div key={column.key} {...look(column)}>
        {column.key === '$box' ? (
          <input type="checkbox" readOnly checked={selected} />
        ) : column.key === '$index' ? (
          at + 1
        ) : (
          (column.draw?.(row) ?? String(row[column.key]))
        )}
      </div>
    ))}
  </div>
));

let api: { show(rows: readonly Row[]): void; toggle(): void } | undefined;
const List = () => {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [hidden, setHidden] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  api = { show: setRows, toggle: () => setHidden((now) => !now) };
  const columns = useMemo(() => COLUMNS.filter(({ key }) => !(hidden && key === 'f3')), [hidden]);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const total = useMemo(() => sums(rows), [rows]);
  const ref = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: () => H,
    overscan: 6,
  });
  return (
    <div className="tt" ref={ref}>
      <div className="th" style={{ width }}>
        {columns.map((column) => (
          <div key={column.key} {...look(column)}>
            {column.key === '$box' ? (
              <input
                type="checkbox"
                className="all"
                checked={rows.length > 0 && chosen.size === rows.length}
                onChange={() => setChosen(chosen.size === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            ) : (
              column.title
            )}
          </div>
        ))}
      </div>
      <div style={{ height: virtual.getTotalSize(), width, position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <Line
              key={row.id}
              row={row}
              at={item.index}
              top={item.start}
              columns={columns}
              selected={chosen.has(row.id)}
              width={width}
            />
          );
        })}
      </div>
      <div className="tf" style={{ width }}>
        {columns.map((column) => (
          <div key={column.key} {...look(column)}>
            {column.key === '$index' ? '合计' : total[column.key]}
          </div>
        ))}
      </div>
    </div>
  );
};
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<List />);

Object.assign(window, {
  bench: {
    mount: (n: number) => {
      const rows = rowsOf(n);
      const begun = performance.now();
      flushSync(() => api?.show(rows));
      return begun;
    },
    ready: () => document.querySelectorAll('.tr').length > 5,
    scroller: '.tt',
    toggle: () => flushSync(() => api?.toggle()),
    selectAllTarget: '.all',
    selectedReady: () => document.querySelector('.tr input:checked') !== null,
  },
  benchLoaded: true,
});
