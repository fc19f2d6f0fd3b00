/** 存为图表: what the report shows becomes a chart of a board; which one, and what it is called there. */
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { type CellAsk, chartClient } from '../charts/index';
import { HttpError } from '../data/http';
import { useHost } from '../page/index';
import styles from './report.module.css';

interface Props {
  readonly title: string;
  readonly ask: CellAsk;
  readonly onClose: () => void;
}
const NEW = '';

export const KeepDialog = ({ title: given, ask, onClose }: Props) => {
  const { feedback } = useHost();
  const [title, setTitle] = useState(given);
  const [board, setBoard] = useState<string>();
  const [named, setNamed] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: boards = [], isFetching } = useQuery({
    queryKey: ['boards'],
    queryFn: () => chartClient.boards(),
    staleTime: 0,
  });
  const apps = [...new Set(boards.map(({ app }) => app))];
  const options = [
    { value: NEW, label: '新建看板' },
    ...apps.map((app) => ({
      label: app,
      title: app,
      options: boards.filter((board) => board.app === app).map((board) => ({ value: board.id, label: board.title })),
    })),
  ];
  const isReady = title.trim() !== '' && board !== undefined && (board !== NEW || named.trim() !== '');
  const handleDone = async (): Promise<void> => {
    if (!isReady || busy || board === undefined) return;
    setBusy(true);
    try {
      await chartClient.keep({
        title: title.trim(),
        cell: ask,
        ...(board === NEW ? { boardTitle: named.trim() } : { board }),
      });
      const name = board === NEW ? named.trim() : boards.find(({ id }) => id === board)?.title;
      feedback.success(`已存入看板「${name}」的草稿，发布后可见`);
      onClose();
    } catch (error) {
      feedback.error(error instanceof HttpError ? error.msg : '没有存上，请重试');
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="存为图表"
      okText="存入草稿"
      cancelText="取消"
      okButtonProps={{ disabled: !isReady, loading: busy }}
      onOk={() => void handleDone()}
      onCancel={onClose}
    >
      <div className={styles.keep}>
        <label>
          <span>标题</span>
          <Input value={title} maxLength={40} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label>
          <span>看板</span>
          <Select
            aria-label="看板"
            placeholder="选择看板或新建"
            loading={isFetching}
            showSearch
            optionFilterProp="label"
            options={options}
            {...(board === undefined ? {} : { value: board })}
            onChange={setBoard}
          />
        </label>
        {board === NEW && (
          <label>
            <span>看板名称</span>
            <Input value={named} maxLength={30} onChange={(event) => setNamed(event.target.value)} />
          </label>
        )}
        <p>现在的查询条件、分组和指标一并存入，数字与本页相同。</p>
      </div>
    </Modal>
  );
};
