/** What stands in the place of a picture until it is drawn. */
import styles from './charts.module.css';

const BARS = ['40%', '65%', '50%', '85%', '70%', '95%', '60%'] as const;
/** As large as the chart that comes. */
export const ChartWait = () => (
  <div className={styles.wait} role="status" aria-busy="true" aria-label="加载中…">
    {BARS.map((height) => (
      <i key={height} style={{ height }} />
    ))}
  </div>
);
