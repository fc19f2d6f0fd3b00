/** The objects of a copy as its record says them, with what they cannot be without. */

import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec, Row } from '../../schemas/language/value';
import { copyable, neededBy } from '../registry/copyable';
import type { Plan, Policy, Wish } from './plan';

export const partsOf = (job: Rec): readonly Row[] => (job.parts as readonly Row[] | undefined) ?? [];
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const wishesOf = (job: Rec): readonly Wish[] =>
  partsOf(job).map((row) => ({
    object: String(row.object),
    where: textOf(row.where),
    policy: (textOf(row.policy) ?? 'skip') as Policy,
    suffix: textOf(row.suffix),
    missing: textOf(row.missing) as Wish['missing'],
  }));

/** Needed objects are added, and whoever needs them says so. */
export function withNeeded(
  parts: readonly Row[],
  objects: ReadonlyMap<string, ResolvedObject>,
  newId: () => string,
): Row[] {
  const rows: Row[] = [];
  const add = (row: Row): void => {
    const object = objects.get(String(row.object));
    if (!object || !copyable(object)) {
      rows.push(row);
      return;
    }
    const all = allNeeded(object, objects);
    const note = all.length === 0 ? null : `需要同时复制：${all.map(({ title }) => title).join('、')}`;
    rows.push({ ...row, note });
    for (const { object: code } of all)
      if (![...rows, ...parts].some((row) => row.object === code))
        add({ id: newId(), object: code, policy: 'skip' } as Row);
  };
  for (const row of parts) add(row);
  return rows.map((row, n) => ({ ...row, lineNo: (n + 1) * 10 }));
}
function allNeeded(object: ResolvedObject, objects: ReadonlyMap<string, ResolvedObject>): readonly ResolvedObject[] {
  const found = new Set<ResolvedObject>();
  const open = [object];
  for (let at = open.pop(); at; at = open.pop())
    for (const eachObject of neededBy(at, objects))
      if (eachObject !== object && !found.has(eachObject)) {
        found.add(eachObject);
        open.push(eachObject);
      }
  return [...found];
}

/** What the previews found of an object, over all targets. */
export function counted(row: Row, plans: readonly Plan[]): Row {
  const lines = plans.flatMap((plan) => plan.lines).filter(({ object }) => object.object === row.object);
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  return {
    ...row,
    total: lines.length,
    fresh: count('new'),
    same: count('same'),
    conflict: count('conflict'),
    lost: count('missing'),
  };
}
export const sumOf = (rows: readonly Row[], code: string): number =>
  rows.reduce((sum, row) => sum + Number(row[code] ?? 0), 0);
