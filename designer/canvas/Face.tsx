/** A page of the draft in the frame of the sheet: the host and the cache it needs, and the part of the runtime that draws it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { memo, Suspense, useMemo } from 'react';
import type { ListPageData, WireRecord } from '../../runtime/data/types';
import { ListPage } from '../../runtime/list/index';
import { HostContext, type HostSession, type Page } from '../../runtime/page/index';
import { designHost } from './design-host';
import { answersOf, useDesignQueries } from './design-queries';
import { FormFace } from './FormFace';

interface Props {
  readonly page: Page;
  readonly session: HostSession;
  readonly record: WireRecord;
  readonly rows: (size: number) => Promise<ListPageData> | ListPageData;
  /** search scheme in front of a list */
  readonly scheme?: string | undefined;
}

/** Drawn again when the page, its record or its rows are others; a pointer that moves over the sheet does not. */
export const Face = memo(({ page, session, record, rows, scheme }: Props) => {
  const answer = useMemo(() => answersOf({ object: page.object.object, rows }), [page.object.object, rows]);
  const queries = useDesignQueries(answer);
  const host = useMemo(
    () => designHost(session, new URLSearchParams(scheme === undefined ? {} : { scheme })),
    [session, scheme],
  );
  return (
    <QueryClientProvider client={queries}>
      <HostContext value={host}>
        <Suspense fallback={null}>
          {page.sort === 'list' ? <ListPage page={page} /> : <FormFace page={page} record={record} />}
        </Suspense>
      </HostContext>
    </QueryClientProvider>
  );
});
