/** The code editor of JSON values. What does not read stays in the editor with its reason and is not handed over. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import type { Value } from '../../../schemas/language/value';
import { styleNonce } from '../../page/style-nonce';
import type { InputProps } from '../input-props';
import inputs from '../shared/inputs.module.css';
import styles from './Json.module.css';

const BAD = Symbol('bad');

export function JsonEditor({ id, field, value, onType, onChange, disabled, status, placeholder }: InputProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef(textOf(value));
  const tell = useRef({ onType, onChange });
  tell.current = { onType, onChange };
  const first = useRef(told.current);
  const [bad, setBad] = useState('');

  useEffect(() => {
    if (place.current === null) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          lineNumbers(),
          history(),
          json(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': field.title, ...(id === undefined ? {} : { id }) }),
          ...(placeholder === undefined ? [] : [placeholderText(placeholder)]),
          ...(disabled === true ? [EditorView.editable.of(false), EditorState.readOnly.of(true)] : []),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const read = readJson(update.state.doc.toString());
            setBad(read.problem);
            if (read.value !== BAD) tell.current.onType?.(read.value as Value);
          }),
          EditorView.domEventHandlers({
            blur: (_event, now) => {
              const text = now.state.doc.toString();
              const read = readJson(text);
              if (read.value === BAD) return;
              told.current = textOf(read.value as Value);
              tell.current.onChange(read.value as Value);
            },
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [id, field.title, placeholder, disabled]);

  useEffect(() => {
    const now = view.current;
    const next = textOf(value);
    if (now === undefined || next === told.current || now.hasFocus) return;
    told.current = next;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: next } });
  }, [value]);

  return (
    <>
      <div ref={place} className={styles.frame} data-status={bad === '' ? status : 'error'} />
      {bad !== '' && (
        <div className={inputs.verdict} data-bad="" role="alert">
          <span>{bad}</span>
        </div>
      )}
    </>
  );
}

const textOf = (value: Value): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2));

function readJson(text: string): { readonly value: Value | typeof BAD; readonly problem: string } {
  if (text.trim() === '') return { value: null, problem: '' };
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'string'
      ? { value: BAD, problem: '应为对象、列表、数字或是否' }
      : { value: value as Value, problem: '' };
  } catch (cause) {
    const at = /position (\d+)/.exec(String(cause))?.[1];
    const line = at === undefined ? '' : `第${text.slice(0, Number(at)).split('\n').length}行：`;
    return { value: BAD, problem: `${line}不是有效的 JSON，修正后才会保存` };
  }
}
