/** Between cells of the grid and fields of the document: changes, problems, and what of the head the rows look at. */
import { caseText } from '../../schemas/language/kinds/cases';
import type { Model } from '../../schemas/language/record/model';
import type { ResolvedSub } from '../../schemas/language/resolved';
import type { Problem, Row, Value } from '../../schemas/language/value';
import type { CellProblem } from '../grid/store';
import type { CellChange, GridColumn } from '../grid/types';
import { parsePath } from './paths';

/** Changes of fields: elements of spread lists joined to their list, values of cases as the text they are stored as. */
export function wholeChanges(
  sub: ResolvedSub,
  rowOf: (id: string) => Row | undefined,
  cells: readonly CellChange[],
): readonly CellChange[] {
  const lists = new Map<string, Value[]>();
  return cells.flatMap((cell) => {
    const [code = '', element] = cell.col.split('.');
    if (element === undefined)
      return [sub.fields[code]?.kindBy === undefined ? cell : { ...cell, value: caseText(cell.value) }];
    const key = `${cell.row} ${code}`;
    const known = lists.get(key);
    const list = known ?? [...((rowOf(cell.row)?.[code] as readonly Value[] | null | undefined) ?? [])];
    const at = Number(element) - 1;
    while (list.length < at) list.push(null);
    list[at] = cell.value;
    while (list.length > 0 && list.at(-1) === null) list.pop();
    lists.set(key, list);
    return known === undefined ? [{ row: cell.row, col: code, value: list as unknown as Value }] : [];
  });
}

/** A problem of the record as one of a cell; null = it belongs to no row. */
export function cellProblem(problem: Problem, columns: readonly GridColumn[]): CellProblem | null {
  const at = parsePath(problem.path);
  if (at.row === undefined) return null;
  // a problem of a spread list stands at its first element
  const column = columns.find(({ code, field }) => code === at.col || field.code === at.col);
  return { ...problem, row: at.row, col: column?.code ?? at.col ?? '' };
}

/** Head fields that the row rules and locks of a sub-table read. */
export function headDepsOf(model: Model, sub: string): ReadonlySet<string> {
  const deps = new Set<string>();
  const add = (paths: readonly string[]): void => {
    for (const path of paths) if (!path.includes('.')) deps.add(path);
  };
  for (const rule of model.states) if (rule.sub === sub && rule.when !== undefined) add(rule.when.deps.fields);
  const lock = model.subs.get(sub)?.lock;
  if (lock !== undefined) add(lock.deps.fields);
  return deps;
}
