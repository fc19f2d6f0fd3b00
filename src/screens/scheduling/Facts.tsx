/** The chosen task: what it is, why it stands there, where else it could, what one may do with it. In a scenario: what that changes. */
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import type { RefObject } from 'react';
import { Icon, useHost } from '../../../runtime/page/index';
import type { Alternative, PlanAnswer, PlanTask } from '../../../schemas/language/wire-schedule';
import { Compare } from './Compare';
import { said, scheduleCalls } from './calls';
import { type Bar, taskName } from './chart/bars';
import type { ChartHandle } from './chart/Chart';
import { mayTake } from './chart/drag';
import { shortMoment, spanText, toMinute } from './chart/moment';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import { confirmAll, lockAll } from './use-wishes';
import type { Words } from './words';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly words: Words;
  readonly chart?: RefObject<ChartHandle | null>;
}
export const Facts = ({ board, plan, words, chart }: Props) => {
  const { chosen, bars, address } = board;
  const own = bars.filter(({ id }) => chosen.has(id));
  const bar = own.length === 1 ? own[0] : undefined;
  const isOpen = own.length > 0 || address.scenario !== null;
  return (
    <aside className={styles.facts} data-open={isOpen || undefined} aria-label="任务">
      {bar !== undefined ? (
        <TaskFacts board={board} plan={plan} words={words} bar={bar} {...(chart === undefined ? {} : { chart })} />
      ) : own.length > 1 ? (
        <Several board={board} own={own} />
      ) : (
        <p className={styles.hint}>选择一个任务，看它为什么排在这里、还能排到哪里</p>
      )}
      {address.scenario !== null && <Compare board={board} plan={plan} id={address.scenario} />}
    </aside>
  );
};

const Several = ({ board, own }: { readonly board: Board; readonly own: readonly Bar[] }) => {
  const minutes = own.reduce((sum, { task }) => sum + task.setupMin + task.runMin, 0);
  return (
    <section>
      <header>
        <h2>已选 {own.length} 个任务</h2>
        <Button
          type="text"
          aria-label="清空选择"
          icon={<Icon name="close" />}
          onClick={() => board.setChosen(new Set())}
        />
      </header>
      <p>共 {spanText(minutes)}</p>
    </section>
  );
};

const TaskFacts = ({ board, plan, words, bar, chart }: Props & { readonly bar: Bar }) => {
  const { task } = bar;
  const { openPage, urlOf } = useHost();
  const resource = plan.resources.find(({ id }) => id === task.resourceId);
  const orderUrl = urlOf('workOrder#detail') ?? urlOf('workOrder');
  const isLate = task.lateMin > 0;
  const facts: readonly (readonly [title: string, text: string, bad?: boolean])[] = [
    ['物料', `${task.materialCode} ${task.materialName}，数量 ${task.qty}`],
    ['资源', resource === undefined ? '--' : `${resource.code} ${resource.name}`],
    ['时间', `${shortMoment(bar.start)} ~ ${shortMoment(bar.end)}`],
    ['用时', `准备 ${task.setupMin} 分，加工 ${task.runMin} 分`],
    [
      '交期',
      `${task.dueDate.slice(5, 16)}，${isLate ? `延误 ${spanText(task.lateMin)}` : `松弛 ${spanText(task.slackMin)}`}`,
      isLate,
    ],
    ['优先级', words.of('priority', task.priority)],
    ['状态', `${words.of('opStatus', task.docStatus)}，已报 ${task.reportedQty}`],
  ];
  return (
    <>
      <section>
        <header>
          <h2 title={taskName(task)}>
            工序 {task.opNbr} {task.processName}
          </h2>
          <Tag color={task.status === 1 ? 'processing' : 'default'}>{task.status === 1 ? '确认' : '计划'}</Tag>
          {task.locked && <Tag>锁定</Tag>}
          <Button
            type="text"
            aria-label="关闭"
            icon={<Icon name="close" />}
            onClick={() => board.setChosen(new Set())}
          />
        </header>
        {orderUrl === undefined ? (
          <span>{task.workOrderNbr}</span>
        ) : (
          <Button
            type="link"
            className={styles.link ?? ''}
            onClick={() => openPage(`${orderUrl}${orderUrl.includes('?') ? '&' : '?'}id=${task.workOrderId}`)}
          >
            {task.workOrderNbr}
          </Button>
        )}
        <dl>
          {facts.map(([title, text, bad]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd data-bad={bad || undefined}>{text}</dd>
            </div>
          ))}
        </dl>
        {task.hasNoStandard && <p className={styles.warn}>未设标准工时</p>}
        {task.overrideReason !== null && <p className={styles.warn}>超载确认：{task.overrideReason}</p>}
        <TaskActions board={board} task={task} />
      </section>
      <Waits task={task} words={words} onShow={(id) => show(board, chart, id)} />
      {/* what runs stays where it runs */}
      {!isBegun(task) && <Alternatives board={board} task={task} plan={plan} />}
    </>
  );
};
const show = (board: Board, chart: RefObject<ChartHandle | null> | undefined, id: string): void => {
  board.setChosen(new Set([id]));
  chart?.current?.showTask(id);
};

const TaskActions = ({ board, task }: { readonly board: Board; readonly task: PlanTask }) => {
  const { can, changes } = board;
  const disabled = changes.busy || board.run.running || board.desk.isOld || board.desk.changedByOthers;
  return (
    <div className={styles.taskActs}>
      {can('confirm') && task.status === 0 && (
        <Button size="small" disabled={disabled} onClick={() => confirmAll(board, [task.id])}>
          确认此任务
        </Button>
      )}
      {can('cancel') && task.status === 1 && (
        <Button size="small" disabled={disabled} onClick={() => void changes.cancel([task.id])}>
          取消此确认
        </Button>
      )}
      {can('lock') && (
        <Button size="small" disabled={disabled} onClick={() => lockAll(board, [task.id])}>
          {task.locked ? '解锁此任务' : '锁定此任务'}
        </Button>
      )}
    </div>
  );
};

const Waits = ({
  task,
  words,
  onShow,
}: {
  readonly task: PlanTask;
  readonly words: Words;
  readonly onShow: (id: string) => void;
}) => (
  <section aria-label="为什么在这里">
    <h3>为什么在这里</h3>
    {task.waits.length === 0 ? (
      <p className={styles.hint}>没有等待，最早即可开工</p>
    ) : (
      <ol className={styles.waits}>
        {task.waits.map(({ code, minutes, text, taskId }, at) => (
          // the last one decided when it begins
          <li key={at} data-decides={at === task.waits.length - 1 || undefined}>
            <b>{words.of('waitCode', code)}</b>
            <span>
              {text}
              <small>等 {spanText(minutes)}</small>
              {taskId !== null && (
                <Button type="link" size="small" className={styles.link ?? ''} onClick={() => onShow(taskId)}>
                  查看
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

/** under way, paused or done */
const isBegun = ({ docStatus, reportedQty }: PlanTask): boolean => Number(docStatus) >= BEGUN || reportedQty > 0;
const BEGUN = 30;

const Alternatives = ({
  board,
  task,
  plan,
}: {
  readonly board: Board;
  readonly task: PlanTask;
  readonly plan: PlanAnswer;
}) => {
  const { scenario } = board.address;
  const { data, error, isPending } = useQuery({
    queryKey: ['object', 'scheduleTask', 'alternatives', task.id, scenario, plan.planVersion],
    queryFn: () => scheduleCalls.alternatives({ taskId: task.id }, scenario),
  });
  const move = ({ resourceId, start, end }: Alternative): void => {
    const resource = plan.resources.find(({ id }) => id === resourceId);
    const bar = board.bars.find(({ id }) => id === task.id);
    if (resource === undefined || bar === undefined || start === null || end === null) return;
    const place = { resource, start: toMinute(start), end: toMinute(end), qty: null, refusal: null };
    void board.changes.move({ kind: 'task', bar, grab: 0 }, place, []);
  };
  const canTake = board.canMove && mayTake(task) === null && !board.changes.busy;
  return (
    <section aria-label="换一台">
      <h3>换一台</h3>
      {error !== null ? (
        <p className={styles.hint}>{said(error)}</p>
      ) : isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : data.rows.length === 0 ? (
        <p className={styles.hint}>没有别的资源可以做</p>
      ) : (
        <table className={styles.others}>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.resourceId}>
                <th scope="row">{row.code}</th>
                <td>{row.end === null ? '排不下' : `${shortMoment(toMinute(row.end))} 完工`}</td>
                <td data-bad={(!row.isCurrent && (row.differenceMin ?? 0) > 0) || undefined}>{differenceText(row)}</td>
                <td>
                  {canTake && !row.isCurrent && row.start !== null && (
                    <Button type="link" size="small" className={styles.link ?? ''} onClick={() => move(row)}>
                      移过去
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
export const differenceText = ({
  isCurrent,
  differenceMin,
}: Pick<Alternative, 'isCurrent' | 'differenceMin'>): string => {
  if (isCurrent) return '当前';
  if (differenceMin === null) return '';
  if (differenceMin === 0) return '相同';
  return `${differenceMin > 0 ? '晚' : '早'} ${spanText(differenceMin)}`;
};
