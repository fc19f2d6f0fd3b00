/** The minute of approvals: what is due by limits and waits, delegations that ended, models of flows that were published. */
import type { OrgInfo } from '../ctx';
import type { EngineCtx } from '../records/host';
import { flowsOfDelegation } from './agents';
import { actOnInstance, handOverAct, tickAct } from './instance-acts';
import { syncModels } from './models';
import { openRun } from './run';
import { dueFlows, openFlowsWith } from './store';
import { giveBack } from './task-acts';

/** A run does so many of one organisation; the next minute goes on. */
const BATCH = 200;

export interface TimerHost {
  readonly asSystem: <T>(org: OrgInfo, run: (ctx: EngineCtx) => Promise<T>) => Promise<T>;
  readonly alarm: (text: string, data: object) => void;
}

/**
 * Does what is due in one organisation, each approval in a transaction of its own: one that fails keeps no other from its turn, and a
 * second process that comes to the same one finds it done.
 */
export async function flowMinute(host: TimerHost, org: OrgInfo): Promise<{ done: number; failed: number }> {
  const { asSystem } = host;
  await asSystem(org, syncModels);
  const due = await asSystem(org, (ctx) => dueFlows(ctx, ctx.now, BATCH));
  let done = 0;
  let failed = 0;
  for (const { instance } of due)
    try {
      await asSystem(org, (ctx) => actOnInstance(ctx, instance, tickAct));
      done += 1;
    } catch (error) {
      failed += 1;
      host.alarm('flow timer failed', { org: org.code, instance, reason: (error as Error).message });
    }
  // one that follows another to the same agent keeps what the first one would give back
  done += await endDelegations(host, org);
  done += await beginDelegations(host, org);
  return { done, failed };
}

/** A delegation that was made ahead takes the open tasks with it when its time comes (含已有待办). */
async function beginDelegations({ asSystem }: TimerHost, org: OrgInfo): Promise<number> {
  const due = await asSystem(org, (ctx) =>
    ctx.records.find(
      'flowDelegate',
      'includeOpen && !isHandedOver && !isCancelled && startAt <= now() && endAt >= now()',
      {
        limit: BATCH,
      },
    ),
  );
  let count = 0;
  for (const row of due) {
    const from = String(row.fromUser);
    const flows = await asSystem(org, async (ctx) => flowsOfDelegation(ctx, row));
    for (const { instance } of flows) {
      await asSystem(org, (ctx) => actOnInstance(ctx, instance, handOverAct(from, String(row.toUser))));
      count += 1;
    }
    await asSystem(org, (ctx) => ctx.records.patch('flowDelegate', String(row.id), { head: { isHandedOver: true } }));
  }
  return count;
}

/** What an agent left untouched goes back to its owner when the delegation is over or was cancelled. */
async function endDelegations({ asSystem }: TimerHost, org: OrgInfo): Promise<number> {
  const over = await asSystem(org, (ctx) =>
    ctx.records.find('flowDelegate', '!isReturned && (isCancelled || endAt < now())', { limit: BATCH }),
  );
  let count = 0;
  for (const { id, fromUser, toUser } of over) {
    const flows = await asSystem(org, (ctx) => openFlowsWith(ctx, String(toUser)));
    for (const { instance } of flows) {
      await asSystem(org, async (ctx) => giveBack(ctx, await openRun(ctx, instance), String(toUser), String(fromUser)));
      count += 1;
    }
    await asSystem(org, (ctx) => ctx.records.patch('flowDelegate', String(id), { head: { isReturned: true } }));
  }
  return count;
}
