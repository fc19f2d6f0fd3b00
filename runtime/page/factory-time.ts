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

/** 'YYYY-MM-DD HH:mm:ss' of a moment in milliseconds. */
export const factoryTime = (moment: number): string => {
  const parts = new Map(format.formatToParts(moment).map((part) => [part.type, part.value]));
  const at = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${at('year')}-${at('month')}-${at('day')} ${at('hour')}:${at('minute')}:${at('second')}`;
};
