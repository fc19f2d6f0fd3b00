/** Words of dictionaries the board shows. */
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../runtime/data/query-client';
import { recordClient } from '../../../runtime/data/record-client';

const CODES = ['opStatus', 'priority', 'schedDirection', 'schedMaterial', 'schedRule', 'waitCode'];
const HOUR = 3_600_000;

export interface Words {
  /** `--` for what the dictionary does not know */
  of(dict: string, code: string): string;
  options(dict: string): { readonly value: string; readonly label: string }[];
}
export const useWords = (): Words => {
  const { data } = useQuery({
    queryKey: keys.dicts(CODES),
    queryFn: () => recordClient.dictionaries(CODES, { quiet: true }),
    staleTime: HOUR,
  });
  const items = (dict: string) => data?.[dict]?.items ?? [];
  return {
    of: (dict, code) => items(dict).find((item) => String(item.code) === code)?.title ?? '--',
    options: (dict) => items(dict).map(({ code, title }) => ({ value: String(code), label: title })),
  };
};
