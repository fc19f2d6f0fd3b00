/** `$history`: who did what to the record and when, newest first, with the values before and after. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Json } from '../../schemas/language/value';
import type { HistoryEntry, ShownChange } from '../../schemas/language/wire';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import styles from './HistoryTab.module.css';
import { shownText } from './shown-text';
import parts from './state.module.css';

export interface HistoryTabProps {
  readonly page: Page;
  readonly id: string;
  /** of the record as it is shown: another one is another history */
  readonly version: Json | undefined;
}

const SIZE = 20;

export function HistoryTab({ page, id, version }: HistoryTabProps) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...keys.object(page.object.object), 'history', page.code, id, version],
    queryFn: ({ pageParam }) => recordClient.history(page.code, id, pageParam, SIZE),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current * last.size < last.total ? last.current + 1 : undefined),
  });
  if (isPending) return <PageLoading />;
  if (error !== null && data === undefined)
    return (
      <p className={parts.state}>
        没有取到变更记录，
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </p>
    );
  const entries = data.pages.flatMap((page) => page.records);
  if (entries.length === 0) return <p className={parts.state}>暂无记录</p>;
  return (
    <div className={styles.history}>
      <ol className={styles.line}>
        {entries.map((entry, n) => (
          <Entry key={`${entry.at} ${n}`} page={page} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className={styles.next} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          加载更多
        </Button>
      )}
    </div>
  );
}

/** actions whose dot says more than that something happened; the word beside it says the same */
const TONES: Readonly<Record<string, string | undefined>> = {
  audit: 'ok',
  reject: 'bad',
  void: 'bad',
  unaudit: 'warn',
  engine: 'none',
};
/** changes an entry shows before it is opened */
const FEW = 6;

function Entry({ page, entry }: { readonly page: Page; readonly entry: HistoryEntry }) {
  const { changes, more = 0 } = entry;
  const [open, setOpen] = useState(changes.length <= FEW + 2);
  const shown = open ? changes : changes.slice(0, FEW);
  return (
    <li data-tone={TONES[entry.action]}>
      <header>
        <b>{entry.title}</b>
        <span>{entry.by}</span>
        <time dateTime={entry.at.replace(' ', 'T')}>{entry.at}</time>
      </header>
      {shown.length > 0 && (
        <Changes page={page} changes={shown} isNew={changes.every((change) => change.before === null)} />
      )}
      {!open && (
        <button type="button" onClick={() => setOpen(true)}>
          展开其余 {changes.length - FEW} 项
        </button>
      )}
      {open && more > 0 && <small>另有 {more} 项未列出</small>}
    </li>
  );
}

interface ChangesProps {
  readonly page: Page;
  readonly changes: readonly ShownChange[];
  readonly isNew: boolean;
}

/** Before and after; where nothing was before, one column is enough. */
function Changes({ page, changes, isNew }: ChangesProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>项目</th>
          {!isNew && <th>修改前</th>}
          <th>{isNew ? '内容' : '修改后'}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, title, before, after }, n) => (
          <tr key={`${field} ${n}`}>
            <th scope="row">{title}</th>
            {!isNew && <td className={styles.before}>{shownText(page, field, before)}</td>}
            <td>{shownText(page, field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
