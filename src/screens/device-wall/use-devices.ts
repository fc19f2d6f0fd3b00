/** The devices of the wall: all of them as a whole from time to time, those that are seen as they change. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { live, type Watcher } from '../../../runtime/data/live';
import { useSignal } from '../../../runtime/data/signal';
import { useHost } from '../../../runtime/page/index';
import type { DeviceLive, LiveUnit } from '../../../schemas/language/wire-device';
import { wallCalls } from './calls';

const WHOLE_MS = 30_000;
/** counts by state follow a change so soon at the earliest */
const COUNTS_MS = 3_000;
const FLUSH_MS = 100;
const NO_UNITS: readonly LiveUnit[] = [];

export type Wall = ReturnType<typeof useDevices>;
export const useDevices = (seen: readonly string[]) => {
  const { active } = useHost();
  const query = useQuery({
    queryKey: ['deviceWall'],
    enabled: active,
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return { ...(await wallCalls.devices(signal)), askedAt };
    },
    refetchInterval: active ? WHOLE_MS : false,
  });
  useSignal(live.signal);
  const [heard, setHeard] = useState<Heard>(NOTHING);
  const { refetch } = query;
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [watcher] = useState((): Watcher => {
    let waiting = new Map<string, DeviceLive | null>();
    const take = (): void => {
      const news = waiting;
      waiting = new Map();
      const at = Date.now();
      setHeard((before) => new Map([...before, ...[...news].map(([id, row]) => [id, { row, at }] as const)]));
    };
    const again = (): void => {
      soon.current ??= setTimeout(() => {
        soon.current = undefined;
        void refetch();
      }, COUNTS_MS);
    };
    return {
      onChange: ({ topic, row }) => {
        if (row === undefined) return again();
        if (waiting.size === 0) setTimeout(take, FLUSH_MS);
        // the server's own row of the topic
        waiting.set(topic.slice('device:'.length), row as DeviceLive | null);
      },
      onGap: again,
    };
  });
  const topics = useMemo(() => ['object:deviceState', ...seen.map((id) => `device:${id}`)], [seen]);
  useEffect(() => {
    if (!active) return undefined;
    return live.watch(topics, watcher);
  }, [active, topics, watcher]);
  useEffect(() => () => clearTimeout(soon.current), []);

  const whole = query.data;
  const wholeAt = query.dataUpdatedAt;
  const devices = useMemo(
    () =>
      (whole?.devices ?? []).flatMap((device) => {
        const news = heard.get(device.id);
        // the whole is newer than what was heard before it was asked for
        if (news === undefined || news.at < (whole?.askedAt ?? 0)) return [device];
        return news.row === null ? [] : [news.row];
      }),
    [whole, heard],
  );
  return {
    devices,
    units: whole?.units ?? NO_UNITS,
    isLoading: whole === undefined && query.error === null,
    /** nothing to show at all */
    error: whole === undefined ? query.error : null,
    /** what is shown is old */
    isLost: live.isLost() || (query.error !== null && whole !== undefined),
    updatedAt: [...heard.values()].reduce((newest, { at }) => Math.max(newest, at), wholeAt),
    refetch: () => void refetch(),
  };
};
type Heard = ReadonlyMap<string, { readonly row: DeviceLive | null; readonly at: number }>;
const NOTHING: Heard = new Map();
