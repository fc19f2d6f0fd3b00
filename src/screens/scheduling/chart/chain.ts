/** Which tasks come before and after one, over all steps: what is lit while the pointer rests on it. */
import type { PlanLink } from '../../../../schemas/language/wire-schedule';

export interface Chains {
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
}
export const chainsOf = (links: readonly PlanLink[]): Chains => {
  const before = new Map<string, string[]>();
  const after = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, value: string): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  for (const { from, to } of links) {
    add(before, to, from);
    add(after, from, to);
  }
  return { before, after };
};
const reached = (of: ReadonlyMap<string, readonly string[]>, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [...(of.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || next === id) continue;
    found.add(next);
    open.push(...(of.get(next) ?? []));
  }
  return found;
};
/** The task itself, everything before and everything after it. */
export const chainOf = ({ before, after }: Chains, id: string): ReadonlySet<string> =>
  new Set([id, ...reached(before, id), ...reached(after, id)]);
/** Links between tasks of a chain. */
export const linksWithin = (links: readonly PlanLink[], chain: ReadonlySet<string>): readonly PlanLink[] =>
  links.filter(({ from, to }) => chain.has(from) && chain.has(to));
