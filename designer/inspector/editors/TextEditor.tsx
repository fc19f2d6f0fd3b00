/** Texts, codes, addresses: written when the editor is left or Enter is pressed; what holds otherwise stands grey. */
import { Input } from 'antd';
import { useEffect, useState } from 'react';
import type { EditorProps } from './props';
import { sizeOf } from './text-size';

export const TextEditor = ({ title, value, base, mixed, disabled, suffix, shape, onChange }: EditorProps) => {
  const written = value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
  const [text, setText] = useState(written);
  useEffect(() => setText(written), [written]);
  const commit = (): void => {
    const next = text.trim();
    if (next !== written) onChange(next === '' ? undefined : next);
  };
  const hint = mixed ? '不一致' : base === undefined || base === null || typeof base === 'object' ? '无' : String(base);
  if (shape === 'text' || shape === 'template')
    return (
      <Input.TextArea
        value={text}
        rows={1}
        autoSize={sizeOf(text || hint, 6)}
        placeholder={hint}
        disabled={disabled}
        aria-label={title}
        onChange={(event) => setText(event.target.value.replaceAll('\n', ''))}
        onPressEnter={(event) => {
          event.preventDefault();
          commit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(written);
        }}
        onBlur={commit}
      />
    );
  return (
    <Input
      value={text}
      placeholder={hint}
      suffix={suffix}
      disabled={disabled}
      aria-label={title}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(written);
      }}
      onBlur={commit}
    />
  );
};
