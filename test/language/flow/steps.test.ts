/** A flow is changed by the same steps as every document: laws over random flows and random changes of them. */
import { describe, expect, it } from 'vitest';
import { printDoc } from '../../../schemas/language/canon';
import type { FlowDoc, FlowNodeDoc } from '../../../schemas/language/flow/index';
import { applyStep, applySteps, diffSteps, invertStep, type StepDoc } from '../../../schemas/language/steps/index';
import { ask, flowOf } from '../../support/flow';
import { Dice, randomNodes } from './random';

/** Drops, moves, retitles, changes and adds nodes, at any depth. */
function changed(dice: Dice, nodes: readonly FlowNodeDoc[], fresh: () => string): readonly FlowNodeDoc[] {
  const kept = nodes
    .filter(() => dice.roll(8) !== 0)
    .map((node): FlowNodeDoc => {
      const what = dice.roll(10);
      const ways = node.ways?.map((way, i) => ({
        ...way,
        ...(dice.roll(9) === 0 ? { title: `${way.title}${i}` } : {}),
        ...(way.nodes === undefined ? {} : { nodes: changed(dice, way.nodes, fresh) }),
      }));
      const next = ways === undefined ? node : { ...node, ways };
      if (what === 0) return { ...next, title: '改名' };
      if (what === 1 && node.who !== undefined) return { ...next, who: [{ by: 'superior' }], sign: 'all' };
      return next;
    });
  if (dice.roll(4) === 0) kept.reverse();
  if (dice.roll(3) === 0) kept.splice(dice.roll(kept.length + 1), 0, ask(fresh(), 'sunli'));
  return kept;
}
const text = (doc: unknown): string => printDoc(doc as FlowDoc);

describe('steps of a flow', () => {
  it('lead from one text to the other and back', { timeout: 300_000 }, () => {
    const rounds = process.env.LAWS === 'full' ? 2000 : 100;
    let nested = 0;
    for (let seed = 1; seed <= rounds; seed += 1) {
      const dice = new Dice(seed);
      let count = 0;
      const fresh = (): string => {
        count += 1;
        return `m${count}`;
      };
      const nodes = randomNodes(dice);
      const a = JSON.parse(text(flowOf(nodes))) as StepDoc;
      const b = JSON.parse(text(flowOf(changed(dice, nodes, fresh), { title: '新' }))) as StepDoc;
      const steps = diffSteps(a, b);
      const there = applySteps(a, steps);
      expect(there.problem, `flow ${seed}`).toBeUndefined();
      expect(text(there.doc), `flow ${seed}`).toBe(text(b));
      let back = there.doc as StepDoc;
      for (const step of [...steps].reverse()) {
        const undone = applyStep(back, invertStep(step));
        expect(undone.problem, `flow ${seed}`).toBeUndefined();
        back = undone.doc as StepDoc;
      }
      expect(text(back), `flow ${seed}`).toBe(text(a));
      nested += steps.filter((step) => JSON.stringify(step).includes('.ways.')).length;
    }
    expect(nested).toBeGreaterThan(0);
  });
});
