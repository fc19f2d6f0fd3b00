/** The records of one list as task cards; the desk knows them, so that keys and codes reach all lists alike. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useActions } from '../actions/index';
import { keptOffline } from '../data/offline-pages';
import { offlineQueue } from '../data/offline-queue';
import { recordClient } from '../data/record-client';
import { useSignal } from '../data/signal';
import type { Refusal } from '../data/types';
import { splitParams } from '../list/search-body';
import { factoryTime } from '../page/factory-time';
import { useHost } from '../page/host';
import { readQuery } from '../page/list-query';
import { PageFault, PageLoading } from '../page/PageStates';
import type { Page } from '../page/types';
import { usePage } from '../page/use-page';
import { actOnFloor, rowSubject, waitsFor } from './queued-action';
import { TaskCard } from './TaskCard';
import type { TaskDesk, TaskList } from './task-desk';
import { keysOf, stepsOf, taskShape } from './tasks';

const EVERY_MS = 15_000;
/** more than a person works through in a shift */
const MOST = 60;

export interface TaskCardsProps {
  readonly page: Page;
  readonly desk: TaskDesk;
  readonly onRefused: (text: string, refusal?: Refusal) => void;
  /** the task in front stands beside them */
  readonly isBrief: boolean;
  /** beside the tasks of the page itself: it comes without a word */
  readonly isBeside?: boolean;
}

/** Tasks of another page; who may not see it has none of them. */
export function AlsoTasks({ code, ...props }: Omit<TaskCardsProps, 'page'> & { readonly code: string }) {
  const state = usePage(code);
  const { desk } = props;
  const isClosed = state.status === 'error';
  useEffect(() => {
    if (isClosed) desk.put(code, null);
  }, [desk, code, isClosed]);
  return state.status === 'ready' ? <TaskCards page={state.page} {...props} isBeside /> : null;
}

export function TaskCards({ page, desk, onRefused, isBrief, isBeside = false }: TaskCardsProps) {
  const host = useHost();
  const { object } = page;
  useSignal(desk.signal);
  useSignal(offlineQueue.signal);
  const latest = useRef(host);
  latest.current = host;
  const shape = useMemo(() => {
    const dict = (code: string) => page.dicts.get(code);
    return taskShape(object, { object, lib: page.lib, dict, now: () => factoryTime(host.session.now()) });
  }, [page, object, host.session]);
  // what is beside the tasks of an address is not searched by it
  const asked = useMemo(
    () => (isBeside ? {} : splitParams(page, readQuery(host.params).search)),
    [page, isBeside, host.params],
  );
  const list = useQuery({
    queryKey: ['object', object.object, 'floor-tasks', page.code, asked],
    queryFn: () => loadTasks(page, keysOf(shape, object), asked),
    refetchInterval: host.active ? EVERY_MS : false,
    retry: false,
    networkMode: 'always',
  });
  const actions = useActions(page, () => void list.refetch());
  const rows = list.data?.records;
  // what was done on another page is seen when one comes back
  const { refetch } = list;
  const isAway = useRef(false);
  useEffect(() => {
    if (host.active && isAway.current) void refetch();
    isAway.current = !host.active;
  }, [host.active, refetch]);
  // what waited was done: the answer of the list is of before
  const isHeld = rows?.some(({ id }) => waitsFor(id) !== undefined) === true;
  const wasHeld = useRef(isHeld);
  useEffect(() => {
    if (wasHeld.current && !isHeld) void refetch();
    wasHeld.current = isHeld;
  }, [isHeld, refetch]);
  useEffect(() => {
    if (rows === undefined) return;
    const run: TaskList['run'] = (action, row, options) => {
      desk.choose(row.id);
      return actOnFloor({
        page,
        action,
        subject: rowSubject(page, row),
        host: latest.current,
        run: (wait) => actions.run(action, [row], { ...options, ...wait, onRefused }),
      });
    };
    desk.put(page.code, { page, shape, rows, run });
  }, [desk, page, shape, rows, actions, onRefused]);
  if (rows === undefined && list.error)
    return (
      <li>
        <PageFault error={list.error} onRetry={() => void list.refetch()} />
      </li>
    );
  if (rows === undefined && !isBeside)
    return (
      <li>
        <PageLoading />
      </li>
    );
  const shown = desk.tasks.filter((task) => task.list.page === page);
  return (
    <>
      {shown.map(({ list: { run }, row }, n) => (
        <TaskCard
          key={row.id}
          page={page}
          row={row}
          index={n}
          shape={shape}
          steps={stepsOf(page, row)}
          isCurrent={row.id === desk.current?.row.id}
          isBrief={isBrief}
          onChoose={() => desk.choose(row.id)}
          onStep={(step) => void run(step, row)}
        />
      ))}
      {actions.outlet}
    </>
  );
}

/** Of a page that works without network the tasks of the last answer are kept on the device. */
const loadTasks = (
  { code, object: { list, floor } }: Page,
  columns: readonly string[],
  asked: ReturnType<typeof splitParams>,
) => {
  const scheme = floor?.scheme ?? list.schemes.find((one) => one.default === true)?.code;
  const sort = floor?.sort;
  const body = { current: 1, size: MOST, columns, ...asked, ...(scheme && { scheme }), ...(sort && { sort }) };
  return keptOffline(
    `tasks ${code}${Object.keys(asked).length === 0 ? '' : ` ${JSON.stringify(asked)}`}`,
    () => recordClient.list(code, body, { quiet: true }),
    () => floor?.offline === true,
  );
};
