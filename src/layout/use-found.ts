/** Records the server finds for what is typed, asked when the typing rests. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { http } from '../../runtime/data/http';
import type { FoundRecord } from '../../schemas/language/home/wire';

/** ms */
const REST = 250;
const SHORTEST = 2;
const NONE: readonly FoundRecord[] = [];

/** What was entered, by hand or by a scanner: codes of labels count, too. */
export const findEntered = (text: string): Promise<readonly FoundRecord[]> =>
  http.get('/home/find', { quiet: true, params: { text, entered: '1' } });

export const useFound = (typed: string) => {
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setAsked(text), REST);
    return () => clearTimeout(rest);
  }, [text]);
  const enabled = [...asked].length >= SHORTEST;
  const { data, error, isFetching } = useQuery({
    queryKey: ['home', 'find', asked],
    queryFn: (): Promise<readonly FoundRecord[]> => http.get('/home/find', { quiet: true, params: { text: asked } }),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isLong = [...text].length >= SHORTEST;
  return {
    records: isLong && enabled ? (data ?? NONE) : NONE,
    isAsking: isLong && (asked !== text || isFetching),
    error: isLong && enabled ? error : null,
  };
};
