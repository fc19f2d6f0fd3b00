/** The editor of marked-up text. Its value is html of the language's whitelist; its styles are ours, none are injected. */
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { cleanHtml } from '../../../schemas/language/codec/html';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import styles from './RichText.module.css';
import { Toolbar } from './Toolbar';

export function RichTextEditor({
  id,
  field,
  value,
  onType,
  onChange,
  disabled,
  status,
  placeholder,
  autoFocus,
}: InputProps) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  /** what the form was told last: its echo must not move the caret */
  const told = useRef<Value>(value);
  const tell = useRef({ onType, onChange });
  tell.current = { onType, onChange };
  const first = useRef({ value, autoFocus, disabled });

  useEffect(() => {
    if (place.current === null) return;
    const { value: begin, autoFocus: focus } = first.current;
    const made = new Editor({
      element: place.current,
      injectCSS: false,
      extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })],
      content: typeof begin === 'string' ? cleanHtml(begin) : '',
      autofocus: focus === true ? 'end' : false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          ...(id === undefined ? {} : { id }),
          'aria-label': field.title,
        },
      },
      onUpdate: ({ editor: now }) => {
        told.current = htmlOf(now);
        tell.current.onType?.(told.current);
      },
      onBlur: ({ editor: now }) => {
        told.current = htmlOf(now);
        tell.current.onChange(told.current);
      },
    });
    setEditor(made);
    return () => {
      made.destroy();
      setEditor(null);
    };
  }, [id, field.title]);

  useEffect(() => {
    if (editor === null || value === told.current) return;
    told.current = value;
    const next = typeof value === 'string' ? cleanHtml(value) : '';
    if (next !== (htmlOf(editor) ?? '')) editor.commands.setContent(next, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(disabled !== true, false);
  }, [editor, disabled]);

  return (
    <div className={styles.frame} data-status={status} data-disabled={disabled === true ? '' : undefined}>
      {editor !== null && disabled !== true && <Toolbar editor={editor} />}
      <div ref={place} className={styles.text} data-placeholder={placeholder} />
    </div>
  );
}

const htmlOf = (editor: Editor): string | null => (editor.isEmpty ? null : cleanHtml(editor.getHTML()) || null);
