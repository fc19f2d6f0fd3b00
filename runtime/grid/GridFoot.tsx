/** The totals under the rows: count at the left, what is selected behind it, sums and the head's totals at the right. */
import { memo, useDeferredValue } from 'react';
import type { Row } from '../../schemas/language/value';
import { type Signal, useSignal } from '../data/signal';
import type { GridControl } from './control';
import styles from './GridFoot.module.css';
import { selectionFacts } from './selection-facts';
import type { FootItem, GridColumn } from './types';

export interface GridFootProps {
  readonly control: GridControl;
  /** values outside the rows that stand in the foot too */
  readonly also: Signal;
  /** values of the moment; called whenever a value of the rows changed */
  readonly items: () => readonly FootItem[];
}

export function GridFoot({ control, also, items }: GridFootProps) {
  const { store } = control.host;
  useSignal(also);
  useSignal(store.list);
  useSignal(store.values);
  return (
    <div className={styles.foot}>
      <span>合计 {store.rows.length} 行</span>
      <Selection control={control} />
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

/** Count, sum and average of the selected cells; counted when the pointer rests, not at every cell it passes. */
function Selection({ control }: { readonly control: GridControl }) {
  const { store } = control.host;
  useSignal(store.activity);
  const { range } = control;
  const many = range !== null && (range.top !== range.bottom || range.left !== range.right);
  return many ? <Selected control={control} /> : null;
}

function Selected({ control }: { readonly control: GridControl }) {
  const { store, columns } = control.host;
  useSignal(store.activity);
  useSignal(store.values);
  const { range } = control;
  return (
    <Facts
      columns={columns}
      rows={useDeferredValue(store.rows)}
      span={useDeferredValue(range === null ? '' : `${range.top} ${range.bottom} ${range.left} ${range.right}`)}
    />
  );
}

interface FactsProps {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  /** top, bottom, left, right; empty without a selection */
  readonly span: string;
}

const Facts = memo(function Facts({ columns, rows, span }: FactsProps) {
  const [top = 0, bottom = 0, left = 0, right = 0] = span.split(' ').map(Number);
  const facts = span === '' ? null : selectionFacts(rows, columns, { top, bottom, left, right });
  if (facts === null) return null;
  return (
    <span className={styles.selection} role="status" aria-label="选区">
      {facts.map(([title, text]) => (
        <span key={title}>
          {title} <b>{text}</b>
        </span>
      ))}
    </span>
  );
});
