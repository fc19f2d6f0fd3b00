/** Large boards made by hand (domain 50 §5): their addresses, and the blocks 大屏设置 shows, hides and orders. */
export interface WallBoard {
  readonly board: string;
  readonly title: string;
  /** address inside the application */
  readonly path: string;
  /** it shows one device at a time */
  readonly isSingle?: true;
  /** what it shows of one device its reader chose, beside its blocks */
  readonly sheet?: Readonly<Record<string, string>>;
  /** code → title, in the order of a board nobody arranged */
  readonly blocks: Readonly<Record<string, string>>;
}

export const WALL_BOARDS: readonly WallBoard[] = [
  {
    board: 'deviceOperation',
    title: '设备运行监控大屏',
    path: '/dashboard/deviceoperationmonitor',
    blocks: {
      stateCount: '设备状态数量',
      stateHours: '状态时长',
      unitUtilisation: '单元稼动率',
      deviceTiles: '设备',
      openWarnings: '未关闭报警',
      stopPareto: '停机原因',
      idle: '闲置设备',
    },
  },
  {
    board: 'deviceRealtime',
    title: '设备实时大屏',
    path: '/dashboard/devicerealtime',
    isSingle: true,
    blocks: {
      realtimeDevice: '设备',
      realtimeGauges: '参数',
      realtimeCurves: '参数曲线',
      realtimeCount: '本班产量',
      realtimeHours: '每小时产量',
      realtimeAlarms: '报警记录',
    },
  },
  {
    board: 'deviceRunning',
    title: '设备运行大屏',
    path: '/dashboard/devicerunning',
    blocks: { kpi: '指标', strips: '设备状态', ranking: '稼动率排行', longest: '最长停机' },
  },
  {
    board: 'deviceRunning2',
    title: '设备运行大屏二',
    path: '/dashboard/devicerunning2',
    blocks: { lineCards: '产线', lineNext: '待产工单' },
  },
  {
    board: 'synthesis',
    title: '综合看板',
    path: '/dashboard/synthesis',
    blocks: {
      headline: '关键指标',
      weekOutput: '产量与计划',
      qualityTrend: '质量走势',
      stateRing: '设备状态分布',
      energyDay: '用电',
      orderLines: '在制订单',
      openWarnings: '未关闭报警',
      badReasons: '不良原因',
      stockAlerts: '库存预警',
      deliveries: '近期交货',
    },
  },
  {
    board: 'station',
    title: '设备工位看板',
    path: '/dashboard/eqOperationStation',
    isSingle: true,
    blocks: { stationState: '设备状态', stationWork: '当前工单', stationCount: '本班产量', stationNext: '后续派工' },
  },
  {
    board: 'mobile',
    title: '移动端看板',
    path: '/dd',
    blocks: { mobileToday: '今天', stateCount: '设备状态', deviceTiles: '设备', mobileWarnings: '未关闭报警' },
    sheet: { strips: '设备状态', realtimeCurves: '参数曲线', realtimeCount: '本班产量', realtimeAlarms: '报警记录' },
  },
];

export const wallAt = (path: string): WallBoard | undefined => WALL_BOARDS.find((wall) => wall.path === path);
export const wallBoard = (code: unknown): WallBoard | undefined => WALL_BOARDS.find(({ board }) => board === code);
