/**
 * The cache behind a page in design mode: everything the runtime asks is answered by key from samples or live rows, nothing else leaves
 * the browser. So lists and forms draw themselves without knowing that somebody is designing them.
 */
import { type DefaultedQueryObserverOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** An answer to a key (the promise of one, or a function that asks for it), or undefined: the question stays open and what waits for it shows nothing. */
export type Answer = (key: QueryKey) => unknown;

export class DesignQueries extends QueryClient {
  #answer: Answer;

  constructor(answer: Answer) {
    super({
      defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false } },
    });
    this.#answer = answer;
  }

  /**
   * From now on other answers: what is shown is asked again, and nothing of the old ones stays (another reader may be refused). Whoever
   * watches a cache never changes to another one.
   */
  answerWith(answer: Answer): void {
    if (answer === this.#answer) return;
    this.#answer = answer;
    void this.resetQueries();
  }

  override defaultQueryOptions(options: never): never {
    const all = super.defaultQueryOptions(options) as DefaultedQueryObserverOptions;
    return {
      ...all,
      staleTime: Number.POSITIVE_INFINITY,
      ...(this.#answer(all.queryKey) === undefined ? { enabled: false } : { queryFn: () => this.#told(all.queryKey) }),
    } as never;
  }
  #told(key: QueryKey): unknown {
    const answer = this.#answer(key);
    return typeof answer === 'function' ? answer() : answer;
  }
}
export function useDesignQueries(answer: Answer): DesignQueries {
  const [queries] = useState(() => new DesignQueries(answer));
  useEffect(() => queries.answerWith(answer), [queries, answer]);
  useEffect(() => () => queries.clear(), [queries]);
  return queries;
}

/** What the runtime asks about one list, by the sort of its key. */
export interface ListAnswers {
  readonly object: string;
  rows(size: number): unknown;
}

/** Answers of a page without a server behind it. Schemes: null lets the runtime take those of the document. */
export const answersOf =
  ({ object, rows }: ListAnswers): Answer =>
  (key) => {
    const [sort, code, what] = key;
    if (sort === 'schemes' || sort === 'pulls') return null;
    if (sort === 'fieldSearch') return [];
    if (sort !== 'object' || code !== object) return undefined;
    if (what === 'list') return () => rows((key[4] as { readonly size?: number } | undefined)?.size ?? 20);
    if (what === 'tree' || what === 'links' || what === 'usage') return [];
    if (what === 'history' || what === 'timeline') return { records: [], total: 0, current: 1, size: 20 };
    return undefined;
  };
