/** A draft goes on from the steps that were put on before: always the same as putting on all of them. */
import { expect, it } from 'vitest';
import type { AnyDoc } from '../../../schemas/language/document';
import { applyStep, invertStep, type Step, type StepDoc } from '../../../schemas/language/steps';
import { compose, type Standing } from '../../../server/design/composed';
import { withDocuments } from '../../../server/design/documents';
import { buildRegistry, type Registry } from '../../../server/registry/registry';
import { note } from '../../support/design';

const shipped = buildRegistry();
const over = (title: string): Registry => {
  const doc = note({ size: { title, kind: 'input' }, weight: { title: '重量', type: 'decimal' } });
  return buildRegistry(withDocuments(shipped.files, [{ sort: 'object', code: 'xNote', area: 'xApp', doc }]));
};
/** what stands before and after a publish */
const bases: readonly Registry[] = [over('大小'), over('尺寸')];

const NOTE = 'object:xNote';
const DOCS = [NOTE, 'object:purchaseOrder', 'object:xNew'];
interface Said {
  readonly seq: number;
  readonly document: string;
  readonly step: Step;
}
/** numbers of a seed */
const dice = (seed: number) => {
  let state = seed;
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
};
/** some fit, some are said twice, some name what is not there or was another text */
function stepOf(roll: (most: number) => number, n: number): Omit<Said, 'seq'> {
  const document = DOCS[roll(DOCS.length)]!;
  if (document === 'object:xNew' && roll(3) === 0)
    return { document, step: { set: '', to: note({}, { object: 'xNew', title: `新${n}` }) as never } };
  const field = ['size', 'weight', 'remark', 'gone'][roll(4)]!;
  const steps: readonly Step[] = [
    { set: `fields.${field}.title`, to: `名${roll(3)}`, was: '大小' },
    { insert: `fields.x${roll(4)}`, value: { title: `新${n}` } },
    { remove: `fields.x${roll(4)}`, was: { title: '新1' } },
    { set: 'title', to: `题${roll(4)}` },
    { set: `fields.${field}.max`, to: roll(9) },
  ];
  return { document, step: steps[roll(steps.length)]! };
}

/** nothing that was kept is found by a registry of its own */
const anew = (now: Standing, steps: readonly Said[]) => compose({ ...now, now: { ...now.now } }, steps);
const said = ({ docs, conflicts }: ReturnType<typeof compose>) => ({ docs: [...docs], conflicts });

it('is what putting on all steps gives, whatever was kept', () => {
  for (let seed = 1; seed <= 25; seed++) {
    const roll = dice(seed * 7919);
    let [base, seq]: [number, number] = [0, 0];
    let steps: readonly Said[] = [];
    for (let n = 0; n < 40; n++) {
      switch (roll(10)) {
        case 0:
          // taken back: the newest is gone, another comes under its number
          seq = Math.max(0, seq - 1);
          steps = steps.slice(0, -1);
          break;
        case 1:
          // one in the middle is given up
          steps = steps.filter((_, at) => at !== roll(steps.length + 1));
          break;
        case 2:
          // one in the middle is said over what stands now
          steps = steps.map((step, at) => (at === roll(steps.length + 1) ? { ...step, ...stepOf(roll, n) } : step));
          break;
        case 3:
          base = 1 - base;
          break;
        default:
          seq += 1;
          steps = [...steps, { seq, ...stepOf(roll, n) }];
      }
      // as they come out of the database
      const read = JSON.parse(JSON.stringify(steps)) as readonly Said[];
      const now: Standing = { now: bases[base]!, shipped };
      expect(said(compose(now, read)), `seed ${seed} step ${n}`).toEqual(said(anew(now, steps)));
    }
  }
});

it('puts one step on for one step more, in another process too all of them', () => {
  const now: Standing = { now: { ...bases[0]! }, shipped };
  const first: Said[] = Array.from({ length: 30 }, (_, n) => ({
    seq: n + 1,
    document: NOTE,
    step: { insert: `fields.y${n}`, value: { title: `列${n}` } },
  }));
  const before = compose(now, first).docs.get(NOTE);
  // asked again the very text comes back
  expect(compose(now, [...first]).docs.get(NOTE)).toBe(before);
  const more: Said = { seq: 31, document: 'object:xNew', step: { set: '', to: note({}, { object: 'xNew' }) as never } };
  expect(compose(now, [...first, more]).docs.get(NOTE)).toBe(before);
  expect(compose({ ...now, now: { ...now.now } }, [...first, more]).docs.get(NOTE)).not.toBe(before);
  // what is handed out stays as it was when the draft goes on
  const undone: Said = { seq: 32, document: NOTE, step: invertStep(first[29]!.step) };
  const after = compose(now, [...first, more, undone]).docs.get(NOTE) as AnyDoc;
  expect((before as unknown as { fields: object }).fields).toHaveProperty('y29');
  expect(after).toEqual(applyStep(before as unknown as StepDoc, undone.step).doc);
});
