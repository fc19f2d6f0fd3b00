/** Over the whole window: pages are looked at as they come out of the printer. Escape leaves. */
import { Modal } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  readonly onClose: () => void;
  readonly children: ReactNode;
}
const FULL = { content: { padding: 0, borderRadius: 0, height: '100vh' }, body: { height: '100vh' } };

export const PreviewWindow = ({ onClose, children }: Props) => (
  <Modal
    open
    title={null}
    footer={null}
    width="100vw"
    style={{ top: 0, maxWidth: '100vw', margin: 0, padding: 0 }}
    styles={FULL}
    closable={false}
    maskClosable={false}
    onCancel={onClose}
    aria-label="打印预览"
    destroyOnHidden
  >
    {children}
  </Modal>
);
