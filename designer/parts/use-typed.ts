/** What is being typed over a value that others may change meanwhile: it stays as typed, and their value is a question. */
import { useEffect, useReducer, useRef } from 'react';

export interface Typed<T> {
  /** what the field shows */
  readonly now: T;
  /** the same at this moment, be it drawn or not */
  readonly read: () => T;
  /** what another wrote while this was typed; undefined = nobody did */
  readonly theirs: { readonly value: T } | undefined;
  readonly type: (to: T) => void;
  /** The end of typing writes; not while the question stands. `to` is the finished form of what was typed. */
  readonly commit: (to?: T) => void;
  /** forgets what was typed */
  readonly back: () => void;
  /** writes what was typed over theirs */
  readonly keep: (to?: T) => void;
}
interface Draft<T> {
  readonly now: T;
  /** the value the typing began on */
  readonly from: T;
  /** handed over: the next value from outside is its answer */
  readonly sent?: true;
}

/**
 * `written` is the value as it stands, compared by identity. `onLeft` hears of text that was neither written nor taken back when its
 * field went away.
 */
export function useTyped<T>(written: T, onWrite: (to: T) => void, onLeft?: (typed: T, from: T) => void): Typed<T> {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  // keys come faster than drawings: what is typed is held at once
  const held = useRef<Draft<T>>(undefined);
  const latest = useRef({ written, onLeft });
  latest.current = { written, onLeft };
  if (held.current?.sent === true && held.current.from !== written) held.current = undefined;
  useEffect(
    () => () => {
      const left = held.current;
      if (left !== undefined && left.sent === undefined && left.now !== left.from)
        latest.current.onLeft?.(left.now, left.from);
    },
    [],
  );
  const hold = (draft: Draft<T> | undefined): void => {
    held.current = draft;
    redraw();
  };
  const read = (): T => (held.current === undefined ? latest.current.written : held.current.now);
  const asks = (): boolean => {
    const { current: draft } = held;
    const stands = latest.current.written;
    return draft !== undefined && draft.sent === undefined && draft.from !== stands && draft.now !== stands;
  };
  const write = (to: T): void => {
    const stands = latest.current.written;
    hold(to === stands ? undefined : { now: to, from: stands, sent: true });
    if (to !== stands) onWrite(to);
  };
  return {
    now: read(),
    read,
    theirs: asks() ? { value: written } : undefined,
    type: (to) => {
      const { current: draft } = held;
      hold({ now: to, from: draft === undefined || draft.sent === true ? latest.current.written : draft.from });
    },
    commit: (to = read()) => {
      if (held.current !== undefined && held.current.sent === undefined && !asks()) write(to);
    },
    back: () => hold(undefined),
    keep: (to = read()) => {
      if (held.current !== undefined) write(to);
    },
  };
}
