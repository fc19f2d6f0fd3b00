/** 一键冻结: what will be frozen and held in numbers, why, and whether reservations give way. */
import { Input, Modal, Switch } from 'antd';
import { useState } from 'react';
import { useHost } from '../../../runtime/page/index';
import type { TraceGraph, TraceRoot } from '../../../schemas/language/wire-trace';
import { said, traceCalls } from './calls';
import styles from './trace.module.css';

interface Props {
  readonly open: boolean;
  readonly graph: TraceGraph;
  readonly roots: readonly Pick<TraceRoot, 'type' | 'id'>[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}
const MAX_REASON = 200;

export const FreezeDialog = ({ open, graph, roots, onClose, onDone }: Props) => {
  const { feedback } = useHost();
  const [reason, setReason] = useState('');
  const [weak, setWeak] = useState(true);
  const [releaseReserve, setReleaseReserve] = useState(true);
  const [pauseWork, setPauseWork] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const counts = countsOf(graph);
  const handleOk = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { freezeNbr, moved, held } = await traceCalls.freezeAll({
        roots,
        weak,
        releaseReserve,
        pauseWork,
        reason: reason.trim(),
      });
      feedback.success(`${freezeNbr}已冻结${moved}，锁定批次${held}个`);
      setReason('');
      onClose();
      onDone();
    } catch (error) {
      setProblem(said(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title="提示"
      centered
      maskClosable={false}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void handleOk()}
    >
      <p>
        将锁定{graph.batches.length}个批次，合格库存{counts.good}全部转为冻结，已发出{counts.shipped}
        退回时仍为冻结，是否继续？
      </p>
      <dl className={styles.counts} aria-label="冻结预览">
        <Count title="待检（仍锁定）" of={counts.pending} />
        <Count title="在途" of={counts.transit} />
        <Count title="供应商处" of={counts.supplier} />
        <Count title="受影响工单" of={graph.orders.length} />
        {counts.customers.map(([customer, net]) => (
          <Count key={customer} title={customer} of={net} />
        ))}
      </dl>
      <label className={styles.field}>
        冻结原因
        <Input.TextArea
          aria-label="冻结原因"
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <p className={styles.options}>
        <span className={styles.option}>
          <Switch size="small" aria-label="含推算" checked={weak} onChange={setWeak} />
          含推算
        </span>
        <span className={styles.option}>
          <Switch size="small" aria-label="暂停在制工单" checked={pauseWork} onChange={setPauseWork} />
          暂停在制工单
        </span>
        <span className={styles.option}>
          <Switch size="small" aria-label="释放预留" checked={releaseReserve} onChange={setReleaseReserve} />
          释放预留
        </span>
      </p>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Modal>
  );
};

const Count = ({ title, of }: { readonly title: string; readonly of: number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{of}</dd>
  </div>
);

/** What will be frozen, held, and is with whom. */
export const countsOf = ({ batches, shipped }: TraceGraph) => {
  const sum = (numbers: readonly number[]): number => Number(numbers.reduce((total, n) => total + n, 0).toFixed(4));
  const byCustomer = new Map<string, number[]>();
  for (const { customer, net } of shipped) {
    const name = customer ?? '客户';
    byCustomer.set(name, [...(byCustomer.get(name) ?? []), net]);
  }
  return {
    good: sum(batches.map((lot) => lot.good)),
    pending: sum(batches.map((lot) => lot.pending)),
    transit: sum(batches.map((lot) => lot.transit)),
    supplier: sum(batches.map((lot) => lot.supplierQty)),
    shipped: sum(shipped.map(({ net }) => net)),
    customers: [...byCustomer].map(([name, nets]) => [name, sum(nets)] as const).filter(([, net]) => net !== 0),
  };
};
