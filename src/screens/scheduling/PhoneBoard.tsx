/** A phone: the tasks of each resource by time instead of a chart. What can be done is done on the task's own sheet. */
import { Button, Collapse, Drawer, Select, Tag } from 'antd';
import { PageTitle } from '../../../runtime/page/index';
import type { PlanAnswer, PlanResource } from '../../../schemas/language/wire-schedule';
import { Banners } from './Banners';
import type { Bar } from './chart/bars';
import { loadOf } from './chart/load';
import { clock, dayOf, shortMoment } from './chart/moment';
import { nameOf } from './chart/rows';
import { Facts } from './Facts';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import { useWords } from './words';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
}
export const PhoneBoard = ({ board, plan }: Props) => {
  const words = useWords();
  const loads = loadOf(plan.loads);
  const byResource = plan.resources.map((resource) => ({
    resource,
    bars: board.bars.filter(({ task }) => task.resourceId === resource.id).toSorted((a, b) => a.start - b.start),
  }));
  const used = byResource.filter(({ bars }) => bars.length > 0);
  return (
    <div className={styles.phone} data-old={board.desk.isOld || undefined}>
      <PageTitle title="排产" />
      <div className={styles.phoneBar}>
        <Select
          aria-label="车间"
          {...(board.workshopId === undefined ? {} : { value: board.workshopId })}
          options={(board.workshops.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: string) => board.readdress({ workshop: id, scenario: null })}
        />
        {board.can('run') && (
          <Button
            type="primary"
            loading={board.run.running}
            disabled={board.desk.isOld}
            onClick={() => void board.start()}
          >
            自动排产
          </Button>
        )}
      </div>
      <Banners board={board} />
      {used.length === 0 ? (
        <p className={styles.empty} role="status">
          <b>{(board.pool.data?.rows.length ?? 0) === 0 ? '暂无待排任务' : '还没有排产'}</b>
        </p>
      ) : (
        <Collapse
          defaultActiveKey={used.slice(0, 3).map(({ resource }) => resource.id)}
          items={used.map(({ resource, bars }) => ({
            key: resource.id,
            label: <ResourceHead resource={resource} count={bars.length} load={loads.get(resource.id) ?? null} />,
            children: (
              <ul className={styles.phoneList}>
                {bars.map((bar) => (
                  <PhoneTask key={bar.id} bar={bar} onOpen={() => board.setChosen(new Set([bar.id]))} />
                ))}
              </ul>
            ),
          }))}
        />
      )}
      <Drawer
        open={board.chosen.size > 0}
        placement="bottom"
        height="80%"
        aria-label="任务"
        closable={false}
        onClose={() => board.setChosen(new Set())}
      >
        <Facts board={board} plan={plan} words={words} />
      </Drawer>
    </div>
  );
};

const ResourceHead = ({
  resource,
  count,
  load,
}: {
  readonly resource: PlanResource;
  readonly count: number;
  readonly load: number | null;
}) => (
  <span className={styles.phoneHead}>
    <b>{nameOf(resource)}</b>
    <small>
      {resource.groupName} {count} 个任务{load === null ? '' : `，负荷 ${Math.round(load)} %`}
    </small>
  </span>
);
const PhoneTask = ({ bar, onOpen }: { readonly bar: Bar; readonly onOpen: () => void }) => {
  const { task, start, end } = bar;
  const until = dayOf(start) === dayOf(end) ? clock(end) : shortMoment(end);
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <b>
          {shortMoment(start)} ~ {until}
        </b>
        <span>
          {task.workOrderNbr} 工序{task.opNbr} {task.processName}
        </span>
        <small>
          {task.materialCode} {task.materialName}，{task.qty} 件
        </small>
        <span className={styles.tags}>
          <Tag color={task.status === 1 ? 'processing' : 'default'}>{task.status === 1 ? '确认' : '计划'}</Tag>
          {task.locked && <Tag>锁定</Tag>}
          {task.running && <Tag color="success">加工中</Tag>}
          {task.lateMin > 0 && <Tag color="error">延误</Tag>}
        </span>
      </button>
    </li>
  );
};
