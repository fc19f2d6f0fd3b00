/** 改了什么: one line for each change, in the words of those who read it. */
import type { Change, ChangeWord } from '../../schemas/language/words/index';
import styles from './publish.module.css';

const SIGNS: { readonly [change in Change]: string } = {
  add: '+',
  on: '+',
  adjust: '~',
  move: '~',
  rename: '~',
  off: '−',
  remove: '−',
};
const LOOKS: { readonly [sign: string]: string } = { '+': 'add', '~': 'adjust', '−': 'remove' };

export interface ChangeListProps {
  readonly changes: readonly ChangeWord[];
  /** leads to the place of a change */
  readonly onJump?: ((address: string) => void) | undefined;
}

export const ChangeList = ({ changes, onJump }: ChangeListProps) => (
  <ul className={styles.changes}>
    {changes.map((change, i) => (
      <li key={`${change.address} ${i}`} data-look={LOOKS[SIGNS[change.change]]}>
        <span className={styles.sign} aria-hidden="true">
          {SIGNS[change.change]}
        </span>
        <span className={styles.word}>{change.word}</span>
        <span className={styles.what}>{change.what}</span>
        <span className={styles.said}>
          {onJump === undefined ? (
            change.text
          ) : (
            <button type="button" onClick={() => onJump(change.address)}>
              {change.text}
            </button>
          )}
          {change.now !== undefined && (
            <>
              {' '}
              {change.was !== undefined && <s>{change.was}</s>} → {change.now}
            </>
          )}
        </span>
        <span className={styles.places}>{change.places.join('、')}</span>
      </li>
    ))}
  </ul>
);
