/** An export while it runs: what goes into the sheet where there is a choice, what has arrived, and the way to stop it. */
import { Button, Modal, Progress, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../data/http';
import { recordClient } from '../data/record-client';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import type { Page } from '../page/types';
import styles from './ExportDialog.module.css';

export interface ExportDialogProps {
  readonly page: Page;
  readonly body: Parameters<typeof recordClient.export>[1];
  readonly onClose: (done: boolean) => void;
}
type State =
  | { readonly at: 'ask' }
  | { readonly at: 'running'; readonly bytes: number; readonly total: number | undefined }
  | { readonly at: 'failed'; readonly text: string };

export function ExportDialog({ page, body, onClose }: ExportDialogProps) {
  const host = useHost();
  const subs = Object.values(page.object.fields).filter((field) => field.sub !== undefined && field.hidden !== true);
  const [rows, setRows] = useState('');
  const [state, setState] = useState<State>(
    subs.length > 0 ? { at: 'ask' } : { at: 'running', bytes: 0, total: undefined },
  );
  const stop = useRef<AbortController>(null);
  const started = useRef(false);

  const start = async (): Promise<void> => {
    const own = new AbortController();
    stop.current = own;
    started.current = true;
    let total: number | undefined;
    setState({ at: 'running', bytes: 0, total });
    try {
      await recordClient.export(page.code, rows === '' ? body : { ...body, rows }, {
        quiet: true,
        signal: own.signal,
        onReceived: (bytes, header) => {
          const told = header('x-total-rows');
          if (told !== null) total = Number(told);
          if (!own.signal.aborted) setState({ at: 'running', bytes, total });
        },
      });
      if (own.signal.aborted) return;
      host.feedback.success(total === undefined ? '已导出' : `已导出 ${total.toLocaleString('zh-CN')} 条`);
      onClose(true);
    } catch (error) {
      if (own.signal.aborted) return;
      const isSaid = error instanceof HttpError && error.code !== 0;
      setState({ at: 'failed', text: isSaid ? error.msg : '导出没有完成，请重试' });
    }
  };
  // without a choice there is nothing to ask
  useEffect(() => {
    if (!started.current && state.at === 'running') void start();
  });
  const cancel = (): void => {
    stop.current?.abort();
    onClose(false);
  };
  return (
    <Modal
      open
      centered
      title={`导出${page.title}`}
      width={rem(440)}
      maskClosable={false}
      onCancel={cancel}
      footer={
        <>
          <Button onClick={cancel}>{state.at === 'failed' ? '关闭' : '取消'}</Button>
          {state.at !== 'running' && (
            <Button type="primary" autoFocus onClick={() => void start()}>
              {state.at === 'failed' ? '重试' : '导出'}
            </Button>
          )}
        </>
      }
    >
      {state.at === 'ask' && (
        <>
          <p className={styles.text}>按当前的筛选、排序和列导出，每行一条：</p>
          <Radio.Group
            className={styles.choices ?? ''}
            value={rows}
            onChange={(event) => setRows(event.target.value as string)}
            options={[
              { value: '', label: page.object.title },
              ...subs.map((field) => ({ value: field.code, label: `${field.title}（连同所属${page.object.title}）` })),
            ]}
          />
        </>
      )}
      {state.at === 'running' && (
        <div role="status">
          <p className={styles.text}>{runningText(state.bytes, state.total)}</p>
          <Progress percent={100} status="active" showInfo={false} aria-label="正在导出" />
        </div>
      )}
      {state.at === 'failed' && (
        <p className={styles.text} role="alert">
          {state.text}
        </p>
      )}
    </Modal>
  );
}

const runningText = (bytes: number, total: number | undefined): string => {
  if (total === undefined) return '正在准备数据…';
  const size = bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `共 ${total.toLocaleString('zh-CN')} 条，已接收 ${size}`;
};
