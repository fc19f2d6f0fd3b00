/** 试排: scenarios of the workshop, and writing one: a copy of the live plan in which something is different, counted at once. */
import { Button, DatePicker, Input, InputNumber, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { Icon } from '../../../runtime/page/index';
import type { PlanAnswer, Scenario } from '../../../schemas/language/wire-schedule';
import { said, scheduleCalls } from './calls';
import {
  CHANGE_KINDS,
  type ChangeKind,
  type DraftChange,
  devicesOf,
  draftOf,
  isAboutOrder,
  newChange,
  ordersOf,
  paramsOf,
} from './scenario-draft';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import type { Words } from './words';

interface Props {
  readonly board: Board;
  readonly plan: PlanAnswer;
  readonly words: Words;
  readonly onClose: () => void;
}
export const Scenarios = (props: Props) => {
  const { board, onClose } = props;
  const [edited, setEdited] = useState<Scenario | 'new' | null>(null);
  const list = board.scenarios.data ?? [];
  if (edited !== null)
    return <Write key={edited === 'new' ? 'new' : edited.id} {...props} of={edited === 'new' ? null : edited} />;
  const remove = async (scenario: Scenario): Promise<void> => {
    if (!(await board.feedback.confirm(`删除方案「${scenario.name}」，是否继续？`, { danger: true }))) return;
    try {
      await scheduleCalls.remove(scenario.id);
      if (board.address.scenario === scenario.id) board.readdress({ scenario: null });
      await board.scenarios.refetch();
    } catch (error) {
      board.feedback.error(said(error));
    }
  };
  return (
    <Modal
      open
      title="试排方案"
      centered
      maskClosable={false}
      width="60rem"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" onClick={() => setEdited('new')}>
            新建方案
          </Button>
        </>
      }
    >
      {list.length === 0 ? (
        <p className={styles.hint}>还没有方案。新建一个，改优先级、交期、数量或设备，看计划会怎样，当前计划不变</p>
      ) : (
        <table className={styles.scenarios}>
          <thead>
            <tr>
              <th scope="col">方案</th>
              <th scope="col">基于版本</th>
              <th scope="col">延误</th>
              <th scope="col">创建</th>
              <th scope="col" aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {list.map((scenario) => (
              <tr key={scenario.id}>
                <th scope="row" title={scenario.note}>
                  {scenario.name}
                </th>
                <td>{scenario.baseVersion}</td>
                <td>
                  {scenario.kpi === null
                    ? '未计算'
                    : `${scenario.kpi.lateOrders} 单，${Math.round(scenario.kpi.tardinessHours * 10) / 10} 时`}
                </td>
                <td>
                  {scenario.createdBy} {scenario.createdAt.slice(5, 16)}，保留到 {scenario.keptUntil.slice(5, 10)}
                </td>
                <td>
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      board.readdress({ scenario: scenario.id });
                      onClose();
                    }}
                  >
                    查看
                  </Button>
                  <Button type="link" size="small" onClick={() => setEdited(scenario)}>
                    修改
                  </Button>
                  <Button type="link" size="small" danger onClick={() => void remove(scenario)}>
                    删除
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
};

let lastKey = 0;
const nextKey = (): string => {
  lastKey += 1;
  return String(lastKey);
};
const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

const useWriting = ({ board, onClose, of }: Props & { readonly of: Scenario | null }) => {
  const [name, setName] = useState(of?.name ?? '');
  const [note, setNote] = useState(of?.note ?? '');
  const [direction, setDirection] = useState(textOf(of?.params.config.direction));
  const [rule, setRule] = useState(textOf(of?.params.config.rule));
  const [changes, setChanges] = useState<readonly DraftChange[]>(() =>
    (of?.params.changes ?? []).map((change) => draftOf(change, nextKey())),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async (): Promise<void> => {
    const params = paramsOf(changes, { direction, rule });
    if (name.trim() === '') return setProblem('请填写方案名称');
    if (params === null) return setProblem('有一行变化没有填完');
    setProblem('');
    setBusy(true);
    try {
      const body = { name: name.trim(), note, params };
      const { id } =
        of === null
          ? await scheduleCalls.create({ ...body, workshopId: board.workshopId! })
          : await scheduleCalls.change({ ...body, id: of.id, version: of.version });
      await board.scenarios.refetch();
      onClose();
      board.readdress({ scenario: id });
      await board.run.start({ workshopId: board.workshopId!, scenarioId: id });
    } catch (error) {
      setProblem(said(error));
      setBusy(false);
    }
  };
  const change = (key: string, next: Partial<DraftChange>): void =>
    setChanges((now) => now.map((row) => (row.key === key ? { ...row, ...next } : row)));
  return {
    name,
    setName,
    note,
    setNote,
    direction,
    setDirection,
    rule,
    setRule,
    changes,
    setChanges,
    change,
    busy,
    problem,
    save,
  };
};

const Write = (props: Props & { readonly of: Scenario | null }) => {
  const { board, plan, words, onClose, of } = props;
  const draft = useWriting(props);
  const asSet = { value: '', label: '按参数' };
  return (
    <Modal
      open
      title={of === null ? '新建试排方案' : `修改方案「${of.name}」`}
      centered
      maskClosable={false}
      width="60rem"
      okText="计算"
      cancelText="取消"
      confirmLoading={draft.busy}
      onOk={() => void draft.save()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <label className={styles.field}>
          方案名称
          <Input value={draft.name} maxLength={50} autoFocus onChange={({ target }) => draft.setName(target.value)} />
        </label>
        <label className={styles.field}>
          说明
          <Input value={draft.note} maxLength={500} onChange={({ target }) => draft.setNote(target.value)} />
        </label>
        <label className={styles.field}>
          排产方向
          <Select
            value={draft.direction ?? ''}
            options={[asSet, ...words.options('schedDirection')]}
            onChange={(value) => draft.setDirection(value === '' ? null : value)}
          />
        </label>
        <label className={styles.field}>
          排序规则
          <Select
            value={draft.rule ?? ''}
            options={[asSet, ...words.options('schedRule')]}
            onChange={(value) => draft.setRule(value === '' ? null : value)}
          />
        </label>
      </div>
      <h3 className={styles.formHead}>变化</h3>
      <ul className={styles.changes}>
        {draft.changes.map((row) => (
          <li key={row.key}>
            <ChangeLine
              row={row}
              orders={ordersOf(board.bars, board.pool.data?.rows ?? [])}
              devices={devicesOf(plan.resources)}
              priorities={words.options('priority')}
              onChange={(next) => draft.change(row.key, next)}
            />
            <Button
              type="text"
              aria-label="删除这行变化"
              icon={<Icon name="close" />}
              onClick={() => draft.setChanges((now) => now.filter(({ key }) => key !== row.key))}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<Icon name="plus" />}
        onClick={() => draft.setChanges((now) => [...now, newChange(nextKey(), 'priority')])}
      >
        添加变化
      </Button>
      {draft.problem !== '' && (
        <p className={styles.problem} role="alert">
          {draft.problem}
        </p>
      )}
    </Modal>
  );
};

type Options = { readonly value: string; readonly label: string }[];
const ChangeLine = ({
  row,
  orders,
  devices,
  priorities,
  onChange,
}: {
  readonly row: DraftChange;
  readonly orders: Options;
  readonly devices: Options;
  readonly priorities: Options;
  readonly onChange: (next: Partial<DraftChange>) => void;
}) => {
  const ofOrder = isAboutOrder(row.kind);
  return (
    <>
      <Select<ChangeKind>
        aria-label="变化"
        value={row.kind}
        options={[...CHANGE_KINDS]}
        onChange={(kind) => onChange({ kind, ...(isAboutOrder(kind) === ofOrder ? {} : { target: null }) })}
      />
      <Select
        aria-label={ofOrder ? '工单' : '设备'}
        showSearch
        optionFilterProp="label"
        placeholder={ofOrder ? '选择工单' : '选择设备'}
        value={row.target}
        options={ofOrder ? orders : devices}
        onChange={(target) => onChange({ target })}
      />
      {row.kind === 'priority' ? (
        <Select
          aria-label="优先级"
          placeholder="优先级"
          value={row.priority}
          options={priorities}
          onChange={(priority) => onChange({ priority })}
        />
      ) : row.kind === 'due' ? (
        <DatePicker
          aria-label="交期"
          value={row.dueDate === null ? null : dayjs(row.dueDate)}
          onChange={(day) => onChange({ dueDate: day?.format('YYYY-MM-DD') ?? null })}
        />
      ) : row.kind === 'qty' ? (
        <InputNumber
          aria-label="数量"
          placeholder="数量"
          min={0}
          value={row.qty}
          onChange={(qty) => onChange({ qty })}
        />
      ) : (
        <DatePicker.RangePicker
          aria-label="时间"
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          value={row.from === null || row.to === null ? null : [dayjs(row.from), dayjs(row.to)]}
          onChange={(span) =>
            onChange({
              from: span?.[0]?.format('YYYY-MM-DD HH:mm:00') ?? null,
              to: span?.[1]?.format('YYYY-MM-DD HH:mm:00') ?? null,
            })
          }
        />
      )}
    </>
  );
};
