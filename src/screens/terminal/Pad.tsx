/** Big keys for fingers in gloves: digits, and letters where a number has some. A keyboard does the same. */
import { useEffect, useState } from 'react';
import styles from './terminal.module.css';

interface Props {
  readonly value: string;
  readonly max: number;
  /** numbers of employees may hold letters */
  readonly letters?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
}
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

export const Pad = ({ value, max, letters = false, disabled = false, onChange, onEnter }: Props) => {
  const [spelling, setSpelling] = useState(false);
  const add = (key: string): void => {
    if (!disabled && value.length < max) onChange(value + key);
  };
  const back = (): void => {
    if (!disabled) onChange(value.slice(0, -1));
  };
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') back();
      else if (event.key === 'Enter') {
        // Enter on a key of the screen is that key
        if (!(event.target instanceof HTMLButtonElement)) onEnter?.();
      } else if (letters ? /^[\w-]$/.test(event.key) : /^\d$/.test(event.key)) add(event.key.toUpperCase());
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  });
  const key = (text: string) => (
    <button key={text} type="button" disabled={disabled} onClick={() => add(text)}>
      {text}
    </button>
  );
  return (
    <div className={styles.pad} data-letters={spelling || undefined}>
      {(spelling ? LETTERS : DIGITS).map(key)}
      {letters ? (
        <button type="button" onClick={() => setSpelling(!spelling)}>
          {spelling ? '数字' : '字母'}
        </button>
      ) : (
        <button type="button" disabled={disabled || value === ''} onClick={() => onChange('')}>
          清空
        </button>
      )}
      {!spelling && key('0')}
      <button type="button" aria-label="退格" disabled={disabled || value === ''} onClick={back}>
        ⌫
      </button>
    </div>
  );
};
