/** `$usage`: how many records of which objects refer to this one, with the way to their lists. */
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { BASE } from '../data/base';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { Usage } from '../data/types';
import { EMPTY_QUERY, writeQuery } from '../list/query';
import { type Host, useHost } from '../page/host';
import { PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import parts from './DetailPage.module.css';
import type { FormModel } from './form-model';
import styles from './UsageTab.module.css';

export interface UsageTabProps {
  readonly page: Page;
  readonly model: FormModel;
}

export function UsageTab({ page, model }: UsageTabProps) {
  const host = useHost();
  const id = String(model.stored?.id ?? '');
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...keys.object(page.object.object), 'usage', page.code, id],
    queryFn: () => recordClient.usage(page.code, id),
    // others write what refers to this record
    staleTime: 0,
  });
  if (isPending) return <PageLoading />;
  if (error !== null && data === undefined)
    return (
      <p className={parts.state}>
        没有取到使用情况，
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </p>
    );
  if (data.length === 0) return <p className={parts.state}>暂无记录</p>;
  return (
    <table className={styles.usage}>
      <thead>
        <tr>
          <th>使用处</th>
          <th>记录数</th>
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.object}>
            <th scope="row">
              <Way host={host} usage={one} id={id} />
            </th>
            <td>
              {one.count.toLocaleString('en')}
              {one.capped === true && '+'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The list of an object, narrowed to what uses the record where the list can search for it. */
function Way({ host, usage, id }: { readonly host: Host; readonly usage: Usage; readonly id: string }) {
  const { title, search } = usage;
  const list = usage.url === undefined ? undefined : host.urlOf(usage.object);
  if (list === undefined) return <>{title}</>;
  const query =
    search === undefined
      ? ''
      : `?${writeQuery({ ...EMPTY_QUERY, scheme: '', search: { [search]: id } }, new URLSearchParams())}`;
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    host.openPage(`${list}${query}`);
  };
  return (
    <a href={`${BASE}${list}${query}`} onClick={open}>
      {title}
    </a>
  );
}
