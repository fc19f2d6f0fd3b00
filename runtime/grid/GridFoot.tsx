/** The totals under the rows: count at the left, sums and the head's totals at the right. */
import styles from './GridFoot.module.css';
import { type Signal, useSignal } from './signal';
import type { GridStore } from './store';
import type { FootItem } from './types';

export interface GridFootProps {
  readonly store: GridStore;
  /** values outside the rows that stand in the foot too */
  readonly also: Signal;
  /** values of the moment; called whenever a value of the rows changed */
  readonly items: () => readonly FootItem[];
}

export function GridFoot({ store, also, items }: GridFootProps) {
  useSignal(also);
  useSignal(store.list);
  useSignal(store.values);
  return (
    <div className={styles.foot}>
      <span>合计 {store.rows.length} 行</span>
      <span className={styles.grow} />
      {items().map((item) => (
        <span key={item.code} className={styles.item}>
          {item.title}
          <b>{item.text}</b>
        </span>
      ))}
    </div>
  );
}
