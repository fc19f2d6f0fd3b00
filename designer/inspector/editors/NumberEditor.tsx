/** Numbers with what stands behind them. */
import { InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import type { EditorProps } from './props';

export const NumberEditor = ({ title, value, base, mixed, disabled, suffix, shape, onChange }: EditorProps) => {
  const written = typeof value === 'number' ? value : null;
  const [now, setNow] = useState<number | null>(written);
  useEffect(() => setNow(written), [written]);
  const commit = (): void => {
    if (now !== written) onChange(now ?? undefined);
  };
  return (
    <InputNumber
      value={now}
      controls={false}
      {...(shape === 'int' ? { precision: 0 } : {})}
      placeholder={mixed ? '不一致' : typeof base === 'number' ? String(base) : '不限'}
      suffix={suffix}
      disabled={disabled}
      aria-label={title}
      onChange={setNow}
      onPressEnter={commit}
      onBlur={commit}
    />
  );
};
