/** What the panel is about, for as long as it is the same thing: under another code it is not drawn anew, and the keyboard stays. */
import { useMemo, useRef } from 'react';
import { type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps/index';

export interface Subject {
  readonly address: string;
  /** another one is another thing */
  readonly id: number;
}
export function useSubject(doc: StepDoc, address: string): Subject {
  const seen = useRef({ doc, address, id: 0 });
  const { current: was } = seen;
  const id = was.address === address || isRenamed(was, doc, address) ? was.id : was.id + 1;
  seen.current = { doc, address, id };
  return useMemo(() => ({ address, id }), [address, id]);
}
/** In one change the one came and the other went, in the same list. */
function isRenamed(was: { readonly doc: StepDoc; readonly address: string }, doc: StepDoc, to: string): boolean {
  const parent = splitAddress(to).parent;
  return (
    parent !== '' &&
    splitAddress(was.address).parent === parent &&
    valueAt(was.doc, to) === undefined &&
    valueAt(was.doc, was.address) !== undefined &&
    valueAt(doc, was.address) === undefined
  );
}
/** A key for what stands at an address of it. */
export const keyWithin = (subject: Subject | undefined, address: string): string =>
  subject === undefined || !address.startsWith(subject.address)
    ? address
    : `${subject.id}${address.slice(subject.address.length)}`;
