/** Below the chart: conflicts, the load of each day, the figures of the plan, and while something is dragged what it would change. */
import { Button, Tag } from 'antd';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import type { KpiDifference, PlanAnswer, PlanConflict } from '../../../schemas/language/wire-schedule';
import { taskName } from './chart/bars';
import type { ChartHandle } from './chart/Chart';
import { LEGENDS, LOAD_LEGEND } from './chart/colours';
import { dayLoads, toneOfLoad } from './chart/load';
import { DAY, dayOf, shortMoment, toMinute } from './chart/moment';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import { lockAll } from './use-wishes';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly chart: RefObject<ChartHandle | null>;
}
export const BottomPanel = ({ board, plan, chart }: Props) => {
  const [showsLoads, setShowsLoads] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const conflicts = showsAll ? plan.conflicts : plan.conflicts.slice(0, 1);
  return (
    <footer className={styles.bottom}>
      {showsLoads && <Loads board={board} plan={plan} />}
      {plan.conflicts.length > 0 && (
        <ul className={styles.conflicts} aria-label="冲突">
          {conflicts.map((conflict, at) => (
            <Conflict
              key={`${conflict.taskId}${conflict.text}`}
              conflict={conflict}
              count={at === 0 ? plan.conflicts.length : 0}
              board={board}
              chart={chart}
              more={
                at === 0 && plan.conflicts.length > 1 ? (
                  <Button type="link" size="small" onClick={() => setShowsAll(!showsAll)}>
                    {showsAll ? '收起' : '全部'}
                  </Button>
                ) : null
              }
            />
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <Ghosted board={board} plan={plan} />
        <span className={styles.grow} />
        <Legend board={board} plan={plan} />
        <Button type="link" size="small" aria-expanded={showsLoads} onClick={() => setShowsLoads(!showsLoads)}>
          {showsLoads ? '收起负荷' : '每日负荷'}
        </Button>
      </div>
    </footer>
  );
};

const Conflict = ({
  conflict: { taskId, text },
  count,
  board,
  chart,
  more,
}: {
  readonly conflict: PlanConflict;
  readonly count: number;
  readonly board: Board;
  readonly chart: RefObject<ChartHandle | null>;
  readonly more: React.ReactNode;
}) => {
  const bar = board.bars.find(({ id }) => id === taskId);
  return (
    <li>
      {count > 0 ? <Tag color="error">冲突 {count}</Tag> : <span className={styles.indent} />}
      <span title={text}>
        {bar === undefined || text.includes(bar.task.workOrderNbr) ? text : `${taskName(bar.task)}：${text}`}
      </span>
      {more}
      {bar !== undefined && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            board.setChosen(new Set([taskId]));
            chart.current?.showTask(taskId);
          }}
        >
          定位
        </Button>
      )}
      {bar?.task.locked === true && board.can('lock') && (
        <Button type="link" size="small" disabled={board.changes.busy} onClick={() => lockAll(board, [taskId])}>
          解锁
        </Button>
      )}
    </li>
  );
};

const one = (value: number): string => String(Math.round(value * 10) / 10);
/** Figures of the plan; while a ghost is shown, what letting go would change of them. */
const Ghosted = ({ board, plan }: { readonly board: Board; readonly plan: PlanAnswer }) => {
  const dragged = useSyncExternalStore(board.dragDesk.subscribe, board.dragDesk.current);
  if (dragged?.place != null) {
    const { refusal, answer } = dragged;
    return (
      <output className={styles.kpi} data-tone={refusal === null ? undefined : 'bad'} aria-live="polite">
        {refusal ?? (answer === null ? '放下前试算…' : changeText(answer.difference, answer.moved.length))}
        <small>Enter 放下，Esc 取消</small>
      </output>
    );
  }
  const { kpi } = plan;
  const used = Object.values(kpi.utilisation);
  const mean = used.length === 0 ? null : used.reduce((sum, value) => sum + value, 0) / used.length;
  const end = board.bars.reduce((latest, bar) => Math.max(latest, bar.end), 0);
  return (
    <output className={styles.kpi} aria-label="计划指标">
      <span>
        延误 <b>{kpi.lateOrders}</b> 单，<b>{one(kpi.tardinessHours)}</b> 时
      </span>
      <span>
        换型 <b>{one(kpi.setupHours)}</b> 时
      </span>
      {mean !== null && (
        <span>
          负荷 <b>{Math.round(mean)} %</b>
        </span>
      )}
      {end > 0 && (
        <span>
          完工 <b>{shortMoment(end)}</b>
        </span>
      )}
    </output>
  );
};
export const changeText = (difference: KpiDifference, moved: number): string => {
  const parts = (
    [
      ['延误', difference.lateOrders, '单'],
      ['延误', difference.tardinessHours, '时'],
      ['换型', difference.setupHours, '时'],
      ['总工期', difference.makespanHours, '时'],
    ] as const
  ).flatMap(([title, value, unit]) =>
    Math.abs(value) < 0.05 ? [] : [`${title} ${value > 0 ? '+' : '−'}${one(Math.abs(value))} ${unit}`],
  );
  return `移动 ${moved} 个任务，${parts.length === 0 ? '指标不变' : parts.join('，')}`;
};

const Legend = ({ board, plan }: { readonly board: Board; readonly plan: PlanAnswer }) => {
  const confirmed = plan.tasks.filter(({ status }) => status === 1).length;
  const isLoad = board.address.view === 'load';
  const hues = (isLoad ? LOAD_LEGEND : LEGENDS[board.colourBy]).map(({ hue, text }) => (
    <span key={text}>
      <i data-hue={hue} />
      {text}
    </span>
  ));
  if (isLoad) return <span className={styles.legend}>{hues}</span>;
  return (
    <span className={styles.legend}>
      {hues}
      <span>
        <i data-look="solid" />
        已确认 {confirmed}
      </span>
      <span>
        <i data-look="light" />
        计划 {plan.tasks.length - confirmed}
      </span>
      <span>
        <i data-look="setup" />
        准备
      </span>
    </span>
  );
};

/** Each day of the chart: of the resource of the chosen task, else of all. */
const Loads = ({ board, plan }: { readonly board: Board; readonly plan: PlanAnswer }) => {
  const bar = board.bars.find(({ id }) => board.chosen.has(id));
  const resource = plan.resources.find(({ id }) => id === bar?.task.resourceId);
  const days: string[] = [];
  for (let day = toMinute(board.address.from); day <= toMinute(board.address.to); day += DAY) days.push(dayOf(day));
  const loads = dayLoads(plan.loads, days, resource === undefined ? null : new Set([resource.id]));
  return (
    <figure className={styles.loads} aria-label="每日负荷">
      <figcaption>{resource === undefined ? '全部资源' : `${resource.code} ${resource.name}`} 每日负荷</figcaption>
      <ol>
        {loads.map(({ day, load, plannedMin, availableMin }) => (
          <li key={day} title={`${day} 计划 ${plannedMin} 分 ÷ 可用 ${availableMin} 分`} data-tone={toneOfLoad(load)}>
            <span>{load === null ? '' : `${Math.round(load)}`}</span>
            <i style={{ height: `${Math.min(100, load ?? 0)}%` }} />
            <small>{day.slice(8)}</small>
          </li>
        ))}
      </ol>
    </figure>
  );
};
