/** The bar: what is shown at the left, what is done at the right; one primary action. */
import { Button, DatePicker, Dropdown, type MenuProps, Segmented, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type RefObject, useRef } from 'react';
import { saveCanvas } from '../../../runtime/charts/index';
import { Icon, useHost } from '../../../runtime/page/index';
import type { MovePolicy, PlanAnswer } from '../../../schemas/language/wire-schedule';
import { MOST_DAYS, VIEWS } from './address';
import { said, scheduleCalls } from './calls';
import type { ChartHandle } from './chart/Chart';
import { COLOUR_WAYS, type ColourBy } from './chart/colours';
import type { View } from './chart/scene';
import { ZOOMS, type Zoom } from './chart/time-scale';
import type { DialogName } from './Dialogs';
import { FindBox } from './FindBox';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import { confirmAll, lockAll } from './use-wishes';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly chart: RefObject<ChartHandle | null>;
  readonly onDialog: (name: DialogName) => void;
  readonly onPool: () => void;
}
export const POLICIES: readonly { readonly value: MovePolicy; readonly label: string }[] = [
  { value: 'shift', label: '顺延后续' },
  { value: 'only', label: '仅移动' },
  { value: 'swap', label: '交换' },
];

export const TopBar = (props: Props) => (
  <header className={styles.bar}>
    <Shown {...props} />
    <div className={styles.acts}>
      <Done {...props} />
    </div>
  </header>
);

const Shown = ({ board, plan, chart, onPool }: Props) => {
  const { address, readdress, workshops, workshopId, scenarios } = board;
  const handleDays = (days: readonly (Dayjs | null)[] | null): void => {
    const [from, to] = days ?? [];
    if (from && to) readdress({ from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') });
  };
  return (
    <>
      <Button className={styles.poolButton ?? ''} onClick={onPool}>
        待排 {board.pool.data?.rows.length ?? ''}
      </Button>
      <Select
        aria-label="车间"
        {...(workshopId === undefined ? {} : { value: workshopId })}
        options={(workshops.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: string) => readdress({ workshop: id, scenario: null })}
        className={styles.workshop ?? ''}
      />
      <DatePicker.RangePicker
        aria-label="日期"
        allowClear={false}
        format="MM-DD"
        value={[dayjs(address.from), dayjs(address.to)]}
        disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= MOST_DAYS}
        onChange={handleDays}
        className={styles.days ?? ''}
      />
      <Segmented<Zoom>
        aria-label="缩放"
        value={address.zoom}
        options={[...ZOOMS]}
        onChange={(zoom) => readdress({ zoom })}
      />
      <Segmented<View>
        aria-label="视图"
        value={address.view}
        options={[...VIEWS]}
        onChange={(view) => readdress({ view })}
      />
      <Select
        aria-label="方案"
        value={address.scenario ?? ''}
        options={[
          { value: '', label: address.scenario === null ? `当前计划，版本 ${plan.planVersion}` : '当前计划' },
          ...(scenarios.data ?? []).map(({ id, name }) => ({ value: id, label: `试排：${name}` })),
        ]}
        onChange={(id: string) => readdress({ scenario: id === '' ? null : id })}
        className={styles.scenario ?? ''}
      />
      <FindBox board={board} plan={plan} chart={chart} />
    </>
  );
};

const Done = ({ board, plan, chart, onDialog }: Props) => {
  const { can, changes, chosen, canMove, run } = board;
  const ids = [...chosen];
  const own = board.bars.filter(({ id }) => chosen.has(id));
  const isQuiet = !changes.busy && !run.running && !board.desk.isOld && !board.desk.changedByOthers;
  const allLocked = own.length > 0 && own.every(({ task }) => task.locked);
  const confirmed = own.filter(({ task }) => task.status === 1).map(({ id }) => id);
  const open = own.length - confirmed.length;
  return (
    <>
      {can('move') && (
        <>
          <Button
            type="text"
            aria-label="撤销"
            title="撤销 Ctrl+Z"
            icon={<Icon name="undo" />}
            disabled={!canMove || changes.busy || changes.stack.done.length === 0}
            onClick={() => void changes.undo()}
          />
          <Button
            type="text"
            aria-label="重做"
            title="重做 Ctrl+Y"
            icon={<Icon name="redo" />}
            disabled={!canMove || changes.busy || changes.stack.undone.length === 0}
            onClick={() => void changes.redo()}
          />
        </>
      )}
      {can('lock') && (
        <Button disabled={!isQuiet || ids.length === 0} onClick={() => lockAll(board, ids)}>
          {allLocked ? '解锁' : '锁定'}
        </Button>
      )}
      {can('cancel') && confirmed.length > 0 && open === 0 ? (
        <Button disabled={!isQuiet} onClick={() => void changes.cancel(confirmed)}>
          取消确认
        </Button>
      ) : (
        can('confirm') && (
          <Button disabled={!isQuiet || open === 0} onClick={() => confirmAll(board, ids)}>
            确认
          </Button>
        )
      )}
      {can('run') && <Button onClick={() => onDialog('scenarios')}>试排</Button>}
      {can('run') && (
        <Button type="primary" loading={run.running} disabled={board.desk.isOld} onClick={() => void board.start()}>
          自动排产
        </Button>
      )}
      <More board={board} plan={plan} chart={chart} onDialog={onDialog} />
    </>
  );
};

const More = ({ board, plan, chart, onDialog }: Omit<Props, 'onPool'>) => {
  const { session, openPage, feedback } = useHost();
  const { can, policy, colourBy, address } = board;
  const busy = useRef(false);
  const workshop = board.workshops.data?.find(({ id }) => id === board.workshopId);
  const title = `排产 ${workshop?.name ?? ''} ${address.from}至${address.to}`;
  const exportSheet = (): void => {
    if (busy.current) return;
    busy.current = true;
    const { from, to, scenario } = address;
    const scenarioId = scenario === null ? {} : { scenarioId: scenario };
    scheduleCalls
      .exportData({ workshopId: plan.workshopId, from, to, ...scenarioId })
      .catch((error: unknown) => feedback.error(said(error)))
      .finally(() => {
        busy.current = false;
      });
  };
  const exportPicture = (): void => {
    const picture = chart.current?.picture() ?? null;
    if (picture !== null) void saveCanvas(picture, title);
  };
  const items: MenuProps['items'] = [
    ...(can('move')
      ? [
          {
            key: 'policy',
            type: 'group' as const,
            label: '移动时',
            children: POLICIES.map(({ value, label }) => ({
              key: `policy:${value}`,
              label: checked(label, policy === value),
            })),
          },
        ]
      : []),
    {
      key: 'colour',
      type: 'group',
      label: '颜色',
      children: COLOUR_WAYS.map(({ value, label }) => ({
        key: `colour:${value}`,
        label: checked(label, colourBy === value),
      })),
    },
    { type: 'divider' },
    ...(can('run') ? [{ key: 'runWith', label: '按条件排产' }] : []),
    ...(session.can('capacity:config') || can('run') ? [{ key: 'settings', label: '参数' }] : []),
    ...(can('export') ? [{ key: 'xlsx', label: '导出表格' }] : []),
    { key: 'png', label: '导出图片', disabled: plan.tasks.length === 0 },
    { key: 'screen', label: '大屏' },
  ];
  const handle = (key: string): void => {
    const [what, value] = key.split(':');
    if (what === 'policy') board.setPolicy(value as MovePolicy);
    else if (what === 'colour') board.setColourBy(value as ColourBy);
    else if (what === 'xlsx') exportSheet();
    else if (what === 'png') exportPicture();
    else if (what === 'screen') openPage(`/workerorder/taskScheduling?screen=1&workshop=${board.workshopId ?? ''}`);
    else onDialog(key as DialogName);
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => handle(key) }}>
      <Button type="text" aria-label="更多" icon={<Icon name="more" />} />
    </Dropdown>
  );
};
const checked = (label: string, on: boolean) => (
  <span className={styles.checked}>
    {label}
    {on && <Icon name="check" />}
  </span>
);
