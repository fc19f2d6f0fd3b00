/**
 * Law: every flow that is not refused takes a document, and one that is refused takes none. Flows of random binds over one object are
 * asked for every document their conditions tell apart.
 */
import { expect, it } from 'vitest';
import { checkFlow } from '../../../schemas/language/check/flow';
import { libraryOf } from '../../../schemas/language/check/index';
import type { ObjectDoc } from '../../../schemas/language/document';
import type { FlowBindDoc, FlowDoc } from '../../../schemas/language/flow/document';
import { chooseBind } from '../../../schemas/language/flow/index';
import { pick, type Random, seeded } from '../random-steps';
import { stubDocs, stubRegistry } from '../stub';

const RUNS = process.env.LAWS === 'full' ? 20_000 : 1000;
const paper: ObjectDoc = {
  $schema: 'object/2',
  object: 'paper',
  title: '单据',
  label: 'name',
  use: ['audited'],
  fields: { name: { title: '名称', kind: 'input' } },
};
const library = libraryOf([...stubDocs(), { path: 'objects/wrong/paper.json', doc: paper }], stubRegistry);

const NAMES = ['甲', '乙', '丙', '丁'] as const;
const CONDITIONS = [...NAMES.slice(0, 3).map((name) => `name == '${name}'`), 'true', 'false', '1 == 2', '!(1 == 2)'];
/** what each condition says of a document of that name */
const holds = (when: string, name: string): boolean =>
  when === 'true' || when === '!(1 == 2)' || when === `name == '${name}'`;

function bindOf(random: Random): FlowBindDoc {
  const off = random() < 0.15 ? { off: true } : {};
  if (random() < 0.25) return { default: true, ...off };
  const when = pick(random, CONDITIONS) ?? 'true';
  return { when, priority: Math.floor(random() * 3), ...off };
}
const flowOf = (random: Random, n: number): FlowDoc => ({
  $schema: 'flow/1',
  flow: `xFlow${n}`,
  title: `流程${n}`,
  object: 'paper',
  binds: Array.from({ length: Math.floor(random() * 3) }, () => bindOf(random)),
  nodes: [{ node: 'head', title: '负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
});

it(`takes a document or is refused, in ${RUNS} sets of flows`, () => {
  let refused = 0;
  let sound = 0;
  for (let n = 0; n < RUNS; n++) {
    const random = seeded(n * 6151 + 5);
    const flows = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => flowOf(random, at));
    const known = { ...library, flows: new Map(flows.map((flow) => [flow.flow, flow])) };
    const binds = flows.flatMap((flow) => (flow.binds ?? []).map((bind) => ({ ...bind, flow: flow.flow })));
    const taking = new Set(NAMES.map((name) => chooseBind(binds, (when) => holds(when, name))?.flow));
    for (const flow of flows) {
      const codes = checkFlow(flow, known).map(({ code }) => code);
      expect(
        codes.every((code) => /^flow\.(never|false|behind)$/.test(code)),
        codes.join(),
      ).toBe(true);
      if (codes.length > 0) {
        refused++;
        expect(taking.has(flow.flow), JSON.stringify(flows)).toBe(false);
      } else {
        sound++;
        expect(taking.has(flow.flow), `${flow.flow} of ${JSON.stringify(flows)}`).toBe(true);
      }
    }
  }
  expect(refused).toBeGreaterThan(RUNS / 10);
  expect(sound).toBeGreaterThan(RUNS / 10);
});
