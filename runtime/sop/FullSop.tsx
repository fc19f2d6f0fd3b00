/** An instruction over the whole screen: one sheet at a time, swiped or by big buttons; the last one lets it be confirmed. */
import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { SheetView } from './SheetView';
import styles from './SopViewer.module.css';
import { type Sheet, swiped } from './sheets';

export interface FullSopProps {
  readonly title: string;
  readonly sheets: readonly Sheet[];
  readonly mark: string | null;
  readonly keeps: boolean;
  readonly from: number;
  readonly isRead: boolean;
  /** absent: there is nothing to confirm for this user */
  readonly onRead?: () => void;
  readonly onClose: () => void;
}

export function FullSop({ title, sheets, mark, keeps, from, isRead, onRead, onClose }: FullSopProps) {
  const [at, setAt] = useState(from);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([from]));
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const go = (by: number): void => {
    const next = Math.max(0, Math.min(sheets.length - 1, at + by));
    setAt(next);
    setSeen((before) => new Set([...before, next]));
  };
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft') latest.current(-1);
      else if (event.key === 'ArrowRight') latest.current(1);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  const sheet = sheets[at];
  const open = sheets.length - seen.size;
  return (
    <Modal
      open
      title={title}
      width="100vw"
      className={styles.full ?? ''}
      maskClosable={false}
      onCancel={onClose}
      footer={
        <div className={styles.bar}>
          <button type="button" disabled={at === 0} onClick={() => go(-1)}>
            上一步
          </button>
          <span aria-live="polite">
            {at + 1} / {sheets.length}
          </span>
          <button type="button" disabled={at === sheets.length - 1} onClick={() => go(1)}>
            下一步
          </button>
          {onRead !== undefined && (
            <button type="button" className={styles.read} disabled={open > 0} onClick={onRead}>
              {open > 0 ? `还有${open}页未看` : '已读'}
            </button>
          )}
          {isRead && <span className={styles.done}>已读</span>}
        </div>
      }
    >
      {sheet !== undefined && (
        <div
          key={sheet.key}
          className={styles.sheet}
          onPointerDown={(event) => {
            start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={(event) => {
            const by = start.current === null ? 0 : swiped(start.current, { x: event.clientX, y: event.clientY });
            start.current = null;
            if (by !== 0) go(by);
          }}
        >
          <SheetView sheet={sheet} mark={mark} keeps={keeps} />
        </div>
      )}
    </Modal>
  );
}
