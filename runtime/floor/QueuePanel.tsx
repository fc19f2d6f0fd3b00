/** What waits on this device, in order, and what a person has to decide. */
import { Button, Drawer, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import type { Json } from '../../schemas/language/value';
import { offlineQueue, stopped } from '../data/offline-queue';
import type { QueueItem } from '../data/queue-db';
import { useSignal } from '../data/signal';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import styles from './floor.module.css';

export function QueuePanel({ onClose }: { readonly onClose: () => void }) {
  useSignal(offlineQueue.signal);
  const { session } = useHost();
  const mayGiveUp = ({ discard }: QueueItem): boolean => discard === undefined || session.can(discard);
  const { items, turned, online } = offlineQueue;
  // of others only what the one who leads them may decide
  const others = offlineQueue.others.filter((item) => item.discard !== undefined && mayGiveUp(item));
  const behind = stopped(items);
  const [gone, setGone] = useState<QueueItem>();
  return (
    <Drawer open title="本机待上传" width={rem(520)} onClose={onClose}>
      <div className={styles.queueHead}>
        <span>{online ? `共 ${items.length} 条` : `网络中断，共 ${items.length} 条`}</span>
        <Button size="large" disabled={items.length === 0} onClick={() => void offlineQueue.send()}>
          立即上传
        </Button>
      </div>
      {items.length === 0 && <p className={styles.none}>全部已上传</p>}
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.seq} data-state={item.state}>
            <b>{item.title}</b>
            <time>{item.occurAt.slice(5, 16)}</time>
            <span>
              {item.state === 'refused' ? `需处理：${item.text ?? ''}` : behind.has(item.seq) ? '等待前一条' : '待上传'}
            </span>
            {item.state === 'refused' && (
              <Refused item={item} {...(mayGiveUp(item) ? { onDiscard: () => setGone(item) } : {})} />
            )}
          </li>
        ))}
      </ul>
      {turned.length > 0 && (
        <>
          <h3 className={styles.queueTitle}>已转补报单的内容</h3>
          <ul className={styles.items}>
            {turned.map((item) => (
              <li key={item.seq} data-state={item.state}>
                <b>{item.title}</b>
                <time>{item.occurAt.slice(5, 16)}</time>
                <span>{item.text}</span>
                <div>
                  <Button size="large" onClick={() => void offlineQueue.read(item.seq)}>
                    知道了
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.queueTitle}>其他人需处理的内容</h3>
          <ul className={styles.items}>
            {others.map((item) => (
              <li key={item.seq} data-state={item.state}>
                <b>{item.title}</b>
                <time>{item.occurAt.slice(5, 16)}</time>
                <span>{`需处理：${item.text ?? ''}`}</span>
                <div>
                  <Button size="large" danger onClick={() => setGone(item)}>
                    丢弃
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {gone !== undefined && <GiveUp item={gone} onClose={() => setGone(undefined)} />}
    </Drawer>
  );
}

interface RefusedProps {
  readonly item: QueueItem;
  /** undefined = only who leads may */
  readonly onDiscard?: () => void;
}

/** Sent again as it is, with its numbers put right, or thrown away. */
function Refused({ item, onDiscard }: RefusedProps) {
  const record = (item.body.record ?? {}) as Readonly<Record<string, Json>>;
  const numbers = (item.numbers ?? []).filter(({ code }) => typeof record[code] === 'number');
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>();
  const handleSend = (): void => {
    if (typed !== undefined) void offlineQueue.retry(item.seq, { ...item.body, record: { ...record, ...typed } });
  };
  const isWhole = typed !== undefined && numbers.every(({ code }) => typed[code] !== null);
  const handleChange = (): void =>
    setTyped(Object.fromEntries(numbers.map(({ code }) => [code, record[code] as number])));
  return (
    <>
      {typed !== undefined && (
        <div>
          {numbers.map(({ code, title, suffix }) => (
            <label key={code} className={styles.again}>
              {title}
              <InputNumber
                size="large"
                autoFocus
                min={0}
                precision={4}
                formatter={(value) => String(value ?? '')}
                value={typed[code] ?? null}
                suffix={suffix}
                onChange={(value) => setTyped({ ...typed, [code]: value })}
                onPressEnter={() => isWhole && handleSend()}
              />
            </label>
          ))}
        </div>
      )}
      <div>
        {typed !== undefined ? (
          <Button size="large" type="primary" disabled={!isWhole} onClick={handleSend}>
            重发
          </Button>
        ) : (
          <>
            {numbers.length > 0 && (
              <Button size="large" type="primary" onClick={handleChange}>
                修改数量
              </Button>
            )}
            <Button size="large" onClick={() => void offlineQueue.retry(item.seq)}>
              {item.accept === undefined ? '重新提交' : '仍然提交'}
            </Button>
          </>
        )}
        {onDiscard === undefined ? (
          <span>要丢弃请班组长在本机登录</span>
        ) : (
          <Button size="large" danger onClick={onDiscard}>
            丢弃
          </Button>
        )}
      </div>
    </>
  );
}

interface GiveUpProps {
  readonly item: QueueItem;
  readonly onClose: () => void;
}

/** Asks why: what is given up is gone, the reason stays in the log. */
function GiveUp({ item, onClose }: GiveUpProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const handleSure = async (): Promise<void> => {
    setBusy(true);
    try {
      await offlineQueue.discard(item.seq, reason.trim());
      onClose();
    } catch {
      // said by the call; the item stays
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="提示"
      okText="丢弃"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: busy }}
      onOk={() => void handleSure()}
      onCancel={onClose}
    >
      <p>{`丢弃「${item.title}」后不能恢复，原因会记入系统日志。`}</p>
      <Input
        autoFocus
        size="large"
        maxLength={200}
        aria-label="丢弃原因"
        placeholder="丢弃原因"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
