/** How long something runs: hours, minutes and seconds between two moments on the wire. */
const DAY = 86_400;
const two = (value: number): string => String(value).padStart(2, '0');
const secondsOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`) / 1000;

/** 0:47:05, from a day on 3天 02:10; undefined = it has not begun. */
export function elapsed(from: string, to: string): string | undefined {
  const seconds = Math.floor(secondsOf(to) - secondsOf(from));
  if (Number.isNaN(seconds) || seconds < 0) return undefined;
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor(minutes / 60)];
  return days > 0
    ? `${days}天 ${two(hours % 24)}:${two(minutes % 60)}`
    : `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
