/** What another editor changed under our hands: theirs stands until somebody decides. */
import { Button } from 'antd';
import { conflictWords } from '../../schemas/language/words/index';
import type { FoundConflict } from '../document/store';
import { namesOf } from '../publish/names';
import { BothValues } from './BothValues';
import styles from './conflicts.module.css';
import type { DeskView } from './desk';

interface Props {
  readonly view: DeskView;
  readonly onDecide: (conflict: FoundConflict, choice: 'mine' | 'theirs') => void;
}

export const Conflicts = ({ view, onDecide }: Props) => {
  if (view.conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label="与他人修改冲突">
      {view.conflicts.map((conflict) => {
        const { text, mine, theirs } = conflictWords(
          conflict,
          view.doc,
          conflict.user,
          namesOf(view.doc, view.library),
        );
        return (
          <div key={`${conflict.document} ${conflict.address}`} role="alert">
            <span>{text}</span>
            <BothValues mine={mine} theirs={theirs} other="对方的" />
            <Button size="small" onClick={() => onDecide(conflict, 'mine')}>
              用我的
            </Button>
            <Button size="small" onClick={() => onDecide(conflict, 'theirs')}>
              用对方的
            </Button>
          </div>
        );
      })}
    </section>
  );
};
