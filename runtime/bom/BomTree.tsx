/** Block bomTree: what a bill of materials is made of, level by level, for a quantity; with stock and what is short. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { ListBody, WireRow } from '../data/types';
import { codeLook } from '../fields/shared/tags';
import { factoryTime, type Page, useHost, usePage } from '../page/index';
import { PageFault, PageLoading } from '../page/PageStates';
import type { RecordBlockProps } from '../page/record-block';
import {
  columnsOf,
  DataTable,
  type TableColumn,
  type TableContext,
  TableEmpty,
  TreeCell,
  treeColumn,
} from '../table/index';
import styles from './BomTree.module.css';
import { keyOf, type Place, placesOf } from './rows';

const SOURCE = 'bomExplosion';
const MULTI = '2';
const MODES = [
  { value: '1', label: '单层' },
  { value: MULTI, label: '多层' },
  { value: '3', label: '多层汇总' },
];
/** as many rows as one call answers; more are in the export of 展开查询 */
const SIZE = 1000;
const SHOWN = [
  'material',
  'name',
  'spec',
  'makeType',
  'revision',
  'perQty',
  'lossRate',
  'need',
  'total',
  'unit',
  'stock',
  'short',
];
const COLUMNS = [...SHOWN, 'level', 'path'];
const NO_ROWS: readonly WireRow[] = [];

export function BomTree({ id, version }: RecordBlockProps) {
  const state = usePage(SOURCE);
  if (state.status === 'loading') return <PageLoading />;
  if (state.status === 'error')
    return <p className={styles.state}>{state.error.code === 403 ? '没有权限，请联系管理员' : state.error.msg}</p>;
  return <Structure page={state.page} id={id} version={version} />;
}

function Structure({ page, id, version }: { readonly page: Page } & Pick<RecordBlockProps, 'id' | 'version'>) {
  const host = useHost();
  const [qty, setQty] = useState(1);
  const [mode, setMode] = useState(MULTI);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const body: ListBody = { current: 1, size: SIZE, search: { bom: id }, params: { qty, mode }, columns: COLUMNS };
  const query = useQuery({
    enabled: host.active,
    queryKey: [...keys.list(page.object.object, page.code, body), version],
    queryFn: ({ signal }) => recordClient.list(page.code, body, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.records ?? NO_ROWS;
  const places = useMemo(() => placesOf(rows, folded), [rows, folded]);
  const context = useContext(page);
  const columns = useMemo(() => {
    const toggle = (row: WireRow): void =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(keyOf(row))) next.add(keyOf(row));
        return next;
      });
    const { object, lib } = page;
    const source = { object, lib, dict: (code: string) => page.dicts.get(code), now: context.now };
    const placed = page.object.list.columns.filter(({ field }) => SHOWN.includes(field ?? ''));
    const byRow = new Map(places.map((place) => [place.row.id, place]));
    return columnsOf(placed, source).map((column, n) => (n === 0 ? withCaret(column, byRow, toggle) : column));
  }, [page, places, context]);
  if (query.error !== null && query.data === undefined)
    return <PageFault error={query.error} onRetry={() => void query.refetch()} />;
  const branches = rows.filter((row, n) => Number(rows[n + 1]?.level ?? 1) > Number(row.level ?? 1));
  return (
    <div className={styles.tree}>
      <div className={styles.bar}>
        <label>
          数量
          <InputNumber min={0.0001} value={qty} onChange={(value) => setQty(value ?? 1)} aria-label="展开数量" />
        </label>
        <Segmented options={MODES} value={mode} onChange={setMode} />
        {branches.length > 0 && (
          <Button type="text" onClick={() => setFolded(folded.size === 0 ? new Set(branches.map(keyOf)) : new Set())}>
            {folded.size === 0 ? '全部收起' : '全部展开'}
          </Button>
        )}
        <span className={styles.count}>
          {query.data !== undefined &&
            (query.data.total > SIZE
              ? `前 ${SIZE} 行，全部 ${query.data.total} 行请在展开查询中导出`
              : `${rows.length} 行`)}
        </span>
      </div>
      <DataTable
        label="结构树"
        columns={columns}
        rows={places.map(({ row }) => row)}
        context={context}
        status={
          query.isPending ? { state: 'loading' } : query.isPlaceholderData ? { state: 'stale' } : { state: 'ready' }
        }
        empty={<TableEmpty>没有子件</TableEmpty>}
      />
    </div>
  );
}

const useContext = (page: Page): TableContext => {
  const host = useHost();
  return useMemo(
    () => ({
      now: () => factoryTime(host.session.now()),
      code: (dict, code) => codeLook(page.dicts.get(dict), code),
    }),
    [page, host],
  );
};

const withCaret = (
  column: TableColumn,
  places: ReadonlyMap<string, Place>,
  onToggle: (row: WireRow) => void,
): TableColumn =>
  treeColumn(column, (row, inner) => {
    const place = places.get(row.id);
    if (place === undefined) return inner;
    return (
      <TreeCell place={place} onToggle={() => onToggle(row)}>
        <span>{inner}</span>
      </TreeCell>
    );
  });
