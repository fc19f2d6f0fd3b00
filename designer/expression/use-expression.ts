/** An expression being written: its text and verdict, what may follow at the cursor, when it is finished. */
import type { EditorView } from '@codemirror/view';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTyped } from '../parts/use-typed';
import { type Choice, type Completion, completeAt } from './complete';
import { type EditorKey, finishTyping, insertText, makeEditor, replaceText } from './editor';
import { judge, type Place, type Sample } from './judge';
import { type ExprForm, spansOf } from './scan';

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
  /** hears every text, finished or not */
  readonly onType?: ((text: string) => void) | undefined;
  /** Enter, when there was nothing to choose: the text is finished and agreed to */
  readonly onEnter?: (() => void) | undefined;
  /** hears of unfinished text whose editor went away */
  readonly onLeft?: ((typed: string, from: string) => void) | undefined;
  /** leaves without a change */
  readonly onCancel?: () => void;
}

export function useExpression(props: ExpressionEditorProps) {
  const { value, form, place } = props;
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [focused, setFocused] = useState(false);
  const [completion, setCompletion] = useState<Completion>();
  const [chosen, setChosen] = useState(0);
  const typed = useTyped(value, props.onCommit, props.onLeft);
  const { now: text } = typed;
  const verdict = useMemo(() => judge(text, form, place), [text, form, place]);
  /** Escape has closed the choices: what stands around stays open */
  const hasClosed = useRef(false);
  /** a text that nobody typed */
  const isPut = useRef(false);
  const put = (to: string): void => {
    isPut.current = true;
    if (view.current !== undefined) replaceText(view.current, to);
    isPut.current = false;
  };

  const commit = (): void => {
    setCompletion(undefined);
    typed.commit(judge(typed.read(), form, place).canonical);
  };
  const take = (choice: Choice): void => {
    if (view.current === undefined || completion === undefined) return;
    insertText(view.current, completion.from, completion.to, choice.insert, choice.back);
    setCompletion(undefined);
  };
  const open = (): void => {
    const now = view.current;
    if (now === undefined) return;
    const written = now.state.doc.toString();
    const at = Array.from(written.slice(0, now.state.selection.main.head)).length;
    setChosen(0);
    setCompletion(completeAt(written, at, form, place));
  };
  const leave = (): void => {
    typed.back();
    put(value);
    props.onCancel?.();
  };
  /** the whole is right as it stands, with this name in full */
  const isWritten = ({ title, insert }: Choice): boolean => {
    const word = Array.from(typed.read()).slice(completion?.from, completion?.to).join('');
    return (word === title || word === insert) && judge(typed.read(), form, place).problems.length === 0;
  };
  const handleKey = (key: EditorKey): boolean => {
    const choices = completion?.choices ?? [];
    const choice = choices[chosen];
    if (key === 'Open') open();
    else if (key === 'Up' || key === 'Down') {
      if (choices.length === 0) return false;
      setChosen((chosen + (key === 'Down' ? 1 : choices.length - 1)) % choices.length);
    } else if (key === 'Escape') {
      hasClosed.current = choices.length > 0;
      if (choices.length > 0) setCompletion(undefined);
      else leave();
    } else if (choice !== undefined && !(key === 'Enter' && isWritten(choice))) take(choice);
    else if (key === 'Tab') return false;
    else {
      commit();
      props.onEnter?.();
    }
    return true;
  };
  const handleChange = (now: string, at: number, isTyped: boolean): void => {
    if (!isPut.current && now !== typed.read()) {
      typed.type(now);
      props.onType?.(judge(now, form, place).canonical);
    }
    setChosen(0);
    const found = isTyped ? completeAt(now, at, form, place) : undefined;
    setCompletion(found !== undefined && found.to > found.from ? found : dotted(now, at, found));
  };
  const parent = useEditor(props, view, { handleKey, handleChange });
  const read = useRef(typed.read);
  read.current = typed.read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text from outside; what is typed is there already
  useEffect(() => put(read.current()), [text]);
  return {
    frame,
    parent,
    typed,
    text,
    verdict,
    focused,
    completion,
    chosen,
    setChosen,
    take,
    handleFocus: (): void => setFocused(true),
    handleKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && hasClosed.current) event.stopPropagation();
      hasClosed.current = false;
    },
    handleBlur: (event: FocusEvent): void => {
      if (frame.current?.contains(event.relatedTarget as Node | null) === true) return;
      setFocused(false);
      if (view.current !== undefined) finishTyping(view.current);
      commit();
    },
    keep: (): void => typed.keep(verdict.canonical),
  };
}

interface EditorActs {
  handleKey(key: EditorKey): boolean;
  handleChange(now: string, at: number, isTyped: boolean): void;
}
/** The editor is made once for its place; what it calls is always the latest. */
function useEditor(props: ExpressionEditorProps, view: RefObject<EditorView | undefined>, acts: EditorActs) {
  const { label, value, autoFocus = false, hint } = props;
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef({ props, acts });
  latest.current = { props, acts };
  const first = useRef({ value, autoFocus, hint });
  useLayoutEffect(() => {
    if (parent.current === null) return;
    const made = makeEditor({
      parent: parent.current,
      text: first.current.value,
      label,
      hint: first.current.hint,
      read: (now) => {
        const { form, place } = latest.current.props;
        return { spans: spansOf(now, form, place.env), problems: judge(now, form, place).problems };
      },
      onChange: (now, at, isTyped) => latest.current.acts.handleChange(now, at, isTyped),
      onKey: (key) => latest.current.acts.handleKey(key),
      onBlur: () => undefined,
    });
    view.current = made;
    if (first.current.autoFocus) made.focus();
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [label, view]);
  return parent;
}

/** Behind a dot choices open without a letter. */
const dotted = (text: string, at: number, found: Completion | undefined): Completion | undefined =>
  found !== undefined && Array.from(text)[at - 1] === '.' ? found : undefined;
