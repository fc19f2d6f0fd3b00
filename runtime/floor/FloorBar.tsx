/** Where I am, who I am, the time, the network and what still waits to be sent: always to be seen. */
import { useEffect, useState } from 'react';
import { warmAsks } from '../actions/index';
import { offlineQueue } from '../data/offline-queue';
import { useSignal } from '../data/signal';
import { useHost } from '../page/host';
import { Icon } from '../page/Icon';
import { Faces } from './Faces';
import styles from './floor.module.css';
import { QueuePanel } from './QueuePanel';
import { useClock } from './use-clock';
import { useFullShare } from './use-full-share';
import { useShift } from './use-shift';

export interface FloorBarProps {
  readonly title: string;
  readonly offline: boolean;
  readonly onBack: () => void;
}

export function FloorBar({ title, offline, onBack }: FloorBarProps) {
  const { session } = useHost();
  useSignal(offlineQueue.signal);
  const clock = useClock(5_000).slice(11, 16);
  const shift = useShift();
  const [open, setOpen] = useState(false);
  const isSafe = window.isSecureContext;
  const { online, items, refused, turned } = offlineQueue;
  const full = useFullShare(offline, items.length);
  useEffect(() => {
    if (offline) warmAsks();
  }, [offline]);
  return (
    <>
      <header className={styles.bar}>
        <button type="button" className={styles.back} aria-keyshortcuts="Escape" onClick={onBack}>
          <Icon name="left" /> 返回
        </button>
        <h1>{title}</h1>
        {session.station !== undefined && <span className={styles.station}>{session.station}</span>}
        <span className={styles.grow} />
        <Faces names={[session.me.name]} />
        {shift !== undefined && (
          <span className={styles.shift}>
            {shift.name} {shift.from}–{shift.to}
          </span>
        )}
        <b>{clock}</b>
        <span className={styles.net} data-on={online} role="status">
          {online ? '网络正常' : '网络中断'}
        </span>
        {offline && (
          <button
            type="button"
            className={styles.queue}
            data-tone={refused.length > 0 || full !== undefined ? 'bad' : undefined}
            onClick={() => setOpen(true)}
          >
            待上传 <b>{items.length}</b>
            {refused.length > 0 && <em>需处理 {refused.length}</em>}
            {turned.length > 0 && <em>转补报 {turned.length}</em>}
            {full !== undefined && <em>本机空间已用 {full}%</em>}
          </button>
        )}
      </header>
      {offline && !isSafe && (
        <p className={styles.note}>离线不可用：需要HTTPS。当前页面仍可联网使用，断网时内容保存在本机浏览器。</p>
      )}
      {offline && !online && <p className={styles.note}>网络中断，可继续报工，恢复后自动上传。</p>}
      {full !== undefined && (
        <p className={styles.note} role="alert">
          本机空间快满了（已用 {full}%）：{items.length > 0 ? '请尽快联网上传，' : ''}请管理员清理，满了就不能断网报工。
        </p>
      )}
      {open && <QueuePanel onClose={() => setOpen(false)} />}
    </>
  );
}
