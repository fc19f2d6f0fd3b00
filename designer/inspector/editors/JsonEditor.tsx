/** Values without a form of their own, as JSON; what does not read stays in the editor with its reason. */
import { Input } from 'antd';
import { useState } from 'react';
import type { Json } from '../../../schemas/language/value';
import { TypedField } from '../../parts/TypedField';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';
import { sizeOf } from './text-size';
import { useTypedKey } from './use-typed-key';

export const JsonEditor = (props: EditorProps) => {
  const { title, value, base, mixed, disabled } = props;
  const written = value === undefined ? '' : JSON.stringify(value);
  const [bad, setBad] = useState(false);
  const typed = useTypedKey(props, written, (text) => readJson(text)?.value);
  const { now } = typed;
  const hint = mixed ? '不一致' : base === undefined ? '无' : JSON.stringify(base);
  const commit = (): void => {
    const isBad = now !== written && readJson(now) === undefined;
    setBad(isBad);
    if (!isBad) typed.commit();
  };
  const keep = (): void => {
    const isBad = readJson(now) === undefined;
    setBad(isBad);
    if (!isBad) typed.keep();
  };
  return (
    <>
      <TypedField label={title} typed={{ ...typed, keep }} say={(text) => text}>
        <Input.TextArea
          value={now}
          rows={1}
          autoSize={sizeOf(now || hint, 8)}
          placeholder={hint}
          disabled={disabled}
          status={bad ? 'error' : ''}
          className={styles.mono ?? ''}
          aria-label={title}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={commit}
        />
      </TypedField>
      {bad && (
        <p className={styles.fault} role="alert">
          不是有效的 JSON，没有保存
        </p>
      )}
    </>
  );
};

/** Nothing is the absence of the key; undefined = it does not read. */
function readJson(text: string): { readonly value: Json | undefined } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}
