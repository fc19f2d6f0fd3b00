/** Draws the page of a code. Forms, reports and boards are their own chunks, so a list loads none of them. */
import { Button } from 'antd';
import { Fragment, lazy, Suspense } from 'react';
import { facesOf } from '../list/faces';
import { useHost } from '../page/host';
import { PageFault, PageLoading, PageUnnamed } from '../page/PageStates';
import { PageTitle } from '../page/PageTitle';
import styles from '../page/SchemaNews.module.css';
import { isSingle, type PageState, sortOf, usePage } from '../page/use-page';
import { usePlayed } from '../page/use-played';
import { useSchemaNews } from '../page/use-schema-news';
import { NoFloor } from './NoFloor';

const ListPage = lazy(() => import('../list/index').then((module) => ({ default: module.ListPage })));
const ReportPage = lazy(() => import('../report/index').then((module) => ({ default: module.ReportPage })));
const BoardPage = lazy(() => import('../board/index').then((module) => ({ default: module.BoardPage })));
const EditPage = lazy(() => import('../record/index').then((module) => ({ default: module.EditPage })));
const DetailPage = lazy(() => import('../record/index').then((module) => ({ default: module.DetailPage })));
const FloorTasks = lazy(() => import('../floor/index').then((module) => ({ default: module.FloorTasks })));
const FloorPage = lazy(() => import('../floor/index').then((module) => ({ default: module.FloorPage })));

export const PageHost = ({ page: code }: { readonly page: string }) => {
  const host = useHost();
  const state = useFloorFace(code);
  usePlayed(state.status === 'ready' ? state.page : undefined);
  const news = useSchemaNews(code, state.status === 'ready' ? state.page.object.hash : undefined);
  if (state.status === 'error')
    return (
      <>
        {state.error.code !== 0 && <NoFloor />}
        <PageFault error={state.error} onRetry={state.retry} />
      </>
    );
  if (state.status === 'loading') return <PageLoading />;
  const { page } = state;
  const id = host.params.get('id') ?? undefined;
  const sort =
    page.report !== undefined || page.board !== undefined ? page.sort : isSingle(page) ? 'edit' : sortOf(code);
  const isOnFloor =
    host.params.get('floor') === '1' && page.object.floor !== undefined && (sort === 'list' || sort === 'edit');
  const handleSaved = (saved: string): void => {
    if (saved === id) return;
    const params = new URLSearchParams(host.params);
    for (const name of ['copyOf', 'from']) params.delete(name);
    params.set('id', saved);
    host.setParams(params, { replace: true });
  };
  return (
    <Suspense fallback={<PageLoading />}>
      {news.isOld && (
        <div role="status" className={styles.news}>
          页面有新版本，填好的内容会保留
          <Button size="small" type="primary" onClick={() => void news.reload()}>
            重新加载
          </Button>
        </div>
      )}
      {!isOnFloor && <NoFloor />}
      <Fragment key={news.loading}>
        {(sort === 'list' || sort === 'report') && <PageTitle title={page.title} />}
        {sort === 'list' && isOnFloor ? (
          <FloorTasks page={page} />
        ) : sort === 'list' ? (
          <ListPage page={page} />
        ) : sort === 'report' ? (
          <ReportPage page={page} />
        ) : sort === 'board' ? (
          <BoardPage page={page} />
        ) : sort === 'edit' && isOnFloor ? (
          <FloorPage page={page} id={id} params={host.params} />
        ) : sort === 'edit' ? (
          <EditPage page={page} id={id} params={host.params} onSaved={handleSaved} onDirty={host.setDirty} />
        ) : id === undefined && !isSingle(page) ? (
          <PageUnnamed
            text={`地址中没有说明要看哪一条${page.object.title}，请从列表中打开`}
            way="打开列表"
            onGo={() => host.openPage(host.urlOf(code.split('#')[0] ?? code) ?? '/home')}
          />
        ) : (
          <DetailPage page={page} id={id} params={host.params} />
        )}
      </Fragment>
    </Suspense>
  );
};

/** On the floor a view of a list (`?view=`) is a page of its own: its tasks, its scans. */
function useFloorFace(code: string): PageState {
  const { params } = useHost();
  const own = usePage(code);
  const view = params.get('floor') === '1' ? params.get('view') : null;
  const isList = own.status === 'ready' && view !== null && sortOf(code) === 'list';
  const face = isList ? facesOf(own.page).find((each) => each.code === view)?.page : undefined;
  const faced = usePage(face ?? code);
  return face === undefined ? own : faced;
}
