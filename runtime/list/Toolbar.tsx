/** The buttons of the list, of which one is primary; while rows are chosen, what can be done with them stands in their place. */
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import type { ResolvedAction } from '../../schemas/language/resolved';
import { factoryTime, Icon, useNarrow } from '../page/index';
import { type Buttons, bulkButtons, isDestructive, toolbarButtons } from './row-actions';
import styles from './Toolbar.module.css';

interface Props {
  readonly actions: readonly ResolvedAction[];
  readonly bulk: readonly ResolvedAction[];
  readonly chosen: number;
  readonly onAction: (action: ResolvedAction) => void;
  readonly onBulk: (action: ResolvedAction) => void;
  readonly onClear: () => void;
  readonly at: number;
  /** why newer rows did not come, while older ones stand there */
  readonly fault?: string | undefined;
  readonly onRefresh: () => void;
  /** column settings */
  readonly children: ReactNode;
}
const SHOWN = 6;
/** of a narrow bar, and beside what is chosen there */
const FEW = 2;
const ONE = 1;

export const Toolbar = ({
  actions,
  bulk,
  chosen,
  onAction,
  onBulk,
  onClear,
  at,
  fault,
  onRefresh,
  children,
}: Props) => {
  // a phone: one line, and what has no room in it stands behind ⋯
  const narrow = useNarrow();
  return (
    <div className={styles.bar} role="toolbar" aria-label="操作">
      {chosen > 0 ? (
        <>
          <span className={styles.chosen}>已选 {chosen} 条</span>
          <ButtonRow buttons={bulkButtons(bulk)} onAction={onBulk} most={narrow ? ONE : SHOWN} folds={narrow} />
          <Button type="text" onClick={onClear}>
            清空
          </Button>
        </>
      ) : (
        <ButtonRow
          buttons={toolbarButtons(actions, narrow)}
          onAction={onAction}
          most={narrow ? FEW : SHOWN}
          folds={narrow}
        />
      )}
      <span className={styles.grow} />
      {fault !== undefined ? (
        <span className={styles.fault} role="status">
          {fault}，仍是 {factoryTime(at).slice(11)} 的数据
        </span>
      ) : (
        at > 0 && <span className={styles.at}>数据时间 {factoryTime(at).slice(11)}</span>
      )}
      <button type="button" className={styles.icon} aria-label="刷新" title="刷新" onClick={onRefresh}>
        <Icon name="refresh" />
      </button>
      {children}
    </div>
  );
};

interface RowProps {
  readonly buttons: Buttons;
  readonly onAction: (action: ResolvedAction) => void;
  /** so many stand there, the others behind ⋯ */
  readonly most: number;
  /** menus are behind ⋯ too */
  readonly folds: boolean;
}

const ButtonRow = ({ buttons: { ordered, primary, menus = [] }, onAction, most, folds }: RowProps) => {
  const rest = [...ordered.slice(most), ...(folds ? menus.flatMap(([, actions]) => actions) : [])];
  return (
    <>
      {ordered.slice(0, most).map((action) => (
        <Button
          key={action.code}
          data-action={action.code}
          type={action === primary ? 'primary' : 'default'}
          className={isDestructive(action) ? (styles.danger ?? '') : ''}
          onClick={() => onAction(action)}
        >
          {action.title}
        </Button>
      ))}
      {(folds ? [] : menus).map(([title, actions]) => (
        <ActionMenu key={title} actions={actions} onAction={onAction}>
          <Button>
            {title} <Icon name="down" />
          </Button>
        </ActionMenu>
      ))}
      {rest.length > 0 && (
        <ActionMenu actions={rest} onAction={onAction}>
          <Button icon={<Icon name="more" />} aria-label="更多操作" />
        </ActionMenu>
      )}
    </>
  );
};

interface MenuProps {
  readonly actions: readonly ResolvedAction[];
  readonly onAction: (action: ResolvedAction) => void;
  readonly children: ReactNode;
}
const ActionMenu = ({ actions, onAction, children }: MenuProps) => (
  <Dropdown
    menu={{
      items: actions.map((action) => ({ key: action.code, label: action.title, danger: isDestructive(action) })),
      onClick: ({ key }) => {
        const action = actions.find((action) => action.code === key);
        if (action !== undefined) onAction(action);
      },
    }}
    trigger={['click']}
  >
    {children}
  </Dropdown>
);
