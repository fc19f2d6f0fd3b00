/** 发起流程: the approvals somebody may begin, by category; a press opens a new document of their sort. */
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { http } from '../../../runtime/data/http';
import { useHost } from '../../../runtime/page/host';
import { Icon } from '../../../runtime/page/Icon';
import { PageFault, PageLoading } from '../../../runtime/page/PageStates';
import styles from './StartProcess.module.css';

interface Startable {
  readonly flow: string;
  readonly title: string;
  readonly note: string;
  readonly category: string;
  readonly categoryTitle: string;
  readonly icon: string | null;
  readonly objectTitle: string;
  /** page a new document is written on */
  readonly url: string | null;
  /** how often I began one of its documents lately */
  readonly used: number;
}

export const StartProcess = ({ active }: { readonly active: boolean }) => {
  const { openPage } = useHost();
  const [query, setQuery] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['flow', 'startable'],
    queryFn: () => http.get<readonly Startable[]>('/flow/startable', { quiet: true }),
    enabled: active,
  });
  if (error !== null && data === undefined) return <PageFault error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PageLoading />;
  const wanted = query.trim().toLowerCase();
  const found = data.filter(
    (flow) => flow.url !== null && `${flow.title} ${flow.objectTitle} ${flow.note}`.toLowerCase().includes(wanted),
  );
  const often = wanted === '' ? found.filter((flow) => flow.used > 0).slice(0, OFTEN) : [];
  const categories = [...new Map(found.map((flow) => [flow.category, flow.categoryTitle]))].sort(([a], [b]) =>
    a.localeCompare(b),
  );
  const groups = [
    ...(often.length === 0 ? [] : [{ title: '常用', flows: often }]),
    ...categories.map(([code, title]) => ({ title, flows: found.filter((flow) => flow.category === code) })),
  ];
  return (
    <div className={styles.page}>
      <header>
        <h1>发起流程</h1>
        <Input
          allowClear
          value={query}
          placeholder="搜索流程、单据"
          aria-label="搜索流程"
          className={styles.find ?? ''}
          onChange={(event) => setQuery(event.target.value)}
        />
      </header>
      {groups.map(({ title, flows }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <div className={styles.cards}>
            {flows.map((flow) => (
              <button key={flow.flow} type="button" onClick={() => openPage(flow.url ?? '')}>
                <Icon name={flow.icon ?? 'check'} />
                <b>{flow.title}</b>
                <small>{flow.note === '' ? `新增${flow.objectTitle}` : flow.note}</small>
              </button>
            ))}
          </div>
        </section>
      ))}
      {found.length === 0 && <p role="status">{wanted === '' ? '没有可以发起的流程，请联系系统管理员' : '没有找到'}</p>}
    </div>
  );
};
const OFTEN = 4;
