/** The shift the user is in now, by the calendar: told by the server, anew every few minutes. */
import { useQuery } from '@tanstack/react-query';
import type { HomeAnswer, ShiftNow } from '../../schemas/language/home/wire';
import { http } from '../data/http';
import { useHost } from '../page/host';

const EVERY_MS = 5 * 60_000;

/** undefined = off duty, without a calendar, or not known yet */
export function useShift(): ShiftNow | undefined {
  const { active, session } = useHost();
  const { data } = useQuery({
    queryKey: ['shift', session.me.id],
    // kept on no device: told later it would be a wrong one
    queryFn: () => http.get<Pick<HomeAnswer, 'shift'>>('/home/shift', { quiet: true }),
    staleTime: EVERY_MS,
    refetchInterval: active ? EVERY_MS : false,
    retry: false,
    networkMode: 'always',
  });
  return data?.shift;
}
