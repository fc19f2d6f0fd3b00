/** 排产参数 of the workshop, with the times of a change of product. A workshop without its own begins with those of the factory. */
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, InputNumber, Modal, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { Icon, useHost } from '../../../runtime/page/index';
import { said } from './calls';
import styles from './scheduling.module.css';
import { bodyOf, type Changeover, type Config, settingsCalls } from './settings-calls';
import type { Board } from './use-board';
import type { Words } from './words';

interface Props {
  readonly board: Board;
  readonly words: Words;
  readonly onClose: () => void;
}
export const Settings = ({ board, words, onClose }: Props) => {
  const { session, feedback } = useHost();
  const workshopId = board.workshopId!;
  const workshop = board.workshops.data?.find(({ id }) => id === workshopId);
  const { data, error } = useQuery({
    queryKey: ['object', 'schedulingConfig', 'board', workshopId],
    queryFn: () => settingsCalls.read(workshopId),
    gcTime: 0,
    staleTime: 0,
  });
  const [draft, setDraft] = useState<Config>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const config = draft ?? data;
  const canWrite = session.can('capacity:config');
  const own = data?.id != null && data.workshopId === workshopId;
  const save = async (): Promise<void> => {
    if (config === undefined) return;
    setBusy(true);
    setProblem('');
    try {
      await settingsCalls.save(bodyOf(config, workshopId, own));
      feedback.success('已保存');
      onClose();
    } catch (cause) {
      setProblem(said(cause));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`排产参数 ${workshop?.name ?? ''}`}
      centered
      maskClosable={false}
      width="66rem"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{canWrite ? '取消' : '关闭'}</Button>
          {canWrite && (
            <Button type="primary" loading={busy} disabled={draft === undefined} onClick={() => void save()}>
              保存
            </Button>
          )}
        </>
      }
    >
      {error !== null ? (
        <p className={styles.problem} role="alert">
          {said(error)}
        </p>
      ) : config === undefined ? (
        <Skeleton active />
      ) : (
        <fieldset className={styles.plain} disabled={!canWrite}>
          {!own && <p className={styles.hint}>本车间还没有自己的参数，显示的是全厂的；保存后只对本车间有效</p>}
          <Fields config={config} words={words} onChange={(next) => setDraft({ ...config, ...next })} />
          <Changeovers
            rows={config.changeover}
            groups={groupsOf(board, config)}
            onChange={(changeover) => setDraft({ ...config, changeover })}
          />
        </fieldset>
      )}
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Modal>
  );
};

type Change = (next: Partial<Config>) => void;
const Field = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <label className={styles.field}>
    {title}
    {children}
  </label>
);
const Fields = ({
  config,
  words,
  onChange,
}: {
  readonly config: Config;
  readonly words: Words;
  readonly onChange: Change;
}) => {
  const choice = (title: string, field: 'direction' | 'rule' | 'materialMode', dict: string) => (
    <Field title={title}>
      <Select value={config[field]} options={words.options(dict)} onChange={(value) => onChange({ [field]: value })} />
    </Field>
  );
  const number = (
    title: string,
    field: 'horizonDays' | 'splitMinHours' | 'lockHours' | 'receiptMin' | 'faultHours' | 'improveSec',
    unit: string,
  ) => (
    <Field title={title}>
      <InputNumber
        min={0}
        value={config[field]}
        suffix={unit}
        onChange={(value) => onChange({ [field]: value } as Partial<Config>)}
      />
    </Field>
  );
  const text = (title: string, field: 'dueTime' | 'weights', max: number) => (
    <Field title={title}>
      <Input value={config[field]} maxLength={max} onChange={({ target }) => onChange({ [field]: target.value })} />
    </Field>
  );
  const box = (title: string, field: 'gapFill' | 'autoSplit' | 'labourMode' | 'useOvertime') => (
    <Checkbox checked={config[field]} onChange={({ target }) => onChange({ [field]: target.checked })}>
      {title}
    </Checkbox>
  );
  return (
    <>
      <div className={styles.form} data-columns="3">
        {choice('排产方向', 'direction', 'schedDirection')}
        {choice('排序规则', 'rule', 'schedRule')}
        {choice('物料约束', 'materialMode', 'schedMaterial')}
        {number('排产天数', 'horizonDays', '天')}
        {number('冻结时段', 'lockHours', '小时')}
        {text('交期时刻', 'dueTime', 8)}
        {number('子件入库', 'receiptMin', '分钟')}
        {number('故障默认时长', 'faultHours', '小时')}
        {number('优化时间', 'improveSec', '秒')}
        {text('优先级权重', 'weights', 40)}
        {config.autoSplit && number('拆分下限', 'splitMinHours', '小时')}
      </div>
      <div className={styles.boxes}>
        {box('允许插空', 'gapFill')}
        {box('自动拆分', 'autoSplit')}
        {box('人员约束', 'labourMode')}
        {box('使用加班', 'useOvertime')}
      </div>
    </>
  );
};

type Options = { readonly value: string; readonly label: string }[];
/** Work groups of the plan, and those the rows name besides. */
const groupsOf = (board: Board, config: Config): Options => {
  const all = new Map<string, string>();
  for (const { groupId, groupName } of board.plan?.resources ?? []) if (groupId !== null) all.set(groupId, groupName);
  for (const { workGroupId, workGroup } of config.changeover) {
    const name = typeof workGroup === 'string' ? workGroup : workGroup?.name;
    if (workGroupId !== null && !all.has(workGroupId)) all.set(workGroupId, name ?? '--');
  }
  return [...all].map(([value, label]) => ({ value, label }));
};
const EMPTY: Changeover = { workGroupId: null, fromKey: null, toKey: null, minutes: 0 };
const Changeovers = ({
  rows,
  groups,
  onChange,
}: {
  readonly rows: readonly Changeover[];
  readonly groups: Options;
  readonly onChange: (rows: readonly Changeover[]) => void;
}) => {
  const change = (at: number, next: Partial<Changeover>): void =>
    onChange(rows.map((row, n) => (n === at ? { ...row, ...next } : row)));
  const key = (value: string): string | null => (value.trim() === '' ? null : value);
  return (
    <section aria-label="换型时间">
      <h3 className={styles.formHead}>换型时间</h3>
      <table className={styles.scenarios}>
        <thead>
          <tr>
            <th scope="col">工作组</th>
            <th scope="col">换型前</th>
            <th scope="col">换型后</th>
            <th scope="col">分钟</th>
            <th scope="col" aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // rows of a form that is written whole: their place is what they are
            <tr key={at}>
              <td>
                <Select
                  aria-label={`第${at + 1}行工作组`}
                  value={row.workGroupId}
                  options={groups}
                  onChange={(workGroupId) => change(at, { workGroupId })}
                />
              </td>
              <td>
                <Input
                  aria-label={`第${at + 1}行换型前`}
                  value={row.fromKey ?? ''}
                  maxLength={50}
                  placeholder="无换型键"
                  onChange={({ target }) => change(at, { fromKey: key(target.value) })}
                />
              </td>
              <td>
                <Input
                  aria-label={`第${at + 1}行换型后`}
                  value={row.toKey ?? ''}
                  maxLength={50}
                  placeholder="无换型键"
                  onChange={({ target }) => change(at, { toKey: key(target.value) })}
                />
              </td>
              <td>
                <InputNumber
                  aria-label={`第${at + 1}行分钟`}
                  value={row.minutes}
                  onChange={(minutes) => change(at, { minutes })}
                />
              </td>
              <td>
                <Button
                  type="text"
                  aria-label={`删除第${at + 1}行`}
                  icon={<Icon name="close" />}
                  onClick={() => onChange(rows.filter((_, n) => n !== at))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button icon={<Icon name="plus" />} onClick={() => onChange([...rows, EMPTY])}>
        添加换型
      </Button>
    </section>
  );
};
