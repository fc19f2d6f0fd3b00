/** Rows as cards: what any list becomes on a narrow screen. */
import type { ReactNode } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { type TableColumn, type TableContext, TableEmpty, TableFailed, type TableStatus } from '../table/index';
import { Card, cardShape } from './Card';
import styles from './CardList.module.css';

export interface CardsProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  readonly context: TableContext;
  readonly status: TableStatus;
  readonly actions: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction, row: WireRow) => void;
  readonly empty: ReactNode;
}

export const CardList = ({ label, columns, rows, context, status, actions, onAction, empty }: CardsProps) => {
  const shape = cardShape(columns);
  if (rows.length === 0) return <NoCards status={status} empty={empty} />;
  return (
    <ul className={styles.cards} aria-label={label} data-stale={status.state === 'stale' || undefined}>
      {rows.map((row, index) => (
        <li key={row.id} className={styles.card}>
          <Card row={row} index={index} shape={shape} context={context} actions={actions} onAction={onAction} />
        </li>
      ))}
    </ul>
  );
};

/** What stands in the place of cards when there are none. */
export const NoCards = ({ status, empty }: Pick<CardsProps, 'status' | 'empty'>) => {
  if (status.state === 'loading')
    return (
      <div className={styles.coming} role="status" aria-label="加载中…">
        {Array.from({ length: 4 }, (_, index) => (
          <i key={index} />
        ))}
      </div>
    );
  if (status.state === 'failed') return <TableFailed {...status} />;
  return status.state === 'ready' ? (
    <div className={styles.none}>
      <TableEmpty>{empty}</TableEmpty>
    </div>
  ) : (
    <div className={styles.coming} />
  );
};
