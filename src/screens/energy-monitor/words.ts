/** Numbers of energy in the words of the floor. */
export const MANUAL = '2';
export const VIRTUAL = '3';
export const NONE = '--';
export const PERIODS: Readonly<Record<string, string>> = { '1': '尖', '2': '峰', '3': '平', '4': '谷', '5': '深谷' };
export const UNITS: Readonly<Record<string, { readonly use: string; readonly flow: string }>> = {
  '1': { use: 'kWh', flow: 'kW' },
  '2': { use: 'm³', flow: 'm³/h' },
  '3': { use: 'm³', flow: 'm³/h' },
};
export const number = (value: number | null, decimals = 1): string =>
  value === null
    ? NONE
    : value.toLocaleString('zh-CN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
export const money = (value: number | null): string => (value === null ? NONE : `${number(value, 2)} 元`);
/** % of what a meter measures that may be missing below it */
const LOSS_MOST = 5;
export const isLossy = (rate: number | null): boolean => rate !== null && rate > LOSS_MOST;
export const loss = (rate: number | null): string => `${percent(rate)}${isLossy(rate) ? ' 偏高' : ''}`;
export const percent = (value: number | null): string => (value === null ? NONE : `${number(value, 2)} %`);
/** 01:23:10 */
export const countdown = (ms: number): string => {
  const sec = Math.max(0, Math.round(ms / 1000));
  return [Math.floor(sec / 3600), Math.floor(sec / 60) % 60, sec % 60].map((n) => String(n).padStart(2, '0')).join(':');
};
/** ms of a factory time */
export const momentOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);
