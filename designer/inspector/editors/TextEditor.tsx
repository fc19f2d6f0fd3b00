/** Texts, codes, addresses: written when the editor is left or Enter is pressed; what holds otherwise stands grey. */
import { Input } from 'antd';
import type { KeyboardEvent } from 'react';
import { TypedField } from '../../parts/TypedField';
import type { EditorProps } from './props';
import { sizeOf } from './text-size';
import { useTypedKey } from './use-typed-key';

export const TextEditor = (props: EditorProps) => {
  const { title, value, base, mixed, disabled, suffix, shape } = props;
  const written = value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
  const typed = useTypedKey(props, written, (text) => text.trim() || undefined);
  const { now } = typed;
  const commit = (): void => typed.commit(now.trim());
  const hint = mixed ? '不一致' : base === undefined || base === null || typeof base === 'object' ? '无' : String(base);
  const shared = {
    value: now,
    placeholder: hint,
    disabled,
    'aria-label': title,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') typed.back();
    },
    onBlur: commit,
  };
  return (
    <TypedField label={title} typed={typed} say={(text) => text}>
      {shape === 'text' || shape === 'template' ? (
        <Input.TextArea
          {...shared}
          rows={1}
          autoSize={sizeOf(now || hint, 6)}
          onChange={(event) => typed.type(event.target.value.replaceAll('\n', ''))}
          onPressEnter={(event) => {
            event.preventDefault();
            commit();
          }}
        />
      ) : (
        <Input {...shared} suffix={suffix} onChange={(event) => typed.type(event.target.value)} onPressEnter={commit} />
      )}
    </TypedField>
  );
};
