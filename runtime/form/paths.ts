/** Addresses of problems: `qty`, `items`, `items[<row id>].qty`, or nothing in particular. */
import type { Problem } from '../../schemas/language/value';

export interface ProblemPath {
  readonly field: string;
  readonly row?: string;
  readonly col?: string;
}

/** Parts of a path; an empty or foreign path is at no field (`field` is ''). */
export function parsePath(path: string): ProblemPath {
  const match = /^([A-Za-z_$][\w.$]*?)(?:\[([^\]]+)\](?:\.([\w.]+))?)?$/.exec(path);
  if (match === null) return { field: '' };
  const [, field = '', row, col] = match;
  if (row === undefined) return { field };
  return col === undefined ? { field, row } : { field, row, col };
}

/** Problems of values, then checks; a check at a place whose value is wrong already says nothing new. */
export function withoutEchoes(values: readonly Problem[], checks: readonly Problem[]): Problem[] {
  const wrong = new Set(values.map((value) => value.path));
  return [...values, ...checks.filter((check) => check.path === '' || !wrong.has(check.path))];
}
