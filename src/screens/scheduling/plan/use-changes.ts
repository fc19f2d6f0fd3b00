/** What a planner does to the plan: moves with undo and redo, confirm and its taking back, locks. Refusals are said; a stale plan is marked. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Feedback } from '../../../../runtime/page/host';
import type {
  MoveAnswer,
  MoveBody,
  MovePolicy,
  PlanAnswer,
  RestoreBody,
} from '../../../../schemas/language/wire-schedule';
import { isOverCapacity, isStale, said, scheduleCalls } from '../calls';
import type { Bar } from '../chart/bars';
import { bodyOf, companions, type Place, type Taken } from '../chart/drag';
import { fromMinute } from '../chart/moment';
import { changed, moved } from './merge';
import { joined, NO_STEPS, pushed, redone, type Step, sealed, seen, type UndoStack, undone } from './undo';
import type { PlanDesk } from './use-plan';

export interface Changes {
  readonly busy: boolean;
  readonly stack: UndoStack;
  move(taken: Taken, place: Place, along: readonly Bar[]): Promise<boolean>;
  dryRun(taken: Taken, place: Place, signal: AbortSignal): Promise<MoveAnswer>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  confirm(ids: readonly string[]): Promise<void>;
  cancel(ids: readonly string[]): Promise<void>;
  lock(ids: readonly string[], locked: boolean): Promise<void>;
  /** another plan is here by a call of ours that has no way back */
  seal(version: number): void;
}
interface World {
  readonly desk: PlanDesk;
  readonly policy: MovePolicy;
  readonly scenarioId: string | null;
  readonly feedback: Feedback;
  /** asks for a reason to confirm beyond capacity; null = given up, undefined = no right to */
  readonly askOverride: (sentence: string) => Promise<string | null | undefined>;
}

export const useChanges = (world: World): Changes => {
  const [stack, setStack] = useState<UndoStack>(NO_STEPS);
  const [busy, setBusy] = useState(false);
  const latest = useRef(world);
  latest.current = world;
  const version = world.desk.plan?.planVersion;
  useEffect(() => {
    if (version !== undefined) setStack((now) => seen(now, version));
  }, [version]);

  /** One after the other: each names the version the one before has made. */
  const running = useRef(false);
  const act = useCallback(async (work: (plan: PlanAnswer) => Promise<void>): Promise<boolean> => {
    const { desk, feedback } = latest.current;
    if (running.current || desk.plan === undefined || desk.isOld || desk.changedByOthers) return false;
    running.current = true;
    setBusy(true);
    try {
      await desk.during(() => work(desk.plan!));
      return true;
    } catch (error) {
      if (isStale(error)) desk.tellStale();
      feedback.error(said(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  const scenario = (): { readonly scenarioId?: string } => {
    const { scenarioId } = latest.current;
    return scenarioId === null ? {} : { scenarioId };
  };

  const move = (taken: Taken, place: Place, along: readonly Bar[]): Promise<boolean> =>
    act(async (plan) => {
      const steps: Step[] = [];
      let at = plan.planVersion;
      try {
        for (const body of bodiesOf({ taken, place, along, world: latest.current })) {
          const answer = await scheduleCalls.move({ ...body, planVersion: at });
          at = answer.planVersion;
          latest.current.desk.put((now) => moved(now, answer));
          steps.push({ text: '移动', before: answer.before, after: answer.after });
        }
      } finally {
        // what was done of several is one step as well
        const step = joined(steps, steps.length > 1 ? `移动${steps.length}个任务` : '移动');
        if (step !== null) setStack((now) => pushed(now, step, plan.planVersion, at));
      }
    });
  const restore = (step: Step | undefined, to: 'before' | 'after') =>
    step === undefined
      ? Promise.resolve()
      : act(async (plan) => {
          const body: RestoreBody = {
            workshopId: plan.workshopId,
            planVersion: plan.planVersion,
            ...scenario(),
            ...step[to],
          };
          const answer = await scheduleCalls.restore(body);
          setStack((now) => (to === 'before' ? undone : redone)(now, answer.planVersion));
          latest.current.desk.put((now) => moved(now, answer));
        }).then(() => undefined);
  const tasks = (call: (plan: PlanAnswer) => ReturnType<typeof scheduleCalls.confirm>): Promise<boolean> =>
    act(async (plan) => {
      const answer = await call(plan);
      setStack(sealed(answer.planVersion));
      latest.current.desk.put((now) => changed(now, answer));
    });

  return {
    busy,
    stack,
    move,
    dryRun: (taken, place, signal) => {
      const { desk, policy, scenarioId } = latest.current;
      const planVersion = desk.plan?.planVersion ?? 0;
      return scheduleCalls.dryRun(bodyOf(taken, place, { planVersion, policy, scenarioId }), signal);
    },
    undo: () => restore(stack.done.at(-1), 'before'),
    redo: () => restore(stack.undone.at(-1), 'after'),
    confirm: async (ids) => {
      await tasks(async ({ planVersion }) => {
        try {
          return await scheduleCalls.confirm({ ids, planVersion });
        } catch (error) {
          if (!isOverCapacity(error)) throw error;
          const reason = await latest.current.askOverride(said(error));
          if (reason === null || reason === undefined) throw error;
          return await scheduleCalls.confirm({ ids, planVersion, override: true, reason });
        }
      });
    },
    cancel: async (ids) => void (await tasks(({ planVersion }) => scheduleCalls.cancel({ ids, planVersion }))),
    lock: async (ids, locked) =>
      void (await tasks(({ planVersion }) => scheduleCalls.lock({ ids, planVersion, locked }))),
    seal: (to) => setStack(sealed(to)),
  };
};

/** The moves of one gesture: the taken one, then those that go along by as much. */
const bodiesOf = ({
  taken,
  place,
  along,
  world: { policy, scenarioId },
}: {
  readonly taken: Taken;
  readonly place: Place;
  readonly along: readonly Bar[];
  readonly world: World;
}): readonly MoveBody[] => {
  const own = bodyOf(taken, place, { planVersion: 0, policy, scenarioId });
  if (taken.kind !== 'task') return [own];
  const shift = place.start - taken.bar.start;
  const others = companions(along, taken.bar, shift).map((bar) => ({
    ...own,
    taskId: bar.id,
    resourceId: bar.task.resourceId,
    start: fromMinute(bar.start + shift),
  }));
  // who goes right goes first, else last: none runs into another of the selection
  const before = others.filter(({ start }) => (shift > 0 ? start > own.start : start < own.start));
  return [...before, own, ...others.filter((other) => !before.includes(other))];
};
