/** Rows as cards: picture, label, tags, the next four columns; what any list becomes on a narrow screen. */
import type { ReactNode } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { content, FEATURES, type TableColumn, type TableContext, type TableStatus } from '../table/index';
import styles from './CardList.module.css';
import { rowWords } from './row-actions';

interface Props {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  readonly context: TableContext;
  readonly status: TableStatus;
  readonly actions: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction, row: WireRow) => void;
  readonly empty: ReactNode;
}
const FACTS = 4;

export const CardList = ({ label, columns, rows, context, status, actions, onAction, empty }: Props) => {
  const real = columns.filter((column) => !column.key.startsWith('$'));
  const picture = real.find((column) => column.as === 'image');
  const head = real.find((column) => column !== picture);
  const tags = real.filter((column) => column.as === 'tag' && column !== head).slice(-2);
  const facts = real
    .filter((column) => column !== picture && column !== head && !tags.includes(column))
    .slice(0, FACTS);
  const show = (column: TableColumn, row: WireRow, index: number) => content(column, row, index, FEATURES, context);
  if (rows.length === 0)
    return (
      <div className={styles.state}>
        {status.state === 'loading' ? '加载中…' : status.state === 'failed' ? status.text : <b>暂无数据</b>}
        {status.state === 'failed' && (
          <button type="button" onClick={status.onRetry}>
            重试
          </button>
        )}
        {status.state === 'ready' && empty}
      </div>
    );
  return (
    <ul className={styles.cards} aria-label={label} data-stale={status.state === 'stale' || undefined}>
      {rows.map((row, index) => {
        const { words, rest } = rowWords(row, actions);
        return (
          <li key={row.id} className={styles.card}>
            <div className={styles.head}>
              {picture !== undefined && show(picture, row, index)}
              <b>{head !== undefined && show(head, row, index)}</b>
              <span className={styles.tags}>
                {tags.map((column) => (
                  <span key={column.key}>{show(column, row, index)}</span>
                ))}
              </span>
            </div>
            <dl className={styles.facts}>
              {facts.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd data-align={column.align}>{show(column, row, index)}</dd>
                </div>
              ))}
            </dl>
            {words.length > 0 && (
              <div className={styles.actions}>
                {[...words, ...rest].slice(0, 3).map((action) => (
                  <button key={action.code} type="button" onClick={() => onAction(action, row)}>
                    {action.title}
                  </button>
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
};
