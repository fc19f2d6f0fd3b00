/** Large boards made by hand (domain 50 §5): their addresses, and the blocks 大屏设置 shows, hides and orders. */
export interface WallBoard {
  readonly board: string;
  readonly title: string;
  /** address inside the application */
  readonly path: string;
  /** code → title, in the order of a board nobody arranged */
  readonly blocks: Readonly<Record<string, string>>;
}

export const WALL_BOARDS: readonly WallBoard[] = [
  {
    board: 'deviceRunning',
    title: '设备运行大屏',
    path: '/dashboard/devicerunning',
    blocks: { kpi: '指标', strips: '设备状态', ranking: '稼动率排行', longest: '最长停机' },
  },
];

export const wallBoard = (code: unknown): WallBoard | undefined => WALL_BOARDS.find(({ board }) => board === code);
