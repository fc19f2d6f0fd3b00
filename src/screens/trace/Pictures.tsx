/** Operations of a work order from left to right, and what a resource worked on in the course of time. */
import { useMemo } from 'react';
import type { TraceEvent, TracePath, TraceReport, TraceResource } from '../../../schemas/language/wire-trace';
import styles from './trace.module.css';

export const Strip = ({ path }: { readonly path: TracePath }) =>
  path.ops.length === 0 ? (
    <p className={styles.none}>没有工序</p>
  ) : (
    <div className={styles.strips}>
      {path.orders.map((order) => (
        <section key={order.id} aria-label={order.nbr}>
          <h3>
            {order.nbr} {order.materialName} {order.docStatus}
          </h3>
          <ol className={styles.strip}>
            {path.ops
              .filter(({ workOrder }) => workOrder === order.nbr)
              .map((op) => (
                <li key={op.id} className={styles.step} data-alarm={op.scrap > 0 || undefined}>
                  <strong>
                    {op.opNbr} {op.process}
                  </strong>
                  <span>
                    转入 {op.inQty} → 合格 {op.good}
                  </span>
                  <span>
                    返工 {op.rework}，报废 {op.scrap}，待判 {op.pending}
                    {op.outQty > 0 ? `，外协 ${op.outQty}` : ''}
                  </span>
                  <span title={op.employees.join('、')}>{op.employees.join('、') || '--'}</span>
                  <span title={op.equipment.join('、')}>{op.equipment.join('、') || '--'}</span>
                  {op.sop !== null && <span title={op.sop}>{op.sop}</span>}
                  <span>
                    {op.from === null ? op.docStatus : `${op.from.slice(5, 16)} – ${op.to?.slice(5, 16) ?? ''}`}
                  </span>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );

interface Bar {
  readonly id: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
}
interface Lane {
  readonly key: string;
  readonly title: string;
  readonly tone: 'work' | 'stop' | 'check';
  readonly bars: readonly Bar[];
}
const ms = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
const HOUR = 3_600_000;
/** whole hours between ticks, the least that gives few enough */
const HOURS = [1, 2, 4, 6, 12, 24, 48, 96, 168] as const;
const TICKS = 8;
/** full hours of the factory */
const ticksOf = (begin: number, span: number): readonly number[] => {
  const step = (HOURS.find((hours) => span / (hours * HOUR) <= TICKS) ?? 168) * HOUR;
  const first = Math.ceil(begin / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((begin + span - first) / step) + 1) }, (_, n) => first + n * step);
};

/** A lane for each work order; below them when it stood, and what was checked. */
const lanesOf = ({ lanes, events, asOf }: TraceResource): readonly Lane[] => {
  const works = new Map<string, TraceReport[]>();
  for (const report of lanes) works.set(report.workOrder, [...(works.get(report.workOrder) ?? []), report]);
  const of = (sort: TraceEvent['sort']): readonly Bar[] =>
    events
      .filter((event) => event.sort === sort && event.at.length > 10)
      .map(({ id, at, to, what, result, nbr }) => ({
        id,
        from: at,
        to: sort === 'stop' ? (to ?? asOf) : at,
        text: [nbr, what, at, to === null ? null : `– ${to}`, result].filter(Boolean).join(' '),
      }));
  return [
    ...[...works].map(
      ([title, reports]): Lane => ({
        key: title,
        title,
        tone: 'work',
        bars: reports.map(({ id, nbr, from, to, qualifiedQty }) => ({
          id,
          from,
          to,
          text: `${nbr} ${from} – ${to} 合格${qualifiedQty}`,
        })),
      }),
    ),
    { key: 'stop', title: '停机', tone: 'stop', bars: of('stop') },
    { key: 'check', title: '检验', tone: 'check', bars: of('check') },
  ].filter(({ bars }): boolean => bars.length > 0) as readonly Lane[];
};

export const Lanes = ({ resource }: { readonly resource: TraceResource }) => {
  const { lanes, begin, span } = useMemo(() => {
    const found = lanesOf(resource);
    const bars = found.flatMap((lane) => lane.bars);
    const from = Math.min(...bars.map((bar) => ms(bar.from)));
    return { lanes: found, begin: from, span: Math.max(HOUR, Math.max(...bars.map((bar) => ms(bar.to))) - from) };
  }, [resource]);
  if (lanes.length === 0) return <p className={styles.none}>这段时间没有加工记录</p>;
  return (
    <ul className={styles.lanes} aria-label="时间泳道">
      <li className={styles.axis} aria-hidden="true">
        <span />
        <div>
          {ticksOf(begin, span).map((tick) => (
            <b key={tick} style={{ left: `${((tick - begin) / span) * 100}%` }}>
              {new Date(tick).toISOString().slice(5, 16).replace('T', ' ')}
            </b>
          ))}
        </div>
      </li>
      {lanes.map(({ key, title, tone, bars }) => (
        <li key={key} data-tone={tone}>
          <span title={title}>{title}</span>
          <div>
            {bars.map((bar) => (
              <i
                key={bar.id}
                title={bar.text}
                style={{
                  left: `${((ms(bar.from) - begin) / span) * 100}%`,
                  width: tone === 'check' ? undefined : `max(2px, ${((ms(bar.to) - ms(bar.from)) / span) * 100}%)`,
                }}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
};
