/** Values that look at rows around or at whole reports: above(), sums of printed pages, totals, running sums and ranks of groups. */
import { addNum, type Num } from '../codec/decimal';
import { compareV } from '../functions/text';
import type { Row } from '../value';
import type { Compile } from './collect';
import type { Frame, Run, V } from './frame';
import type { AboveBound, MeasureBound } from './typed';

export function compileAbove(node: AboveBound, compile: Compile): Run {
  const of = compile(node.of);
  return (f) => {
    const { self } = f;
    const rows = f.scope.rows ?? (f.scope.doc?.[node.sub] as readonly Row[] | undefined);
    if (self === null || !Array.isArray(rows)) return null;
    let at = rows.indexOf(self as Row);
    if (at < 0) at = (rows as readonly Row[]).findIndex((row) => row.id === self.id);
    if (at < 1) return null;
    return of({ scope: f.scope, self: (rows as readonly Row[])[at - 1] ?? null, budget: f.budget });
  };
}

export function compileMeasure(node: MeasureBound, compile: Compile): Run {
  const of = compile(node.of);
  if (node.fn === 'pageSum' || node.fn === 'runSum' || node.fn === 'docSum') {
    const which = node.fn === 'pageSum' ? 'page' : node.fn === 'runSum' ? 'run' : 'doc';
    return (f) => {
      let total: Num = 0;
      for (const row of f.scope.print?.[which] ?? []) {
        const v = of({ scope: f.scope, self: row, budget: f.budget });
        if (v !== null) total = addNum(total, v as Num);
      }
      return total;
    };
  }
  const over = (f: Frame, rows: readonly Row[]): V =>
    of({ scope: { ...f.scope, rows }, self: f.self, budget: f.budget });
  return (f) => {
    const groups = f.scope.groups;
    if (groups === undefined) return null;
    if (node.fn === 'total') return over(f, groups.list.flat());
    if (node.fn === 'running') return over(f, groups.list.slice(0, groups.at + 1).flat());
    const own = over(f, groups.list[groups.at] ?? []);
    if (own === null) return null;
    return 1 + groups.list.filter((rows) => compareV(over(f, rows), own) > 0 && over(f, rows) !== null).length;
  };
}
