/** An expression is written here: chips for names, choices while typing, the mistake at its place, the result on a real record. */
import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { TypedField } from '../parts/TypedField';
import { useTyped } from '../parts/use-typed';
import { ChoiceList } from './ChoiceList';
import { type Choice, type Completion, completeAt } from './complete';
import { type EditorKey, finishTyping, insertText, makeEditor, replaceText } from './editor';
import styles from './expression.module.css';
import { judge, type Place, type Sample } from './judge';
import { ResultLine } from './ResultLine';
import { type ExprForm, readable, spansOf } from './scan';

export interface ExpressionEditorProps {
  readonly label: string;
  readonly value: string;
  readonly form: ExprForm;
  readonly place: Place;
  readonly hint?: string;
  readonly autoFocus?: boolean;
  readonly sample?: Sample | undefined;
  /** the text once it is finished: on leaving, on Enter; in canonical form when it is right */
  readonly onCommit: (text: string) => void;
  /** hears of unfinished text whose editor went away */
  readonly onLeft?: ((typed: string, from: string) => void) | undefined;
  /** leaves without a change */
  readonly onCancel?: () => void;
}

export const ExpressionEditor = (props: ExpressionEditorProps) => {
  const { label, value, form, place, hint, autoFocus = false, sample } = props;
  const frame = useRef<HTMLDivElement>(null);
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [focused, setFocused] = useState(false);
  const [completion, setCompletion] = useState<Completion>();
  const [chosen, setChosen] = useState(0);
  const typed = useTyped(value, props.onCommit, props.onLeft);
  const { now: text } = typed;
  const verdict = useMemo(() => judge(text, form, place), [text, form, place]);

  const latest = useRef({ props, completion, chosen, typed });
  latest.current = { props, completion, chosen, typed };
  /** a text that nobody typed */
  const isPut = useRef(false);
  const put = (to: string): void => {
    isPut.current = true;
    if (view.current !== undefined) replaceText(view.current, to);
    isPut.current = false;
  };

  const commit = (): void => {
    const { props: now, typed: typing } = latest.current;
    setCompletion(undefined);
    typing.commit(judge(typing.read(), now.form, now.place).canonical);
  };
  const take = (choice: Choice): void => {
    const { completion: now } = latest.current;
    if (view.current === undefined || now === undefined) return;
    insertText(view.current, now.from, now.to, choice.insert, choice.back);
    setCompletion(undefined);
  };
  const handleKey = (key: EditorKey): boolean => {
    const { props: now, completion: open, chosen: at } = latest.current;
    const choices = open?.choices ?? [];
    switch (key) {
      case 'Open': {
        openAt();
        return true;
      }
      case 'Up':
      case 'Down':
        if (choices.length === 0) return false;
        setChosen((at + (key === 'Down' ? 1 : choices.length - 1)) % choices.length);
        return true;
      case 'Tab':
      case 'Enter': {
        const choice = choices[at];
        if (choice !== undefined) {
          take(choice);
          return true;
        }
        if (key === 'Tab') return false;
        commit();
        return true;
      }
      case 'Escape':
        if (choices.length > 0) {
          setCompletion(undefined);
          return true;
        }
        latest.current.typed.back();
        put(now.value);
        now.onCancel?.();
        return true;
    }
  };
  const openAt = (): void => {
    const now = view.current;
    if (now === undefined) return;
    const written = now.state.doc.toString();
    const at = Array.from(written.slice(0, now.state.selection.main.head)).length;
    setChosen(0);
    setCompletion(completeAt(written, at, latest.current.props.form, latest.current.props.place));
  };
  const handlers = useRef({ handleKey, commit });
  handlers.current = { handleKey, commit };

  // the editor is made once for its place; what it calls is always the latest
  const first = useRef({ value, autoFocus, hint });
  useLayoutEffect(() => {
    if (parent.current === null) return;
    const made = makeEditor({
      parent: parent.current,
      text: first.current.value,
      label,
      hint: first.current.hint,
      read: (now) => {
        const { form: f, place: p } = latest.current.props;
        return { spans: spansOf(now, f, p.env), problems: judge(now, f, p).problems };
      },
      onChange: (now, at, isTyped) => {
        if (!isPut.current && now !== latest.current.typed.read()) latest.current.typed.type(now);
        setChosen(0);
        const { form: f, place: p } = latest.current.props;
        const found = isTyped ? completeAt(now, at, f, p) : undefined;
        setCompletion(found !== undefined && found.to > found.from ? found : dotted(now, at, found));
      },
      onKey: (key) => handlers.current.handleKey(key),
      onBlur: () => undefined,
    });
    view.current = made;
    if (first.current.autoFocus) made.focus();
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [label]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text from outside; what is typed is there already
  useEffect(() => put(latest.current.typed.read()), [text]);

  const handleFocus = (): void => setFocused(true);
  const handleBlur = (event: React.FocusEvent): void => {
    if (frame.current?.contains(event.relatedTarget as Node | null) === true) return;
    setFocused(false);
    if (view.current !== undefined) finishTyping(view.current);
    commit();
  };
  const keep = (): void => typed.keep(verdict.canonical);
  const [problem] = verdict.problems;
  return (
    <div ref={frame} className={styles.editor} onFocus={handleFocus} onBlur={handleBlur}>
      <TypedField label={label} typed={{ ...typed, keep }} say={(theirs) => readable(theirs, form, place)}>
        <div ref={parent} className={styles.frame} data-wrong={problem === undefined ? undefined : ''} />
      </TypedField>
      {problem !== undefined && (
        <p className={styles.fault} role="alert">
          {problem.text}
        </p>
      )}
      {focused && (
        <div className={styles.popup} hidden={completion === undefined && sample === undefined}>
          {completion !== undefined && completion.choices.length > 0 && (
            <ChoiceList choices={completion.choices} chosen={chosen} onChoose={take} onHover={setChosen} />
          )}
          {sample !== undefined && text.trim() !== '' && (
            <ResultLine text={text} form={form} place={place} verdict={verdict} sample={sample} />
          )}
        </div>
      )}
    </div>
  );
};

/** Behind a dot choices open without a letter. */
const dotted = (text: string, at: number, found: Completion | undefined): Completion | undefined =>
  found !== undefined && Array.from(text)[at - 1] === '.' ? found : undefined;
