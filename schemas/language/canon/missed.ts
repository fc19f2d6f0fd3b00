/**
 * Keys without which the resolved text of an object is another one, found many at a time: what a field or an action says decides over that
 * field or action alone, so one resolving proves one key of each of them.
 */
import type { ResolvedField, ResolvedObject } from '../resolved';

export type Path = readonly (string | number)[];
type Part = (object: ResolvedObject) => unknown;
interface Place {
  /** places of different groups may decide over each other: a field over its columns, fields over actions */
  readonly group: string;
  readonly id: string;
  readonly part: Part;
}

/** Some of the candidates that are missed; of the others nothing is known (a last one would be tried alone here, too). `without` answers the object resolved without these keys. */
export function missedKeys(
  candidates: readonly Path[],
  without: (paths: readonly Path[]) => ResolvedObject,
): ReadonlySet<Path> {
  const waiting = new Map<string, Map<string, { readonly part: Part; readonly paths: Path[] }>>();
  for (const path of candidates) {
    const place = placeOf(path);
    if (place === undefined) continue;
    const group = waiting.get(place.group) ?? new Map();
    waiting.set(place.group, group);
    const at = group.get(place.id) ?? { part: place.part, paths: [] };
    group.set(place.id, at);
    at.paths.push(path);
  }
  const missed = new Set<Path>();
  const whole = without([]);
  for (const group of waiting.values())
    for (let places = [...group.values()]; places.length > 1; places = places.filter(({ paths }) => paths.length > 0)) {
      const tried = places.map(({ part, paths }) => ({ part, path: paths.shift() as Path }));
      const less = without(tried.map(({ path }) => path));
      for (const { part, path } of tried) if (textOf(part(less)) !== textOf(part(whole))) missed.add(path);
    }
  return missed;
}

function placeOf([section, code, key, inner, ...rest]: Path): Place | undefined {
  if (typeof code !== 'string' || key === undefined) return undefined;
  if (section === 'actions') return { group: 'actions', id: code, part: ({ actions }) => actions[code] };
  if (section !== 'fields') return undefined;
  if (key === 'fields' && typeof inner === 'string' && rest.length > 0)
    return {
      group: 'columns',
      id: `${code}.${inner}`,
      part: ({ fields }) => told(fields[code]?.sub?.fields[inner]),
    };
  return { group: 'fields', id: code, part: ({ fields }) => told(fields[code]) };
}

/** A field as its own text says it: where a formula is worked out is decided by others, too; columns are places of their own. */
const told = (field: ResolvedField | undefined): unknown => {
  if (field === undefined) return undefined;
  const { formulaAt: _, sub, ...own } = field;
  return sub === undefined ? own : { ...own, sub: { ...sub, fields: Object.keys(sub.fields) } };
};
const textOf = (part: unknown): string => JSON.stringify(part) ?? '';
