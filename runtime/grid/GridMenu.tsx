/** What the right mouse button offers over the rows. */
import { Dropdown, type MenuProps } from 'antd';
import type { ReactElement } from 'react';
import type { GridControl } from './control';

export interface GridMenuProps {
  readonly control: GridControl;
  readonly children: ReactElement;
}

export function GridMenu({ control, children }: GridMenuProps) {
  const { can } = control.host;
  const items: NonNullable<MenuProps['items']> = [
    { key: 'insert', label: '插入行', extra: 'Insert', disabled: !can.add, onClick: () => control.insert() },
    {
      key: 'copyRows',
      label: '复制行',
      extra: 'Ctrl+Enter',
      disabled: !can.copy || !can.add,
      onClick: () => control.copyRows(),
    },
    { key: 'fill', label: '向下填充', extra: 'Ctrl+D', onClick: () => control.fillDown() },
    { key: 'up', label: '上移', disabled: !can.sort, onClick: () => control.moveRows(-1) },
    { key: 'down', label: '下移', disabled: !can.sort, onClick: () => control.moveRows(1) },
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
    <Dropdown trigger={['contextMenu']} menu={{ items }} destroyOnHidden>
      {children}
    </Dropdown>
  );
}
