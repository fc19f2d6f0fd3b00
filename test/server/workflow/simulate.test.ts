/** 模拟 (domain part 10, 7.4): the way of a document with other values, another starter, a flow that is being designed; nothing is written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowDoc } from '../../../schemas/language/flow/index';
import { newId } from '../../../server/ids';
import { simulateCall } from '../../../server/workflow/simulate';
import { type Approvals, openApprovals } from '../../support/approval';
import { refusal, type Wire } from '../../support/writes';

const RIGHTS = ['purchaseOrder:view', 'flowModel:view', 'flowModel:edit'];
const drawn = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../schemas/flows/po-big.json'), 'utf8'),
) as FlowDoc;
const [head, ...rest] = drawn.nodes;
/** over 5,000 the department decides alone unless it is urgent */
const text: FlowDoc = {
  ...drawn,
  nodes: [
    head as never,
    {
      node: 'size',
      title: '金额',
      sort: 'branch',
      ways: [
        { title: '大额', when: 'amount > 5000', nodes: rest.filter((node) => node.sort !== 'end') },
        { title: '其他情况' },
      ],
    },
    { node: 'end', title: '结束', sort: 'end' },
  ],
};
let at: Approvals;
beforeAll(async () => {
  at = await openApprovals();
});
afterAll(() => at?.close());

const counted = async (): Promise<readonly unknown[]> => {
  const { records } = at.world.admin;
  return [(await records.find('flowInstance', 'true')).length, (await records.find('flowTask', 'true')).length];
};
const names = (answer: Awaited<ReturnType<typeof simulateCall>>): readonly string[] =>
  'refusal' in answer
    ? [answer.refusal]
    : answer.nodes.map(({ title, people }) => `${title} ${people.map((person) => person.user).join('、')}`);

it('goes the way of the stored document, and of the values that stand in its place; nothing is written', async () => {
  const doc = await at.order(77);
  const ctx = await at.as('xumin', RIGHTS);
  const before = await counted();
  const stored = await simulateCall(ctx, { docType: 'purchaseOrder', docId: doc.id });
  expect(stored).toMatchObject({ flow: 'poNormal', ended: 'passed' });
  const small = await simulateCall(ctx, { docType: 'purchaseOrder', docId: doc.id, text, values: { amount: 5000 } });
  expect(names(small)).toEqual(['部门负责人 周敏']);
  expect(small).toMatchObject({
    ended: 'passed',
    ways: [{ node: 'size', way: '其他情况' }],
    skipped: ['finance', 'quality', 'gm'],
  });
  const big = await simulateCall(ctx, { docType: 'purchaseOrder', docId: doc.id, text, values: { amount: 5001 } });
  expect(names(big)).toEqual(['部门负责人 周敏', '财务 沈洁', '质量 赵敏', '总经理 张伟']);
  expect((big as { passed: readonly string[] }).passed).toEqual(
    expect.arrayContaining(['head', 'size', 'both', 'finance', 'quality', 'gm', 'end']),
  );
  expect(await counted()).toEqual(before);
  expect((await at.doc(doc)).flowStatus).not.toBe('30');
});

it('begins without a document and in the name of another', async () => {
  const ctx = await at.as('xumin', RIGHTS);
  const told = await simulateCall(ctx, {
    docType: 'purchaseOrder',
    text,
    starter: 'sunli',
    values: { amount: 100 },
  });
  expect(names(told)).toEqual(['部门负责人 赵敏']);
  const nobody = await refusal(simulateCall(ctx, { docType: 'purchaseOrder', text, starter: 'nemo' }));
  expect(nobody.text).toBe('没有启用的用户「nemo」');
});

it('refuses what is not sound, not allowed or not there', async () => {
  const ctx = await at.as('xumin', RIGHTS);
  const doc: Wire = await at.order(77);
  const asked = (body: Wire, rights?: readonly string[]) =>
    refusal(
      (async () =>
        simulateCall(rights === undefined ? ctx : await at.as('xumin', rights), {
          docType: 'purchaseOrder',
          docId: doc.id,
          ...body,
        }))(),
    );
  expect((await asked({ text: { ...text, nodes: [] } })).text).toContain('审批');
  expect((await asked({ text, docId: newId() })).text).toBe('数据不存在或无权查看');
  expect((await asked({ text, values: { amount: '很多' } })).text).toContain('金额');
  // whoever may only look simulates what is published
  const looks = RIGHTS.filter((right) => right !== 'flowModel:edit');
  expect((await asked({ text }, looks)).code).toBe(403);
  expect(await simulateCall(await at.as('xumin', looks), { docType: 'purchaseOrder', docId: doc.id })).toMatchObject({
    flow: 'poNormal',
  });
  expect((await asked({ text, values: { nothing: 1 } })).code).toBe(400);
  const closed = { ...text, starters: { roles: ['gm'] } };
  expect(await simulateCall(ctx, { docType: 'purchaseOrder', docId: doc.id, text: closed })).toEqual({
    refusal: '流程「大额采购」不允许他发起',
  });
});
