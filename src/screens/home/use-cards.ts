/** Answers of the cards on a page, all in one question, asked again while it is looked at. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardAnswer } from '../../../schemas/language/home/wire';
import { homeClient, homeKeys } from './client';
import type { CardWorld } from './HomeCard';

const EVERY = 60;
/** drawn by themselves */
const asksItself = (card: string): boolean => /^(chart|list):/.test(card);

export function useCards(
  cells: readonly HomeCell[],
  active: boolean,
): Pick<CardWorld, 'answers' | 'onRetry'> & { readonly asOf: string | undefined } {
  const wanted = [...new Set(cells.map(({ card }) => card).filter((card) => !asksItself(card)))].sort();
  const every = Math.min(...cells.flatMap(({ card, refresh }) => (asksItself(card) ? [] : [refresh || EVERY])), EVERY);
  const query = useQuery({
    queryKey: [...homeKeys.cards, wanted],
    queryFn: () => homeClient.cards(wanted),
    enabled: active && wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: true,
    refetchInterval: active ? every * 1000 : false,
    retry: false,
  });
  const { data, error, refetch } = query;
  return useMemo(() => {
    const answers = new Map((data ?? []).map((one) => [one.card, one] as const));
    // a call that failed as a whole is told by every card that has no older answer
    if (error !== null)
      for (const card of wanted)
        if (!answers.has(card)) answers.set(card, { card, asOf: '', msg: error.message } satisfies HomeCardAnswer);
    const asOf = data?.find((one) => one.asOf !== '')?.asOf;
    return { answers, asOf, onRetry: () => void refetch() };
  }, [data, error, refetch, wanted]);
}
