/** Fields that have another code in the second of two texts: those that say their former one. */
import { isNode } from '../resolve/merge';
import { applyStep, entriesAt, valueAt } from './apply';
import { given, joinAddress, type RenameStep, type StepDoc } from './step';

export interface Renames {
  readonly steps: readonly RenameStep[];
  /** the text before each of them */
  readonly texts: readonly StepDoc[];
  /** the first text after all of them */
  readonly doc: StepDoc;
}

/** Sub-tables first, so that their rows are found under the new code. */
export function renamesBetween(a: StepDoc, b: StepDoc): Renames {
  const steps: RenameStep[] = [];
  const texts: StepDoc[] = [];
  let doc = a;
  const look = (list: string): void => {
    for (const to of entriesAt(b, list) ?? []) {
      const code = valueAt(b, `${joinAddress(list, to)}.was`);
      if (typeof code !== 'string' || valueAt(b, joinAddress(list, code)) !== undefined) continue;
      const address = joinAddress(list, code);
      const node = valueAt(doc, address);
      if (!isNode(node) || valueAt(doc, joinAddress(list, to)) !== undefined) continue;
      const step = { rename: address, to, ...given('was', typeof node.was === 'string' ? node.was : undefined) };
      const applied = applyStep(doc, step);
      if (applied.doc === undefined) continue;
      steps.push(step);
      texts.push(doc);
      doc = applied.doc;
    }
  };
  look('fields');
  for (const code of entriesAt(b, 'fields') ?? [])
    if (entriesAt(b, `fields.${code}.fields`) !== undefined) look(`fields.${code}.fields`);
  return { steps, texts, doc };
}
