/** `$usage`: how many records of which objects refer to this one, with the way to their lists. */
import { useQuery } from '@tanstack/react-query';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { FormModel } from '../form/form-model';
import parts from '../form/state.module.css';
import { UsageTable } from '../form/UsageTable';
import styles from '../form/UsageTable.module.css';
import { PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';

export interface UsageTabProps {
  readonly page: Page;
  readonly model: FormModel;
}

export function UsageTab({ page, model }: UsageTabProps) {
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
        没有取到引用情况，
        <button type="button" onClick={() => void refetch()}>
          重试
        </button>
      </p>
    );
  if (data.length === 0) return <p className={parts.state}>暂无记录</p>;
  return <UsageTable usage={data} id={id} className={styles.tab} />;
}
