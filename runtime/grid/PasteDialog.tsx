/** Where the browser gives no clipboard to a button (plain http): a box to paste into. */
import { Input, Modal } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { useFirstFocus } from '../page/use-first-focus';
import type { GridControl } from './control';
import { matchHeader, parseTable } from './paste';

export interface PasteDialogProps {
  readonly control: GridControl;
  readonly onClose: () => void;
}

export function PasteDialog({ control, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const box = useRef<TextAreaRef>(null);
  useFirstFocus(box);
  const cells = parseTable(text);
  const rows = cells.length - (matchHeader(cells[0] ?? [], control.host.columns) === null ? 0 : 1);
  const handleOk = async (): Promise<void> => {
    setBusy(true);
    await control.host.paste(cells);
    onClose();
  };
  return (
    <Modal
      open
      title="从Excel粘贴"
      width={640}
      maskClosable={false}
      okText={rows > 0 ? `加入 ${rows} 行` : '加入'}
      cancelText="取消"
      okButtonProps={{ disabled: rows <= 0, loading: busy }}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <Input.TextArea
        ref={box}
        rows={10}
        value={text}
        placeholder="在Excel中复制后粘贴到这里；首行是列名时按列名对应"
        onChange={(event) => setText(event.target.value)}
      />
    </Modal>
  );
}
