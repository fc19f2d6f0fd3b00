/** A question of a few lines: Enter agrees once it may, Escape leaves. */
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import styles from './form-dialog.module.css';

interface Props {
  readonly title: string;
  /** in rem */
  readonly width?: number;
  /** what the button that agrees says */
  readonly agree?: string;
  readonly ready: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export const FormDialog = ({ title, width = 36, agree = '确定', ready, onDone, onCancel, children }: Props) => (
  <Modal
    open
    title={title}
    width={`${width}rem`}
    onCancel={onCancel}
    maskClosable={false}
    destroyOnHidden
    footer={
      <>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" disabled={!ready} onClick={onDone}>
          {agree}
        </Button>
      </>
    }
  >
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onDone();
      }}
    >
      {children}
    </form>
  </Modal>
);

interface LineProps {
  readonly label: string;
  /** what is wrong with the answer */
  readonly wrong?: string | undefined;
  readonly children: ReactNode;
}
export const FormLine = ({ label, wrong = '', children }: LineProps) => (
  <div className={styles.line}>
    <span>{label}</span>
    <div>
      {children}
      {wrong !== '' && (
        <small role="alert" className={styles.wrong}>
          {wrong}
        </small>
      )}
    </div>
  </div>
);
