/** Documents this one came from and those it led to. */
import { useQuery } from '@tanstack/react-query';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { FormModel } from '../form/form-model';
import parts from '../form/state.module.css';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import styles from './DetailPage.module.css';

export interface DetailLinksProps {
  readonly page: Page;
  readonly model: FormModel;
}

export function DetailLinks({ page, model }: DetailLinksProps) {
  const host = useHost();
  const id = String(model.stored?.id ?? '');
  const object = page.object.object;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...keys.object(object), 'links', id],
    queryFn: () => recordClient.links(object, id),
  });
  if (isPending) return <p className={parts.state}>加载中…</p>;
  if (error !== null)
    return (
      <p className={parts.state}>
        没有取到上下游单据，
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </p>
    );
  const shown = data.filter((link) => typeof link.id === 'string');
  // the last entry may only say how many are not the user's to see
  const hidden =
    data.length - shown.length > 0 ? Number((data.at(-1) as { hidden?: number } | undefined)?.hidden ?? 0) : 0;
  if (shown.length === 0 && hidden === 0) return <p className={parts.state}>暂无数据</p>;
  return (
    <ul className={styles.links}>
      {shown.map((link) => {
        const url = link.url ?? host.urlOf(`${link.object}#detail`);
        return (
          <li key={`${link.direction}${link.id}`}>
            <small>{link.direction === 'up' ? '来源' : '下游'}</small>
            <span>{link.title}</span>
            {url === undefined ? (
              <b>{link.nbr}</b>
            ) : (
              <button type="button" onClick={() => host.openPage(`${url.split('?')[0]}?id=${link.id}`)}>
                {link.nbr}
              </button>
            )}
            <span className={styles.none}>{link.bizDate ?? ''}</span>
          </li>
        );
      })}
      {hidden > 0 && <li className={styles.none}>另有 {hidden} 张单据无权查看</li>}
    </ul>
  );
}
