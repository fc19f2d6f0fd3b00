/** A list page: the list itself, or one of the views behind its address (`?view=`). Each keeps its own conditions while the tab is open. */
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { HostContext, type Page, useHost, usePage } from '../page/index';
import { PageFault, PageLoading } from '../page/PageStates';
import { useRooms } from '../page/rooms';
import { type Face, type FaceTurn, facesOf } from './faces';
import { ListHead } from './ListHead';
import { ListView } from './ListView';
import { FaceBar } from './SchemeBar';

const GridList = lazy(() => import('./GridList').then((module) => ({ default: module.GridList })));

/** Rows to read, or the list itself as a grid. */
const Rows = ({ page, turn }: { readonly page: Page; readonly turn?: FaceTurn }) =>
  page.object.list.grid === true ? (
    <Suspense fallback={<PageLoading />}>
      <GridList page={page} {...(turn === undefined ? {} : { turn })} />
    </Suspense>
  ) : (
    <ListView page={page} {...(turn === undefined ? {} : { turn })} />
  );

export const ListPage = ({ page }: { readonly page: Page }) => {
  const host = useHost();
  const faces = useMemo(() => facesOf(page), [page]);
  const wanted = host.params.get('view') ?? '';
  const face = faces.find((face) => face.code === wanted) ?? faces[0];
  const left = useRef(new Map<string, URLSearchParams>());
  useTabTitle(face?.title);
  if (face === undefined)
    return (
      <>
        <Head page={page} front={page.code} />
        <Rows page={page} />
      </>
    );
  const turn: FaceTurn = {
    faces,
    at: face.code,
    onTurn: (code) => {
      left.current.set(face.code, host.params);
      host.setParams(left.current.get(code) ?? new URLSearchParams(code === '' ? {} : { view: code }), {
        replace: false,
      });
    },
  };
  return (
    <>
      <Head page={page} front={face.page} />
      {face.code === '' ? <Rows page={page} turn={turn} /> : <OtherFace key={face.page} face={face} turn={turn} />}
    </>
  );
};

/** Over the list for who may open what it shows. */
const Head = ({ page, front }: { readonly page: Page; readonly front: string }) => {
  const { head } = page.object.list;
  return head === undefined || !page.can(`${head.split('.')[0]}:view`) ? null : (
    <ListHead of={head} isOpen={head === front} />
  );
};

const OtherFace = ({ face, turn }: { readonly face: Face; readonly turn: FaceTurn }) => {
  const state = usePage(face.page);
  const { Page } = useRooms();
  const host = useHost();
  // the list around it has the name of the page
  const within = useMemo(() => ({ ...host, inWindow: true }), [host]);
  if (state.status === 'error') return <PageFault error={state.error} onRetry={state.retry} />;
  if (state.status === 'loading') return <PageLoading />;
  if (state.page.report !== undefined)
    return (
      <HostContext.Provider value={within}>
        <FaceBar turn={turn} />
        <Page page={face.page} />
      </HostContext.Provider>
    );
  return <Rows page={state.page} turn={turn} />;
};

/** The tab says which view stands in it; a list without views keeps the name of its menu entry. */
const useTabTitle = (title: string | undefined): void => {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  useEffect(() => {
    if (title !== undefined) latest.current.setTitle(title);
  }, [title]);
};
