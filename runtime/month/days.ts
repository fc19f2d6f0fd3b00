/** Days and weeks of a month. Pure; days are 'YYYY-MM-DD', months 'YYYY-MM'. */

const DAY_MS = 86_400_000;
const stamp = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(stamp(day) + days * DAY_MS);
export const monthOf = (day: string): string => day.slice(0, 7);
export const addMonths = (month: string, n: number): string => {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, of - 1 + n, 1)).slice(0, 7);
};

/** Whole weeks, Monday first, that hold the month. */
export const weeksOf = (month: string): readonly (readonly string[])[] => {
  const first = `${month}-01`;
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const weekday = (day: string): number => (new Date(stamp(day)).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let day = addDays(first, -weekday(first)); day <= last; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
  return weeks;
};
