/** Rows as cards: what any list becomes on a narrow screen. */
import type { CSSProperties, ReactNode } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import {
  isLockedRow,
  type TableColumn,
  type TableContext,
  TableEmpty,
  TableFailed,
  type TableSelection,
  type TableStatus,
  TreeCaret,
  TreeMore,
  type TreeRow,
} from '../table/index';
import { Card, type CardChoice, cardShape } from './Card';
import styles from './CardList.module.css';
import type { MenuAt } from './RowActions';

/** Where a card stands among the cards of a tree. */
export interface CardPlace extends TreeRow {
  /** shown only because of what lies below it */
  readonly isAbove: boolean;
  readonly onToggle: () => void;
  readonly onMore: () => void;
}
export interface CardsProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly WireRow[];
  readonly context: TableContext;
  readonly status: TableStatus;
  readonly actions: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction, row: WireRow) => void;
  /** opens the menu all cards share */
  readonly onMenu: (at: MenuAt) => void;
  readonly selection: TableSelection;
  readonly empty: ReactNode;
}
interface CardListProps extends CardsProps {
  /** fields that name a row */
  readonly named: readonly string[];
  /** the rows are those of a tree, in its order */
  readonly placeOf?: ((row: WireRow) => CardPlace | undefined) | undefined;
}
/** steps to the right that a narrow screen has room for; what lies deeper stands below the last */
const STEPS = 5;

export const CardList = ({
  label,
  columns,
  named,
  rows,
  context,
  status,
  actions,
  onAction,
  onMenu,
  selection,
  empty,
  placeOf,
}: CardListProps) => {
  const shape = cardShape(columns, { named });
  if (rows.length === 0) return <NoCards status={status} empty={empty} />;
  return (
    <ul
      className={styles.cards}
      aria-label={label}
      data-stale={status.state === 'stale' || undefined}
      data-tree={placeOf === undefined ? undefined : ''}
    >
      {rows.map((row, index) => {
        const place = placeOf?.(row);
        return (
          <li
            key={row.id}
            className={styles.card}
            data-chosen={selection.state.rows.has(row.id) || undefined}
            {...(place === undefined ? {} : standing(place))}
          >
            {place?.more === undefined ? (
              <Card
                row={row}
                index={index}
                shape={shape}
                context={context}
                actions={actions}
                onAction={onAction}
                onMenu={onMenu}
                choice={choiceOf(selection, row)}
                lead={place?.leaf === false && <TreeCaret place={place} onToggle={place.onToggle} />}
              />
            ) : (
              <TreeMore left={place.more} onMore={place.onMore} />
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** The rules of the boxes of a table (specification §4). */
export const choiceOf = (
  { mode, state, dispatch, isLocked = isLockedRow }: TableSelection,
  row: WireRow,
): CardChoice | undefined =>
  mode === 'none'
    ? undefined
    : {
        checked: state.rows.has(row.id),
        locked: isLocked(row),
        onToggle: () => dispatch({ type: 'toggle', row }),
      };

const standing = ({ level, isAbove, more }: CardPlace) => ({
  'aria-level': level + 1,
  'data-below': level > 0 ? '' : undefined,
  'data-above': isAbove || undefined,
  'data-more': more === undefined ? undefined : '',
  style: { '--step': Math.min(level, STEPS) } as CSSProperties,
});

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
