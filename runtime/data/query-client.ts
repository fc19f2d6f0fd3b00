/**
 * The cache of records, dictionaries and page documents. Keys: ['object', object, 'list'|'one'|…, …] (a write
 * invalidates them all, see `readAnew`), ['page', code], ['dict', code].
 */
import { QueryClient } from '@tanstack/react-query';
import { HttpError } from './http';

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // a server in the same building is reached without what the browser calls online; a lost call says so itself
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // a refusal is an answer; only a lost call is worth one more try
        retry: (count, error) => count < 1 && error instanceof HttpError && error.code === 0,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

export const keys = {
  page: (code: string) => ['page', code] as const,
  dicts: (codes: readonly string[]) => ['dict', ...codes] as const,
  object: (object: string) => ['object', object] as const,
  list: (object: string, page: string, body: unknown) => ['object', object, 'list', page, body] as const,
  one: (object: string, page: string, id: string) => ['object', object, 'one', page, id] as const,
  pick: (object: string, page: string, field: string, body: unknown) =>
    ['object', object, 'pick', page, field, body] as const,
  tree: (object: string) => ['object', object, 'tree'] as const,
};

/** After a write: which records of which objects it changed besides its own only the server knows, so whatever was read before is old. */
export const readAnew = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['object'] });
