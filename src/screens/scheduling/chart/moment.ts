/** Factory time as whole minutes: what the chart counts in. Days and hours are those of the factory's clock, whatever zone the computer has. */

export const DAY = 1440;
const MS = 60_000;

/** Minutes of `YYYY-MM-DD HH:mm:ss`, or of a day's begin. */
export const toMinute = (text: string): number =>
  Date.UTC(
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)) - 1,
    Number(text.slice(8, 10)),
    Number(text.slice(11, 13) || 0),
    Number(text.slice(14, 16) || 0),
  ) / MS;

/** `YYYY-MM-DD HH:mm:00` of a minute; what is not whole is rounded. */
export const fromMinute = (minute: number): string =>
  new Date(Math.round(minute) * MS).toISOString().slice(0, 19).replace('T', ' ');

export const dayOf = (minute: number): string => fromMinute(minute).slice(0, 10);
export const startOfDay = (minute: number): number => Math.floor(minute / DAY) * DAY;
/** 01-15 08:30 */
export const shortMoment = (minute: number): string => fromMinute(minute).slice(5, 16);
/** 08:30 */
export const clock = (minute: number): string => fromMinute(minute).slice(11, 16);

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
/** 0 = Sunday */
export const weekdayOf = (minute: number): number => (((Math.floor(minute / DAY) + 4) % 7) + 7) % 7;
export const weekdayName = (minute: number): string => WEEKDAYS[weekdayOf(minute)] ?? '';

/** 95 → 1 时 35 分 */
export const spanText = (minutes: number): string => {
  const whole = Math.abs(Math.round(minutes));
  const [days, hours, rest] = [Math.floor(whole / DAY), Math.floor((whole % DAY) / 60), whole % 60];
  const parts = [
    days > 0 ? `${days} 天` : '',
    hours > 0 ? `${hours} 时` : '',
    rest > 0 && days === 0 ? `${rest} 分` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '0 分' : parts.join(' ');
};
