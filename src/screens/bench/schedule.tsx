/** /bench/schedule: the chart of 排产 over as many tasks as asked, on fifty machines; the word of the server comes after a moment. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MoveAnswer, PlanAnswer, PlanTask } from '../../../schemas/language/wire-schedule';
import { onThemeMode } from '../../theme/mode';
import { barsOf } from '../scheduling/chart/bars';
import { Chart, type ChartHandle } from '../scheduling/chart/Chart';
import { DAY, fromMinute, toMinute } from '../scheduling/chart/moment';
import { resourceRows } from '../scheduling/chart/rows';
import { sceneOf } from '../scheduling/chart/scene';
import { timeScale, type Zoom } from '../scheduling/chart/time-scale';
import { DragDesk } from '../scheduling/plan/drag-desk';
import type { Start } from './host';

const MACHINES = 50;
const BEGIN = toMinute('2026-01-12 08:00:00');
const ANSWER_MS = 20;

const planOf = (count: number): PlanAnswer => {
  const resources = Array.from({ length: MACHINES }, (_, n) => ({
    id: `r${n}`,
    code: `CNC-${String(n + 1).padStart(2, '0')}`,
    name: '数控车床',
    kind: '10' as const,
    groupId: `g${Math.floor(n / 10)}`,
    groupName: `车削${Math.floor(n / 10) + 1}组`,
    lanes: 1,
  }));
  const tasks = Array.from({ length: count }, (_, n) => taskOf(n));
  const days = Math.ceil(count / MACHINES / 8) + 2;
  return {
    workshopId: 'w',
    scenarioId: null,
    planVersion: 1,
    planId: '',
    now: fromMinute(BEGIN + 200),
    frozenTo: fromMinute(BEGIN + 440),
    resources,
    intervals: resources.flatMap(({ id }) =>
      Array.from({ length: days }, (_, day) => ({
        resourceId: id,
        kind: 'open' as const,
        text: '',
        from: fromMinute(BEGIN + day * DAY),
        to: fromMinute(BEGIN + day * DAY + 960),
      })),
    ),
    tasks,
    links: tasks.flatMap(({ id }, n) => (n % 3 === 2 ? [] : [{ from: id, to: `t${n + 1}` }])),
    conflicts: [],
    kpi: { lateOrders: 0, tardinessHours: 0, weighted: 0, makespanHours: 0, setupHours: 0, utilisation: {} },
    loads: [],
    running: null,
  };
};
/** Each machine works through its tasks of 80 to 140 minutes, some of them fixed, late or begun. */
const taskOf = (n: number): PlanTask => {
  const turn = Math.floor(n / MACHINES);
  const start = BEGIN + turn * 150 + ((n * 7) % 10);
  const end = start + 80 + ((n * 13) % 60);
  const [from, run, to] = [fromMinute(start), fromMinute(start + 15), fromMinute(end)];
  const isOver = turn === 0;
  return {
    id: `t${n}`,
    operationId: `o${n}`,
    opNbr: 10 * ((n % 3) + 1),
    part: 1,
    processName: '车削',
    workOrderId: `w${Math.floor(n / 3)}`,
    workOrderNbr: `GD20260112${String(Math.floor(n / 3)).padStart(4, '0')}`,
    prdOrderId: null,
    materialCode: `WG-${100 + (n % 23)}`,
    materialName: '外管',
    priority: '3',
    docStatus: isOver ? '30' : '20',
    dueDate: '2026-02-20',
    resourceKind: '10',
    resourceId: `r${n % MACHINES}`,
    groupId: `g${Math.floor((n % MACHINES) / 10)}`,
    lanes: 1,
    lane: 0,
    qty: 100,
    reportedQty: isOver ? 60 : 0,
    setupMin: 15,
    runMin: end - start - 15,
    start: from,
    run,
    end: to,
    segments: [
      { kind: 'setup', from, to: run },
      { kind: 'run', from: run, to },
    ],
    earliest: from,
    latestEnd: to,
    slackMin: 3000,
    lateMin: n % 17 === 0 ? 30 : 0,
    waits: [],
    status: n % 4 === 0 ? 1 : 0,
    locked: n % 29 === 0,
    running: isOver,
    fixed: isOver || n % 4 === 0 || n % 29 === 0,
    overrideReason: null,
    hasNoStandard: false,
    actualStart: isOver ? from : null,
    actualEnd: null,
  };
};

const handle: { show(plan: PlanAnswer): void; zoom(zoom: Zoom): void } = {
  show: () => undefined,
  zoom: () => undefined,
};
const later = (plan: PlanAnswer, at: number): Promise<MoveAnswer> =>
  new Promise((resolve) =>
    setTimeout(() => {
      const moved = plan.tasks.slice(at, at + 40);
      resolve({ planVersion: 1, moved, gone: [], conflicts: [], kpi: plan.kpi } as unknown as MoveAnswer);
    }, ANSWER_MS),
  );

const Page = () => {
  const [plan, setPlan] = useState<PlanAnswer>(() => planOf(0));
  const [zoom, setZoom] = useState<Zoom>('hour');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const chart = useRef<ChartHandle | null>(null);
  const latest = useRef(plan);
  latest.current = plan;
  const [desk] = useState(
    () =>
      new DragDesk(() => ({
        dryRun: () => later(latest.current, 200),
        drop: async () => undefined,
        refused: () => undefined,
        textOf: String,
      })),
  );
  useEffect(() => {
    Object.assign(handle, { show: setPlan, zoom: setZoom });
  }, []);
  const scene = useMemo(() => {
    const days = Math.ceil(plan.tasks.length / MACHINES / 8) + 2;
    const scale = timeScale(zoom, BEGIN - 480, BEGIN + days * DAY);
    const rows = resourceRows(plan.resources, barsOf(plan.tasks), 56);
    const now = toMinute(plan.now);
    return sceneOf({ plan, view: 'resource', rows, scale, size: 1, colourBy: 'product', now, headWidth: 118 });
  }, [plan, zoom]);
  return (
    <div style={{ display: 'flex', flexDirection: 'column', width: 1240, height: 720 }}>
      <Chart
        scene={scene}
        desk={desk}
        handle={chart}
        chosen={chosen}
        found={null}
        canMove
        touch={false}
        onChoose={setChosen}
        onWish={() => undefined}
        onRefused={() => undefined}
        onTheme={onThemeMode}
      />
    </div>
  );
};

export const start: Start = (draw) => {
  draw(<Page />);
  window.bench = {
    mount(n) {
      const plan = planOf(n);
      const begun = performance.now();
      handle.show(plan);
      return begun;
    },
    ready: (n) => document.querySelectorAll('[role=option]').length >= Math.min(n, 20),
    // from hours to weeks: all tasks of a row within the window
    toggle: () => handle.zoom('week'),
  };
};
