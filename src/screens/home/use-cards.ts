/** Answers of the cards on a page, all in one question, asked again while it is looked at. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HomeCell } from '../../../schemas/language/home/layout';
import type { HomeCardAnswer, HomeCardInfo } from '../../../schemas/language/home/wire';
import { homeClient, homeKeys } from './client';
import type { CardWorld } from './HomeCard';

const EVERY = 60;

/** Charts and lists are no part of it: they ask for themselves. */
export function useCards(
  cells: readonly HomeCell[],
  cards: readonly HomeCardInfo[],
  active: boolean,
): Pick<CardWorld, 'answers' | 'onRetry'> & { readonly asOf: string | undefined } {
  const asked = useMemo(() => {
    const known = new Set(cards.flatMap(({ card, asks }) => (asks === true ? [card] : [])));
    return cells.filter(({ card }) => known.has(card));
  }, [cells, cards]);
  const wanted = useMemo(() => asked.map(({ card }) => card).sort(), [asked]);
  const every = Math.min(EVERY, ...asked.map(({ refresh }) => refresh || EVERY));
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
    const answers = new Map((data ?? []).map((answer) => [answer.card, answer] as const));
    // a call that failed as a whole is told by every card that has no older answer
    if (error !== null)
      for (const card of wanted)
        if (!answers.has(card)) answers.set(card, { card, asOf: '', msg: error.message } satisfies HomeCardAnswer);
    const asOf = data?.find((answer) => answer.asOf !== '')?.asOf;
    return { answers, asOf, onRetry: () => void refetch() };
  }, [data, error, refetch, wanted]);
}
