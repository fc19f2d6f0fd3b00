/** After an answer: how much still waits, and the way to the next one, one key away. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { http } from '../data/http';
import { keys } from '../data/query-client';
import { useHost } from '../page/host';
import styles from './ApprovalBar.module.css';

interface Waiting {
  readonly total: number;
  readonly records: readonly {
    readonly title?: string;
    readonly docType?: string;
    readonly docId?: string;
  }[];
}

/** `id` = the document just answered, which may wait for the same person once more */
export function NextTask({ id }: { readonly id: string }) {
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.object('flowTask'), 'next', id],
    queryFn: () =>
      http.post<Waiting>('/lcdp/data/flowTask/getPageList', {
        current: 1,
        size: 2,
        scheme: 'todo',
      }),
    staleTime: 0,
  });
  if (data === undefined)
    return error === null ? null : (
      <section className={styles.bar} aria-label="下一条待办">
        <p role="alert">已处理，其他待办没有读到</p>
        <Button onClick={() => void refetch()}>重试</Button>
      </section>
    );
  const next = data.records.find(({ docId }) => docId !== id);
  const url = next && host.urlOf(`${next.docType}#detail`);
  return (
    <section className={styles.bar} aria-label="下一条待办">
      <p>{next === undefined ? '已处理，暂无其他待办' : `已处理，还有${data.total}条待办`}</p>
      {next !== undefined && url !== undefined && (
        <Button autoFocus type="primary" onClick={() => host.openPage(`${url}?id=${next.docId}`)}>
          {`处理下一条：${next.title ?? ''}`}
        </Button>
      )}
    </section>
  );
}
