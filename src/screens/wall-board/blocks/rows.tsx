/** How each block is drawn, by its code; the server answers each in the shape of its name. */
import type { ReactNode } from 'react';
import type { LineCard, LineNext } from '../../../../schemas/language/wire-lines';
import type {
  RealtimeAlarm,
  RealtimeCount,
  RealtimeCurve,
  RealtimeDevice,
  RealtimeGauge,
  RealtimeHour,
} from '../../../../schemas/language/wire-realtime';
import type { StationCount, StationNext, StationState, StationWork } from '../../../../schemas/language/wire-station';
import type {
  BadShare,
  DayOutput,
  DayQuality,
  DueDelivery,
  EnergyHour,
  OrderLine,
  StockAlert,
  SynthesisNumbers,
} from '../../../../schemas/language/wire-synthesis';
import type {
  Idle,
  Kpi,
  LongStop,
  OpenWarning,
  Ranked,
  StateCount,
  StateHours,
  StopShare,
  Strip,
  Tile,
  UnitUse,
  WallAnswer,
} from '../../../../schemas/language/wire-wall';
import { Headline } from './Headline';
import { LINES_A_PAGE, LineCards, NextOrders } from './Lines';
import { Alerts, BadReasons, Deliveries, ORDERS_A_PAGE, Orders } from './Lists';
import { Longest } from './Longest';
import { Numbers } from './Numbers';
import { Ranking } from './Ranking';
import { Alarms, Counted, Curves, Device, Gauges, HourOutput } from './Realtime';
import { Hours, Idles, Pareto, StateCounts, StateRing, Units, Warnings } from './Sides';
import { StateBand, StationNumbers, StationOrder, StationQueue } from './Station';
import { Strips } from './Strips';
import { Tiles } from './Tiles';
import { EnergyDay, QualityTrend, WeekOutput } from './Week';

export interface RowsProps {
  readonly rows: unknown;
  readonly answer: WallAnswer;
  readonly page: number;
  /** seconds since 1970 */
  readonly now: number;
}
type Draw = (props: RowsProps) => ReactNode;
const DRAWN: Readonly<Record<string, Draw>> = {
  kpi: ({ rows, answer }) => <Numbers kpi={rows as Kpi} targets={answer.targets} />,
  strips: ({ rows, answer: { span, pageSize }, page }) => (
    <Strips rows={rows as readonly Strip[]} span={span} size={pageSize} page={page} />
  ),
  ranking: ({ rows, answer }) => <Ranking rows={rows as readonly Ranked[]} target={answer.targets.utilisation} />,
  longest: ({ rows }) => <Longest rows={rows as readonly LongStop[]} />,
  deviceTiles: ({ rows, answer, page, now }) => (
    <Tiles rows={rows as readonly Tile[]} size={answer.pageSize} page={page} now={now} />
  ),
  stateCount: ({ rows }) => <StateCounts rows={rows as readonly StateCount[]} />,
  stateHours: ({ rows }) => <Hours rows={rows as readonly StateHours[]} />,
  unitUtilisation: ({ rows }) => <Units rows={rows as readonly UnitUse[]} />,
  openWarnings: ({ rows, now }) => <Warnings rows={rows as readonly OpenWarning[]} now={now} />,
  stopPareto: ({ rows }) => <Pareto rows={rows as readonly StopShare[]} />,
  idle: ({ rows }) => <Idles rows={rows as readonly Idle[]} />,
  realtimeDevice: ({ rows, now }) => <Device device={rows as RealtimeDevice} now={now} />,
  realtimeGauges: ({ rows }) => <Gauges rows={rows as readonly RealtimeGauge[]} />,
  realtimeCurves: ({ rows }) => <Curves rows={rows as readonly RealtimeCurve[]} />,
  realtimeCount: ({ rows, answer }) => <Counted count={rows as RealtimeCount} targets={answer.targets} />,
  realtimeHours: ({ rows }) => <HourOutput rows={rows as readonly RealtimeHour[]} />,
  realtimeAlarms: ({ rows }) => <Alarms rows={rows as readonly RealtimeAlarm[]} />,
  lineCards: ({ rows, answer, page }) => (
    <LineCards rows={rows as readonly LineCard[]} targets={answer.targets} page={page} />
  ),
  lineNext: ({ rows }) => <NextOrders rows={rows as readonly LineNext[]} />,
  headline: ({ rows, answer }) => <Headline numbers={rows as SynthesisNumbers} targets={answer.targets} />,
  weekOutput: ({ rows }) => <WeekOutput rows={rows as readonly DayOutput[]} />,
  qualityTrend: ({ rows }) => <QualityTrend rows={rows as readonly DayQuality[]} />,
  stateRing: ({ rows }) => <StateRing rows={rows as readonly StateCount[]} />,
  energyDay: ({ rows }) => <EnergyDay rows={rows as readonly EnergyHour[]} />,
  orderLines: ({ rows, page }) => <Orders rows={rows as readonly OrderLine[]} page={page} />,
  badReasons: ({ rows }) => <BadReasons rows={rows as readonly BadShare[]} />,
  stockAlerts: ({ rows }) => <Alerts rows={rows as readonly StockAlert[]} />,
  deliveries: ({ rows }) => <Deliveries rows={rows as readonly DueDelivery[]} />,
  stationState: ({ rows, now }) => <StateBand device={rows as StationState} now={now} />,
  stationWork: ({ rows }) => <StationOrder work={rows as StationWork} />,
  stationCount: ({ rows }) => <StationNumbers made={rows as StationCount} />,
  stationNext: ({ rows }) => <StationQueue rows={rows as readonly StationNext[]} />,
};
export const drawRows = (code: string, props: RowsProps): ReactNode => DRAWN[code]?.(props);

/** Strips of numbers have a frame for each and no title. */
export const PLAIN: ReadonlySet<string> = new Set(['kpi', 'headline', 'stationState']);
/** Blocks that turn their pages, by how much of a page they show. */
export const PAGES: Readonly<Record<string, (answer: WallAnswer) => number>> = {
  strips: ({ pageSize }) => pageSize,
  deviceTiles: ({ pageSize }) => pageSize,
  lineCards: () => LINES_A_PAGE,
  orderLines: () => ORDERS_A_PAGE,
};
/** What a title says beside itself: of when its rows are, and in which unit. */
export const NOTES: Readonly<Record<string, string>> = {
  realtimeCurves: '近 30 分钟',
  realtimeHours: '件',
  realtimeAlarms: '近 24 小时',
  lineCards: '今天',
  lineNext: '按计划开工',
  weekOutput: '件，近 7 天',
  qualityTrend: '近 7 天',
  stateRing: '现在',
  energyDay: 'kWh，近 24 小时',
  orderLines: '按交期',
  badReasons: '今天',
  stockAlerts: '可用 / 安全',
  deliveries: '7 天内',
  stationCount: '件',
  stationNext: '按计划开工',
};
