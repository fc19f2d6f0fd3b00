import { Button } from 'antd';
import { Icon } from '../../../runtime/page/Icon';
import type { LayoutEdit } from './use-layout-edit';

export const UndoRedo = ({ edit }: { readonly edit: LayoutEdit }) => (
  <>
    <Button icon={<Icon name="undo" />} aria-label="撤销" disabled={!edit.canUndo} onClick={edit.undo} />
    <Button icon={<Icon name="redo" />} aria-label="重做" disabled={!edit.canRedo} onClick={edit.redo} />
  </>
);
