/** Operations of a work order from left to right, and what a resource worked on in the course of time. */
import { useMemo } from 'react';
import type { TracePath, TraceReport, TraceResource } from '../../../schemas/language/wire-trace';
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
                  </span>
                  <span title={op.employees.join('、')}>{op.employees.join('、') || '--'}</span>
                  <span title={op.equipment.join('、')}>{op.equipment.join('、') || '--'}</span>
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

interface Lane {
  readonly workOrder: string;
  readonly bars: readonly TraceReport[];
}
const ms = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);

export const Lanes = ({ resource }: { readonly resource: TraceResource }) => {
  const { lanes, begin, span } = useMemo(() => {
    const byOrder = new Map<string, TraceReport[]>();
    for (const report of resource.lanes)
      byOrder.set(report.workOrder, [...(byOrder.get(report.workOrder) ?? []), report]);
    const from = Math.min(...resource.lanes.map((report) => ms(report.from)));
    const to = Math.max(...resource.lanes.map((report) => ms(report.to)));
    const found: readonly Lane[] = [...byOrder].map(([workOrder, bars]) => ({ workOrder, bars }));
    return { lanes: found, begin: from, span: Math.max(1, to - from) };
  }, [resource]);
  if (lanes.length === 0) return <p className={styles.none}>这段时间没有加工记录</p>;
  return (
    <ul className={styles.lanes}>
      {lanes.map(({ workOrder, bars }) => (
        <li key={workOrder}>
          <span>{workOrder}</span>
          <div>
            {bars.map((bar) => (
              <i
                key={bar.id}
                title={`${bar.nbr} ${bar.from} – ${bar.to} 合格${bar.qualifiedQty}`}
                style={{
                  left: `${((ms(bar.from) - begin) / span) * 100}%`,
                  width: `max(2px, ${((ms(bar.to) - ms(bar.from)) / span) * 100}%)`,
                }}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
};
