import { Button } from 'antd';
import styles from './StartFailed.module.css';

/** The menus could not be loaded; the reason was said as a toast. */
export const StartFailed = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className={styles.failed}>
    <h1>系统没有打开</h1>
    <p>菜单和权限没有取到，请检查网络后重试。</p>
    <Button type="primary" onClick={onRetry}>
      重试
    </Button>
  </div>
);
