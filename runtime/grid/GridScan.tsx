/** The scan box of the toolbar: it keeps the focus, takes one code after the other and says in words and colour what came of it. */
import { CloseOutlined, ScanOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { scanRefusal } from '../data/scan-client';
import type { GridControl } from './control';
import styles from './GridToolbar.module.css';
import type { ScanAnswer } from './types';

export interface GridScanProps {
  readonly control: GridControl;
}

export function GridScan({ control }: GridScanProps) {
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const box = useRef<HTMLInputElement>(null);
  // a scanner is faster than the server: codes wait for the one before
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  if (!open)
    return (
      <Button
        className={styles.tool}
        icon={<ScanOutlined aria-hidden />}
        onClick={() => {
          setOpen(true);
          setAnswer(null);
          queueMicrotask(() => box.current?.focus());
        }}
      >
        扫码
      </Button>
    );
  const take = (code: string): void => {
    queue.current = queue.current.then(() =>
      control.host
        .scan(code)
        .then(setAnswer, (error: unknown) =>
          setAnswer({ ok: false, text: scanRefusal(error) ?? '没有连上服务器，请再扫一次' }),
        ),
    );
  };
  return (
    <span className={styles.scan}>
      <input
        ref={box}
        className={styles.scanBox}
        aria-label="扫码加入"
        placeholder="扫码或输入编码后回车"
        autoComplete="off"
        onKeyDown={(event) => {
          event.stopPropagation();
          const { currentTarget: input } = event;
          if (event.key === 'Escape') setOpen(false);
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (input.value.trim() !== '') take(input.value);
          input.value = '';
        }}
      />
      <button type="button" aria-label="关闭扫码" onClick={() => setOpen(false)}>
        <CloseOutlined />
      </button>
      {answer !== null && answer.text !== '' && (
        <span role="status" data-ok={answer.ok ? '' : undefined} className={styles.scanned}>
          {answer.text}
        </span>
      )}
    </span>
  );
}
