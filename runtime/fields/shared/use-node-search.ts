/** What is typed over a tree asks the server (by characters, by sound), a moment after the last key; a late answer of an older text is dropped. */
import { useRef, useState } from 'react';

const PAUSE_MS = 200;

export function useNodeSearch<T>(ask: (keyword: string) => Promise<readonly T[]>): {
  /** null = nothing is searched */
  readonly found: readonly T[] | null;
  readonly search: (text: string) => void;
} {
  const [found, setFound] = useState<readonly T[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useRef(0);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    const mine = ++turn.current;
    const keyword = text.trim();
    if (keyword === '') {
      setFound(null);
      return;
    }
    timer.current = setTimeout(() => {
      void ask(keyword)
        .then((list) => mine === turn.current && setFound(list))
        .catch(() => undefined);
    }, PAUSE_MS);
  };
  return { found, search };
}
