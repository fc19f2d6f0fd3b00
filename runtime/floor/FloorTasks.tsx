/** A list on touch (`?floor=1`): its records, and those of the pages it names, as tasks with their next steps as large buttons; a code opens the task it is about, or begins one. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { labelOf } from '../actions/index';
import { offerOf, scanClient, scanRefusal } from '../data/scan-client';
import { useSignal } from '../data/signal';
import { chooseOne, NOT_CHOSEN } from '../page/choose';
import { type Host, HostContext, useHost } from '../page/host';
import type { Page } from '../page/types';
import { useMedia } from '../page/view';
import { FloorBar } from './FloorBar';
import { FloorSaid } from './FloorSaid';
import styles from './floor.module.css';
import { type Echo, ScanBox } from './ScanBox';
import { beep } from './scan';
import { ScanDesk } from './scan-desk';
import { AlsoTasks, TaskCards } from './TaskCards';
import { TaskFront } from './TaskFront';
import { TaskDesk } from './task-desk';
import { knownBy, mayBeginWith, stepsOf, type Taking, takerOf } from './tasks';
import { useTaskKeys } from './use-task-keys';
import { useWedge } from './use-wedge';

export function FloorTasks({ page }: { readonly page: Page }) {
  const host = useHost();
  // what is opened from here opens in floor mode
  const inner = useMemo<Host>(
    () => ({ ...host, openPage: (url, title) => host.openPage(onFloor(url), title) }),
    [host],
  );
  return (
    <HostContext value={inner}>
      <Tasks page={page} />
    </HostContext>
  );
}
const onFloor = (url: string): string =>
  /[?&]floor=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}floor=1`;

function Tasks({ page }: { readonly page: Page }) {
  const host = useHost();
  const { active } = host;
  const { object } = page;
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useMedia(WIDE);
  const also = object.floor?.also ?? NONE;
  // records no code begins or names are only looked at
  const isScanned = object.floor?.scan !== undefined;
  const [desk] = useState(() => new TaskDesk([page.code, ...also]));
  const [scans] = useState(() => new ScanDesk());
  const [said, setSaid] = useState<string>();
  const [refuse] = useState(() => (text: string): void => {
    beep(false);
    setSaid(text);
  });
  useSignal(desk.signal);
  const add = object.actions.add !== undefined && page.can(object.actions.add.right) ? object.actions.add : undefined;
  const begin = (scan?: string): void => {
    const url = host.urlOf(`${page.code}#edit`);
    if (url !== undefined) host.openPage(`${url}?${new URLSearchParams({ floor: '1', ...(scan && { scan }) })}`);
  };
  const leave = (): void => {
    const params = new URLSearchParams(host.params);
    params.delete('floor');
    host.setParams(params);
  };
  const take = async (text: string): Promise<Echo> => {
    const { hits } = await scanClient.resolve(page.code, '', text);
    const hit = await chooseOne(host.feedback, text, hits, offerOf);
    if (hit === undefined) return { tone: 'bad', text: NOT_CHOSEN };
    const named = `${hit.objectTitle} ${hit.code}`;
    const able = desk.taking(hit);
    const taking = await chooseOne(host.feedback, text, able, taskOffer);
    if (taking !== undefined) {
      const { task, action } = taking;
      const isDone = await task.list.run(action, task.row, knownBy(taking, hit, text));
      return { tone: isDone ? 'good' : 'bad', text: `${named} ${action.title}${isDone ? '' : '未完成'}` };
    }
    if (able.length > 0) return { tone: 'bad', text: NOT_CHOSEN };
    if (takerOf(page, hit) !== undefined) return { tone: 'bad', text: `${named}：请先选中进行中的任务` };
    const own = desk.about(hit);
    const [task] = own;
    if (task !== undefined) {
      desk.narrowTo(own.length === 1 ? undefined : hit);
      desk.choose(task.row.id);
      const next = own.length === 1 ? stepsOf(task.list.page, task.row)[0] : undefined;
      if (next !== undefined) void task.list.run(next, task.row);
      return { tone: 'good', text: next === undefined ? named : `${named} ${next.title}` };
    }
    if (add === undefined || hit.batchNbr !== undefined || !mayBeginWith(page, hit))
      return { tone: 'bad', text: `${named}不在任务中` };
    begin(text);
    return { tone: 'good', text: `${named} ${add.title}` };
  };
  const echo = useTaskScans(scans, take);
  useWedge(scans, active && isScanned, frame);
  useTaskKeys(desk, active, () => {
    if (said !== undefined) setSaid(undefined);
    else if (desk.narrow !== undefined) desk.narrowTo(undefined);
    else leave();
  });
  const { narrow, tasks } = desk;
  return (
    <div className={styles.floor} ref={frame}>
      <FloorBar title={page.title} offline={object.floor?.offline === true} onBack={leave} />
      {said !== undefined && <FloorSaid text={said} onRead={() => setSaid(undefined)} />}
      <div className={styles.taskHead}>
        <b>
          {isScanned ? '我的任务' : page.title} {desk.isReady && tasks.length}
        </b>
        {narrow !== undefined && (
          <button type="button" onClick={() => desk.narrowTo(undefined)}>
            {narrow.objectTitle} {narrow.code}，查看全部
          </button>
        )}
      </div>
      {desk.isReady && tasks.length === 0 && (
        <p className={styles.noTasks}>{isScanned ? '本工位暂无任务，请联系班组长' : `暂无${page.title}`}</p>
      )}
      <div className={styles.desk} data-wide={isWide}>
        <ul className={styles.tasks} aria-label="任务">
          <TaskCards page={page} desk={desk} onRefused={refuse} isBrief={isWide} />
          {also.map((code) => (
            <AlsoTasks key={code} code={code} desk={desk} onRefused={refuse} isBrief={isWide} />
          ))}
        </ul>
        {isWide && desk.current !== undefined && <TaskFront task={desk.current} />}
      </div>
      <div className={styles.foot}>
        {isScanned && <ScanBox hint="请扫码：工单、工序、设备、工牌" echo={echo} onRead={(text) => scans.read(text)} />}
        {add !== undefined && (
          <button type="button" className={styles.submit} onClick={() => begin()}>
            <b>{add.title}</b>
          </button>
        )}
      </div>
    </div>
  );
}
/** room for the task in front beside the others */
const WIDE = '(min-width: 900px)';
const NONE: readonly string[] = [];
const taskOffer = ({ task: { list, row }, action }: Taking) => ({
  label: labelOf(list.page.object, row),
  hint: action.title,
});

/** Codes one after the other; what became of the last one. */
function useTaskScans(scans: ScanDesk, take: (text: string) => Promise<Echo>): Echo | null {
  const [echo, setEcho] = useState<Echo | null>(null);
  const latest = useRef(take);
  latest.current = take;
  useEffect(
    () =>
      scans.attach(async (text) => {
        setEcho({ tone: 'busy', text });
        const answer = await latest
          .current(text)
          .catch(
            (error: unknown): Echo => ({ tone: 'bad', text: scanRefusal(error) ?? `网络中断，不能识别：${text}` }),
          );
        beep(answer.tone === 'good');
        setEcho(answer);
      }),
    [scans],
  );
  return echo;
}
