/** 开窗选择: the pick dialog as a page of its own, for who opens it in a window. */
import { useEffect, useState } from 'react';
import { useHost } from '../page/host';
import { PageFault, PageLoading, PageUnnamed } from '../page/PageStates';
import { usePage } from '../page/use-page';
import { PickDialog } from './PickDialog';
import type { PickRequest } from './request';
import { type SelectAsk, type SelectedRow, selectAsk, selectedRows, selectRequest } from './select-page';

export interface SelectPageProps {
  readonly params: URLSearchParams;
  /** null = closed without a choice */
  readonly onDone: (rows: readonly SelectedRow[] | null) => void;
}

export function SelectPage({ params, onDone }: SelectPageProps) {
  const host = useHost();
  const ask = selectAsk(params);
  if (ask !== undefined) return <Asked ask={ask} onDone={onDone} />;
  return (
    <PageUnnamed
      text="地址中没有说明从什么中选择，请从单据里的选择按钮打开"
      way="返回首页"
      onGo={() => host.openPage('/home')}
    />
  );
}

function Asked({ ask, onDone }: { readonly ask: SelectAsk; readonly onDone: SelectPageProps['onDone'] }) {
  const { session } = useHost();
  const state = usePage(ask.page);
  const [request, setRequest] = useState<PickRequest | Error | null>();
  const [attempt, setAttempt] = useState(0);
  const page = state.status === 'ready' ? state.page : undefined;
  const key = JSON.stringify(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks anew
  useEffect(() => {
    if (page === undefined) return;
    let gone = false;
    selectRequest(JSON.parse(key) as SelectAsk, page, session.now()).then(
      (made) => gone || setRequest(made),
      (cause: unknown) => gone || setRequest(cause instanceof Error ? cause : null),
    );
    return () => {
      gone = true;
    };
  }, [page, key, session, attempt]);
  if (state.status === 'error') return <PageFault error={state.error} onRetry={state.retry} />;
  if (request instanceof Error)
    return (
      <PageFault
        error={request}
        onRetry={() => {
          setRequest(undefined);
          setAttempt(attempt + 1);
        }}
      />
    );
  if (request === undefined) return <PageLoading />;
  if (request === null) return <p role="alert">没有可以选择的数据</p>;
  return (
    <PickDialog request={request} onClose={(rows) => onDone(rows === null ? null : selectedRows(request, rows))} />
  );
}
