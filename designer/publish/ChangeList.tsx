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
    {changes.map((one, i) => (
      <li key={`${one.address} ${i}`} data-look={LOOKS[SIGNS[one.change]]}>
        <span className={styles.sign} aria-hidden="true">
          {SIGNS[one.change]}
        </span>
        <span className={styles.word}>{one.word}</span>
        <span className={styles.what}>{one.what}</span>
        <span className={styles.said}>
          {onJump === undefined ? (
            one.text
          ) : (
            <button type="button" onClick={() => onJump(one.address)}>
              {one.text}
            </button>
          )}
          {one.now !== undefined && (
            <>
              {' '}
              {one.was !== undefined && <s>{one.was}</s>} → {one.now}
            </>
          )}
        </span>
        <span className={styles.places}>{one.places.join('、')}</span>
      </li>
    ))}
  </ul>
);
