/** The editor of a text: what its keys do, and the lines that are marked in it. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { EditorState, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { styleNonce } from '../../runtime/page/style-nonce';
import { scanJson, spanOf } from '../../schemas/language/json/index';
import { type StepDoc, sortOfDoc } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import styles from './source.module.css';

/** What the editor asks of its view; keys answer whether they were of use. */
export interface SourceActs {
  /** to the choice before or behind */
  move(by: number): boolean;
  /** the choice in front is written */
  take(): boolean;
  /** no choices any more */
  close(): boolean;
  /** the text is read, and what differs becomes steps */
  commit(): boolean;
  /** offers what may be written; without `always` only where something was typed */
  complete(always: boolean): void;
  /** the text is another, by typing or not */
  changed(text: string, typed: boolean): void;
}

const marks = StateEffect.define<DecorationSet>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, transaction) => {
    const told = transaction.effects.find((effect) => effect.is(marks));
    return told?.value ?? set.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An editor in `parent`; `acts` answers those of now. */
export function makeEditor(parent: HTMLElement, text: string, readonly: boolean, acts: () => SourceActs): EditorView {
  const made = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        Prec.highest(
          keymap.of([
            { key: 'ArrowDown', run: () => acts().move(1) },
            { key: 'ArrowUp', run: () => acts().move(-1) },
            { key: 'Enter', run: () => acts().take() },
            { key: 'Tab', run: () => acts().take() },
            { key: 'Escape', run: () => acts().close() },
            { key: 'Mod-s', run: () => acts().commit() },
            {
              key: 'Ctrl-Space',
              run: () => {
                acts().complete(true);
                return true;
              },
            },
          ]),
        ),
        lineNumbers(),
        history(),
        json(),
        marked,
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': '源码' }),
        ...(readonly ? [EditorState.readOnly.of(true)] : []),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((transaction) => transaction.isUserEvent('input'));
          if (update.docChanged) acts().changed(update.state.doc.toString(), typed);
          else if (update.selectionSet) acts().close();
        }),
        EditorView.domEventHandlers({
          blur: () => {
            acts().close();
            acts().commit();
            return false;
          },
        }),
      ],
    }),
  });
  // a text that may only be read takes no cursor: it is scrolled with the keyboard all the same
  made.scrollDOM.tabIndex = 0;
  return made;
}

/** Another text; the cursor stays where it was, as far as the text goes. */
export function replaceText(view: EditorView, text: string): void {
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: Math.min(head, text.length) },
  });
}

/** The lines that something is wrong with. */
export function markProblems(
  view: EditorView,
  doc: StepDoc,
  problems: readonly Pick<Problem, 'path' | 'text' | 'level'>[],
): void {
  const tree = scanJson(view.state.doc.toString());
  const lines = new Map<number, Range<Decoration>>();
  for (const problem of problems) {
    const stretch = spanOf(tree, problem.path, sortOfDoc(doc));
    if (stretch === undefined) continue;
    const { from } = view.state.doc.lineAt(stretch.from);
    const level = problem.level ?? 'error';
    lines.set(
      from,
      Decoration.line({ class: styles.wrong ?? '', attributes: { title: problem.text, 'data-level': level } }).range(
        from,
      ),
    );
  }
  view.dispatch({ effects: marks.of(Decoration.set([...lines.values()], true)) });
}

/** The line of an address comes into view, but not under the hands of somebody who writes. */
export function showAddress(view: EditorView, doc: StepDoc, address: string | undefined): void {
  if (view.hasFocus || address === undefined || address === '') return;
  const stretch = spanOf(scanJson(view.state.doc.toString()), address, sortOfDoc(doc));
  if (stretch === undefined) return;
  view.dispatch({
    selection: { anchor: stretch.from },
    effects: EditorView.scrollIntoView(stretch.from, { y: 'center' }),
  });
}
