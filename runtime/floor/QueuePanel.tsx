/** What waits on this device, in order, and what a person has to decide. */
import { Button, Drawer } from 'antd';
import { offlineQueue } from '../data/offline-queue';
import type { QueueItem } from '../data/queue-db';
import { useSignal } from '../grid/signal';
import { useHost } from '../page/host';
import { rem } from '../page/scale';
import styles from './floor.module.css';

export function QueuePanel({ onClose }: { readonly onClose: () => void }) {
  const { feedback } = useHost();
  useSignal(offlineQueue.signal);
  const { items, online } = offlineQueue;
  const handleDiscard = async (item: QueueItem): Promise<void> => {
    const sure = await feedback.confirm(`丢弃「${item.title}」后不能恢复，是否继续？`, { danger: true });
    if (sure) await offlineQueue.discard(item.seq);
  };
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
              {item.state === 'refused' ? `需处理：${item.text ?? ''}` : waits(item, items) ? '等待前一条' : '待上传'}
            </span>
            {item.state === 'refused' && (
              <div>
                <Button size="large" onClick={() => void offlineQueue.retry(item.seq)}>
                  {item.accept === undefined ? '重新提交' : '仍然提交'}
                </Button>
                <Button size="large" danger onClick={() => void handleDiscard(item)}>
                  丢弃
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

const waits = (item: QueueItem, items: readonly QueueItem[]): boolean =>
  items.some((one) => one.seq < item.seq && one.chain === item.chain && one.state === 'refused');
