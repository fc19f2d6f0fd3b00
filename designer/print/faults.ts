/** What is wrong with a layout, at once and at its place: the linter's own sentences, and bar codes too narrow for what they hold. */
import { checkPrint } from '../../schemas/language/check/print';
import type { Strip } from '../../schemas/language/print/index';
import { text } from '../../schemas/language/texts';
import { type Problem, problem } from '../../schemas/language/value';
import { tooNarrow } from './codes';
import { allBands, isItemAddress, itemAt, type Layout } from './model';
import type { Fault } from './Paper';

/** `strip` holds the values of a document: lengths of codes are only known there. */
export function problemsOf(layout: Layout, strip: Strip): readonly Problem[] {
  const found = checkPrint(layout.doc, layout.library);
  const known = new Set(found.filter((problem) => problem.code === 'print.narrow').map((problem) => problem.path));
  const narrow = allBands(strip).flatMap((band) =>
    band.items.flatMap(({ address, drawn }) => {
      if (known.has(address) || itemAt(layout.doc, address)?.code === undefined) return [];
      const least = tooNarrow(drawn);
      return least === undefined ? [] : [problem('print.narrow', address, text('print.narrow', { w: least }), 'warn')];
    }),
  );
  return [...found, ...narrow];
}

/** The problems of items, by item; the worst is said. */
export function faultsOf(problems: readonly Problem[]): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  for (const problem of problems) {
    const address = problem.path
      .split('.')
      .slice(0, problem.path.startsWith('bands.details.') ? 6 : 4)
      .join('.');
    if (!isItemAddress(address)) continue;
    const level = problem.level ?? 'error';
    if (faults.get(address)?.level !== 'error') faults.set(address, { level, text: problem.text });
  }
  return faults;
}
