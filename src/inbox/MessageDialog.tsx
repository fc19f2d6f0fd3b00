/** What one message says. */
import { Button, Modal } from 'antd';
import styles from './MessageDialog.module.css';

interface Props {
  readonly message: { readonly title: string; readonly body: string | null } | null;
  /** it is closed by its button only */
  readonly isUrgent?: boolean;
  readonly onRead: () => void;
  readonly onClose: () => void;
}

export const MessageDialog = ({ message, isUrgent = false, onRead, onClose }: Props) => (
  <Modal
    open={message !== null}
    centered
    title={message?.title}
    maskClosable={!isUrgent}
    footer={
      <Button type="primary" onClick={onRead}>
        知道了
      </Button>
    }
    onCancel={onClose}
  >
    <p className={styles.body}>{message?.body ?? ''}</p>
  </Modal>
);
