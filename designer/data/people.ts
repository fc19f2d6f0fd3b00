/** People, roles and departments of the organisation by what documents call them. */
import { useQuery } from '@tanstack/react-query';
import type { FlowPeople } from '../../schemas/language/wire-design';
import { designClient } from './client';

const NOBODY: FlowPeople = { users: [], roles: [], depts: [] };
const FRESH_MS = 60_000;

/** `keyword` narrows the users, `named` are there whatever it says. */
export function usePeople(named: readonly string[], keyword = ''): FlowPeople {
  const logins = [...new Set(named)].sort();
  const { data } = useQuery({
    queryKey: ['design', 'people', keyword, logins.join(' ')],
    queryFn: () => designClient.people({ keyword, named: logins }),
    staleTime: FRESH_MS,
    placeholderData: (before: FlowPeople | undefined) => before,
    retry: false,
  });
  return data ?? NOBODY;
}
