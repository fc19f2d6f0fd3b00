/**
 * The one live input. It lies over the active cell and always has the focus, so that the first key of a typed text (also of an input
 * method) arrives in it; it becomes visible when an edit begins.
 */

import { CalendarOutlined, DownOutlined, SearchOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isDated, isNumeric } from '../../schemas/language/kinds/index';
import type { Value } from '../../schemas/language/value';
import { useSignal } from '../data/signal';
import { activeId } from './cells';
import type { Editing, GridControl } from './control';
import { boxOf, type Metrics } from './draw';
import styles from './Grid.module.css';
import { GridChoices, listId, optionId } from './GridChoices';
import { GridPopup } from './GridPopup';

export interface GridEditorProps {
  readonly control: GridControl;
  readonly sizes: Metrics;
  /** the kind's own control, for cells that cannot be typed */
  readonly popup?: PopupOf | undefined;
}
export type PopupOf = (editing: Editing, put: (value: Value, close: boolean) => void) => ReactNode;

export function GridEditor({ control, sizes, popup }: GridEditorProps) {
  const { host } = control;
  const { store } = host;
  useSignal(store.activity);
  useSignal(store.list);
  useSignal(store.faults);
  useSignal(control.editingSignal);
  const input = useRef<HTMLTextAreaElement>(null);
  const cell = control.cell;
  const editing = control.editing;
  const text = editing?.text ?? '';
  const atStart = editing !== null && !editing.changed;
  const isList = editing?.column.editor === 'list';

  useLayoutEffect(() => {
    // opened by F2 or a double click: the caret stands behind a text, the name of a chosen thing is selected whole
    if (atStart) input.current?.setSelectionRange(isList ? 0 : text.length, text.length);
  }, [atStart, isList, text.length]);
  useEffect(() => () => control.dispose(), [control]);

  if (cell === null) return <Entry control={control} />;
  const height = sizes.row;
  const box = boxOf(sizes, { top: cell.r, bottom: cell.r, left: cell.c, right: cell.c });
  const problem = store.problemsOf(cell.row.id).find((problem) => problem.col === cell.column.code);
  const editable = host.editable(cell.row, cell.column);
  const { field, editor } = cell.column;
  const opens = editable && (editor === 'list' || editor === 'popup' || isDated(field));
  const pinned = cell.c < sizes.pinned;
  const choosing = editable && editor === 'list';
  const listed = choosing && editing !== null && (control.choices?.items.length ?? 0) > 0;
  const parts = (
    <>
      <div className={editing === null ? styles.ring : `${styles.ring} ${styles.ringEditing}`} style={box} data-ring="">
        <textarea
          ref={input}
          className={styles.live}
          rows={1}
          spellCheck={false}
          autoComplete="off"
          aria-label={cell.column.title}
          aria-haspopup={choosing ? 'listbox' : undefined}
          aria-controls={listed ? listId(control) : control.id}
          aria-activedescendant={
            editing === null
              ? activeId(control, cell.column.code)
              : listed
                ? optionId(control, control.choices?.at ?? 0)
                : undefined
          }
          aria-invalid={problem === undefined ? undefined : true}
          data-live=""
          readOnly={!editable}
          inputMode={isNumeric(field) ? 'decimal' : undefined}
          value={text}
          style={{ lineHeight: `${height - 1}px`, textAlign: cell.column.align }}
          onChange={(event) => control.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
            if (control.press({ key, ctrl: ctrlKey || metaKey, shift: shiftKey, alt: altKey })) {
              event.preventDefault();
              event.stopPropagation();
            }
          }}
          onBlur={() => {
            // the kind's own control over the cell has the focus now; it ends the edit itself
            if (control.editing?.open !== true) control.finish();
          }}
        />
        {opens && (
          <button
            type="button"
            className={styles.opener}
            tabIndex={-1}
            aria-label="选择"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              if (field.type === 'ref' && field.many !== true) void host.openPick(cell.row, cell.column);
              else control.begin(true);
            }}
          >
            {field.type === 'ref' ? <SearchOutlined /> : editor === 'text' ? <CalendarOutlined /> : <DownOutlined />}
          </button>
        )}
        {problem !== undefined && (
          <div className={cell.r < 2 ? `${styles.bubble} ${styles.bubbleBelow}` : styles.bubble} role="alert">
            {problem.text}
          </div>
        )}
      </div>
      <GridChoices control={control} anchor={input} />
      {editing?.open === true && popup !== undefined && (
        <GridPopup control={control} box={box}>
          {popup(editing, (value, close) => control.put(value, close))}
        </GridPopup>
      )}
    </>
  );
  return pinned ? <div className={styles.still}>{parts}</div> : parts;
}

/** Where the keyboard comes into a grid no cell of which was chosen yet: it stands for the first cell, and becomes it. */
function Entry({ control }: { readonly control: GridControl }) {
  const { store, columns, title } = control.host;
  const row = store.rows[0];
  const column = columns[0];
  return (
    <button
      type="button"
      className={styles.entry}
      aria-label={`${title}，第一格`}
      onFocus={() => {
        if (row === undefined || column === undefined) return;
        control.point(row.id, column.code, false);
        queueMicrotask(control.focus);
      }}
    />
  );
}
