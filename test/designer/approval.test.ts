/** 启用审批: one gesture makes flow, binding and audit; and no flow is sound that no document comes to. */
import { describe, expect, it } from 'vitest';
import { approvalOf, enableApproval, Sketch, setProperty } from '../../designer/commands/index';
import { writingOf } from '../../designer/desk/writing';
import type { DesignDocument } from '../../designer/document/state';
import type { DesignStore } from '../../designer/document/store';
import { objectText, type Sort } from '../../designer/workspace/new-object';
import { checkFlow } from '../../schemas/language/check/flow';
import type { ActionDoc } from '../../schemas/language/document';
import type { FlowBindDoc, FlowDoc } from '../../schemas/language/flow/document';
import { mergedText } from '../../schemas/language/resolve';
import { checkCommand, openStore, shippedDocuments } from '../support/check-command';
import { library } from './library';

const documents = shippedDocuments();
const ID = 'object:xToolLoan';
const own = (sort: Sort, more: readonly DesignDocument[] = []): DesignStore => {
  const text = objectText({ code: 'xToolLoan', title: '工装借用', sort, prefix: 'GZ', tree: false }, { from: 'empty' });
  const label = sort === 'plain' ? { label: 'name', fields: { name: { title: '名称' } } } : {};
  const doc = { ...text, ...label } as never;
  return openStore(ID, [...documents, { id: ID, path: 'objects/own/x-tool-loan.json', text: doc, base: doc }, ...more]);
};
const flow = (binds: readonly FlowBindDoc[], more: Partial<FlowDoc> = {}): FlowDoc => ({
  $schema: 'flow/1',
  flow: 'xOwn',
  title: '自己的',
  object: 'purchaseIn',
  binds,
  nodes: [{ node: 'head', title: '部门负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
  ...more,
});

describe('启用审批', () => {
  it('makes flow, binding and audit of a document in one gesture, which is one undo', () => {
    const store = own('document');
    const before = store.state.documents[ID]?.text;
    expect(checkCommand(store, enableApproval, undefined)).toBeUndefined();
    expect(store.openDocument?.text.audit).toBe('flow');
    expect(store.state.documents['flow:xToolLoanFlow']?.text).toMatchObject({
      title: '工装借用审批',
      object: 'xToolLoan',
      binds: [{ default: true }],
    });
    expect(approvalOf(store.state, ID)).toEqual({
      on: true,
      flow: { id: 'flow:xToolLoanFlow', title: '工装借用审批' },
    });
    expect(checkCommand(store, enableApproval, undefined)).toBe('没有变化');
    expect(store.undo()).toBeUndefined();
    expect(store.openDocument?.text).toEqual(before);
    expect(store.state.documents['flow:xToolLoanFlow']?.text).toEqual({});
    expect(approvalOf(store.state, ID)).toEqual({ on: false, flow: undefined });
  });
  it('is on where 单据审核 lets a flow decide and the document says nothing itself', () => {
    const { state } = openStore('object:purchaseOrder', documents);
    expect(approvalOf(state, 'object:purchaseOrder')).toMatchObject({ on: false });
    expect(approvalOf(state, 'object:purchaseOrder', true)).toMatchObject({ on: true, flow: { id: 'flow:poNormal' } });
    const store = own('document');
    expect(approvalOf(store.state, ID, true)).toEqual({ on: false, flow: undefined });
  });
  it.each(['plain', 'master'] as const)('makes an own object (%s) that was not audited one that is', (sort) => {
    const store = own(sort);
    expect(checkCommand(store, enableApproval, undefined)).toBeUndefined();
    expect(store.openDocument?.text.use).toEqual(sort === 'plain' ? ['audited'] : ['master', 'audited']);
  });
  it('holds what leads out of the first state until a document is approved, and nothing else', () => {
    const LEND = { title: '借出', from: ['10'], to: '20' };
    const dicts = {
      $schema: 'dictionaries/1',
      area: 'xShop',
      dicts: {
        xLoan: {
          title: '状态',
          items: ['10', '20', '60'].map((code) => ({ code, title: code })),
        },
      },
    } as never;
    const text = {
      $schema: 'object/2',
      object: 'xToolLoan',
      title: '工装借用',
      label: 'name',
      state: 'status',
      fields: { name: { title: '名称' }, status: { title: '状态', dict: 'xLoan' } },
      actions: {
        lend: LEND,
        some: { ...LEND, title: '借一部分', when: "name == '甲' || name == '乙'" },
        late: { title: '自动', from: ['10'], to: '60', auto: "name == '丙'" },
        told: { ...LEND, title: '已审核才可', when: 'auditStatus == 2' },
        stay: { title: '改名', from: ['10'], set: { name: "'丁'" } },
        drop: { title: '作废', from: ['10'], to: '60', tone: 'danger' },
        back: { title: '归还', from: ['20'], to: '60' },
      },
    } as never;
    const store = openStore(ID, [
      ...documents,
      { id: ID, path: 'objects/own/x-tool-loan.json', text, base: text },
      { id: 'dictionaries:xShop', path: 'dictionaries/x-shop.json', text: dicts, base: dicts },
    ]);
    expect(checkCommand(store, enableApproval, undefined)).toBeUndefined();
    const conditions = Object.entries(store.openDocument?.text.actions as Record<string, ActionDoc>).map(
      ([code, { when, auto }]) => [code, auto ?? when],
    );
    expect(Object.fromEntries(conditions)).toEqual({
      lend: 'auditStatus == 2',
      some: "auditStatus == 2 && (name == '甲' || name == '乙')",
      late: "auditStatus == 2 && name == '丙'",
      told: 'auditStatus == 2',
      stay: undefined,
      drop: undefined,
      back: undefined,
    });
    // taken away it stays away
    const free = { addresses: ['actions.lend'], key: 'when' };
    expect(checkCommand(store, setProperty, free)).toBeUndefined();
    expect(checkCommand(store, enableApproval, undefined)).toBe('没有变化');
  });
  it('takes the flow that was begun and has no condition yet', () => {
    const begun = flow([], { object: 'xToolLoan', flow: 'xBegun' }) as never;
    const store = own('document', [{ id: 'flow:xBegun', path: 'flows/x-begun.json', text: begun, base: begun }]);
    expect(checkCommand(store, enableApproval, undefined)).toBeUndefined();
    expect(store.state.documents['flow:xBegun']?.text.binds).toEqual([{ default: true }]);
    expect(store.state.documents['flow:xToolLoanFlow']).toBeUndefined();
  });
  it('goes over a shipped document as well, and not over one without audit', () => {
    const blocks = library.blocks;
    const shipped = (code: string): DesignStore => {
      const doc = library.objects.get(code)?.doc;
      if (doc === undefined) throw new Error(code);
      const text = mergedText(doc, { blocks, settings: library.settingDocs }) as never;
      const id = `object:${code}`;
      const path = documents.find((known) => known.id === id)?.path ?? '';
      const over = { id, path, text, base: text, overlay: { shipped: doc, steps: [] } };
      return openStore(id, [...documents.filter((known) => known.id !== id), over as never]);
    };
    const request = shipped('purchaseIn');
    expect(checkCommand(request, enableApproval, undefined)).toBeUndefined();
    expect(request.openDocument?.overlay?.steps).toEqual([{ set: 'audit', to: 'flow' }]);
    expect(request.state.documents['flow:xPurchaseInFlow']?.text.object).toBe('purchaseIn');
    expect(checkCommand(shipped('material'), enableApproval, undefined)).toBe('「物料」不需要审核，不能启用审批');
    // one with a shipped default flow needs none of its own
    const order = shipped('purchaseOrder');
    expect(checkCommand(order, enableApproval, undefined)).toBeUndefined();
    expect(approvalOf(order.state, 'object:purchaseOrder').flow?.id).toBe('flow:poNormal');
    expect(order.state.documents['flow:xPurchaseOrderFlow']).toBeUndefined();
  });
  it('is refused to who may only look', () => {
    const store = own('document');
    const told: string[] = [];
    const writing = writingOf({
      store,
      closed: () => '没有设计这个应用的权限，只能查看',
      warn: (reason) => told.push(reason),
      quiet: true,
    });
    expect(writing.run(enableApproval, undefined)).toBe(false);
    expect(told).toEqual(['没有设计这个应用的权限，只能查看']);
    expect(store.openDocument?.text.audit).toBeUndefined();
    expect(store.state.documents['flow:xToolLoanFlow']).toBeUndefined();
  });
  it('stands beside what another adds meanwhile', () => {
    const store = own('document');
    expect(checkCommand(store, enableApproval, undefined, false)).toBeUndefined();
    const other = new Sketch(store.state, ID)
      .insert({ list: 'fields' }, 'reason', { title: '原因' })
      .done('新增「原因」');
    if ('reason' in other) throw new Error(other.reason);
    expect(store.dispatch(other)).toBeUndefined();
    store.endGesture();
    expect(store.openDocument?.text).toMatchObject({ audit: 'flow', fields: { reason: { title: '原因' } } });
  });
});

describe('a flow no document comes to', () => {
  const said = (doc: FlowDoc, ...others: readonly FlowDoc[]): readonly string[] => {
    const flows = new Map([...others, doc].map((each) => [each.flow, each]));
    return checkFlow(doc, { ...library, flows }).map(({ text, level }) => `${level ?? 'error'} ${text}`);
  };
  const first = (binds: readonly FlowBindDoc[], code = 'xFirst'): FlowDoc => flow(binds, { flow: code, title: '在前' });
  const NEVER = 'error 没有单据会走这个流程：请加条件，或选其他流程都不适用时走这个流程';
  const BEHIND = 'error 没有单据会走这个流程：「在前」排在前面，总是先被选中';
  it.each([
    [[], NEVER],
    [[{ default: true, off: true }], NEVER],
    [[{ when: 'false' }], 'error 没有单据会走这个流程：条件永远不成立'],
    [[{ when: "remark == '急' && 1 == 2" }], 'error 没有单据会走这个流程：条件永远不成立'],
  ] as const)('%j is told', (binds, text) => {
    expect(said(flow(binds))).toEqual([text]);
  });
  it.each([
    [[{ default: true }], [{ default: true }]],
    [[{ when: "remark == '急'" }], [{ when: "remark == '急'", priority: 1 }]],
    [[{ when: 'true' }], [{ default: true }]],
    [[{ when: 'true' }], [{ when: "remark == '急'", priority: 5 }]],
  ] as const)('behind %j, %j is told', (before, binds) => {
    expect(said(flow(binds), first(before))).toEqual([BEHIND]);
  });
  it.each([
    [[{ default: true }], [{ when: "remark == '急'" }]],
    [[{ when: "remark == '急'", priority: 2 }], [{ when: "remark == '急'", priority: 1 }]],
    [[{ default: true, off: true }], [{ default: true }]],
    [[{ default: true }], [{ default: true }, { when: "remark == '急'" }]],
  ] as const)('beside %j, %j starts', (before, binds) => {
    expect(said(flow(binds), first(before))).toEqual([]);
  });
  it('behind a shipped one, which may be stopped, it is only warned of', () => {
    const [text] = said(flow([{ default: true }]), first([{ default: true }], 'first'));
    expect(text).toBe(BEHIND.replace('error', 'warn'));
  });
});
