/** The names of the functions that run through rows; what each does is said by the nodes they become (`typed.ts`). */
export const AGGREGATES = [
  'count',
  'exists',
  'sum',
  'avg',
  'min',
  'max',
  'first',
  'last',
  'values',
  'join',
  'pairs',
  'steps',
  'distinct',
] as const;
export type AggName = (typeof AGGREGATES)[number];

/** over the rows a row stands among */
export const AMONG = ['uniqueBy', 'noOverlap', 'increasing'] as const;
export type AmongName = (typeof AMONG)[number];

const aggregates: ReadonlySet<string> = new Set(AGGREGATES);
export const isAggregate = (name: string): name is AggName => aggregates.has(name);

const among: ReadonlySet<string> = new Set(AMONG);
export const isAmong = (name: string): name is AmongName => among.has(name);

/** Takes a collection first; `above` reads the row above and takes none. */
export const takesRows = (name: string): name is AggName | AmongName => isAggregate(name) || isAmong(name);
