/** 源码: the open document as its file would say it. Edits become the same steps as gestures, once the text reads. */
import styles from './source.module.css';
import { type Offered, type SourceViewProps, useSource } from './use-source';

export const SourceView = (props: SourceViewProps) => {
  const { place, bad, offered, chosen, take } = useSource(props);
  return (
    <div className={styles.source}>
      <div ref={place} className={styles.frame} data-status={bad === '' ? undefined : 'error'} />
      {offered !== undefined && <Choices offered={offered} chosen={chosen} onTake={take} />}
      {bad !== '' && (
        <p className={styles.fault} role="alert">
          {bad}
        </p>
      )}
    </div>
  );
};

interface ChoicesProps {
  readonly offered: Offered;
  readonly chosen: number;
  readonly onTake: (index: number) => void;
}
/** At the cursor: what may be written there. */
const Choices = ({ offered, chosen, onTake }: ChoicesProps) => (
  <ul className={styles.choices} role="listbox" aria-label="可以写" style={{ left: offered.x, top: offered.y }}>
    {offered.choices.slice(0, 12).map((choice, i) => (
      <li
        key={choice.label}
        role="option"
        aria-selected={i === chosen}
        onMouseDown={(event) => {
          event.preventDefault();
          onTake(i);
        }}
      >
        <code>{choice.label}</code>
        <span>{choice.title === choice.label ? choice.detail : choice.title}</span>
      </li>
    ))}
  </ul>
);
