/** 版本比较: two versions of a thing side by side, what differs marked; rows stand beside the row of the same key. */
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Select, Switch } from 'antd';
import { useId, useState } from 'react';
import type { Comparison } from '../../schemas/language/wire';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { shownText } from '../form/shown-text';
import { PageLoading } from '../page/PageStates';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import styles from './CompareDialog.module.css';

export interface CompareDialogProps {
  readonly page: Page;
  readonly id: string;
  readonly onClose: () => void;
}
const MARKS = { same: '', changed: '变更', added: '新增', gone: '删除' } as const;

export function CompareDialog({ page, id, onClose }: CompareDialogProps) {
  const [pair, setPair] = useState<{ readonly id: string; readonly beside?: string }>({ id });
  const [onlyChanged, setOnlyChanged] = useState(true);
  const switchId = useId();
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.object(page.object.object), 'compare', page.code, pair.id, pair.beside],
    queryFn: () => recordClient.compare(page.code, pair.id, pair.beside),
    placeholderData: (last) => last,
  });
  const label = (version: Comparison['versions'][number]): string =>
    [version.revision, version.state, version.from].filter((word) => word !== null && word !== '').join(' · ');
  const choose = (side: 'left' | 'right') =>
    data === undefined ? null : (
      <Select
        aria-label={side === 'left' ? '左边的版本' : '右边的版本'}
        className={styles.choice}
        value={data[side]}
        options={data.versions.map((version) => ({
          value: version.id,
          label: label(version),
          disabled: version.id === data[side === 'left' ? 'right' : 'left'],
        }))}
        onChange={(next) => setPair({ id: data[side === 'left' ? 'right' : 'left'], beside: next })}
      />
    );
  return (
    <Modal
      open
      centered
      title="版本比较"
      width={rem(1040)}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {data === undefined && error === null && <PageLoading />}
      {data === undefined && error !== null && (
        <p className={styles.state}>
          没有取到版本，
          <button type="button" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      )}
      {data !== undefined && data.versions.length < 2 && <p className={styles.state}>只有一个版本，没有可比较的</p>}
      {data !== undefined && data.versions.length > 1 && (
        <>
          <div className={styles.bar}>
            {choose('left')}
            <span>与</span>
            {choose('right')}
            <label className={styles.only} htmlFor={switchId}>
              只看差异
              <Switch id={switchId} size="small" checked={onlyChanged} onChange={setOnlyChanged} />
            </label>
          </div>
          <div className={styles.body}>
            <Heads page={page} data={data} onlyChanged={onlyChanged} />
            {data.tables.map((table) => (
              <Rows key={table.sub} page={page} table={table} onlyChanged={onlyChanged} />
            ))}
          </div>
        </>
      )}
    </Modal>
  );
}

interface HeadsProps {
  readonly page: Page;
  readonly data: Comparison;
  readonly onlyChanged: boolean;
}
function Heads({ page, data, onlyChanged }: HeadsProps) {
  const lines = data.head.filter((line) => line.changed || !onlyChanged);
  const revision = (id: string): string => data.versions.find((version) => version.id === id)?.revision ?? '';
  if (lines.length === 0) return <p className={styles.state}>基本信息没有差异</p>;
  return (
    <table className={styles.table}>
      <caption>基本信息</caption>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">{revision(data.left)}</th>
          <th scope="col">{revision(data.right)}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.field} data-mark={line.changed ? 'changed' : undefined}>
            <th scope="row">{line.title}</th>
            <td>{shownText(page, line.field, line.left)}</td>
            <td>
              {line.changed ? (
                <b>{shownText(page, line.field, line.right)}</b>
              ) : (
                shownText(page, line.field, line.right)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** columns that say which row it is, whatever changed */
const NAMING = 4;
type ComparedRow = Comparison['tables'][number]['rows'][number];
/** Whether a column says something of what became of a row. */
const isTold = ({ mark, left, right }: ComparedRow, n: number): boolean =>
  mark === 'changed' ? left?.[n] !== right?.[n] : mark !== 'same' && ((left ?? right)?.[n] ?? null) !== null;

interface RowsProps {
  readonly page: Page;
  readonly table: Comparison['tables'][number];
  readonly onlyChanged: boolean;
}
function Rows({ page, table, onlyChanged }: RowsProps) {
  const rows = table.rows.filter((row) => row.mark !== 'same' || !onlyChanged);
  if (rows.length === 0) return <p className={styles.state}>{table.title}没有差异</p>;
  const columns = table.columns.map((column, n) => ({ ...column, n }));
  const shown = onlyChanged ? columns.filter(({ n }) => n < NAMING || rows.some((row) => isTold(row, n))) : columns;
  return (
    <table className={`${styles.table} ${styles.wide}`}>
      <caption>{table.title}</caption>
      <thead>
        <tr>
          <th scope="col">差异</th>
          {shown.map((column) => (
            <th key={column.field} scope="col">
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-mark={row.mark}>
            <th scope="row">
              <span className={styles.mark}>{MARKS[row.mark]}</span>
            </th>
            {shown.map(({ n, ...column }) => {
              const text = (side: 'left' | 'right'): string =>
                shownText(page, `${table.sub}.${column.field}`, row[side]?.[n] ?? null);
              const isChanged = row.mark === 'changed' && row.left?.[n] !== row.right?.[n];
              return (
                <td key={column.field}>
                  {isChanged ? (
                    <>
                      <del>{text('left')}</del> <b>{text('right')}</b>
                    </>
                  ) : (
                    text(row.mark === 'gone' ? 'left' : 'right')
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
