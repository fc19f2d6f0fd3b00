/** A list of another page that belongs to this record (`list` with `where` over `doc`). */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Part } from '../../schemas/language/resolved';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import { withLabelLink } from '../list/penetrate';
import { PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import { usePage } from '../page/use-page';
import { columnsOf, DataTable } from '../table/index';
import styles from './DetailPage.module.css';
import type { FormModel } from './form-model';
import { partWhere } from './part-where';
import { useTableContext } from './table-context';

export interface DetailListProps {
  readonly model: FormModel;
  readonly part: Part;
}

export function DetailList({ model, part }: DetailListProps) {
  const state = usePage(part.list ?? '');
  if (state.status === 'loading') return <PageLoading />;
  if (state.status === 'error') return <p className={styles.state}>{state.error.msg}</p>;
  return <PartRows model={model} part={part} target={state.page} />;
}

const SIZE = 200;

function PartRows({ model, part, target }: DetailListProps & { readonly target: Page }) {
  const where = part.where === undefined ? undefined : partWhere(part.where, model.doc);
  const body = { current: 1, size: SIZE, ...(where === undefined ? {} : { where }) };
  const query = useQuery({
    enabled: part.where === undefined || where !== undefined,
    queryKey: keys.list(target.object.object, target.code, body),
    queryFn: () => recordClient.list(target.code, body, { quiet: true }),
  });
  const columns = useMemo(
    () =>
      withLabelLink(
        columnsOf(part.fields ?? target.object.list.columns, {
          object: target.object,
          lib: target.lib,
          dict: (code) => target.dicts.get(code),
          now: () => target.env().now,
        }),
        target,
      ),
    [part, target],
  );
  const context = useTableContext(target, model.env.now);
  return (
    <div className={styles.rows}>
      <DataTable
        label={part.title ?? target.title}
        columns={columns}
        rows={query.data?.records ?? []}
        context={context}
        status={
          query.isPending
            ? { state: 'loading' }
            : query.error === null
              ? { state: 'ready' }
              : { state: 'failed', text: query.error.message, onRetry: () => void query.refetch() }
        }
      />
    </div>
  );
}
