/** A list on touch (`?floor=1`): its records, and those of the pages it names, as tasks with their next steps as large buttons; a code opens the task it is about, or begins one. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../actions/index';
import { scanRefusal } from '../data/scan-client';
import { useSignal } from '../data/signal';
import { type Host, HostContext, useHost } from '../page/host';
import type { Page } from '../page/types';
import { useMedia } from '../page/view';
import { FloorBar } from './FloorBar';
import { FloorDoors } from './FloorDoors';
import { FloorSaid } from './FloorSaid';
import styles from './floor.module.css';
import { type Echo, ScanBox } from './ScanBox';
import { beep } from './scan';
import { ScanDesk } from './scan-desk';
import { AlsoTasks, TaskCards } from './TaskCards';
import { TaskFront } from './TaskFront';
import { takeCode } from './take-code';
import { TaskDesk } from './task-desk';
import { doorsOf, scannedTexts } from './tasks';
import { useNarrowed } from './use-narrowed';
import { useTaskKeys } from './use-task-keys';
import { useWedge } from './use-wedge';
import { WarmPages } from './WarmPages';

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
  const { scan: scanned, takes } = object.floor ?? {};
  const isScanned = scanned !== undefined;
  const [desk] = useState(() => new TaskDesk([page.code, ...also]));
  const [scans] = useState(() => new ScanDesk());
  const [said, setSaid] = useState<string>();
  const [refuse] = useState(() => (text: string): void => {
    beep(false);
    setSaid(text);
  });
  useSignal(desk.signal);
  const doors = useMemo(() => doorsOf(page), [page]);
  const { run, outlet } = useActions(page);
  const searched = useNarrowed();
  const added = object.floor?.given === true ? undefined : object.actions.add;
  const add = added !== undefined && page.can(added.right) ? added : undefined;
  const code = host.params.get('scan');
  useEffect(() => {
    if (code !== null) scans.read(code);
  }, [scans, code]);
  const begin = (scan?: string): void => {
    const url = host.urlOf(`${page.code}#edit`) ?? host.urlOf(`${object.object}#edit`);
    if (url !== undefined) host.openPage(`${url}?${new URLSearchParams({ floor: '1', ...(scan && { scan }) })}`);
    // what has no page of its own is made in a window
    else if (add !== undefined) void run(add, [], scan === undefined ? {} : { with: { scan } });
  };
  const leave = (): void => {
    const params = new URLSearchParams(host.params);
    params.delete('floor');
    host.setParams(params);
  };
  const take = (text: string): Promise<Echo> => takeCode({ page, host, desk, searched, add, begin }, text);
  const echo = useTaskScans(scans, take);
  useWedge(scans, active && isScanned, frame);
  useTaskKeys(desk, active, () => {
    if (said !== undefined) setSaid(undefined);
    else if (desk.narrow !== undefined) desk.narrowTo(undefined);
    else if (searched.name !== undefined) searched.all();
    else leave();
  });
  const { narrow, tasks } = desk;
  // what is only looked at is nobody's work
  const isWork = isScanned && object.storage === 'table';
  const hasFront = isWide && isWork;
  return (
    <div className={styles.floor} ref={frame}>
      <FloorBar title={object.floor?.title ?? page.title} offline={object.floor?.offline === true} onBack={leave} />
      {said !== undefined && <FloorSaid text={said} onRead={() => setSaid(undefined)} />}
      <FloorDoors doors={doors} onOpen={(door) => void run(door, [])} />
      <div className={styles.taskHead}>
        <b>
          {isWork ? '我的任务' : page.title} {desk.isReady && tasks.length}
        </b>
        {searched.name !== undefined && (
          <button type="button" onClick={searched.all}>
            {searched.name}，查看全部
          </button>
        )}
        {narrow !== undefined && (
          <button type="button" onClick={() => desk.narrowTo(undefined)}>
            {narrow.objectTitle} {narrow.code}，查看全部
          </button>
        )}
      </div>
      {desk.isReady && tasks.length === 0 && (
        <p className={styles.noTasks}>{takes !== undefined ? '本工位暂无任务，请联系班组长' : `暂无${page.title}`}</p>
      )}
      <div className={styles.desk} data-wide={hasFront}>
        <ul className={styles.tasks} aria-label="任务">
          <TaskCards page={page} desk={desk} onRefused={refuse} isBrief={hasFront} />
          {also.map((code) => (
            <AlsoTasks key={code} code={code} desk={desk} onRefused={refuse} isBrief={hasFront} />
          ))}
        </ul>
        {hasFront && desk.current !== undefined && <TaskFront task={desk.current} />}
      </div>
      <div className={styles.foot}>
        {isScanned && (
          <ScanBox hint={takes === undefined ? hintOf(page) : WORK} echo={echo} onRead={(text) => scans.read(text)} />
        )}
        {add !== undefined && (
          <button type="button" className={styles.submit} onClick={() => begin()}>
            <b>{add.title}</b>
          </button>
        )}
      </div>
      {outlet}
      <WarmPages page={page} />
    </div>
  );
}
/** room for the task in front beside the others */
const WIDE = '(min-width: 900px)';
const NONE: readonly string[] = [];
const WORK = '请扫码：工单、工序、设备、工牌';
const hintOf = (page: Page): string => {
  const { floor, fields } = page.object;
  const heads = (floor?.scan ?? []).flatMap((code) => fields[code]?.title ?? []);
  const named = [...heads, ...scannedTexts(page).map(({ title }) => title)];
  return named.length === 0 ? WORK : `请扫码：${named.join('、')}`;
};

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
