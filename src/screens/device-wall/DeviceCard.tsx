/** A device at a glance: grey and white while all is well, red when it calls (look §1). */
import { memo, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../runtime/page/index';
import type { DeviceLive, LiveParam } from '../../../schemas/language/wire-device';
import styles from './card.module.css';
import { edge, Since, StateWord } from './State';
import { cycle, NONE, OFFLINE, percent, RUNNING, stateTitle } from './words';

interface Props {
  readonly device: DeviceLive;
  readonly mayReason: boolean;
  readonly onOpen: (id: string) => void;
  readonly onReason: (id: string) => void;
}
export const DeviceCard = memo(({ device, mayReason, onOpen, onReason }: Props) => {
  const { id, code, name, state, number, plan, material, workOrderNbr, employee } = device;
  const [alarm] = device.alarms;
  const counts = workOrderNbr !== null || number > 0;
  const share = counts && plan !== null && plan > 0 ? Math.round((number / plan) * 100) : null;
  return (
    <article
      className={styles.card}
      data-device={id}
      data-alarm={alarm !== undefined || undefined}
      style={edge(state)}
      aria-label={`${code} ${name}`}
    >
      <header>
        <Icon name="device" />
        <button type="button" className={styles.open} onClick={() => onOpen(id)}>
          {code}
        </button>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <Bars online={device.online} />
        <StateWord state={state} />
        <Since since={device.since} />
      </header>
      <div className={styles.work}>
        {workOrderNbr === null ? (
          <span className={styles.faint}>无工单</span>
        ) : (
          <span title={employee === null ? workOrderNbr : `${workOrderNbr} ${employee}`}>
            {workOrderNbr}
            {employee !== null && <em> {employee}</em>}
          </span>
        )}
        {material !== null && <b title={material.name}>{`${material.code} ${material.name}`}</b>}
      </div>
      <div className={styles.made}>
        <span>
          {counts ? <Flash value={number} /> : <b>{NONE}</b>}
          {counts && plan !== null && ` / ${plan} 件`}
        </span>
        <span>{share === null ? '' : `${share} %`}</span>
        <span>稼动 {percent(device.utilisation)}</span>
      </div>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(share ?? 0, 100)}%` }} />
      </div>
      <footer>
        <Foot device={device} mayReason={mayReason} onReason={onReason} />
      </footer>
    </article>
  );
});

const Foot = ({ device, mayReason, onReason }: Omit<Props, 'onOpen'>) => {
  const { id, alarms, state, reason, lastAt, params, cycleSec, stdCycleSec, online } = device;
  const [alarm] = alarms;
  const stands = state !== null && state !== RUNNING;
  // of 维修 and 保养 their document tells
  const isAsked = state === '2' || state === '3' || state === '4';
  const ask = isAsked && reason === null && mayReason && (
    <button type="button" onClick={() => onReason(id)}>
      填写原因
    </button>
  );
  if (alarm !== undefined)
    return (
      <>
        <span title={alarms.map(({ text }) => text).join('；')}>
          {alarm.text}
          {alarm.openAt !== null && `，${alarm.openAt.slice(11, 16)} 起`}
          {alarms.length > 1 && `，共${alarms.length}条`}
        </span>
        {ask}
      </>
    );
  if (state === OFFLINE || online === false)
    return <span>{lastAt === null ? '无数据' : `无数据，最后 ${lastAt.slice(11, 16)}`}</span>;
  if (stands)
    return (
      <>
        <span>{reason ?? (isAsked ? '未填原因' : stateTitle(state))}</span>
        {ask}
      </>
    );
  const shown = params.map((param) => <Param key={param.id} param={param} />);
  if (cycleSec !== null) shown.push(<span key="cycle">{`节拍 ${cycle(cycleSec)} / ${cycle(stdCycleSec)}`}</span>);
  return shown.length > 0 ? shown : <span className={styles.faint}>没有参数</span>;
};
const Param = ({ param }: { readonly param: LiveParam }) => {
  const { name, value, unit, stale, at, band } = param;
  return (
    <span
      data-stale={stale || undefined}
      data-band={band ?? undefined}
      title={at === null ? name : `${name}，${at.slice(11)} 采集`}
    >
      {`${name} ${value ?? NONE}${value === null || unit === null ? '' : ` ${unit}`}`}
      {stale && at !== null && ' ⏱'}
      {band !== null && (band === 'high' ? ' 偏高' : ' 偏低')}
    </span>
  );
};

const Bars = ({ online }: { readonly online: boolean | null }) =>
  online === null ? null : (
    <i className={styles.bars} data-on={online || undefined} role="img" aria-label={online ? '已连接' : '连接中断'}>
      <s />
      <s />
      <s />
    </i>
  );

const FLASH_MS = 900;
/** A number that changed is lit once. */
const Flash = ({ value }: { readonly value: number }) => {
  const before = useRef(value);
  const [lit, setLit] = useState(false);
  useEffect(() => {
    if (before.current === value) return undefined;
    before.current = value;
    setLit(true);
    const timer = setTimeout(() => setLit(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <b className={styles.number} data-lit={lit || undefined}>
      {value}
    </b>
  );
};
