/** The list under the live input: entries of a dictionary or records found by the typed text. */
import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { GridControl } from './control';
import styles from './Grid.module.css';

export interface GridChoicesProps {
  readonly control: GridControl;
  readonly anchor: RefObject<HTMLElement | null>;
}

/** What the live input says about the list under it. */
export const listId = (control: GridControl): string => `${control.id}-list`;
export const optionId = (control: GridControl, at: number): string => `${control.id}-list-${at}`;

/** Drawn by the editor, which listens to the signals; holds no state of its own. */
export function GridChoices({ control, anchor }: GridChoicesProps) {
  const list = useRef<HTMLDivElement>(null);
  const choices = control.choices;
  const at = choices?.at ?? 0;
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  if (choices === null || control.editing === null || control.editing.column.editor !== 'list') return null;
  const box = anchor.current?.getBoundingClientRect();
  if (box === undefined) return null;
  const below = window.innerHeight - box.bottom > 240;
  return createPortal(
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      id={listId(control)}
      aria-label={control.editing.column.title}
      style={{
        left: Math.min(box.left, window.innerWidth - 320),
        minWidth: `max(18rem, ${box.width}px)`,
        ...(below ? { top: box.bottom + 4 } : { bottom: window.innerHeight - box.top + 4 }),
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.items.length === 0 && <div className={styles.note}>{choices.loading ? '加载中…' : '暂无数据'}</div>}
      {choices.items.map((choice, n) => (
        <div
          key={String(choice.value)}
          role="option"
          id={optionId(control, n)}
          tabIndex={-1}
          aria-selected={n === at}
          aria-disabled={choice.disabled !== undefined}
          data-at={n}
          className={[
            styles.item,
            n === at ? styles.itemOn : '',
            choice.disabled === undefined ? '' : styles.itemOff,
          ].join(' ')}
          onClick={() => control.choose(n)}
        >
          {choice.label}
          {(choice.disabled ?? choice.hint) !== undefined && <small>{choice.disabled ?? choice.hint}</small>}
        </div>
      ))}
    </div>,
    document.body,
  );
}
