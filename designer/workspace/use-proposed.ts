/** A code proposed for a title, as it is typed. */
import { useEffect, useState } from 'react';
import { codeFrom, initialsOf } from './code-from';

export function useProposed(
  title: string,
  taken: ReadonlySet<string> | undefined,
  prefix: string | undefined,
  as: 'code' | 'initials' = 'code',
): string {
  const [proposed, setProposed] = useState('');
  const known = taken === undefined ? '' : [...taken].join();
  const wanted = taken === undefined || title === '' ? '' : title;
  useEffect(() => {
    if (wanted === '') {
      setProposed('');
      return;
    }
    let gone = false;
    const asked = as === 'initials' ? initialsOf(wanted) : codeFrom(wanted, new Set(known.split(',')), prefix);
    void asked.then((code) => {
      if (!gone) setProposed(code);
    });
    return () => {
      gone = true;
    };
  }, [wanted, known, prefix, as]);
  return proposed;
}
