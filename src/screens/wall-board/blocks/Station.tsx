/** Blocks of 设备工位看板: read from a few steps away, touched with gloves. */
import { useState } from 'react';
import type { StationCount, StationNext, StationState, StationWork } from '../../../../schemas/language/wire-station';
import styles from '../wall.module.css';
import { count, lastsSince, minutes, stateOf } from '../words';
import { Pictures } from './Pictures';
import { StopReason } from './StopReason';

export const StateBand = ({ device, now }: { readonly device: StationState; readonly now: number }) => {
  const [isAsked, setAsked] = useState(false);
  const { code, name, state, since, reason, canSay, employee, alarm } = device;
  const { word, look } = stateOf(state);
  const handleClose = (): void => setAsked(false);
  return (
    <div className={styles.stationBand} data-band={look}>
      <p>
        <b>{code}</b>
        <span>{[name, employee].filter(Boolean).join(' · ')}</span>
      </p>
      <p>
        <strong>{word}</strong>
        <span>{since === null ? '' : lastsSince(since, now)}</span>
      </p>
      <p>
        <b>{canSay ? (reason ?? '原因未说明') : ''}</b>
        {alarm !== null && <span className={styles.alarm}>{alarm.text}</span>}
      </p>
      {canSay && (
        <button type="button" className={styles.touch} onClick={() => setAsked(true)}>
          停机原因
        </button>
      )}
      {isAsked && <StopReason device={code} onClose={handleClose} />}
    </div>
  );
};

export const StationOrder = ({ work }: { readonly work: StationWork }) => {
  const [isOpen, setOpen] = useState(false);
  const { order, op, material, startAt, picture, sop, ready } = work;
  const facts: readonly (readonly [name: string, text: string, tone?: 'bad' | undefined])[] = [
    ['工单', order === null ? '无工单' : `${order}${op === null ? '' : ` 工序 ${op}`}`],
    ['开工时间', startAt?.slice(5, 16) ?? '--'],
    ['物料', ready === null ? '未检查' : ready === 'ready' ? '已齐套' : '缺料', ready === 'short' ? 'bad' : undefined],
    ['作业指导书', sop === null ? '无' : `${sop.code} ${sop.revision}`],
  ];
  return (
    <div className={styles.stationWork}>
      <div>
        <b>{material ?? '没有在做的产品'}</b>
        <dl>
          {facts.map(([name, text, tone]) => (
            <div key={name} data-tone={tone}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {sop !== null && sop.pictures.length > 0 && (
          <button type="button" className={styles.touch} onClick={() => setOpen(true)}>
            看图纸
          </button>
        )}
      </div>
      {picture !== null && <img src={picture} alt={material ?? ''} />}
      {isOpen && sop !== null && (
        <Pictures title={`${sop.code} ${sop.revision}`} pictures={sop.pictures} onClose={() => setOpen(false)} />
      )}
    </div>
  );
};

export const StationNumbers = ({ made }: { readonly made: StationCount }) => {
  const { plan, number, good, bad, hourDone, hourTarget, pace, remaining, remainMin } = made;
  const behind = hourTarget !== null && hourDone < hourTarget;
  const left = remaining === 0 ? '已完成' : remainMin === null ? '--' : minutes(remainMin);
  return (
    <div className={styles.stationCount}>
      <ul>
        {(
          [
            ['计划', plan === null ? '--' : count(plan)],
            ['完成', count(number)],
            ['合格', count(good)],
            ['不良', count(bad), bad > 0 ? 'bad' : undefined],
          ] as const
        ).map(([name, text, tone]) => (
          <li key={name} data-tone={tone}>
            <span>{name}</span>
            <strong>{text}</strong>
          </li>
        ))}
      </ul>
      <span className={styles.bar}>
        <i style={{ width: `${plan ? Math.min(100, (number / plan) * 100) : 0}%` }} />
      </span>
      <ul>
        <li data-tone={behind ? 'warn' : undefined}>
          <span>本小时</span>
          <b>
            {count(hourDone)} / {hourTarget === null ? '--' : count(hourTarget)}
          </b>
        </li>
        <li>
          <span>近 30 分钟</span>
          <b>{pace === null ? '--' : `${count(pace)} 件/时`}</b>
        </li>
        <li>
          <span>剩余时间</span>
          <b>{left}</b>
        </li>
      </ul>
    </div>
  );
};

export const StationQueue = ({ rows }: { readonly rows: readonly StationNext[] }) => (
  <ul className={styles.lined}>
    {rows.map(({ nbr, order, op, product, qty, start }) => (
      <li key={nbr} className={styles.pair}>
        <b>{product ?? nbr}</b>
        <b>{count(qty)} 件</b>
        <small>
          {order ?? nbr}
          {op === null ? '' : ` 工序 ${op}`}
        </small>
        <small>{start === null ? '未排时间' : start.slice(5)}</small>
      </li>
    ))}
  </ul>
);
