/** What stands where a page cannot: on its way, forbidden, failed. */
import { Button } from 'antd';
import { HttpError } from '../data/http';
import styles from './PageStates.module.css';

/** Quiet for 300 ms. */
export const PageLoading = () => (
  <div className={styles.state} role="status">
    <span className={styles.late}>加载中…</span>
  </div>
);

interface FaultProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

export const PageFault = ({ error, onRetry }: FaultProps) => {
  const http = error instanceof HttpError ? error : undefined;
  if (http?.code === 403)
    return (
      <div className={styles.state}>
        <b className={styles.number}>403</b>
        <p>没有权限，请联系管理员</p>
      </div>
    );
  return (
    <div className={styles.state} role="alert">
      <h2>页面没有打开</h2>
      <p>{http?.msg ?? '服务异常,请重试'}</p>
      {http?.requestId !== undefined && <small>请求编号 {http.requestId}</small>}
      <Button onClick={onRetry}>重试</Button>
    </div>
  );
};

interface UnnamedProps {
  readonly text: string;
  /** where what is missing is found */
  readonly way: string;
  readonly onGo: () => void;
}
/** An address that does not say what it is about. */
export const PageUnnamed = ({ text, way, onGo }: UnnamedProps) => (
  <div className={styles.state} role="alert">
    <h2>页面没有打开</h2>
    <p>{text}</p>
    <Button onClick={onGo}>{way}</Button>
  </div>
);
