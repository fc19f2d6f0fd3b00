/** Tables of other systems that the installation declares: which of them are brought in, into what, and how it went. */
import { Button, Modal } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { SyncListed } from '../../schemas/language/wire-design';
import { designClient } from '../data/client';
import type { DeskView } from '../desk/desk';
import { objectsOf } from '../workspace/objects';
import { SyncForm } from './SyncForm';
import { readTable, type TableBasis } from './TablePick';
import styles from './tables.module.css';

interface Props {
  readonly view: DeskView;
  readonly onClose: () => void;
  /** begins an object over a table */
  readonly onNew: (basis: TableBasis) => void;
}
const HEADS = ['表', '来自', '同步到', '间隔', '上次', '结果'] as const;
const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '没有做成');

export const SyncTables = ({ view, onClose, onNew }: Props) => {
  const { feedback, session } = useHost();
  const [tables, setTables] = useState<readonly SyncListed[] | string>();
  const [setting, setSetting] = useState<SyncListed>();
  const [running, setRunning] = useState<string>();
  const may = session.can('dataModel:publish');
  const load = useCallback(
    () =>
      designClient.tables().then(
        (found) => setTables(found),
        (cause: unknown) => setTables(wordsOf(cause)),
      ),
    [],
  );
  useEffect(() => void load(), [load]);
  const begin = (table: SyncListed): Promise<void> =>
    readTable(table).then(onNew, (cause: unknown) => feedback.warning(wordsOf(cause)));
  const run = async (id: string): Promise<void> => {
    setRunning(id);
    try {
      feedback.success((await designClient.runTable(id)).text);
    } catch (cause) {
      feedback.warning(wordsOf(cause));
    }
    setRunning(undefined);
    await load();
  };
  const remove = async (id: string, name: string): Promise<void> => {
    const sure = await feedback.confirm(`不再同步「${name}」，已经同步来的数据留着。`, { danger: true });
    if (!sure) return;
    await designClient.removeTable(id).catch((cause: unknown) => feedback.warning(wordsOf(cause)));
    await load();
  };
  const titleOf = (target: string): string => objectsOf(view).get(target)?.title ?? target;
  return (
    <Modal open title="同步表" width="72rem" onCancel={onClose} footer={null} maskClosable={false} destroyOnHidden>
      <div className={styles.tables}>
        {tables === undefined && <p>正在读取…</p>}
        {typeof tables === 'string' && (
          <p role="alert">
            {tables}
            <Button type="link" size="small" onClick={() => void load()}>
              再试一次
            </Button>
          </p>
        )}
        {Array.isArray(tables) && tables.length === 0 && (
          <p>还没有可以同步的表。请管理员在安装目录的 sync.json 里写明允许读取的数据库和表。</p>
        )}
        {Array.isArray(tables) && tables.length > 0 && (
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
              {(tables as readonly SyncListed[]).map((table) => (
                <tr key={`${table.connection} ${table.tableName} ${table.id ?? ''}`} data-table={table.tableName}>
                  <td>
                    {table.name}
                    {table.name !== table.tableName && <small>{table.tableName}</small>}
                  </td>
                  <td>{table.source === '10' ? '本库' : table.connection}</td>
                  <td>{table.target === undefined ? '—' : titleOf(table.target)}</td>
                  <td>
                    {table.every === undefined ? '—' : table.isDisabled === true ? '已停用' : `${table.every} 分钟`}
                  </td>
                  <td>{table.lastRun ?? '—'}</td>
                  <td title={table.lastResult?.messages.slice(0, 20).join('\n')}>
                    <span data-failed={(table.lastResult?.failed ?? 0) > 0 ? '' : undefined}>
                      {table.lastResult?.text ?? '—'}
                    </span>
                  </td>
                  <td>
                    {table.id === null && view.mayMake && (
                      <Button type="link" size="small" onClick={() => void begin(table)}>
                        新建对象
                      </Button>
                    )}
                    {may && (
                      <Button type="link" size="small" onClick={() => setSetting(table)}>
                        {table.id === null ? '同步到已有对象' : '设置'}
                      </Button>
                    )}
                    {may && table.id !== null && (
                      <>
                        <Button
                          type="link"
                          size="small"
                          loading={running === table.id}
                          disabled={running !== undefined && running !== table.id}
                          onClick={() => void run(table.id ?? '')}
                        >
                          立即同步
                        </Button>
                        <Button type="link" size="small" danger onClick={() => void remove(table.id ?? '', table.name)}>
                          移除
                        </Button>
                      </>
                    )}
                  </td>
                </tr>
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
