/** Words and numbers of boards. */
export const STATES: Readonly<Record<number, { readonly word: string; readonly look: string }>> = {
  1: { word: '运行', look: 'run' },
  2: { word: '待机', look: 'standby' },
  3: { word: '停机', look: 'stop' },
  4: { word: '故障', look: 'fault' },
  5: { word: '离线', look: 'offline' },
  6: { word: '维修', look: 'repair' },
  7: { word: '保养', look: 'care' },
};
export const stateOf = (state: number | null): { readonly word: string; readonly look: string } =>
  STATES[state ?? 0] ?? { word: '未接入', look: 'none' };

export const percent = (value: number | null): string => (value === null ? '--' : `${value.toFixed(1)} %`);
export const count = (value: number): string => value.toLocaleString('zh-CN', { maximumFractionDigits: 2 });
export const minutes = (value: number): string =>
  value < 60 ? `${value} 分` : `${Math.floor(value / 60)} 时 ${value % 60} 分`;
const DAY_MS = 86_400_000;
const ZONE_MS = 8 * 3_600_000;
/** HH:mm of the factory */
export const clockOf = (sec: number): string => {
  const inDay = (sec * 1000 + ZONE_MS) % DAY_MS;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(inDay / 3_600_000))}:${two(Math.floor((inDay % 3_600_000) / 60_000))}`;
};
/** hours, minutes and seconds since a factory time */
export const lastsSince = (since: string, now: number): string => {
  const sec = Math.max(0, Math.floor(now - Date.parse(`${since.replace(' ', 'T')}+08:00`) / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(sec / 3600))}:${two(Math.floor((sec % 3600) / 60))}:${two(sec % 60)}`;
};
