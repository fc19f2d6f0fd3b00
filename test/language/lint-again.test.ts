/** Documents that are linted again after an edit are told what they would be told if nobody had ever read them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FiledDoc, lintAll, type Registry } from '../../schemas/language/check/index';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import { applyStep, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { documentsIn, example, FIXTURES, filed, readText, SCHEMAS } from './documents';
import { pick, type Random, randomStep, seeded } from './random-steps';
import { stubDocs, stubRegistry } from './stub';

const FULL = process.env.LAWS === 'full';
const shipped = filed(
  documentsIn(SCHEMAS).filter(({ path }) => !path.startsWith('language/') && !path.startsWith('settings.')),
);

const isShort = (doc: unknown): boolean => JSON.stringify(doc).length < 1500;

/** What is no edit of a gesture: values of another type, at any depth. */
const BROKEN: readonly unknown[] = [null, '', 'word', 7, true, [], {}, [null], [7], { a: null }, '=missing + 1'];
function broken(doc: Node, random: Random): Node {
  const key = pick(random, Object.keys(doc));
  if (key === undefined) return { ...doc, x: null };
  const value = doc[key];
  if (random() < 0.75) {
    if (isNode(value)) return { ...doc, [key]: broken(value, random) };
    if (Array.isArray(value) && value.length > 0) {
      const at = Math.floor(random() * value.length);
      const part: unknown = value[at];
      return { ...doc, [key]: value.with(at, isNode(part) ? broken(part, random) : pick(random, BROKEN)) };
    }
  }
  if (random() < 0.2) return Object.fromEntries(Object.entries(doc).filter(([other]) => other !== key));
  return { ...doc, [key]: pick(random, BROKEN) };
}

/** Steps that fit one after another. */
function steps(doc: StepDoc, random: Random): { readonly steps: readonly Step[]; readonly doc: StepDoc } {
  const made: Step[] = [];
  let now = doc;
  for (let n = 0; n < 3; n++) {
    const step = randomStep(now, random);
    const next = step === undefined ? undefined : applyStep(now, step).doc;
    if (step === undefined || next === undefined) continue;
    made.push(step);
    now = next;
  }
  return { steps: made, doc: now };
}

/** One edit of an organisation: a text, an overlay, a document gone, two of one code, another order. */
function edited(docs: readonly FiledDoc[], of: readonly number[], random: Random): readonly FiledDoc[] {
  const at = pick(random, of) ?? 0;
  const one = docs[at] as FiledDoc;
  const text = one.doc as unknown as StepDoc;
  const put = (doc: unknown): readonly FiledDoc[] => docs.with(at, { ...one, doc } as FiledDoc);
  const dice = random();
  if (dice < 0.4 && isNode(text)) return put(steps(text, random).doc);
  if (dice < 0.7) return put(broken(text, random));
  if (dice < 0.8 && isNode(text)) return docs.with(at, { ...one, overlay: steps(text, random).steps });
  if (dice < 0.87) return docs.filter((_, n) => n !== at);
  if (dice < 0.94) return [...docs, { ...one, path: one.path.replace('.json', '-2.json') }];
  return [...docs.filter((_, n) => n !== at), one];
}

const said = (docs: readonly FiledDoc[], registry: Registry): unknown => {
  try {
    return lintAll(docs, registry);
  } catch (error) {
    // a text the linter does not bear is told as its sentence
    return (error as Error).message;
  }
};
function law(docs: readonly FiledDoc[], registry: Registry, rounds: number, seed: number): void {
  const random = seeded(seed);
  let now = docs;
  for (let round = 0; round < rounds; round++) {
    // from what is published again and again, as drafts begin
    const before = random() < 0.4 ? docs : now;
    now = edited(before, [...before.keys()], random);
    const copies = structuredClone(now) as readonly FiledDoc[];
    expect(said(now, registry), `seed ${seed}, round ${round}`).toEqual(said(copies, registry));
  }
}

/** Little enough to be read anew hundreds of times, with every sort of document. */
const small: readonly FiledDoc[] = [
  ...stubDocs(),
  ...['purchase-order', 'equipment', 'dev-category'].map((name) => ({
    path: `objects/purchase/${name}.json`,
    doc: example(name),
  })),
  ...filed([
    { path: 'flows/everything.json', text: readText(join(FIXTURES, 'flows/everything.json')) },
    { path: 'reports/out/out-statement.json', text: readText(join(FIXTURES, 'reports/out-statement.json')) },
  ]),
  ...shipped.filter(({ path, doc }) => /^(boards|reports|prints|objects\/demo)\//.test(path) && isShort(doc)),
];
const registries: readonly Registry[] = [
  {},
  stubRegistry,
  { services: new Set(['price.last']), moduleActions: () => ['hidden'] },
  { serverFunction: (name) => ({ name, args: [], result: 'decimal', live: true }) },
];

describe('linted again', () => {
  it('says of a small world what a new reader says', () => {
    for (let seed = 1; seed <= (FULL ? 400 : 4); seed++) law(small, stubRegistry, 15, seed);
  });
  it('says of all that is shipped what a new reader says', () => {
    law(shipped, {}, FULL ? 200 : 2, 4711);
  });
  it('hears of other functions, services and modules', () => {
    for (const registry of [...registries, ...registries])
      expect(said(small, registry)).toEqual(said(structuredClone(small) as readonly FiledDoc[], registry));
  });
});
