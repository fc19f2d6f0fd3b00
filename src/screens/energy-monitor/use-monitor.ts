/** A monitor as a whole, its meters as they change: what is counted of them all follows a change soon. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { live, type Watcher } from '../../../runtime/data/live';
import { useSignal } from '../../../runtime/data/signal';
import { useHost } from '../../../runtime/page/index';
import type { MeterValues } from '../../../schemas/language/wire-energy';
import { energyCalls } from './calls';

/** time alone changes it too: a price ends, a slot is over */
const WHOLE_MS = 60_000;
const SOON_MS = 10_000;
const FLUSH_MS = 100;
const METER = 'meter:';
type Heard = ReadonlyMap<string, { readonly row: MeterValues | null; readonly at: number }>;
const NOTHING: Heard = new Map();

export const useMonitor = (screen: string, meter: string | null) => {
  const { active } = useHost();
  const query = useQuery({
    queryKey: ['energyMonitor', screen, meter],
    enabled: active,
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return { askedAt, live: await energyCalls.live(screen, meter, signal) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: active ? WHOLE_MS : false,
  });
  useSignal(live.signal);
  const [heard, setHeard] = useState<Heard>(NOTHING);
  const { refetch } = query;
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [watcher] = useState((): Watcher => {
    let waiting = new Map<string, MeterValues | null>();
    const take = (): void => {
      const news = waiting;
      waiting = new Map();
      const at = Date.now();
      setHeard((before) => new Map([...before, ...[...news].map(([id, row]) => [id, { row, at }] as const)]));
    };
    const follow = (): void => {
      soon.current ??= setTimeout(() => {
        soon.current = undefined;
        void refetch();
      }, SOON_MS);
    };
    return {
      onChange: ({ topic, row }) => {
        follow();
        if (row === undefined) return;
        if (waiting.size === 0) setTimeout(take, FLUSH_MS);
        // the server's own row of the topic
        waiting.set(topic.slice(METER.length), row as MeterValues | null);
      },
      onGap: follow,
    };
  });
  const whole = query.data;
  const ids = (whole?.live.meters ?? []).map(({ id }) => id).join(' ');
  const topics = useMemo(
    () => ['object:energyAlert', ...(ids === '' ? [] : ids.split(' ')).map((id) => `${METER}${id}`)],
    [ids],
  );
  useEffect(() => {
    if (!active) return undefined;
    return live.watch(topics, watcher);
  }, [active, topics, watcher]);
  useEffect(() => () => clearTimeout(soon.current), []);

  const now = useMemo(() => {
    if (whole === undefined) return undefined;
    const meters = whole.live.meters.flatMap((one) => {
      const news = heard.get(one.id);
      // the whole is newer than what was heard before it was asked for
      if (news === undefined || news.at < whole.askedAt) return [one];
      return news.row === null ? [] : [{ ...one, ...news.row }];
    });
    return { ...whole.live, meters };
  }, [whole, heard]);
  return {
    live: now,
    error: query.error,
    /** what is shown is old */
    isLost: live.isLost() || (query.error !== null && whole !== undefined),
    refetch: () => void refetch(),
  };
};
