/** What a file comes with, asked once for all that show it. Unknown while it is on its way; what cannot be asked may not be saved. */
import { useQuery } from '@tanstack/react-query';
import type { FileTerms } from '../../schemas/language/wire';
import { fileClient } from './client';

const CLOSED: FileTerms = { save: false, mark: null };

export function useTerms(id: string | undefined): FileTerms | undefined {
  const { data, isError } = useQuery({
    enabled: id !== undefined,
    queryKey: ['file', id, 'terms'],
    queryFn: () => fileClient.terms(id ?? ''),
  });
  return data ?? (isError ? CLOSED : undefined);
}
