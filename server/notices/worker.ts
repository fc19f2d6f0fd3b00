/** Looks for events that wait, in every organisation, again and again; one round at a time. */
import type { OrgInfo } from '../ctx';
import type { EngineCtx } from '../records/host';
import { type Messenger, sendOne } from '../records/notice/send';
import { runNoticeTimers } from '../records/notice/timers';
import { deliverNotices } from '../records/people/notices';

export interface NoticesOptions {
  readonly orgs: () => Promise<readonly OrgInfo[]>;
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly onError: (error: unknown) => void;
  readonly messenger: Messenger;
  readonly onLost: (text: string, data: object) => void;
  readonly everyMs?: number;
}

export const startNotices = ({
  orgs,
  asSystem,
  onError,
  messenger,
  onLost,
  everyMs = 2_000,
}: NoticesOptions): { stop(): Promise<void> } => {
  let stopped = false;
  let round: Promise<void> = Promise.resolve();
  const deliver = async (): Promise<void> => {
    for (const org of await orgs()) {
      while (!stopped && (await asSystem(org, deliverNotices)) > 0);
      while (!stopped && (await asSystem(org, runNoticeTimers)) > 0);
      while (!stopped && (await asSystem(org, (ctx) => sendOne(ctx, messenger, onLost))) > 0);
    }
  };
  let timer = setTimeout(function tick() {
    round = deliver()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(tick, everyMs);
      });
  }, everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
};
