/** Run states and times in the words of the floor. */
export const STATES = [
  { code: '1', title: '运行' },
  { code: '2', title: '待机' },
  { code: '3', title: '停机' },
  { code: '4', title: '故障' },
  { code: '5', title: '离线' },
  { code: '6', title: '维修' },
  { code: '7', title: '保养' },
] as const;
/** nothing tells its state */
export const UNTOLD = '0';
export const RUNNING = '1';
export const OFFLINE = '5';
const TITLES: ReadonlyMap<string, string> = new Map(STATES.map(({ code, title }) => [code, title]));
export const stateTitle = (state: string | null): string => TITLES.get(state ?? '') ?? '未接入';

/** ms of a factory time */
export const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);
export const NONE = '--';
export const percent = (value: number | null): string => (value === null ? NONE : `${value.toFixed(1)} %`);
/** 4.1 分 or 35 秒 a piece */
export const cycle = (sec: number | null): string =>
  sec === null ? NONE : sec >= 120 ? `${(sec / 60).toFixed(1)} 分` : `${Math.round(sec * 10) / 10} 秒`;
