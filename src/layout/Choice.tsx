/** The list of a choice: the first one has the focus, arrows go on, Enter takes. The end of a scan takes nothing. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Offer } from '../../runtime/page/index';
import styles from './Choice.module.css';

export interface ChoiceProps {
  readonly offers: readonly Offer[];
  readonly onTake: (at: number) => void;
}
/** No hand presses a letter and Enter so fast after one another: a scanner does. */
const SCANNER_MS = 100;

export function Choice({ offers, onTake }: ChoiceProps) {
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key.length === 1) typed.current = event.timeStamp;
    if (event.key === 'Enter' && event.timeStamp - typed.current < SCANNER_MS) event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <ul ref={list} className={styles.choice} onKeyDown={handleKey}>
      {offers.map(({ label, hint }, at) => (
        <li key={at}>
          <button type="button" onClick={() => onTake(at)}>
            <b>{label}</b>
            {hint !== undefined && hint !== '' && <small>{hint}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}
