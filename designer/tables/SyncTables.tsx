/** Tables of other systems that the installation declares: which of them are brought in, into what, and how it went. */
import { Button, Modal } from 'antd';
import type { SyncListed } from '../../schemas/language/wire-design';
import type { DeskView } from '../desk/desk';
import { objectsOf } from '../workspace/objects';
import { SyncForm } from './SyncForm';
import type { TableBasis } from './TablePick';
import styles from './tables.module.css';
import { type SyncTabling, useSyncTables } from './use-sync-tables';

interface Props {
  readonly view: DeskView;
  readonly onClose: () => void;
  /** begins an object over a table */
  readonly onNew: (basis: TableBasis) => void;
}
const HEADS = ['表', '来自', '同步到', '间隔', '上次', '结果'] as const;

export const SyncTables = ({ view, onClose, onNew }: Props) => {
  const sync = useSyncTables(onNew);
  const { tables, setting, setSetting, load } = sync;
  return (
    <Modal open title="同步表" width="72rem" onCancel={onClose} footer={null} maskClosable={false} destroyOnHidden>
      <div className={styles.tables}>
        {tables === undefined ? (
          <p>正在读取…</p>
        ) : typeof tables === 'string' ? (
          <p role="alert">
            {tables}
            <Button type="link" size="small" onClick={() => void load()}>
              再试一次
            </Button>
          </p>
        ) : tables.length === 0 ? (
          <p>还没有可以同步的表。请管理员在安装目录的 sync.json 里写明允许读取的数据库和表。</p>
        ) : (
          <table>
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
                <th scope="col" aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {tables.map((table) => (
                <TableRow
                  key={`${table.connection} ${table.tableName} ${table.id ?? ''}`}
                  table={table}
                  view={view}
                  sync={sync}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {setting !== undefined && (
        <SyncForm
          table={setting}
          view={view}
          onCancel={() => setSetting(undefined)}
          onSaved={() => {
            setSetting(undefined);
            void load();
          }}
        />
      )}
    </Modal>
  );
};

interface RowProps {
  readonly table: SyncListed;
  readonly view: DeskView;
  readonly sync: SyncTabling;
}
const TableRow = ({ table, view, sync }: RowProps) => (
  <tr data-table={table.tableName}>
    <td>
      {table.name}
      {table.name !== table.tableName && <small>{table.tableName}</small>}
    </td>
    <td>{table.source === '10' ? '本库' : table.connection}</td>
    <td>{table.target === undefined ? '—' : (objectsOf(view).get(table.target)?.title ?? table.target)}</td>
    <td>{table.every === undefined ? '—' : table.isDisabled === true ? '已停用' : `${table.every} 分钟`}</td>
    <td>{table.lastRun ?? '—'}</td>
    <td title={table.lastResult?.messages.slice(0, 20).join('\n')}>
      <span data-failed={(table.lastResult?.failed ?? 0) > 0 ? '' : undefined}>{table.lastResult?.text ?? '—'}</span>
    </td>
    <td>
      <TableActs table={table} view={view} sync={sync} />
    </td>
  </tr>
);

/** What may be done with it: an object made of it, brought into one that is there, run now, given up. */
const TableActs = ({ table, view, sync }: RowProps) => (
  <>
    {table.id === null && view.mayMake && (
      <Button type="link" size="small" onClick={() => void sync.begin(table)}>
        新建对象
      </Button>
    )}
    {sync.may && (
      <Button type="link" size="small" onClick={() => sync.setSetting(table)}>
        {table.id === null ? '同步到已有对象' : '设置'}
      </Button>
    )}
    {sync.may && table.id !== null && (
      <>
        <Button
          type="link"
          size="small"
          loading={sync.running === table.id}
          disabled={sync.running !== undefined && sync.running !== table.id}
          onClick={() => void sync.run(table.id ?? '')}
        >
          立即同步
        </Button>
        <Button type="link" size="small" danger onClick={() => void sync.remove(table.id ?? '', table.name)}>
          移除
        </Button>
      </>
    )}
  </>
);
