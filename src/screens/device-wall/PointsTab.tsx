/** All signals of a device as they are now, and the course of the one that is chosen. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { factoryTime, useHost } from '../../../runtime/page/index';
import type { DeviceLive, LivePoint } from '../../../schemas/language/wire-device';
import { Curve } from './Curve';
import { wallCalls } from './calls';
import styles from './drawer.module.css';
import { None } from './None';
import table from './table.module.css';
import { cycle, NONE, percent } from './words';

const AGAIN_MS = 5_000;
const CURVE_MS = 15_000;
const HOUR_MS = 3_600_000;
const SPANS = [
  { value: 1, label: '1小时' },
  { value: 8, label: '8小时' },
  { value: 24, label: '24小时' },
];
const QUALITY: Readonly<Record<number, string>> = { 1: '可疑', 2: '坏', 3: '估算' };

export const PointsTab = ({ device }: { readonly device: DeviceLive }) => {
  const { active } = useHost();
  const { data: points, error } = useQuery({
    queryKey: ['deviceWall', 'points', device.id],
    enabled: active,
    queryFn: () => wallCalls.points(device.id),
    refetchInterval: active ? AGAIN_MS : false,
  });
  const [chosen, choose] = useState<string>();
  const drawn = (points ?? []).filter(hasCourse);
  const point =
    drawn.find(({ id }) => id === chosen) ?? drawn.find(({ id }) => id === device.params[0]?.id) ?? drawn[0];
  return (
    <div className={styles.tab}>
      <dl className={styles.facts}>
        <Fact title="工单" text={device.workOrderNbr} />
        <Fact title="产品" text={device.material && `${device.material.code} ${device.material.name}`} />
        <Fact title="人员" text={device.employee} />
        <Fact title="产量 / 计划" text={`${device.number} / ${device.plan ?? NONE}`} />
        <Fact title="不良" text={String(device.unqualifiedQty)} />
        <Fact title="节拍 / 标准" text={`${cycle(device.cycleSec)} / ${cycle(device.stdCycleSec)}`} />
        <Fact title="稼动率" text={percent(device.utilisation)} />
        <Fact title="停机原因" text={device.reason} />
      </dl>
      {device.alarms.map(({ id, text, openAt }) => (
        <p key={id} className={styles.alarm} role="alert">
          {text}
          {openAt !== null && `，${openAt.slice(5, 16)} 起`}
        </p>
      ))}
      {error !== null && points === undefined && <None>{error.message}</None>}
      {points?.length === 0 && <None>该设备没有配置点位</None>}
      {point !== undefined && <Course point={point} />}
      {points !== undefined && points.length > 0 && (
        <table className={table.table} aria-label="点位">
          <thead>
            <tr>
              <th>点位</th>
              <th className={table.right}>当前值</th>
              <th>限值</th>
              <th>采集时间</th>
            </tr>
          </thead>
          <tbody>
            {points.map((row) => (
              <Signal key={row.id} row={row} isOn={row.id === point?.id} onChoose={() => choose(row.id)} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};
/** One of several in a value has no course of its own. */
const hasCourse = ({ isBit, value }: LivePoint): boolean => !isBit && typeof value !== 'string';

const Fact = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <div>
    <dt>{title}</dt>
    <dd title={text ?? undefined}>{text ?? NONE}</dd>
  </div>
);

interface SignalProps {
  readonly row: LivePoint;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}
const Signal = ({ row, isOn, onChoose }: SignalProps) => {
  const { name, value, unit, q, at, low, high, band, stale } = row;
  return (
    <tr data-on={isOn || undefined}>
      <td>
        {hasCourse(row) ? (
          <button type="button" className={table.link} aria-pressed={isOn} onClick={onChoose}>
            {name}
          </button>
        ) : (
          name
        )}
      </td>
      <td className={table.right} data-band={band ?? undefined} data-stale={stale || undefined}>
        {`${value ?? NONE}${value === null || unit === null ? '' : ` ${unit}`}`}
        {band !== null && (band === 'high' ? ' 偏高' : ' 偏低')}
        {q !== null && QUALITY[q] !== undefined && ` ${QUALITY[q]}`}
      </td>
      <td>{low === null && high === null ? '' : `${low ?? ''}～${high ?? ''}`}</td>
      <td data-stale={stale || undefined}>
        {at === null ? '无数据' : at.slice(5)}
        {stale && at !== null && ' ⏱'}
      </td>
    </tr>
  );
};

const Course = ({ point }: { readonly point: LivePoint }) => {
  const { active, session } = useHost();
  const [hours, setHours] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['deviceWall', 'course', point.point, hours],
    enabled: active,
    queryFn: async () => {
      const to = session.now();
      const from = to - hours * HOUR_MS;
      const span = { from: factoryTime(from), to: factoryTime(to) };
      const [found] = await wallCalls.history(point.point, span);
      return { from, to, values: found?.values ?? [] };
    },
    placeholderData: keepPreviousData,
    refetchInterval: active ? CURVE_MS : false,
  });
  return (
    <section className={styles.course} aria-label={`${point.name}曲线`}>
      <header>
        <b>{`${point.name}${point.unit === null ? '' : `（${point.unit}）`}`}</b>
        <Segmented aria-label="时间范围" size="small" value={hours} options={SPANS} onChange={setHours} />
      </header>
      {data !== undefined && data.values.length > 0 ? (
        <Curve point={point} {...data} />
      ) : (
        <None>{error?.message ?? (data === undefined ? '加载中…' : '这段时间没有数据')}</None>
      )}
    </section>
  );
};
