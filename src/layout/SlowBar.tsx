/** Over everything, while a write waits long for its answer: how long already, and the way out. */
import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { slowCalls } from '../../runtime/data/slow-calls';
import styles from './SlowBar.module.css';

export const SlowBar = () => {
  const since = useSyncExternalStore(slowCalls.changed.subscribe, () => slowCalls.since);
  return since === undefined ? null : <Waiting since={since} />;
};

const Waiting = ({ since }: { readonly since: number }) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.bar}>
      <LoadingOutlined aria-hidden />
      <span role="status">网络较慢，仍在等待服务器答复，填写的内容不会丢失</span>
      <span aria-hidden>{Math.max(0, Math.round((now - since) / 1000))} 秒</span>
      <Button size="small" onClick={() => slowCalls.stop()}>
        停止等待
      </Button>
    </div>
  );
};
