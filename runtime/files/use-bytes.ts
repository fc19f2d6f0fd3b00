/** The bytes of a file, fetched with the bearer: links of answers end, an open viewer does not. */
import { useEffect, useState } from 'react';
import { HttpError } from '../data/http';
import { seenOffline } from '../data/offline-pages';
import { fileClient } from './client';

export interface Bytes {
  readonly blob: Blob | null;
  /** address of the bytes in this page, until it is unmounted */
  readonly url: string | null;
  readonly failed: string | null;
  readonly retry: () => void;
}

/** `keeps`: once seen it stays on this device. */
export function useBytes(id: string, keeps = false): Bytes {
  const [state, setState] = useState<Omit<Bytes, 'retry'>>({ blob: null, url: null, failed: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt fetches anew
  useEffect(() => {
    let url: string | null = null;
    let gone = false;
    setState({ blob: null, url: null, failed: null });
    const load = (): Promise<Blob> => fileClient.bytes(id);
    (keeps ? seenOffline(`file ${id}`, load, ({ size }) => size) : load()).then(
      (blob) => {
        if (gone) return;
        url = URL.createObjectURL(blob);
        setState({ blob, url, failed: null });
      },
      (cause: unknown) => {
        if (!gone) setState({ blob: null, url: null, failed: cause instanceof HttpError ? cause.msg : '打开失败' });
      },
    );
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [id, keeps, attempt]);
  return { ...state, retry: () => setAttempt((now) => now + 1) };
}
