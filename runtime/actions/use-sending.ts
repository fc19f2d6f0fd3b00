import { useEffect, useRef, useState } from 'react';

/** The body reaches the edges, so that lines and bars meet them. */
export const DIALOG = { content: { padding: '1.5rem 1.3333rem 1.3333rem' }, body: { margin: '0 -1.3333rem' } };
/** the whole screen */
export const WHOLE = { top: 0, margin: 0, maxWidth: '100vw', minHeight: '100vh', padding: 0 };
/** its buttons stay at the foot of the screen, however long the lines are */
export const WHOLE_DIALOG = {
  content: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100vh',
    padding: '1.5rem 1.3333rem 0',
    borderRadius: 0,
  },
  body: { ...DIALOG.body, flex: 1 },
  footer: {
    position: 'sticky',
    bottom: 0,
    zIndex: 5,
    margin: '0 -1.3333rem',
    padding: '12px 1.3333rem',
    borderTop: '1px solid var(--c-line)',
    background: 'var(--c-panel)',
  },
} as const;
/** a button for fingers */
export const LARGE = { style: { minWidth: 140, minHeight: 64, fontSize: '1.6667rem' } } as const;

export interface Sending<R> {
  readonly busy: boolean;
  /** what the last answer refused, or what stands in the way of sending */
  readonly refused: R | null;
  setRefused(refused: R | null): void;
  /** Does nothing while it sends already. */
  send(ways: Ways<R>): Promise<void>;
}
export interface Ways<R> {
  /** what must be over first: true = it may go out, false = the fields say why not, else why not */
  readonly ready?: () => Promise<boolean | R>;
  /** null = it was taken, false = refused and the fields say why, else what was refused */
  readonly call: () => Promise<R | false | null>;
}

/** A dialog that sends once at a time: it closes when the server took it, else it stays with the refusal over its fields. */
export function useSending<R>(onClose: (sent: boolean) => void): Sending<R> {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<R | null>(null);
  const under = useRef(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const send = async ({ ready, call }: Ways<R>): Promise<void> => {
    if (under.current) return;
    under.current = true;
    setBusy(true);
    try {
      const may = (await ready?.()) ?? true;
      // whoever closed the dialog meanwhile has taken it back
      if (may === false || !open.current) return;
      if (may !== true) {
        setRefused(may);
        return;
      }
      const answer = await call();
      if (answer === null) onClose(true);
      else setRefused(answer === false ? null : answer);
    } finally {
      under.current = false;
      setBusy(false);
    }
  };
  return { busy, refused, setRefused, send };
}
