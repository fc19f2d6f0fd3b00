/** Over the rows, what the last paste or import did and what it could not take; errors are one click away. */
import { CloseOutlined } from '@ant-design/icons';
import { useSignal } from '../data/signal';
import type { GridControl } from './control';
import styles from './GridReportBar.module.css';
import { doubts } from './report';

export interface GridReportBarProps {
  readonly control: GridControl;
}

export function GridReportBar({ control }: GridReportBarProps) {
  useSignal(control.reportSignal);
  const report = control.reported;
  if (report === null) return null;
  const more = doubts(report);
  return (
    <div className={styles.bar} role="status" data-doubtful={more.length > 0 ? '' : undefined}>
      <b>{report.text}</b>
      {more.map((text) => (
        <span key={text}>{text}</span>
      ))}
      <span className={styles.grow} />
      <button type="button" aria-label="关闭" onClick={() => control.report(null)}>
        <CloseOutlined />
      </button>
    </div>
  );
}
