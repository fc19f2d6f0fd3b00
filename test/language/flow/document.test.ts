/** The text of a flow: canonical form, publish checks, the shipped flows. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printDoc } from '../../../schemas/language/canon';
import { canonLib } from '../../../schemas/language/check/documents';
import { checkFlowPeople } from '../../../schemas/language/check/flow';
import { libraryOf, lintAll } from '../../../schemas/language/check/index';
import type { AnyDoc } from '../../../schemas/language/document';
import type { FlowDoc, FlowNodeDoc } from '../../../schemas/language/flow/document';
import { example, FIXTURES, readText } from '../documents';
import { stubDocs, stubRegistry } from '../stub';

const FULL = join(FIXTURES, 'flows/everything.json');
const among = (doc: AnyDoc) => [
  ...stubDocs(),
  { path: 'objects/purchase/purchase-order.json', doc: example('purchase-order') },
  { path: 'flow.json', doc },
];
const problemsOf = (doc: AnyDoc) =>
  lintAll(among(doc), stubRegistry)
    .filter((problem) => problem.path === 'flow.json')
    .map(({ problem }) => `${problem.path} ${problem.code} ${problem.text}`);
const flow = (nodes: readonly FlowNodeDoc[], more: Partial<FlowDoc> = {}): FlowDoc => ({
  $schema: 'flow/1',
  flow: 'one',
  title: '流程',
  object: 'purchaseOrder',
  binds: [{ default: true }],
  ...more,
  nodes,
});
const approve: FlowNodeDoc = { node: 'a', title: '审批', sort: 'approve', who: [{ by: 'deptHead' }] };

describe('text of a flow', () => {
  const text = readText(FULL);
  const doc = JSON.parse(text) as FlowDoc;
  const lib = canonLib(libraryOf(among(doc), stubRegistry));

  it('knows every property and finds nothing wrong', () => {
    expect(problemsOf(doc)).toEqual([]);
  });
  it('has one canonical form', () => {
    expect(printDoc(doc, lib)).toBe(text);
  });
  it('leaves out what is the default and puts expressions in form', () => {
    const loose = flow(
      [
        {
          ...approve,
          title: '审批',
          sign: 'or',
          rate: 60,
          can: ['reject', 'transfer', 'cc', 'recall'],
          who: [{ by: 'deptHead', level: 1 }],
          limit: { at: 80, hours: 8, over: 'remind' },
        },
      ],
      { resubmit: 'start', binds: [{ when: "orderType=='3'&&(starter.isDisabled==0)", priority: 0 }] },
    );
    expect(printDoc(loose, lib)).toBe(
      `{
  "$schema": "flow/1", "flow": "one", "title": "流程", "object": "purchaseOrder", "binds": [{ "when": "orderType == 3 && starter.isDisabled == 0" }],
  "nodes": [{ "node": "a", "title": "审批", "sort": "approve", "who": [{ "by": "deptHead" }], "limit": { "hours": 8 } }]
}
`,
    );
  });
});

describe('publish checks', () => {
  it('say node and way by their titles', () => {
    const block: FlowNodeDoc = {
      node: 'x',
      title: '金额',
      sort: 'branch',
      ways: [
        { when: 'amuont > 5', title: '大', nodes: [] },
        { when: 'supplier.level == 1', title: '小', nodes: [{ ...approve, node: 'b', who: [] }] },
      ],
    };
    expect(problemsOf(flow([approve, block]))).toEqual([
      'nodes.x flow.branch 分支「金额」没有默认分支',
      'nodes.x.ways.小.nodes.b flow.who 节点「审批」未设置处理人',
      'nodes.x.ways.大.when flow.field 条件引用了不存在的字段：amuont',
    ]);
  });
  it('refuse an empty flow and who reads me', () => {
    expect(problemsOf(flow([], { binds: [{ when: 'me.super' }] }))).toEqual([
      'nodes flow.approve 审批单据的流程至少要有一个审批节点',
      'binds.when expr.scope 此处不能使用me（第1个字符）',
    ]);
  });
  it('ask the organisation for its people and settings', () => {
    const doc = flow([
      { ...approve, who: [{ by: 'user', users: ['lihua', 'xumin'] }], limit: { hours: 8, over: 'pass' } },
      { node: 'c', title: '知会', sort: 'cc', who: [{ by: 'role', roles: ['gm'] }] },
    ]);
    const facts = {
      disabled: (login: string) => (login === 'lihua' ? '李华' : undefined),
      roleHasMembers: () => false,
      autoPass: false,
      posts: false,
    };
    expect(checkFlowPeople(doc, facts).map(({ text, level }) => [text, level])).toEqual([
      ['指定人员「李华」已停用', undefined],
      ['自动通过未启用（flow.autoPass=0），节点「审批」不能设置超时自动通过', undefined],
      ['角色「gm」没有成员', 'warn'],
    ]);
    const posting = { ...facts, disabled: () => undefined, roleHasMembers: () => true, autoPass: true, posts: true };
    expect(checkFlowPeople(doc, posting).map((person) => person.code)).toEqual(['flow.autoPass']);
    expect(checkFlowPeople(doc, { ...posting, posts: false })).toEqual([]);
  });
});
