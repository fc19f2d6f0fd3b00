/** Spans of time as the look writes them. */

/** 4分50秒 from seconds; hours when there are any */
export const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  if (hours > 0) return `${hours}小时${minutes}分`;
  return minutes > 0 ? `${minutes}分${rest}秒` : `${rest}秒`;
};

/** 00:12:33 between two 'YYYY-MM-DD HH:mm:ss' of one zone */
export const elapsed = (from: string, to: string): string => {
  const seconds = Math.max(0, Math.floor((moment(to) - moment(from)) / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
};

const moment = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
