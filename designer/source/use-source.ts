/** The text of a document under somebody's hands: what it says, what may be written at the cursor, when it becomes steps. */
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { layOut } from '../../schemas/language/canon/layout';
import { completeJson, type JsonChoice, type JsonCompletion, type JsonLookup } from '../../schemas/language/json/index';
import { diffSteps, type Step, type StepDoc, sortOfDoc } from '../../schemas/language/steps/index';
import type { Problem } from '../../schemas/language/value';
import { makeEditor, markProblems, replaceText, type SourceActs, showAddress } from './editor';
import { readDocument } from './read-document';

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
/** What may be written at the cursor, and where that is. */
export type Offered = JsonCompletion & { readonly x: number; readonly y: number };

export function useSource(props: SourceViewProps) {
  const { doc, problems, address, readonly = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const text = useMemo(() => layOut(doc, sortOfDoc(doc)), [doc]);
  const [bad, setBad] = useState('');
  const [offered, setOffered] = useState<Offered>();
  const [chosen, setChosen] = useState(0);

  const take = (index: number): boolean => {
    const choice = offered?.choices[index];
    if (offered === undefined || choice === undefined) return false;
    view.current?.dispatch({
      changes: { from: offered.from, to: offered.to, insert: choice.insert },
      // between the marks that wait for a value
      selection: { anchor: offered.from + choice.insert.length - (/(""|\[\]|\{\})$/.test(choice.insert) ? 1 : 0) },
      userEvent: 'complete',
    });
    setOffered(undefined);
    return true;
  };
  const acts: SourceActs = {
    move: (by) => {
      if (offered === undefined) return false;
      setChosen((chosen + by + offered.choices.length) % offered.choices.length);
      return true;
    },
    take: () => take(chosen),
    close: () => {
      setOffered(undefined);
      return offered !== undefined;
    },
    commit: () => {
      const written = view.current?.state.doc.toString() ?? text;
      if (written === text) return true;
      const next = readDocument(written, doc);
      setBad(next.problem);
      if (next.doc === undefined) return true;
      const steps = diffSteps(doc, next.doc, sortOfDoc(doc));
      if (steps.length > 0) props.onSteps(steps, '修改源码');
      else view.current?.dispatch({ changes: { from: 0, to: written.length, insert: text } });
      return true;
    },
    complete: (always) => {
      setChosen(0);
      if (view.current !== undefined) setOffered(offerAt(view.current, place, props, always));
    },
    changed: (now, typed) => {
      setBad(readDocument(now, undefined).problem);
      if (typed) acts.complete(false);
    },
  };
  // the editor is made once: it calls those of the last drawing
  const latest = useRef({ acts, bad });
  latest.current = { acts, bad };
  const first = useRef(text);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const made = makeEditor(place.current, first.current, readonly, () => latest.current.acts);
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [readonly]);
  useEffect(() => {
    const now = view.current;
    // what does not read yet is not taken away
    if (now === undefined || now.state.doc.toString() === text || latest.current.bad !== '') return;
    replaceText(now, text);
  }, [text]);
  useEffect(() => {
    if (view.current !== undefined) markProblems(view.current, doc, problems);
  }, [doc, problems]);
  useEffect(() => {
    if (view.current !== undefined) showAddress(view.current, doc, address);
  }, [address, doc]);
  return { place, bad, offered, chosen, take };
}

/** What may be written at the cursor of an editor; nothing where nothing was typed, unless it is asked for. */
function offerAt(
  view: EditorView,
  place: RefObject<HTMLElement | null>,
  { doc, lookup }: SourceViewProps,
  always: boolean,
): Offered | undefined {
  const { head } = view.state.selection.main;
  const written = view.state.doc.toString();
  const all = completeJson(written, head, sortOfDoc(doc), lookup);
  const found = all === undefined ? undefined : fitting(all, written.slice(all.from, head));
  if (found === undefined || found.choices.length === 0 || (!always && found.from === found.to)) return undefined;
  const at = view.coordsAtPos(head);
  const box = place.current?.getBoundingClientRect();
  return { ...found, x: (at?.left ?? 0) - (box?.left ?? 0), y: (at?.bottom ?? 0) - (box?.top ?? 0) };
}

/** Choices that hold what is typed, those that begin with it first. */
function fitting(all: JsonCompletion, typed: string): JsonCompletion {
  const wanted = typed.replaceAll('"', '').toLowerCase();
  const rank = ({ label, title }: JsonChoice): number =>
    label.toLowerCase().startsWith(wanted) ? 0 : label.toLowerCase().includes(wanted) || title.includes(wanted) ? 1 : 2;
  const choices = all.choices.filter((choice) => rank(choice) < 2).toSorted((a, b) => rank(a) - rank(b));
  return { ...all, choices };
}
