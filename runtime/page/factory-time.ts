/** The factory's clock as the language writes it, whatever zone the computer has. */
const FACTORY_ZONE = 'Asia/Shanghai';

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: FACTORY_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** the second that was written last: rows of a list ask for the same one many times */
let written = { second: Number.NaN, text: '' };

/** 'YYYY-MM-DD HH:mm:ss' of a moment in milliseconds. */
export const factoryTime = (moment: number): string => {
  const second = Math.floor(moment / 1000);
  if (second !== written.second) written = { second, text: textOf(moment) };
  return written.text;
};
const textOf = (moment: number): string => {
  const parts = new Map(format.formatToParts(moment).map((part) => [part.type, part.value]));
  const at = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${at('year')}-${at('month')}-${at('day')} ${at('hour')}:${at('minute')}:${at('second')}`;
};
