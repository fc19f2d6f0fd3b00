/** Conformed dims and those above them: a search by 车间 reaches a dataset that knows only equipment (80 §7.2). */
import type { Many } from './document';
import type { ResolvedField, ResolvedObject } from './resolved';

/** dims that a search by the upper one narrows, nearest first; and the object the upper one is of */
const BELOW: Many<{ readonly of: string; readonly dims: readonly string[] }> = {
  factoryUnit: { of: 'factoryUnit', dims: ['workshop', 'line', 'equipment'] },
  workshop: { of: 'factoryUnit', dims: ['line', 'equipment'] },
  line: { of: 'factoryUnit', dims: ['equipment'] },
  devCategory: { of: 'devCategory', dims: ['equipment'] },
  materialCategory: { of: 'materialCategory', dims: ['material'] },
  dept: { of: 'dept', dims: ['team', 'employee'] },
  team: { of: 'team', dims: ['employee'] },
};

/** Where the rows of a report say the value of a dim they are not grouped by. */
export interface Upward {
  /** over the dims: `equipment.factoryUnit` */
  readonly path: string;
  /** what is below a chosen node counts too */
  readonly isTree: boolean;
}
export function upwardOf(
  code: string,
  dims: Many<ResolvedField>,
  object: (code: string) => ResolvedObject | undefined,
): Upward | undefined {
  const upper = Object.hasOwn(BELOW, code) ? BELOW[code] : undefined;
  for (const lower of upper?.dims ?? []) {
    const dim = Object.hasOwn(dims, lower) ? dims[lower] : undefined;
    if (dim?.ref === undefined || dim.many || upper === undefined) continue;
    const isTree = object(upper.of)?.tree !== undefined;
    // a line is a unit below its workshop
    if (dim.ref === upper.of) return { path: lower, isTree };
    const fields = Object.values(object(dim.ref)?.fields ?? {});
    const field = fields.find(({ ref, type, many, grant }) => ref === upper.of && type === 'ref' && !many && !grant);
    if (field !== undefined) return { path: `${lower}.${field.code}`, isTree };
  }
  return undefined;
}
