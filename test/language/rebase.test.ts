/** Drafts of two editors: what one made is put on what the other made, or named as a conflict; nothing is lost in silence. */
import { describe, expect, it } from 'vitest';
import { applyStep, applySteps, rebase, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { documentsIn, SCHEMAS } from './documents';
import { type Random, randomStep, seeded } from './random-steps';

const shipped = documentsIn(SCHEMAS)
  .map(({ path, text }) => ({ path, doc: JSON.parse(text) as StepDoc }))
  .filter(({ path, doc }) => !path.startsWith('language/') && doc.$schema !== 'data/1');

function someSteps(
  doc: StepDoc,
  random: Random,
  count: number,
): { readonly steps: readonly Step[]; readonly doc: StepDoc } {
  const steps: Step[] = [];
  let now = doc;
  for (let i = 0; i < count; i++) {
    const step = randomStep(now, random);
    const next = step === undefined ? undefined : applyStep(now, step).doc;
    if (step === undefined || next === undefined) continue;
    steps.push(step);
    now = next;
  }
  return { steps, doc: now };
}

describe.each(shipped)('$path', ({ doc }) => {
  const rounds = process.env.LAWS === 'full' ? 60 : 6;
  it('takes the steps of two editors, or names what conflicts', () => {
    const random = seeded(JSON.stringify(doc).length + 13);
    for (let round = 0; round < rounds; round++) {
      const mine = someSteps(doc, random, 4);
      const theirs = someSteps(doc, random, 4);
      const done = rebase(theirs.doc, mine.steps, theirs.steps);
      // what is answered is what was applied
      expect(applySteps(theirs.doc, done.steps).doc ?? theirs.doc).toEqual(done.doc);
      for (const conflict of done.conflicts) expect(['gone', 'changed', 'taken']).toContain(conflict.why);
      // who did nothing is never in the way
      expect(rebase(doc, mine.steps, [])).toMatchObject({ doc: mine.doc, conflicts: [] });
    }
  });
  it('finds nothing to do where both did the same', () => {
    const random = seeded(JSON.stringify(doc).length + 29);
    for (let round = 0; round < rounds; round++) {
      const { steps, doc: now } = someSteps(doc, random, 1);
      expect(rebase(now, steps, steps)).toMatchObject({ steps: [], conflicts: [] });
    }
  });
});

describe('two editors', () => {
  const doc = {
    $schema: 'object/2',
    object: 'thing',
    title: '东西',
    fields: { a: { title: '甲' }, b: { title: '乙' }, c: { title: '丙' } },
    list: { columns: ['a', 'b'] },
    edit: { groups: { one: { title: '一', fields: ['a', 'b'] }, two: { title: '二', fields: ['c'] } } },
  } as unknown as StepDoc;
  const both = (mine: readonly Step[], theirs: readonly Step[]) => {
    const now = applySteps(doc, theirs).doc;
    if (now === undefined) throw new Error('theirs do not fit');
    return rebase(now, mine, theirs);
  };
  it.each<[string, readonly Step[], readonly Step[]]>([
    ['a column of a renamed field', [{ set: 'list.columns.a.width', to: 90 }], [{ rename: 'fields.a', to: 'x' }]],
    ['a title of a renamed field', [{ set: 'fields.a.tip', to: '提示' }], [{ rename: 'fields.a', to: 'x' }]],
    [
      'a field that moved to another group',
      [{ set: 'edit.groups.one.fields.a.span', to: 2 }],
      [{ move: 'edit.groups.one.fields.a', to: 'edit.groups.two.fields', was: { in: 'edit.groups.one.fields' } }],
    ],
    [
      'a place behind what was removed',
      [{ insert: 'list.columns.c', value: 'c', after: 'b' }],
      [{ remove: 'list.columns.b', was: 'b', after: 'a' }],
    ],
    [
      'first actions of both',
      [{ insert: 'actions.go', value: { title: '去' } }],
      [{ insert: 'actions.come', value: { title: '来' } }],
    ],
    [
      'moves of the same field',
      [{ move: 'list.columns.b', was: { in: 'list.columns', after: 'a' } }],
      [{ move: 'list.columns.a', after: 'b', was: { in: 'list.columns' } }],
    ],
  ])('keep %s', (_what, mine, theirs) => {
    const done = both(mine, theirs);
    expect(done.conflicts).toEqual([]);
    expect(done.steps).toHaveLength(mine.length);
  });
  it('write the first page of both', () => {
    const done = both(
      [{ insert: 'actions.go', value: { title: '去' } }],
      [{ insert: 'actions.come', value: { title: '来' } }],
    );
    expect(done.doc.actions).toEqual({ go: { title: '去' }, come: { title: '来' } });
  });
  it.each<[string, 'gone' | 'changed' | 'taken', readonly Step[], readonly Step[]]>([
    ['one value', 'changed', [{ set: 'title', to: '我', was: '东西' }], [{ set: 'title', to: '他', was: '东西' }]],
    [
      'what was removed',
      'gone',
      [{ set: 'fields.c.tip', to: '提示' }],
      [{ remove: 'fields.c', was: { title: '丙' }, after: 'b' }],
    ],
    [
      'a code',
      'taken',
      [{ insert: 'fields.d', value: { title: '我的' } }],
      [{ insert: 'fields.d', value: { title: '他的' } }],
    ],
    [
      'a removal of what was changed',
      'changed',
      [{ remove: 'fields.c', was: { title: '丙' }, after: 'b' }],
      [{ set: 'fields.c.tip', to: '提示' }],
    ],
    ['two new names', 'changed', [{ rename: 'fields.a', to: 'x' }], [{ rename: 'fields.a', to: 'y' }]],
  ])('conflict over %s', (_what, why, mine, theirs) => {
    const done = both(mine, theirs);
    expect(done.conflicts).toMatchObject([{ why, step: mine[0] }]);
    expect(done.steps).toEqual([]);
  });
});
