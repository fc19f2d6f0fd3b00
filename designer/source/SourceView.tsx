/** 源码: the open document as its file would say it. Edits become the same steps as gestures, once the text reads. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { EditorState, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { styleNonce } from '../../runtime/page/style-nonce';
import { layOut } from '../../schemas/language/canon/layout';
import {
  completeJson,
  type JsonChoice,
  type JsonCompletion,
  type JsonLookup,
  scanJson,
  spanOf,
} from '../../schemas/language/json/index';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import { diffSteps, type Step, type StepDoc, sortOfDoc } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import styles from './source.module.css';

export interface SourceViewProps {
  readonly doc: StepDoc;
  readonly problems: readonly Pick<Problem, 'path' | 'text' | 'level'>[];
  /** address that is selected: its line is brought into view */
  readonly address?: string | undefined;
  readonly readonly?: boolean;
  /** codes of other documents and fields of this one, for what may be written */
  readonly lookup?: JsonLookup | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
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

export const SourceView = (props: SourceViewProps) => {
  const { doc, problems, address, readonly = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const text = useMemo(() => layOut(doc, sortOfDoc(doc)), [doc]);
  const [bad, setBad] = useState('');
  const broken = useRef(false);
  broken.current = bad !== '';
  const [completion, setCompletion] = useState<JsonCompletion & { readonly x: number; readonly y: number }>();
  const [chosen, setChosen] = useState(0);
  const latest = useRef({ props, text, completion, chosen });
  latest.current = { props, text, completion, chosen };

  const commit = (): void => {
    const { props: now, text: before } = latest.current;
    const written = view.current?.state.doc.toString() ?? before;
    if (written === before) return;
    const next = readDocument(written, now.doc);
    setBad(next.problem);
    if (next.doc === undefined) return;
    const steps = diffSteps(now.doc, next.doc, sortOfDoc(now.doc));
    if (steps.length > 0) now.onSteps(steps, '修改源码');
    else view.current?.dispatch({ changes: { from: 0, to: written.length, insert: before } });
  };
  const take = (index: number): boolean => {
    const { completion: now } = latest.current;
    const choice = now?.choices[index];
    if (now === undefined || choice === undefined) return false;
    view.current?.dispatch({
      changes: { from: now.from, to: now.to, insert: choice.insert },
      // between the marks that wait for a value
      selection: { anchor: now.from + choice.insert.length - (/(""|\[\]|\{\})$/.test(choice.insert) ? 1 : 0) },
      userEvent: 'complete',
    });
    setCompletion(undefined);
    return true;
  };
  const keys = {
    move: (by: number): boolean => {
      const { completion: now, chosen: at } = latest.current;
      if (now === undefined) return false;
      setChosen((at + by + now.choices.length) % now.choices.length);
      return true;
    },
    take: (): boolean => take(latest.current.chosen),
    close: (): boolean => {
      const open = latest.current.completion !== undefined;
      setCompletion(undefined);
      return open;
    },
    commit: (): boolean => {
      commit();
      return true;
    },
    complete: (): boolean => {
      complete(true);
      return true;
    },
  };
  const complete = (always: boolean): void => {
    const now = view.current;
    if (now === undefined) return;
    const { head } = now.state.selection.main;
    const { doc: text, lookup } = latest.current.props;
    const written = now.state.doc.toString();
    const all = completeJson(written, head, sortOfDoc(text), lookup);
    const found = all === undefined ? undefined : fitting(all, written.slice(all.from, head));
    const at = now.coordsAtPos(head);
    const box = place.current?.getBoundingClientRect();
    setChosen(0);
    setCompletion(
      found === undefined || found.choices.length === 0 || (!always && found.from === found.to)
        ? undefined
        : { ...found, x: (at?.left ?? 0) - (box?.left ?? 0), y: (at?.bottom ?? 0) - (box?.top ?? 0) },
    );
  };
  const handlers = useRef({ keys, complete, commit });
  handlers.current = { keys, complete, commit };

  const first = useRef(text);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const call = handlers;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          Prec.highest(
            keymap.of([
              { key: 'ArrowDown', run: () => call.current.keys.move(1) },
              { key: 'ArrowUp', run: () => call.current.keys.move(-1) },
              { key: 'Enter', run: () => call.current.keys.take() },
              { key: 'Tab', run: () => call.current.keys.take() },
              { key: 'Escape', run: () => call.current.keys.close() },
              { key: 'Mod-s', run: () => call.current.keys.commit() },
              { key: 'Ctrl-Space', run: () => call.current.keys.complete() },
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
            if (update.docChanged) {
              setBad(readDocument(update.state.doc.toString(), undefined).problem);
              if (typed) call.current.complete(false);
            } else if (update.selectionSet) setCompletion(undefined);
          }),
          EditorView.domEventHandlers({
            blur: () => {
              setCompletion(undefined);
              call.current.commit();
              return false;
            },
          }),
        ],
      }),
    });
    // a text that may only be read takes no cursor: it is scrolled with the keyboard all the same
    made.scrollDOM.tabIndex = 0;
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [readonly]);

  useEffect(() => {
    const now = view.current;
    if (now === undefined || now.state.doc.toString() === text) return;
    // what does not read yet is not taken away
    if (broken.current) return;
    const { head } = now.state.selection.main;
    now.dispatch({
      changes: { from: 0, to: now.state.doc.length, insert: text },
      selection: { anchor: Math.min(head, text.length) },
    });
  }, [text]);
  useEffect(() => {
    const now = view.current;
    if (now === undefined) return;
    const tree = scanJson(now.state.doc.toString());
    const lines = new Map<number, Range<Decoration>>();
    for (const problem of problems) {
      const stretch = spanOf(tree, problem.path, sortOfDoc(doc));
      if (stretch === undefined) continue;
      const { from } = now.state.doc.lineAt(stretch.from);
      const level = problem.level ?? 'error';
      lines.set(
        from,
        Decoration.line({ class: styles.wrong ?? '', attributes: { title: problem.text, 'data-level': level } }).range(
          from,
        ),
      );
    }
    now.dispatch({ effects: marks.of(Decoration.set([...lines.values()], true)) });
  }, [doc, problems]);
  useEffect(() => {
    const now = view.current;
    if (now === undefined || now.hasFocus || address === undefined || address === '') return;
    const stretch = spanOf(scanJson(now.state.doc.toString()), address, sortOfDoc(doc));
    if (stretch === undefined) return;
    now.dispatch({
      selection: { anchor: stretch.from },
      effects: EditorView.scrollIntoView(stretch.from, { y: 'center' }),
    });
  }, [address, doc]);

  return (
    <div className={styles.source}>
      <div ref={place} className={styles.frame} data-status={bad === '' ? undefined : 'error'} />
      {completion !== undefined && (
        <ul
          className={styles.choices}
          role="listbox"
          aria-label="可以写"
          style={{ left: completion.x, top: completion.y }}
        >
          {completion.choices.slice(0, 12).map((choice, i) => (
            <li
              key={choice.label}
              role="option"
              aria-selected={i === chosen}
              onMouseDown={(event) => {
                event.preventDefault();
                take(i);
              }}
            >
              <code>{choice.label}</code>
              <span>{choice.title === choice.label ? choice.detail : choice.title}</span>
            </li>
          ))}
        </ul>
      )}
      {bad !== '' && (
        <p className={styles.fault} role="alert">
          {bad}
        </p>
      )}
    </div>
  );
};

/** Choices that hold what is typed, those that begin with it first. */
function fitting(all: JsonCompletion, typed: string): JsonCompletion {
  const wanted = typed.replaceAll('"', '').toLowerCase();
  const rank = ({ label, title }: JsonChoice): number =>
    label.toLowerCase().startsWith(wanted) ? 0 : label.toLowerCase().includes(wanted) || title.includes(wanted) ? 1 : 2;
  const choices = all.choices.filter((choice) => rank(choice) < 2).toSorted((a, b) => rank(a) - rank(b));
  return { ...all, choices };
}

/** The document a text says; what it is and how it is called stays. */
function readDocument(text: string, was: StepDoc | undefined): { readonly doc?: Node; readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (cause) {
    const at = /position (\d+)/.exec(String(cause))?.[1];
    const line = at === undefined ? '' : `第${text.slice(0, Number(at)).split('\n').length}行：`;
    return { problem: `${line}不是有效的 JSON，改正后才会保存` };
  }
  if (!isNode(value)) return { problem: '应为一个文档' };
  if (was !== undefined && value.$schema !== was.$schema) return { problem: '文档的种类不能改' };
  const own =
    was === undefined
      ? undefined
      : ['object', 'report', 'board', 'print', 'block'].find((key) => was[key] !== undefined);
  if (was !== undefined && own !== undefined && value[own] !== was[own]) return { problem: '文档的编码不能在这里改' };
  return { doc: value, problem: '' };
}
