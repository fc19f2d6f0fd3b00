/** 按条件排产: another direction or order than the workshop's, from a moment on, only the orders of the chosen tasks. */
import { Checkbox, DatePicker, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import styles from './scheduling.module.css';
import type { Board } from './use-board';
import type { Words } from './words';

interface Props {
  readonly board: Board;
  readonly words: Words;
  readonly onClose: () => void;
}
const AS_SET = '';
export const RunDialog = ({ board, words, onClose }: Props) => {
  const [direction, setDirection] = useState(AS_SET);
  const [rule, setRule] = useState(AS_SET);
  const [from, setFrom] = useState<Dayjs | null>(null);
  const [only, setOnly] = useState(false);
  const orders = [...new Set(board.bars.filter(({ id }) => board.chosen.has(id)).map(({ task }) => task.workOrderId))];
  const asSet = { value: AS_SET, label: '按参数' };
  const handleOk = (): void => {
    onClose();
    void board.start({
      ...(direction === AS_SET ? {} : { direction }),
      ...(rule === AS_SET ? {} : { rule }),
      ...(from === null ? {} : { from: from.format('YYYY-MM-DD HH:mm:00') }),
      ...(only && orders.length > 0 ? { workOrderIds: orders } : {}),
    });
  };
  return (
    <Modal
      open
      title="按条件排产"
      centered
      maskClosable={false}
      okText="开始排产"
      cancelText="取消"
      onOk={handleOk}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <label className={styles.field}>
          排产方向
          <Select value={direction} options={[asSet, ...words.options('schedDirection')]} onChange={setDirection} />
        </label>
        <label className={styles.field}>
          排序规则
          <Select value={rule} options={[asSet, ...words.options('schedRule')]} onChange={setRule} />
        </label>
        <label className={styles.field}>
          不早于
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={from}
            placeholder="现在"
            onChange={setFrom}
          />
        </label>
        <Checkbox checked={only} disabled={orders.length === 0} onChange={({ target }) => setOnly(target.checked)}>
          只排选中任务的 {orders.length} 张工单
        </Checkbox>
      </div>
    </Modal>
  );
};
