/** Six digits twice; the server says what is no PIN. */
import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { HttpError } from '../../../runtime/data/http';
import { savePin } from './calls';
import styles from './Personal.module.css';

interface Props {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function PinForm({ onDone, onCancel }: Props) {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (pin !== again) return setError('两次输入的PIN不一致');
    setBusy(true);
    setError('');
    try {
      await savePin(pin);
      onDone();
    } catch (cause) {
      setError(cause instanceof HttpError ? cause.msg : '没有完成，请重试');
      setBusy(false);
    }
  };
  const box = (id: string, value: string, put: (text: string) => void, isFirst: boolean) => (
    <Input.Password
      id={id}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      autoFocus={isFirst}
      onChange={(event) => put(event.target.value.trim())}
    />
  );
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <label htmlFor="ownPin">新PIN（6位数字）</label>
      {box('ownPin', pin, setPin, true)}
      <label htmlFor="ownPinAgain">再次输入PIN</label>
      {box('ownPinAgain', again, setAgain, false)}
      {error !== '' && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={busy}>
          确定
        </Button>
        <Button type="text" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}
