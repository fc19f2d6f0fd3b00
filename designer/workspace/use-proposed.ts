/** A code proposed for a title, as it is typed. */
import { useEffect, useState } from 'react';
import { codeFrom, initialsOf } from './code-from';

export interface Proposed {
  readonly code: string;
  /** it is the code of the whole title: of the last letters it comes a moment later */
  readonly settled: boolean;
}
export function useProposed(
  title: string,
  taken: ReadonlySet<string> | undefined,
  prefix: string | undefined,
  as: 'code' | 'initials' = 'code',
): Proposed {
  const [proposed, setProposed] = useState({ of: '', code: '' });
  const known = taken === undefined ? '' : [...taken].join();
  const wanted = taken === undefined || title === '' ? '' : title;
  useEffect(() => {
    if (wanted === '') {
      setProposed({ of: '', code: '' });
      return;
    }
    let gone = false;
    const asked = as === 'initials' ? initialsOf(wanted) : codeFrom(wanted, new Set(known.split(',')), prefix);
    void asked.then((code) => {
      if (!gone) setProposed({ of: wanted, code });
    });
    return () => {
      gone = true;
    };
  }, [wanted, known, prefix, as]);
  return { code: proposed.code, settled: proposed.of === wanted };
}

/** Who agrees before the code of his last letters is there need not do it twice. */
export function useAgreed(settled: boolean, ready: boolean, done: () => void): () => void {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits || !settled) return;
    setWaits(false);
    if (ready) done();
  }, [waits, settled, ready, done]);
  return () => {
    if (!settled) setWaits(true);
    else if (ready) done();
  };
}
