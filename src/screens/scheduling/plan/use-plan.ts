/**
 * The plan that is shown: read, kept while it is read again, changed by what our own calls answer. When others have changed it, the board
 * says so and takes no drops until it is read anew.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { live } from '../../../../runtime/data/live';
import type { PlanAnswer, PlanQuery } from '../../../../schemas/language/wire-schedule';
import { scheduleCalls } from '../calls';

export interface PlanDesk {
  readonly plan: PlanAnswer | undefined;
  readonly error: Error | null;
  /** what is shown is not what was asked: being read, or it could not be read */
  readonly isOld: boolean;
  readonly isLoading: boolean;
  readonly changedByOthers: boolean;
  /** a call of ours is refused for its version */
  tellStale(): void;
  /** what our own call answers */
  put(change: (plan: PlanAnswer) => PlanAnswer): void;
  /** reads anew and takes whatever comes */
  refresh(): Promise<PlanAnswer | undefined>;
  /** calls of ours: what is told of the plan meanwhile is looked at when they are over */
  during<T>(work: () => Promise<T>): Promise<T>;
}
/** sums of days and reports of operations are looked at when it is quiet again */
const SOON_MS = 1_000;

export const planKey = (query: PlanQuery) =>
  ['object', 'scheduleTask', 'board', query.workshopId, query.from, query.to, query.scenarioId ?? ''] as const;

export const usePlan = (asked: PlanQuery | undefined, active: boolean): PlanDesk => {
  const queries = useQueryClient();
  const key = useMemo(() => (asked === undefined ? ['object', 'scheduleTask', 'board'] : planKey(asked)), [asked]);
  const query = useQuery({
    queryKey: key,
    queryFn: () => scheduleCalls.plan(asked!),
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const [changedByOthers, setChanged] = useState(false);
  const last = useRef<PlanAnswer>(undefined);
  if (query.data !== undefined) last.current = query.data;
  // another plan is another story
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which plan
  useEffect(() => setChanged(false), [key]);

  const calls = useRef(0);
  const look = useLook({ key, asked, calls, onOthers: () => setChanged(true) });
  useWatch({ planId: query.data?.planId, active, look: look.soon });

  const put = useCallback(
    (change: (plan: PlanAnswer) => PlanAnswer): void => {
      queries.setQueryData<PlanAnswer>(key, (plan) => (plan === undefined ? plan : change(plan)));
      look.soon();
    },
    [queries, key, look],
  );
  const { refetch } = query;
  const refresh = useCallback(async () => {
    const { data } = await refetch();
    setChanged(false);
    return data;
  }, [refetch]);
  const during = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    calls.current += 1;
    try {
      return await work();
    } finally {
      calls.current -= 1;
    }
  }, []);
  const tellStale = useCallback(() => setChanged(true), []);
  return {
    plan: query.data ?? last.current,
    error: query.error,
    isOld: query.data === undefined || query.isError,
    isLoading: query.isFetching,
    changedByOthers,
    tellStale,
    put,
    refresh,
    during,
  };
};

interface LookWorld {
  readonly key: readonly unknown[];
  readonly asked: PlanQuery | undefined;
  readonly calls: { readonly current: number };
  readonly onOthers: () => void;
}
/** Looks at the plan when it is quiet: the same version is put in its place, a later one is somebody else's. */
const useLook = (world: LookWorld) => {
  const queries = useQueryClient();
  const latest = useRef(world);
  latest.current = world;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useMemo(() => {
    const now = async (): Promise<void> => {
      const { key, asked, calls, onOthers } = latest.current;
      if (asked === undefined) return;
      if (calls.current > 0) return soon();
      const known = queries.getQueryData<PlanAnswer>(key);
      if (known === undefined) return;
      const fresh = await scheduleCalls.plan(asked).catch(() => undefined);
      // what was asked before a call of ours is no news after it
      if (fresh === undefined || queries.getQueryData(key) !== known || latest.current.key !== key) return;
      if (latest.current.calls.current > 0) return soon();
      if (fresh.planVersion === known.planVersion) queries.setQueryData(key, fresh);
      else onOthers();
    };
    const soon = (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void now(), SOON_MS);
    };
    return { soon };
  }, [queries]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return look;
};

const useWatch = ({
  planId,
  active,
  look,
}: {
  readonly planId: string | undefined;
  readonly active: boolean;
  readonly look: () => void;
}): void => {
  useEffect(() => {
    if (!active || planId === undefined) return;
    const topics = [
      ...(planId === '' ? [] : [`record:schedulePlan:${planId}`]),
      'object:orderProcess',
      'object:equipment',
    ];
    return live.watch(topics, { onChange: look, onGap: look });
  }, [planId, active, look]);
};
