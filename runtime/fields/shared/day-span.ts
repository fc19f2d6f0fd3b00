import type { Json } from '../../../schemas/language/value';

/** First and last day of a search value as texts, '' where it is open; an address may name one day alone. */
export const spanOf = (value: Json | undefined): readonly [string, string] => {
  const [from, to] = Array.isArray(value) ? value : [value, value];
  const text = (day: Json | undefined): string => (typeof day === 'string' ? day.slice(0, 10) : '');
  return [text(from), text(to)];
};
