/** The line that says what was scanned last and takes codes typed by hand. */
import { useState } from 'react';
import { Icon } from '../page/Icon';
import styles from './floor.module.css';

export interface Echo {
  readonly tone: 'good' | 'bad' | 'busy';
  readonly text: string;
}
export interface ScanBoxProps {
  readonly hint: string;
  readonly echo: Echo | null;
  readonly onRead: (text: string) => void;
}

export function ScanBox({ hint, echo, onRead }: ScanBoxProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.scan}
      data-tone={echo?.tone}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        onRead(typed.trim());
        setTyped('');
      }}
    >
      <Icon name="scan" />
      <input
        aria-label="扫码"
        placeholder={hint}
        value={typed}
        autoComplete="off"
        inputMode="none"
        onChange={(event) => setTyped(event.target.value)}
      />
      <output aria-live="assertive">{echo?.text ?? '监听中'}</output>
    </form>
  );
}
