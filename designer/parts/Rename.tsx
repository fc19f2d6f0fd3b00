/** A title is written where it stands. Leaving it writes; Escape, or nothing, leaves it as it is. */
import { useEffect, useRef } from 'react';
import styles from './rename.module.css';
import { TypedField } from './TypedField';
import { useTyped } from './use-typed';

interface Props {
  readonly label: string;
  readonly title: string;
  readonly maxLength: number;
  readonly onDone: (title?: string) => void;
}

export const Rename = ({ label, title, maxLength, onDone }: Props) => {
  const typed = useTyped(title, (to) => onDone(to === '' ? undefined : to));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const done = (): void => {
    const to = typed.read().trim();
    if (to === title) onDone();
    else typed.commit(to);
  };
  return (
    <TypedField label={label} typed={typed} say={(text) => text}>
      <input
        ref={input}
        className={styles.rename}
        aria-label={label}
        value={typed.now}
        maxLength={maxLength}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') done();
          if (event.key !== 'Escape') return;
          typed.back();
          onDone();
        }}
      />
    </TypedField>
  );
};
