/** What a file comes with, asked once for all that show it. Unknown while it is on its way; what cannot be asked may not be saved. */
import { useQuery } from '@tanstack/react-query';
import type { FileTerms } from '../../schemas/language/wire';
import { seenOffline } from '../data/offline-pages';
import { fileClient } from './client';

const TERMS_BYTES = 200;
const CLOSED: FileTerms = { save: false, mark: null };

export function useTerms(id: string | undefined, keeps = false): FileTerms | undefined {
  const { data, isError } = useQuery({
    enabled: id !== undefined,
    queryKey: ['file', id, 'terms'],
    queryFn: () => {
      const load = (): Promise<FileTerms> => fileClient.terms(id ?? '');
      return keeps ? seenOffline(`terms ${id}`, load, () => TERMS_BYTES) : load();
    },
    networkMode: 'always',
  });
  return data ?? (isError ? CLOSED : undefined);
}
