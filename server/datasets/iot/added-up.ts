/** Rows of a service added up over the dims nobody asks for. */
import type { Rec } from '../../../schemas/language/value';

export interface AddedUp {
  add(dims: Rec, numbers: Readonly<Record<string, number>>): void;
  all(): readonly Rec[];
}
/** `kept`: numbers that are those of the first row of a group */
export const addedUp = (asked: ReadonlySet<string>, kept: readonly string[] = []): AddedUp => {
  const groups = new Map<string, Record<string, Rec[string]>>();
  return {
    add(dims, numbers) {
      const own = Object.fromEntries(Object.entries(dims).filter(([code]) => asked.has(code)));
      const key = JSON.stringify(Object.values(own));
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { ...own, ...numbers });
      else
        for (const [code, value] of Object.entries(numbers))
          if (!kept.includes(code)) known[code] = Number(known[code] ?? 0) + value;
    },
    all: () => [...groups.values()],
  };
};
