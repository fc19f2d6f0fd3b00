/** /bench/table: 30 columns with link, tag, progress, sums, actions and boxes over as many rows as asked, in the one DataTable. */
import { useEffect, useMemo, useReducer, useState } from 'react';
import type { WireRow } from '../../../runtime/data/types';
import { actionColumn } from '../../../runtime/list/index';
import {
  DataTable,
  isLockedRow,
  NOTHING,
  type Selection,
  type SelectionAct,
  select,
} from '../../../runtime/table/index';
import type { ResolvedAction } from '../../../schemas/language/resolved';
import type { Start } from './host';
import { context, makeColumns, rowsOf, sums } from './table-data';

const ACTIONS = ['编辑', '删除'].map(
  (title, at) => ({ code: `a${at}`, title, at: ['row'], right: '', builtIn: false }) as unknown as ResolvedAction,
);
const rules = { mode: 'multi', isLocked: isLockedRow } as const;
const reduce = (state: Selection, act: SelectionAct): Selection => select(state, act, rules);
const ALL = makeColumns();
const ROW_ACTIONS = actionColumn(
  ACTIONS,
  () => undefined,
  () => undefined,
);

const handle: { show(rows: readonly WireRow[]): void; toggle(): void } = {
  show: () => undefined,
  toggle: () => undefined,
};

const Page = () => {
  const [rows, setRows] = useState<readonly WireRow[]>([]);
  const [hidden, setHidden] = useState(false);
  const [state, dispatch] = useReducer(reduce, NOTHING);
  useEffect(() => {
    Object.assign(handle, { show: setRows, toggle: () => setHidden((now) => !now) });
  }, []);
  const columns = useMemo(() => [...ALL.filter((column) => !(hidden && column.key === 'f3')), ROW_ACTIONS], [hidden]);
  const values = useMemo(() => sums(rows), [rows]);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 640 }}>
      <DataTable
        label="测量"
        columns={columns}
        rows={rows}
        context={context}
        selection={{ mode: 'multi', state, dispatch }}
        summary={{ label: `合计（全部 ${rows.length} 条）`, values }}
        sort={[]}
        onSort={() => undefined}
        onResize={() => undefined}
        onMove={() => undefined}
      />
    </div>
  );
};

export const start: Start = (draw) => {
  draw(<Page />);
  window.bench = {
    mount(n) {
      const rows = rowsOf(n);
      const begun = performance.now();
      handle.show(rows);
      return begun;
    },
    ready: () => document.querySelectorAll('[data-row]').length > 5,
    scroller: '[role=grid]',
    toggle: () => handle.toggle(),
    selectAllTarget: '[role=columnheader] input[type=checkbox]',
    selectedReady: () => document.querySelector('[data-row] input:checked') !== null,
  };
};
