/** Chooses a declared table to start an object from, and says what its columns become. */
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { SyncListed } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import { FormLine } from '../parts/FormDialog';
import { guessTable } from './columns';
import styles from './tables.module.css';

export type TableColumns = ReturnType<typeof guessTable>;
export interface TableBasis {
  readonly table: SyncListed;
  readonly columns: TableColumns;
}
/** A table with what its columns become. */
export const readTable = async (table: SyncListed): Promise<TableBasis> => ({
  table,
  columns: guessTable((await designClient.table({ ...table, id: null })).columns),
});
interface Props {
  /** chosen before it was opened */
  readonly first: TableBasis | undefined;
  readonly onPick: (picked: TableBasis) => void;
}
const keyOf = ({ connection, tableName }: SyncListed): string => `${connection} ${tableName}`;

export const TablePick = ({ first, onPick }: Props) => {
  const [tables, setTables] = useState<readonly SyncListed[]>();
  const [chosen, setChosen] = useState(first?.table);
  const [columns, setColumns] = useState(first?.columns);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const fail = (cause: unknown): void => setFault(cause instanceof Error ? cause.message : '读不到表');
    designClient.tables().then(setTables, fail);
  }, []);
  const read = async (table: SyncListed): Promise<void> => {
    setChosen(table);
    setColumns(undefined);
    try {
      const { columns: found } = await readTable(table);
      setFault(found.length === 0 ? '这个表没有能成为字段的列' : '');
      setColumns(found);
      if (found.length > 0) onPick({ table, columns: found });
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : '读不到这个表');
    }
  };
  const known = [...new Map((tables ?? []).map((table) => [keyOf(table), table])).values()];
  return (
    <FormLine label="表" wrong={fault}>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label="表"
        loading={tables === undefined && fault === ''}
        placeholder={tables?.length === 0 ? '没有可以同步的表' : '选择表'}
        notFoundContent="请管理员在安装目录的 sync.json 里写明允许读取的表"
        value={chosen === undefined ? null : keyOf(chosen)}
        options={known.map((entry) => ({
          value: keyOf(entry),
          label: entry.source === '10' ? entry.tableName : `${entry.connection}：${entry.tableName}`,
        }))}
        onChange={(key: string) => {
          const table = known.find((entry) => keyOf(entry) === key);
          if (table !== undefined) void read(table);
        }}
      />
      {columns !== undefined && columns.length > 0 && (
        <p className={styles.guessed}>
          {columns.map((column) => `${column.title}（${column.kind}${column.key ? '，唯一' : ''}）`).join('、')}。
          发布后在「同步表」里设置怎样同步。
        </p>
      )}
    </FormLine>
  );
};
