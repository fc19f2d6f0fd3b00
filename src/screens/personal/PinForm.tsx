/** Six digits twice; the server says what is no PIN. */
import { Input } from 'antd';
import { useState } from 'react';
import { useSubmit } from '../use-submit';
import { savePin } from './calls';
import { OwnForm } from './OwnForm';

interface Props {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function PinForm({ onDone, onCancel }: Props) {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const { busy, error, setError, submit } = useSubmit();
  const handleSubmit = (): void => {
    if (pin !== again) setError('两次输入的PIN不一致');
    else void submit(() => savePin(pin).then(onDone));
  };
  return (
    <OwnForm busy={busy} error={error} onSubmit={handleSubmit} onCancel={onCancel}>
      <label htmlFor="ownPin">新PIN（6位数字）</label>
      <PinBox id="ownPin" value={pin} onChange={setPin} isFirst />
      <label htmlFor="ownPinAgain">再次输入PIN</label>
      <PinBox id="ownPinAgain" value={again} onChange={setAgain} />
    </OwnForm>
  );
}

interface BoxProps {
  readonly id: string;
  readonly value: string;
  readonly isFirst?: boolean;
  readonly onChange: (text: string) => void;
}
const PinBox = ({ id, value, isFirst = false, onChange }: BoxProps) => (
  <Input.Password
    id={id}
    value={value}
    inputMode="numeric"
    autoComplete="off"
    maxLength={6}
    autoFocus={isFirst}
    onChange={(event) => onChange(event.target.value.trim())}
  />
);
