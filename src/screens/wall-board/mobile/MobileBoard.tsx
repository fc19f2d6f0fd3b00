/** 移动端看板 (domain 50 §5.8): the devices of whoever is signed in, or of a key, on a phone; it draws again when it is pulled down. */
import { useState } from 'react';
import { factoryTime } from '../../../../runtime/page/index';
import {
  MOBILE_ROWS,
  type MobileDevices,
  type MobileToday,
  type MobileWarning,
} from '../../../../schemas/language/wire-mobile';
import type { StateCount } from '../../../../schemas/language/wire-wall';
import { LOST_MS, useSecond, useWall } from '../use-wall';
import { count, percent, stateOf } from '../words';
import { DeviceList } from './DeviceList';
import { DeviceSheet } from './DeviceSheet';
import styles from './mobile.module.css';
import { Part } from './Part';
import { usePull } from './use-pull';
import { Warnings } from './Warnings';

const NOBODY = { device: null, unit: null };

export const MobileBoard = () => {
  const [state, setState] = useState<number>();
  const [find, setFind] = useState('');
  const [most, setMost] = useState(MOBILE_ROWS);
  const asked = { find, most: String(most), ...(state === undefined ? {} : { state: String(state) }) };
  const { wall, again } = useWall('mobile', NOBODY, String(new URLSearchParams(asked)));
  const { answer, isRefused, heardAt, skew } = wall;
  const [device, setDevice] = useState<string>();
  const now = useSecond();
  const narrow = (to: { readonly find?: string; readonly state?: number | undefined }): void => {
    if ('find' in to) setFind(to.find ?? '');
    if ('state' in to) setState(to.state);
    setMost(MOBILE_ROWS);
  };
  const isPulled = usePull(again);
  if (answer === undefined)
    return (
      <main className={styles.page}>
        <p className={styles.none} role="status">
          {isRefused ? '没有权限，请联系管理员' : '正在加载'}
        </p>
      </main>
    );
  const isLost = now - heardAt > LOST_MS;
  const over = isRefused
    ? '授权已失效，请联系管理员'
    : isLost
      ? `数据更新于${answer.asOf.slice(11, 19)}，网络中断`
      : undefined;
  const at = Date.parse(`${factoryTime(now + skew).replace(' ', 'T')}+08:00`) / 1000;
  return (
    <main className={styles.page} data-old={isRefused || isLost || undefined}>
      <header>
        <h1>{answer.title}</h1>
        <span>
          {answer.orgName}
          {answer.span.shift === null ? '' : ` · ${answer.span.shift}`}，截至 {answer.asOf.slice(11, 16)}
        </span>
      </header>
      {isPulled && (
        <p className={styles.note} role="status">
          松开刷新
        </p>
      )}
      {over !== undefined && (
        <p className={styles.over} role="alert">
          {over}
        </p>
      )}
      {answer.blocks.map(({ code, title }) => (
        <section key={code} className={styles.card} aria-label={title}>
          <h2>{title}</h2>
          <Part code={code} answer={answer}>
            {{
              mobileToday: (rows) => <Today today={rows as MobileToday} />,
              stateCount: (rows) => (
                <States rows={rows as readonly StateCount[]} chosen={state} onChoose={(to) => narrow({ state: to })} />
              ),
              deviceTiles: (rows) => (
                <DeviceList
                  found={rows as MobileDevices}
                  find={find}
                  now={at}
                  onFind={(text) => narrow({ find: text })}
                  onMore={() => setMost(most + MOBILE_ROWS)}
                  onOpen={setDevice}
                />
              ),
              mobileWarnings: (rows) => <Warnings rows={rows as readonly MobileWarning[]} now={at} onChanged={again} />,
            }}
          </Part>
        </section>
      ))}
      {device !== undefined && (
        <DeviceSheet key={device} device={device} now={at} onClose={() => setDevice(undefined)} />
      )}
    </main>
  );
};

const Today = ({ today }: { readonly today: MobileToday }) => (
  <ul className={styles.numbers}>
    {(
      [
        ['产量', `${count(today.number)} 件`],
        ['OEE', percent(today.oee)],
        ['稼动率', percent(today.utilisation)],
        ['合格率', percent(today.passRate)],
        ...(today.use === null ? [] : [['用电', `${count(today.use)} kWh`] as const]),
      ] as const
    ).map(([name, text]) => (
      <li key={name}>
        <span>{name}</span>
        <b>{text}</b>
      </li>
    ))}
  </ul>
);

interface StatesProps {
  readonly rows: readonly StateCount[];
  readonly chosen: number | undefined;
  readonly onChoose: (state: number | undefined) => void;
}
/** Touched, one of them narrows the list of devices; again, all are there. */
const States = ({ rows, chosen, onChoose }: StatesProps) => (
  <div className={styles.states}>
    {rows.map(({ state, count: devices }) => (
      <button
        key={state}
        type="button"
        aria-pressed={state === chosen}
        onClick={() => onChoose(state === chosen ? undefined : state)}
      >
        <i data-state={stateOf(state).look} />
        {stateOf(state).word}
        <b>{devices}</b>
      </button>
    ))}
  </div>
);
