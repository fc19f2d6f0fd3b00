/** What the right mouse button offers over the rows. */
import { Dropdown, type MenuProps } from 'antd';
import type { GridControl } from './control';
import styles from './Grid.module.css';

export interface GridMenuProps {
  readonly control: GridControl;
  readonly at: MenuAt;
  readonly onClose: () => void;
}
/** where the pointer is, in the window */
export interface MenuAt {
  readonly x: number;
  readonly y: number;
}

export function GridMenu({ control, at, onClose }: GridMenuProps) {
  const { can, store } = control.host;

  const items: NonNullable<MenuProps['items']> = [
    { key: 'above', label: '在上方插入', extra: 'Insert', disabled: !can.add, onClick: () => control.insert() },
    { key: 'below', label: '在下方插入', disabled: !can.add, onClick: () => control.insert(0, true) },
    {
      key: 'copyRows',
      label: '复制行',
      extra: 'Ctrl+Enter',
      disabled: !can.copy || !can.add,
      onClick: () => control.copyRows(),
    },
    { key: 'fill', label: '向下填充', extra: 'Ctrl+D', onClick: () => control.fillDown() },
    { key: 'up', label: '上移', extra: 'Alt+Shift+↑', disabled: !can.sort, onClick: () => control.moveRows(-1) },
    { key: 'down', label: '下移', extra: 'Alt+Shift+↓', disabled: !can.sort, onClick: () => control.moveRows(1) },
    { type: 'divider' },
    { key: 'undo', label: '撤销', extra: 'Ctrl+Z', disabled: !store.canUndo, onClick: () => control.host.undo() },
    { key: 'redo', label: '重做', extra: 'Ctrl+Y', disabled: !store.canRedo, onClick: () => control.host.redo() },
    { type: 'divider' },
    {
      key: 'delete',
      label: '删除行',
      extra: 'Ctrl+-',
      danger: true,
      disabled: !can.remove,
      onClick: () => control.deleteRows(),
    },
  ];
  return (
    <Dropdown
      open
      trigger={['click']}
      menu={{ items, onClick: onClose }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <i className={styles.menuAt} style={{ left: at.x, top: at.y }} />
    </Dropdown>
  );
}
