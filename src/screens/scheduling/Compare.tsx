/** 方案对比: the figures of the live plan and of the scenario, the orders whose finish changes, and taking it. */
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import type { CompareAnswer, PlanAnswer } from '../../../schemas/language/wire-schedule';
import { isStale, said, scheduleCalls } from './calls';
import { shortMoment, spanText, toMinute } from './chart/moment';
import styles from './scheduling.module.css';
import type { Board } from './use-board';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly id: string;
}
export const Compare = ({ board, plan, id }: Props) => {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const scenario = board.scenarios.data?.find((other) => other.id === id);
  const { data, error, refetch } = useQuery({
    queryKey: ['object', 'scheduleScenario', 'compare', id, plan.planVersion],
    queryFn: () => scheduleCalls.compare(id),
    enabled: scenario?.kpi !== null && scenario !== undefined,
  });
  const adopt = async (): Promise<void> => {
    if (scenario === undefined || busy) return;
    const asked = `采用方案「${scenario.name}」将替换当前计划中未确认且未锁定的任务，是否继续？`;
    if (!(await board.feedback.confirm(asked))) return;
    setBusy(true);
    try {
      await scheduleCalls.adopt({ id, planVersion: scenario.baseVersion });
      board.feedback.success(`已采用方案「${scenario.name}」`);
      board.readdress({ scenario: null });
      await board.scenarios.refetch();
    } catch (cause) {
      if (isStale(cause)) void refetch();
      board.feedback.error(said(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="方案对比">
      <h3>方案对比</h3>
      {scenario !== undefined && scenario.kpi === null ? (
        <p className={styles.hint}>方案「{scenario.name}」还没有计算，请点自动排产</p>
      ) : error !== null ? (
        <p className={styles.hint}>{said(error)}</p>
      ) : data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <>
          <Figures answer={data} name={scenario?.name ?? ''} />
          <div className={styles.taskActs}>
            <Button size="small" disabled={data.orders.length === 0} onClick={() => setOpen(!open)}>
              {open ? '收起变化' : `看 ${data.orders.length} 单变化`}
            </Button>
            {board.can('adopt') && (
              <Button
                size="small"
                type="primary"
                ghost
                loading={busy}
                disabled={board.run.running}
                onClick={() => void adopt()}
              >
                采用
              </Button>
            )}
          </div>
          {open && <Orders answer={data} />}
        </>
      )}
    </section>
  );
};

interface Line {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly difference: number;
  readonly text: string;
}
/** To a tenth; what rounds to nothing has no sign and no tone. */
const tenths = (value: number): number => Math.round(value * 10) / 10;
const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;
export const linesOf = ({ before, after, difference }: CompareAnswer): readonly Line[] =>
  (
    [
      ['延误订单', 'lateOrders', '单'],
      ['延误', 'tardinessHours', '时'],
      ['加权延误', 'weighted', ''],
      ['换型', 'setupHours', '时'],
      ['总工期', 'makespanHours', '时'],
    ] as const
  ).map(([title, key, unit]) => ({
    title,
    before: `${tenths(before[key])} ${unit}`.trim(),
    after: `${tenths(after[key])} ${unit}`.trim(),
    difference: tenths(difference[key]),
    text: signed(tenths(difference[key])),
  }));

const Figures = ({ answer, name }: { readonly answer: CompareAnswer; readonly name: string }) => (
  <table className={styles.compare}>
    <thead>
      <tr>
        <td />
        <th scope="col">当前计划</th>
        <th scope="col" title={name}>
          {name}
        </th>
        <th scope="col">差异</th>
      </tr>
    </thead>
    <tbody>
      {linesOf(answer).map(({ title, before, after, difference, text }) => (
        <tr key={title}>
          <th scope="row">{title}</th>
          <td>{before}</td>
          <td>{after}</td>
          <td data-tone={difference > 0 ? 'bad' : difference < 0 ? 'ok' : undefined}>{text}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
const Orders = ({ answer }: { readonly answer: CompareAnswer }) => (
  <table className={styles.compare} aria-label="完工变化的工单">
    <thead>
      <tr>
        <th scope="col">工单</th>
        <th scope="col">原完工</th>
        <th scope="col">新完工</th>
        <th scope="col">差异</th>
      </tr>
    </thead>
    <tbody>
      {answer.orders.map((order) => (
        <tr key={order.workOrderId}>
          <th scope="row" title={order.materialName}>
            {order.nbr}
          </th>
          <td>{order.before === null ? '未排' : shortMoment(toMinute(order.before))}</td>
          <td data-tone={order.lateAfterMin > 0 ? 'bad' : undefined}>
            {order.after === null ? '未排' : shortMoment(toMinute(order.after))}
          </td>
          <td data-tone={(order.differenceMin ?? 0) > 0 ? 'bad' : 'ok'}>
            {order.differenceMin === null
              ? ''
              : `${order.differenceMin > 0 ? '晚' : '早'} ${spanText(order.differenceMin)}`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
