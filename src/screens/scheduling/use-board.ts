/** Everything the board knows and does, for views that only draw it. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { factoryTime, useHost } from '../../../runtime/page/index';
import type { MovePolicy, RunBody } from '../../../schemas/language/wire-schedule';
import { type BoardAddress, readAddress, readdressed } from './address';
import { said, scheduleCalls } from './calls';
import { type Bar, barsOf } from './chart/bars';
import type { ColourBy } from './chart/colours';
import type { Place, Taken } from './chart/drag';
import { DragDesk, type DragWork } from './plan/drag-desk';
import { foundIn } from './plan/search';
import { useChanges } from './plan/use-changes';
import { usePlan } from './plan/use-plan';
import { useRun } from './plan/use-run';

export type Board = ReturnType<typeof useBoard>;
/** rights of the board */
export type BoardRight = 'move' | 'run' | 'confirm' | 'cancel' | 'lock' | 'override' | 'adopt' | 'export';
/** what counts is done to the plan, not to a trial of it */
const LIVE_ONLY: readonly BoardRight[] = ['confirm', 'cancel', 'lock', 'override'];

/** The address of the board, with the first workshop where it names none. */
const useAddress = () => {
  const { params, setParams, session } = useHost();
  // the day, not the second, says what is shown at first
  const today = factoryTime(session.now()).slice(0, 10);
  const address: BoardAddress = useMemo(() => readAddress(params, today), [params, today]);
  const workshops = useQuery({
    queryKey: ['object', 'scheduleTask', 'workshops'],
    queryFn: scheduleCalls.workshops,
  });
  const workshopId =
    workshops.data?.find(({ id }) => id === address.workshop)?.id ?? workshops.data?.[0]?.id ?? undefined;
  const readdress = (change: Readonly<Record<string, string | null>>): void =>
    setParams(readdressed(params, change), { replace: true });
  return { address, workshops, workshopId, readdress };
};

export const useBoard = (askOverride: (sentence: string) => Promise<string | null | undefined>) => {
  const { active, feedback, session } = useHost();
  const { address, workshops, workshopId, readdress } = useAddress();
  const { from, to, scenario } = address;
  const asked = useMemo(
    () =>
      workshopId === undefined
        ? undefined
        : { workshopId, from, to, ...(scenario === null ? {} : { scenarioId: scenario }) },
    [workshopId, from, to, scenario],
  );
  const desk = usePlan(asked, active);
  const { plan } = desk;
  const [policy, setPolicy] = useState<MovePolicy>('shift');
  const [colourBy, setColourBy] = useState<ColourBy>('state');
  const [text, setText] = useState('');
  const [made, setMade] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const can = useCallback(
    (right: BoardRight): boolean =>
      session.can(`scheduleTask:${right}`) && (scenario === null || !LIVE_ONLY.includes(right)),
    [session, scenario],
  );

  const pool = useQuery({
    queryKey: ['object', 'scheduleTask', 'pool', workshopId, scenario, plan?.planVersion],
    queryFn: () => scheduleCalls.pool(workshopId!, scenario),
    enabled: workshopId !== undefined && plan !== undefined,
    placeholderData: (before) => before,
  });
  const scenarios = useQuery({
    queryKey: ['object', 'scheduleScenario', 'board', workshopId],
    queryFn: () => scheduleCalls.scenarios(workshopId!),
    enabled: workshopId !== undefined,
  });
  const changes = useChanges({ desk, policy, scenarioId: scenario, feedback, askOverride });
  const run = useRun({
    other: plan?.running ?? null,
    feedback,
    async onDone(state) {
      if (state.planVersion !== null) changes.seal(state.planVersion);
      await Promise.all([desk.refresh(), pool.refetch(), scenarios.refetch()]);
      setMade((plans) => plans + 1);
    },
  });

  const bars = useMemo(() => barsOf(plan?.tasks ?? []), [plan?.tasks]);
  const found = useMemo(() => foundIn(bars, text), [bars, text]);
  // what is gone is not chosen any more
  const alive = useMemo(() => {
    const ids = new Set(bars.map(({ id }) => id));
    return [...chosen].every((id) => ids.has(id)) ? chosen : new Set([...chosen].filter((id) => ids.has(id)));
  }, [bars, chosen]);
  const canMove = can('move') && !desk.isOld && !desk.changedByOthers && !run.running;
  const dragDesk = useDragDesk({ changes, feedback, along: barsWithIds(bars, alive) });

  const start = (body: Omit<RunBody, 'workshopId' | 'scenarioId'> = {}): Promise<boolean> =>
    workshopId === undefined
      ? Promise.resolve(false)
      : run.start({ ...body, workshopId, ...(scenario === null ? {} : { scenarioId: scenario }) });
  return {
    address,
    readdress,
    workshops,
    workshopId,
    desk,
    plan,
    pool,
    scenarios,
    made,
    changes,
    run,
    start,
    bars,
    found,
    text,
    setText,
    chosen: alive,
    setChosen,
    policy,
    setPolicy,
    colourBy,
    setColourBy,
    can,
    canMove,
    dragDesk,
    feedback,
  };
};

const barsWithIds = (bars: readonly Bar[], ids: ReadonlySet<string>): readonly Bar[] =>
  ids.size < 2 ? [] : bars.filter(({ id }) => ids.has(id));

/** One desk for the life of the board; what it asks for is that of the moment. */
const useDragDesk = ({
  changes,
  feedback,
  along,
}: {
  readonly changes: ReturnType<typeof useChanges>;
  readonly feedback: ReturnType<typeof useHost>['feedback'];
  readonly along: readonly Bar[];
}): DragDesk => {
  const work: DragWork = {
    dryRun: changes.dryRun,
    async drop(taken: Taken, place: Place) {
      await changes.move(taken, place, along);
    },
    refused: feedback.warning,
    textOf: said,
  };
  const latest = useRef(work);
  latest.current = work;
  const [desk] = useState(() => new DragDesk(() => latest.current));
  useEffect(() => () => desk.giveUp(), [desk]);
  return desk;
};
