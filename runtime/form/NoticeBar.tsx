/** A refusal that stands in the page until it is read, with the ways out as buttons. */
import { CloseOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { Refusal } from '../data/types';
import styles from './NoticeBar.module.css';

export type Way = NonNullable<Refusal['ways']>[number];
export interface NoticeBarProps {
  readonly text: string;
  readonly rows?: Refusal['rows'];
  readonly ways?: readonly Way[] | undefined;
  readonly onWay?: (way: Way) => void;
  readonly onClose: () => void;
}

export function NoticeBar({ text, rows = [], ways = [], onWay, onClose }: NoticeBarProps) {
  return (
    <div className={styles.bar} role="alert">
      <ExclamationCircleFilled className={styles.icon} />
      <div className={styles.body}>
        {text}
        {rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.slice(0, 5).map((row) => (
              <li key={row.id}>{row.text}</li>
            ))}
          </ul>
        )}
        {ways.length > 0 && (
          <div className={styles.ways}>
            {ways.map((way) => (
              <Button key={way.title} size="small" onClick={() => onWay?.(way)}>
                {way.title}
              </Button>
            ))}
          </div>
        )}
      </div>
      <button type="button" className={styles.close} aria-label="关闭" onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  );
}
