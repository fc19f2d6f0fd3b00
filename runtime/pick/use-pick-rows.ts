/** Candidates of a pick dialog: asked a moment after the last key, the newest question wins, old rows stay until new ones are there. */
import { useEffect, useRef, useState } from 'react';
import { HttpError } from '../data/http';
import type { PickData } from '../data/types';
import type { TableStatus } from '../table/index';
import type { PickRequest } from './request';

export const PICK_PAGE = 50;
const SEARCH_MS = 180;

export interface PickRows {
  readonly data: PickData | null;
  readonly status: TableStatus;
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** the answer to what is typed now */
  readonly settled: () => Promise<PickData | null>;
}

export function usePickRows(request: PickRequest, text: string, node: string | null): PickRows {
  const [data, setData] = useState<PickData | null>(null);
  const [status, setStatus] = useState<TableStatus>({ state: 'loading' });
  const [at, setAt] = useState({ text, node, page: 1 });
  const [attempt, setAttempt] = useState(0);
  const asked = useRef<{ key: string; answer: Promise<PickData | null> } | null>(null);
  // another text or node begins at the first page again
  if (at.text !== text || at.node !== node) setAt({ text, node, page: 1 });
  const { load } = request;
  const key = JSON.stringify([text.trim(), node, at.page, attempt]);

  const ask = useRef((_key: string): Promise<PickData | null> => Promise.resolve(null));
  ask.current = (wanted) => {
    if (asked.current?.key === wanted) return asked.current.answer;
    const [search, inNode, page] = JSON.parse(wanted) as [string, string | null, number];
    const answer = load({ search, current: page, size: PICK_PAGE, ...(inNode === null ? {} : { node: inNode }) }).then(
      (found) => {
        if (asked.current?.key === wanted) {
          setData(found);
          setStatus({ state: 'ready' });
        }
        return found;
      },
      (cause: unknown) => {
        if (asked.current?.key === wanted) {
          const error = cause instanceof HttpError ? cause : undefined;
          const retry = (): void => setAttempt((now) => now + 1);
          setData(null);
          setStatus({ state: 'failed', text: error?.msg ?? '查询失败', requestId: error?.requestId, onRetry: retry });
        }
        return null;
      },
    );
    asked.current = { key: wanted, answer };
    return answer;
  };

  useEffect(() => {
    setStatus((now) =>
      now.state === 'ready' ? { state: 'stale' } : now.state === 'failed' ? { state: 'loading' } : now,
    );
    const wait = asked.current === null ? 0 : SEARCH_MS;
    const timer = setTimeout(() => void ask.current(key), wait);
    return () => clearTimeout(timer);
  }, [key]);

  return {
    data,
    status,
    page: at.page,
    setPage: (page) => setAt({ text, node, page }),
    settled: () => ask.current(key),
  };
}
