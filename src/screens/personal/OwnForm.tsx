/** A small form below the row it changes: its fields, why it did not go, its buttons. */
import { Button } from 'antd';
import type { FormEvent, ReactNode } from 'react';
import styles from './Personal.module.css';

interface Props {
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly error: string;
  readonly submitText?: string;
  /** a button beside those every form has */
  readonly more?: ReactNode;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}
export const OwnForm = ({ children, busy, error, submitText = '确定', more, onSubmit, onCancel }: Props) => {
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {children}
      {error !== '' && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
        {more}
        <Button type="text" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
};
