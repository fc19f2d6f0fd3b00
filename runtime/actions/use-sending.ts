import { useState } from 'react';

/** The body reaches the edges, so that lines and bars meet them. */
export const DIALOG = { content: { padding: '1.5rem 1.3333rem 1.3333rem' }, body: { margin: '0 -1.3333rem' } };

export interface Sending<R> {
  readonly busy: boolean;
  /** what the last answer refused, or what stands in the way of sending */
  readonly refused: R | null;
  setRefused(refused: R | null): void;
  /** null = it was taken and the dialog has closed; does nothing while a call runs */
  send(call: () => Promise<R | null>): Promise<R | null>;
}

/** A dialog that sends once at a time: it closes when the server took it, else it stays with the refusal over its fields. */
export function useSending<R>(onClose: (sent: boolean) => void): Sending<R> {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<R | null>(null);
  const send = async (call: () => Promise<R | null>): Promise<R | null> => {
    if (busy) return null;
    setBusy(true);
    try {
      const answer = await call();
      if (answer === null) onClose(true);
      else setRefused(answer);
      return answer;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, setRefused, send };
}
