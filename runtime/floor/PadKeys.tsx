/** The keys of a number pad: digits, steps, and what fills up to a limit. */
import styles from './floor.module.css';
import { FILL, type PadKey } from './pad';

export interface PadKeysProps {
  /** +1, +5, +10 */
  readonly steps: readonly string[];
  /** no decimals */
  readonly isWhole: boolean;
  /** up to the limit (全部合格) */
  readonly fill?: string | undefined;
  readonly onKey: (key: PadKey) => void;
}
const ROWS = [
  ['7', '8', '9'],
  ['4', '5', '6'],
  ['1', '2', '3'],
  ['clear', '0', 'back'],
] as const;
const NAMES: Readonly<Record<string, string>> = { clear: '清空', back: '退格' };

export const PadKeys = ({ steps, isWhole, fill, onKey }: PadKeysProps) => (
  <div className={styles.pad}>
    {ROWS.map((row, i) => {
      const quick = i === 3 ? '.' : (steps[2 - i] ?? '+1');
      return [
        ...row.map((key) => (
          <button key={key} type="button" aria-label={NAMES[key] ?? key} onClick={() => onKey(key)}>
            {key === 'back' ? '⌫' : (NAMES[key] ?? key)}
          </button>
        )),
        <button
          key={`quick${i}`}
          type="button"
          className={styles.quick}
          disabled={i === 3 && isWhole}
          onClick={() => onKey(quick)}
        >
          {quick}
        </button>,
      ];
    })}
    {fill !== undefined && (
      <button type="button" className={styles.fill} aria-keyshortcuts="+" onClick={() => onKey(FILL)}>
        {fill} <kbd>+</kbd>
      </button>
    )}
  </div>
);
