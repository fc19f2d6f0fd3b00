/** Blocks of 设备实时大屏: one device, its parameters against their limits, what it made and what it called for. */
import type {
  RealtimeAlarm,
  RealtimeCount,
  RealtimeCurve,
  RealtimeDevice,
  RealtimeGauge,
  RealtimeHour,
} from '../../../../schemas/language/wire-realtime';
import type { Targets } from '../../../../schemas/language/wire-wall';
import { gaugeOf } from '../gauge';
import { around, ticksTo } from '../scale';
import styles from '../wall.module.css';
import { clockOf, count, lastsSince, percent, stateOf } from '../words';
import { toneOf } from './Numbers';
import { Columns, Legend, Lines } from './Plot';

export const Device = ({ device, now }: { readonly device: RealtimeDevice; readonly now: number }) => {
  const { code, name, state, since, reason, order, op, material, employee, startAt, sop } = device;
  const { cycleSec, stdCycleSec } = device;
  const { word, look } = stateOf(state);
  const facts: readonly (readonly [name: string, text: string | null])[] = [
    ['工单', order === null ? '无工单' : `${order}${op === null ? '' : ` 工序 ${op}`}`],
    ['产品', material],
    ['操作员', employee],
    ['开工时间', startAt?.slice(5, 16) ?? null],
    ['作业指导书', sop === null ? null : `${sop.code} ${sop.revision}`],
    ['实际节拍', cycleSec === null ? null : `${count(cycleSec)} 秒`],
    ['标准节拍', stdCycleSec === null ? null : `${count(stdCycleSec)} 秒`],
  ];
  return (
    <div className={styles.device}>
      <b>{code}</b>
      <span>{name}</span>
      <p data-state={look}>
        <strong>{word}</strong>
        <span>{since === null ? '' : lastsSince(since, now)}</span>
      </p>
      {reason !== null && <span>{reason}</span>}
      <dl>
        {facts.flatMap(([name, text]) =>
          text === null
            ? []
            : [
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>,
              ],
        )}
      </dl>
    </div>
  );
};

export const Gauges = ({ rows }: { readonly rows: readonly RealtimeGauge[] }) => (
  <ul className={styles.gauges}>
    {rows.map((row) => {
      const { id, name, value, unit, decimals, band, low, high, stale, at } = row;
      const bar = gaugeOf(row);
      return (
        <li key={id} data-stale={stale || undefined} data-out={band ?? undefined}>
          <span>{name}</span>
          <strong>
            {typeof value === 'number' ? value.toFixed(decimals) : (value ?? '--')}
            {unit !== null && <small>{unit}</small>}
          </strong>
          {bar !== null && (
            <div className={styles.gauge}>
              <i style={{ left: `${bar.from}%`, right: `${100 - bar.to}%` }} />
              <em style={{ left: `${bar.at}%` }} />
            </div>
          )}
          <small>{stale ? `⏱ ${at === null ? '无数据' : at.slice(5)}` : limitText(low, high)}</small>
        </li>
      );
    })}
  </ul>
);
const limitText = (low: number | null, high: number | null): string =>
  low !== null && high !== null ? `${low} ~ ${high}` : high !== null ? `≤ ${high}` : low !== null ? `≥ ${low}` : '';

/** names stand in the middle of their third: 5, 15 and 25 minutes after the beginning */
const MARKS = [1 / 6, 3 / 6, 5 / 6];
export const Curves = ({ rows }: { readonly rows: readonly RealtimeCurve[] }) => (
  <div className={styles.curves}>
    {rows.map(({ name, unit, low, high, from, to, values }) => {
      const [bottom, top] = around(values.map(([, value]) => value));
      const x = (at: number): number => (at - from) / (to - from);
      const limits = [low, high].flatMap((limit) =>
        limit !== null && limit >= bottom && limit <= top
          ? [
              {
                key: `limit ${limit}`,
                look: 'limit',
                isDashed: true,
                points: [
                  { x: 0, y: limit },
                  { x: 1, y: limit },
                ],
              },
            ]
          : [],
      );
      return (
        <figure key={name}>
          <figcaption>
            {name} {unit}
          </figcaption>
          {values.length === 0 ? (
            <p className={styles.none}>暂无数据</p>
          ) : (
            <Lines
              ticks={[bottom, (bottom + top) / 2, top]}
              names={MARKS.map((part) => clockOf(from + part * (to - from)))}
              lines={[
                ...limits,
                { key: 'value', look: 'main', points: values.map(([at, value]) => ({ x: x(at), y: value })) },
              ]}
            />
          )}
        </figure>
      );
    })}
  </div>
);

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;
export const Counted = ({ count: made, targets }: { readonly count: RealtimeCount; readonly targets: Targets }) => {
  const { number, plan, bad, passRate, utilisation, power, use } = made;
  const part = plan === null || plan <= 0 ? 0 : Math.min(1, number / plan) * ROUND;
  const facts: readonly (readonly [name: string, text: string, tone?: 'warn' | 'bad' | undefined])[] = [
    ['合格率', percent(passRate), passRate === null ? undefined : toneOf(passRate, targets.passRate)],
    ['不良', `${count(bad)} 件`],
    ['稼动率', percent(utilisation), utilisation === null ? undefined : toneOf(utilisation, targets.utilisation)],
    ...(power === null ? [] : ([['功率', `${count(power)} kW`]] as const)),
    ...(use === null ? [] : ([['今日用电', `${count(use)} kWh`]] as const)),
  ];
  return (
    <div className={styles.hours}>
      <svg viewBox="0 0 100 100" role="img" aria-label={`产量 ${number}，计划 ${plan ?? '无'}`}>
        <circle cx="50" cy="50" r={RADIUS} data-stroke="track" />
        <circle cx="50" cy="50" r={RADIUS} data-stroke="run" strokeDasharray={`${part} ${ROUND - part}`} />
        <text x="50" y="52">
          {count(number)}
        </text>
        <text x="50" y="68" data-small="">
          {plan === null ? '无计划' : `/ ${count(plan)}`}
        </text>
      </svg>
      <ul className={styles.facts}>
        {facts.map(([name, text, tone]) => (
          <li key={name} data-tone={tone}>
            <span>{name}</span>
            <b>{text}</b>
          </li>
        ))}
      </ul>
    </div>
  );
};

export const HourOutput = ({ rows }: { readonly rows: readonly RealtimeHour[] }) => {
  const every = Math.max(1, Math.ceil(rows.length / 6));
  return (
    <>
      <Legend
        items={[
          ['main', '实际'],
          ['plan', '标准'],
        ]}
      />
      <Columns
        ticks={ticksTo(Math.max(...rows.map(({ number, standard }) => Math.max(number, standard))) * 1.1)}
        rows={rows.map(({ at, number, standard }, n) => ({
          ...{ key: String(at), name: n % every === 0 ? clockOf(at) : '', plan: standard },
          parts: [{ look: standard > 0 && number < standard ? 'short' : 'main', value: number }],
        }))}
      />
    </>
  );
};

export const Alarms = ({ rows }: { readonly rows: readonly RealtimeAlarm[] }) => (
  <ul className={styles.warnings}>
    {rows.map(({ level, text, openAt, endAt }) => (
      <li key={`${openAt} ${text}`} data-level={level}>
        <b>{text}</b>
        <span>{endAt === null ? '未恢复' : '已恢复'}</span>
        <span>
          {openAt.slice(5, 16)}
          {endAt !== null && ` 至 ${endAt.slice(5, 16)}`}
        </span>
      </li>
    ))}
  </ul>
);
