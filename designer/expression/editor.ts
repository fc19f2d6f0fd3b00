/** The code editor of expressions: names shown as chips, mistakes underlined where they are. Texts stay plain; chips are only drawn. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type KeyBinding,
  keymap,
  placeholder,
  WidgetType,
} from '@codemirror/view';
import { styleNonce } from '../../runtime/page/style-nonce';
import type { ExprProblem } from '../../schemas/language/expr/problem';
import styles from './expression.module.css';
import type { Span } from './scan';

/** What is drawn over a text; positions are code points of that text. */
export interface Drawn {
  readonly spans: readonly Span[];
  readonly problems: readonly ExprProblem[];
}
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly read: (text: string) => Drawn;
  /** every change of text or cursor; `typed` = by the keyboard, so choices may open */
  readonly onChange: (text: string, at: number, typed: boolean) => void;
  /** keys the surroundings take first: true = taken */
  readonly onKey: (key: EditorKey) => boolean;
  readonly onBlur: () => void;
}
export type EditorKey = 'Up' | 'Down' | 'Enter' | 'Tab' | 'Escape' | 'Open';

const KEYS: readonly (readonly [string, EditorKey])[] = [
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['Enter', 'Enter'],
  ['Tab', 'Tab'],
  ['Escape', 'Escape'],
  ['Ctrl-Space', 'Open'],
  ['Alt-ArrowDown', 'Open'],
];

/** UTF-16 offset of a code point position. */
export const offsetOf = (text: string, at: number): number => Array.from(text).slice(0, at).join('').length;
/** Code point position of a UTF-16 offset. */
export const positionOf = (text: string, offset: number): number => Array.from(text.slice(0, offset)).length;

class Chip extends WidgetType {
  private readonly span: Span;
  constructor(span: Span) {
    super();
    this.span = span;
  }
  override eq(other: Chip): boolean {
    return other.span.title === this.span.title && other.span.kind === this.span.kind;
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = (this.span.kind === 'code' ? styles.code : styles.chip) ?? '';
    chip.textContent = this.span.title;
    return chip;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** the name that is being typed is not drawn as a chip yet */
const typing = StateEffect.define<boolean>();

function drawing(read: (text: string) => Drawn): Extension {
  const build = (state: EditorState, isTyping: boolean): DecorationSet => {
    const text = state.doc.toString();
    const { spans, problems } = read(text);
    const head = state.selection.main.head;
    const marks: Range<Decoration>[] = [];
    for (const span of spans) {
      const from = offsetOf(text, span.from);
      const to = offsetOf(text, span.to);
      if (isTyping && head > from && head <= to) continue;
      marks.push(Decoration.replace({ widget: new Chip(span) }).range(from, to));
    }
    for (const { at } of problems.slice(0, 3)) {
      const from = offsetOf(text, at);
      const to = Math.min(text.length, from + (/^[\p{L}\p{N}_.]+/u.exec(text.slice(from))?.[0].length ?? 1));
      if (from < to) marks.push(Decoration.mark({ class: styles.wrong ?? '' }).range(from, to));
    }
    return Decoration.set(marks, true);
  };
  return StateField.define<{ readonly set: DecorationSet; readonly isTyping: boolean }>({
    create: (state) => ({ set: build(state, false), isTyping: false }),
    update(value, transaction) {
      const told = transaction.effects.find((effect) => effect.is(typing));
      const isTyping =
        told?.value ??
        (transaction.docChanged
          ? transaction.isUserEvent('input.type') || transaction.isUserEvent('delete')
          : value.isTyping && transaction.selection === undefined);
      if (!transaction.docChanged && isTyping === value.isTyping) return value;
      return { set: build(transaction.state, isTyping), isTyping };
    },
    provide: (field) => [
      EditorView.decorations.from(field, (value) => value.set),
      EditorView.atomicRanges.of((view) => {
        const chips: Range<Decoration>[] = [];
        view.state.field(field).set.between(0, view.state.doc.length, (from, to, mark) => {
          if (mark.spec.widget !== undefined) chips.push(mark.range(from, to));
        });
        return Decoration.set(chips, true);
      }),
    ],
  });
}

/** An editor over one expression; one line of text that wraps. */
export function makeEditor(options: EditorOptions): EditorView {
  const bindings: readonly KeyBinding[] = KEYS.map(([key, name]) => ({ key, run: () => options.onKey(name) }));
  return new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: options.text.length },
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        Prec.highest(keymap.of([...bindings])),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        drawing(options.read),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-multiline': 'false' }),
        ...(options.hint === undefined ? [] : [placeholder(options.hint)]),
        EditorState.transactionFilter.of((transaction) =>
          transaction.newDoc.lines > 1
            ? [transaction, { changes: joinLines(transaction.newDoc.toString()), sequential: true }]
            : transaction,
        ),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged && !update.selectionSet) return;
          const text = update.state.doc.toString();
          const typed = update.transactions.some(
            (transaction) => transaction.isUserEvent('input') || transaction.isUserEvent('delete'),
          );
          options.onChange(text, positionOf(text, update.state.selection.main.head), typed);
        }),
        EditorView.domEventHandlers({
          blur: () => {
            options.onBlur();
            return false;
          },
        }),
      ],
    }),
  });
}

/** An expression is one line: line ends of what is pasted become blanks. */
function joinLines(text: string): { readonly from: number; readonly to: number; readonly insert: string }[] {
  return [...text.matchAll(/\n/g)].map((match) => ({ from: match.index, to: match.index + 1, insert: ' ' }));
}

/** Puts a choice into the text; the name is drawn as a chip at once. */
export function insertText(view: EditorView, from: number, to: number, insert: string, back = 0): void {
  const text = view.state.doc.toString();
  const start = offsetOf(text, from);
  view.dispatch({
    changes: { from: start, to: offsetOf(text, to), insert },
    selection: { anchor: start + insert.length - back },
    effects: typing.of(false),
    userEvent: 'complete',
  });
  view.focus();
}
/** Draws the last name as a chip: the typing is over. */
export function finishTyping(view: EditorView): void {
  view.dispatch({ effects: typing.of(false) });
}
/** Another text from outside. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, effects: typing.of(false) });
}
