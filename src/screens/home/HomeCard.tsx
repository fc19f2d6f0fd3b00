/** One card of a home page: a question answered. A click leads to the same rows; one that fails says so and holds nobody up. */
import { lazy, Suspense } from 'react';
import { kpiFace } from '../../../runtime/kpi/index';
import { Icon } from '../../../runtime/page/Icon';
import type { HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardAnswer, HomeCardInfo } from '../../../schemas/language/home/wire';
import type { SessionStore } from '../../session/session';
import { Frame } from './Frame';
import styles from './HomeCard.module.css';
import { News } from './News';
import { Shortcuts } from './Shortcuts';

/** charts and lists bring their engines only where a card wants them */
const BoardCell = lazy(() => import('../../../runtime/board/index').then((module) => ({ default: module.BoardCell })));
const PartList = lazy(() => import('../../../runtime/list/index').then((module) => ({ default: module.PartList })));
const LOADING = <p className={styles.quiet}>加载中…</p>;

export interface CardWorld {
  readonly session: SessionStore;
  readonly onOpen: (url: string) => void;
  /** answers that came, by card; a card that is still asked has none */
  readonly answers: ReadonlyMap<string, HomeCardAnswer>;
  readonly onRetry: () => void;
}
interface Props extends CardWorld {
  readonly cell: HomeCell;
  readonly info: HomeCardInfo | undefined;
}

export const HomeCard = ({ cell, info, ...world }: Props) => {
  if (info === undefined) return <Frame title={cell.title ?? '卡片'}>没有权限查看该卡片</Frame>;
  const title = cell.title ?? info.title;
  const route = info.page === undefined ? undefined : world.session.urlOf(info.page);
  const handleAll = (): void => {
    if (route !== undefined) world.onOpen(info.scheme === undefined ? route : `${route}?scheme=${info.scheme}`);
  };
  const all = route === undefined ? undefined : handleAll;
  if (info.page !== undefined && info.cell !== undefined)
    return (
      <div className={styles.bare}>
        <Suspense fallback={<Frame title={title}>{LOADING}</Frame>}>
          <BoardCell code={info.page} cell={info.cell} />
        </Suspense>
      </div>
    );
  if (info.asks !== true)
    return (
      <Frame title={title} more="查看更多" onMore={all}>
        <div className={styles.list}>
          <Suspense fallback={LOADING}>
            <PartList
              part={{ code: info.card, list: info.page ?? '' }}
              doc={NO_DOC}
              scheme={info.scheme ?? ''}
              most={10}
              bar={null}
              every={cell.refresh || 60}
            />
          </Suspense>
        </div>
      </Frame>
    );
  const answer = world.answers.get(info.card);
  if (answer === undefined) return <Frame title={title}>{LOADING}</Frame>;
  if ('msg' in answer)
    return (
      <Frame title={title}>
        <button type="button" className={styles.retry} onClick={world.onRetry}>
          加载失败，点击重试
        </button>
        <small className={styles.quiet}>{answer.msg}</small>
      </Frame>
    );
  const { data } = answer;
  if ('kpi' in data) {
    const face = kpiFace(data.kpi);
    return (
      <button type="button" className={styles.number} onClick={handleAll} disabled={route === undefined}>
        <span>
          <b>{title}</b>
          <small>{info.from}</small>
        </span>
        <strong data-tone={face.tone ?? 'plain'}>
          {face.text}
          {face.unit !== undefined && <small>{face.unit}</small>}
        </strong>
        <small data-good={face.isGood}>{face.change ?? ''}</small>
      </button>
    );
  }
  if ('total' in data)
    return (
      <button type="button" className={styles.count} onClick={handleAll} disabled={route === undefined}>
        <b>{title}</b>
        <strong data-none={data.total === 0 || undefined}>
          {data.total}
          {data.capped === true && '+'}
        </strong>
      </button>
    );
  if ('warnings' in data)
    return (
      <Frame title={title}>
        {data.warnings.length === 0 ? (
          <p className={styles.quiet}>没有未处理的预警</p>
        ) : (
          <div className={styles.tasks} data-grows>
            {data.warnings.map(({ type, title: what, count, url }) => (
              <button key={type} type="button" onClick={() => world.onOpen(url)}>
                <span>
                  <b>{what}</b>
                </span>
                <strong>{count}</strong>
              </button>
            ))}
          </div>
        )}
      </Frame>
    );
  if ('tasks' in data) return <Tasks title={title} tasks={data.tasks} {...world} />;
  if ('news' in data) {
    const list = world.session.urlOf('news');
    return (
      <News
        title={title}
        news={data.news}
        onRead={world.onRetry}
        onAll={list === undefined ? undefined : () => world.onOpen(list)}
      />
    );
  }
  if ('docs' in data)
    return (
      <Frame title={title}>
        {data.docs.length === 0 ? (
          <p className={styles.quiet}>打开过的单据会列在这里</p>
        ) : (
          <ul className={styles.docs}>
            {data.docs.map(({ page, id, label, title: of }) => {
              const to = world.session.recordUrl(page, id);
              return (
                <li key={`${page}/${id}`}>
                  <button type="button" disabled={to === undefined} onClick={() => to && world.onOpen(to)}>
                    <Icon name="doc" />
                    <b>{label}</b>
                    <small>{of}</small>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </Frame>
    );
  return (
    <Shortcuts title={title} chosen={cell.menus} used={data.pages} session={world.session} onOpen={world.onOpen} />
  );
};
const NO_DOC = {};

/** Everything that waits, a tile each; what is done is no longer there. */
const Tasks = ({
  title,
  tasks,
  session,
  onOpen,
}: CardWorld & {
  readonly title: string;
  readonly tasks: Extract<Extract<HomeCardAnswer, { data: object }>['data'], { tasks: object }>['tasks'];
}) => {
  const shown = tasks.flatMap((task) => {
    const route = session.urlOf(task.page);
    return route === undefined || task.total === 0 ? [] : [{ ...task, route, of: session.route(route)?.title }];
  });
  return (
    <Frame title={title}>
      {shown.length === 0 ? (
        <p className={styles.quiet}>没有等待处理的单据</p>
      ) : (
        <div className={styles.tasks} data-grows>
          {shown.map(({ page, scheme, title: what, total, capped, route, of }) => (
            <button
              key={`${page}/${scheme}`}
              type="button"
              onClick={() => onOpen(`${route}?scheme=${encodeURIComponent(scheme)}`)}
            >
              <span>
                <b>{of}</b>
                <small>{what}</small>
              </span>
              <strong>
                {total}
                {capped === true && '+'}
              </strong>
            </button>
          ))}
        </div>
      )}
    </Frame>
  );
};
