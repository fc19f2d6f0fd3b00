/** The words at the end of a row, and the one menu all rows share for what does not fit. */
import { Dropdown } from 'antd';
import { useEffect } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import type { WireRow } from '../data/types';
import { Icon } from '../page/index';
import type { TableColumn } from '../table/index';
import styles from './RowActions.module.css';
import { isDestructive, rowWords, wordsWidth } from './row-actions';

export interface MenuAt {
  readonly row: WireRow;
  /** what waits behind ⋯ of a row */
  readonly rest: (row: WireRow) => readonly ResolvedAction[];
  readonly left: number;
  readonly top: number;
}

export const actionColumn = (
  actions: readonly ResolvedAction[],
  onAction: (action: ResolvedAction, row: WireRow) => void,
  onMenu: (at: MenuAt) => void,
): TableColumn => {
  const width = Math.max(76, wordsWidth(actions));
  return {
    key: '$actions',
    title: '操作',
    width,
    minWidth: width,
    align: 'left',
    headerAlign: 'left',
    pin: 'right',
    sortable: false,
    grows: false,
    overflow: true,
    required: false,
    text: () => '',
    ways: (row) => {
      const { words, rest } = rowWords(row, actions);
      return [...words, ...rest].map((action) => ({
        key: action.code,
        title: action.title,
        danger: isDestructive(action),
        go: () => onAction(action, row),
      }));
    },
    render: (row) => {
      const { words, rest } = rowWords(row, actions);
      return (
        <span className={styles.words} data-own="">
          {words.map((action) => (
            <button key={action.code} type="button" tabIndex={-1} onClick={() => onAction(action, row)}>
              {action.title}
            </button>
          ))}
          {rest.length > 0 && (
            <MoreButton row={row} rest={(now) => rowWords(now, actions).rest} onMenu={onMenu} tabIndex={-1} />
          )}
        </span>
      );
    },
  };
};

interface MoreProps extends Pick<MenuAt, 'row' | 'rest'> {
  readonly onMenu: (at: MenuAt) => void;
  readonly tabIndex?: number;
}
/** Opens the shared menu under itself. */
export const MoreButton = ({ row, rest, onMenu, tabIndex }: MoreProps) => (
  <button
    type="button"
    tabIndex={tabIndex}
    className={styles.more}
    aria-label="更多操作"
    aria-haspopup="menu"
    onClick={(event) => {
      const box = event.currentTarget.getBoundingClientRect();
      onMenu({ row, rest, left: box.left, top: box.bottom });
    }}
  >
    <Icon name="more" />
  </button>
);

interface MenuProps {
  readonly at: MenuAt | null;
  /** the rows as they were read last: an open menu offers what its row allows now */
  readonly rows: readonly WireRow[];
  readonly onAction: (action: ResolvedAction, row: WireRow) => void;
  readonly onClose: () => void;
}

export const RowMenu = ({ at, rows, onAction, onClose }: MenuProps) => {
  const row = at === null ? undefined : rows.find(({ id }) => id === at.row.id);
  const actions = row === undefined ? [] : (at?.rest(row) ?? []);
  const isBare = at !== null && actions.length === 0;
  useEffect(() => {
    if (isBare) onClose();
  }, [isBare, onClose]);
  if (at === null || row === undefined || isBare) return null;
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      menu={{
        items: actions.map((action) => ({
          key: action.code,
          label: action.title,
          danger: isDestructive(action),
        })),
        onClick: ({ key }) => {
          onClose();
          const action = actions.find((action) => action.code === key);
          if (action !== undefined) onAction(action, row);
        },
      }}
    >
      <span className={styles.anchor} style={{ left: at.left, top: at.top }} />
    </Dropdown>
  );
};
