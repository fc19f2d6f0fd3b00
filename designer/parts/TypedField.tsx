/** A field that is typed in. Where another wrote meanwhile, both are kept until one is chosen. */
import type { MouseEvent, ReactNode } from 'react';
import styles from './typed-field.module.css';
import type { Typed } from './use-typed';

interface Props<T> {
  readonly label: string;
  readonly typed: Typed<T>;
  /** their value as people read it, '' = they took it away */
  readonly say: (value: T) => string;
  readonly children: ReactNode;
}

export const TypedField = <T,>({ label, typed, say, children }: Props<T>) => {
  const { theirs } = typed;
  // the buttons go with the question: the keyboard goes on in the field
  const choose = (event: MouseEvent<HTMLElement>, decide: () => void): void => {
    const field = event.currentTarget
      .closest('[data-typed]')
      ?.querySelector('input, textarea, [contenteditable="true"]');
    decide();
    if (field instanceof HTMLElement) field.focus();
  };
  const word = theirs === undefined ? '' : say(theirs.value);
  return (
    <div className={styles.field} data-typed="">
      {children}
      {theirs !== undefined && (
        <p className={styles.theirs} role="alert" aria-label={`${label}被另一人修改`}>
          <span>{word === '' ? '另一人清空了这里' : `另一人改成了「${word}」`}</span>
          <button type="button" onClick={(event) => choose(event, () => typed.keep())}>
            保留我的
          </button>
          <button type="button" onClick={(event) => choose(event, typed.back)}>
            用对方的
          </button>
        </p>
      )}
    </div>
  );
};
