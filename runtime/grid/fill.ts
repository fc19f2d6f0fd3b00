/** What the fill handle puts below a block: a series when the block says one clearly, else the block again. */
import { dateAdd, dateDiff } from '../../schemas/language/codec/date-time';
import { mulDec, subDec, sumDec } from '../../schemas/language/codec/decimal';
import type { Value } from '../../schemas/language/value';

/** The next `count` values of one column below `source` (top first). Two values with a step are a series, one is repeated. */
export function continued(source: readonly Value[], count: number): readonly Value[] {
  const next = source.length < 2 ? null : (numbers(source) ?? dates(source) ?? numbered(source));
  return Array.from({ length: count }, (_, n) =>
    next === null ? (source[n % source.length] ?? null) : next(source.length + n),
  );
}
type Series = (at: number) => Value;

function numbers(source: readonly Value[]): Series | null {
  if (!source.every((value) => typeof value === 'number')) return null;
  const step = stepOf(source as readonly number[]);
  return step === null ? null : (at) => sumDec([source[0] as number, mulDec(step, at)]);
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Days in equal steps, or the same day of months in equal steps. */
function dates(source: readonly Value[]): Series | null {
  if (!source.every((value) => typeof value === 'string' && DAY.test(value))) return null;
  const days = source as readonly string[];
  const first = days[0] ?? '';
  const months = days.map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1);
  const byMonth = days.every((day) => day.slice(8) === first.slice(8)) ? stepOf(months) : null;
  if (byMonth !== null && Number(first.slice(8)) <= 28)
    return (at) => {
      const month = (months[0] ?? 0) + byMonth * at;
      return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}${first.slice(7)}`;
    };
  const step = stepOf(days.map((day) => dateDiff(first, day)?.n ?? 0));
  return step === null ? null : (at) => dateAdd(first, step * at);
}

/** Texts that differ in the number they end with. */
function numbered(source: readonly Value[]): Series | null {
  const parts = source.map((value) => (typeof value === 'string' ? /^(.*?)(\d{1,12})$/.exec(value) : null));
  const [first] = parts;
  if (!first || !parts.every((part) => part !== null && part[1] === first[1])) return null;
  const step = stepOf(parts.map((part) => Number(part?.[2])));
  const width = first[2]?.length ?? 0;
  if (step === null) return null;
  return (at) => {
    const n = Number(first[2]) + step * at;
    return n < 0 ? null : `${first[1]}${String(n).padStart(width, '0')}`;
  };
}

/** The step between all neighbours, when it is one and not zero. */
function stepOf(list: readonly number[]): number | null {
  const step = subDec(list[1] ?? 0, list[0] ?? 0);
  if (step === 0) return null;
  return list.every((number, at) => at === 0 || subDec(number, list[at - 1] ?? 0) === step) ? step : null;
}
