/** Values without a form of their own, as JSON; what does not read stays in the editor with its reason. */
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import type { Json } from '../../../schemas/language/value';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';
import { sizeOf } from './text-size';

export const JsonEditor = ({ title, value, base, mixed, disabled, onChange }: EditorProps) => {
  const written = value === undefined ? '' : JSON.stringify(value);
  const [text, setText] = useState(written);
  const [bad, setBad] = useState(false);
  useEffect(() => setText(written), [written]);
  const hint = mixed ? '不一致' : base === undefined ? '无' : JSON.stringify(base);
  const commit = (): void => {
    if (text === written) return;
    if (text.trim() === '') {
      setBad(false);
      onChange(undefined);
      return;
    }
    try {
      onChange(JSON.parse(text) as Json);
      setBad(false);
    } catch {
      setBad(true);
    }
  };
  return (
    <>
      <Input.TextArea
        value={text}
        rows={1}
        autoSize={sizeOf(text || hint, 8)}
        placeholder={hint}
        disabled={disabled}
        status={bad ? 'error' : ''}
        className={styles.mono ?? ''}
        aria-label={title}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
      />
      {bad && (
        <p className={styles.fault} role="alert">
          不是有效的 JSON，没有保存
        </p>
      )}
    </>
  );
};
