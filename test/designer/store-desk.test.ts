/** The desk when a document opens: what a new shipped version did not take is there with the first look at it. */
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { enableApproval } from '../../designer/commands/index';
import { designClient } from '../../designer/data/client';
import type { DesignLibrary, DesignTree, OpenedDraft } from '../../designer/data/types';
import { StoreDesk } from '../../designer/desk/store-desk';
import { isRefusal } from '../../designer/document/state';
import { objectText } from '../../designer/workspace/new-object';
import { HttpError } from '../../runtime/data/http';
import { live } from '../../runtime/data/live';
import { applyOverlay, type Step, valueAt } from '../../schemas/language/steps/index';
import { shippedDocuments } from '../support/check-command';
import { shipped } from './library';

// the calls of the very client that the desk and its line have: files share what they load, and another one may have loaded it before
for (const call of ['look', 'lint', 'open', 'read', 'steps'] as const)
  vi.spyOn(designClient, call).mockRejectedValue(new Error(`nothing was said of ${call}`));
const heard = vi.spyOn(live, 'watch').mockReturnValue(() => undefined);
afterAll(() => heard.mockRestore());
const ID = 'object:purchaseOrder';
const base = shipped('purchase/purchase-order.json');
const steps: readonly Step[] = [
  { set: 'fields.buyer.title', to: '负责人', was: `${valueAt(base, 'fields.buyer.title')}旧` },
];
const { doc, conflicts } = applyOverlay(base, steps);
const entry = {
  ...{ id: ID, sort: 'object', code: 'purchaseOrder', area: 'purchase', path: 'objects/purchase/purchase-order.json' },
  ...{ title: '采购订单', origin: 'overlay', version: 1, drafts: [], hash: '' },
};
const app = { code: 'purchase', title: '采购', icon: null, colour: null, owners: [], origin: 'shipped', version: 0 };
const tree = {
  apps: [{ ...app, mayEdit: true, exports: true, documents: [{ ...entry, conflicts: conflicts.length }] }],
  drafts: [],
  may: { edit: true, publish: true },
} as unknown as DesignTree;
const library = {
  documents: shippedDocuments().map(({ id, path, text }) => ({ id, path, text: JSON.stringify(text) })),
} as unknown as DesignLibrary;
const opened = {
  draft: { id: '', app: 'purchase', title: '', seq: 0 },
  documents: [{ ...entry, base: doc, doc, overlay: { shipped: base, steps: [], conflicts } }],
  steps: [],
} as unknown as OpenedDraft;

let desk: StoreDesk | undefined;
afterEach(() => desk?.dispose());

it('tells the conflicts in the very view that first has the document open, and in every one after it', async () => {
  vi.mocked(designClient.look).mockResolvedValue(opened);
  desk = new StoreDesk(tree, library);
  const told: number[] = [];
  desk.subscribe(() => {
    const view = desk?.view();
    if (view?.open?.id === ID) told.push(view.upgrade.length);
  });
  expect(desk.view().documents.find((doc) => doc.id === ID)?.undecided).toBe(1);
  expect(await desk.open(ID)).toEqual({ done: true });
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((count) => count === 1)).toBe(true);
});

const LOAN = 'object:xToolLoan';
const loan = objectText(
  { code: 'xToolLoan', title: '工装借用', sort: 'document', prefix: 'GZ', tree: false },
  { from: 'empty' },
);
const filed = { id: LOAN, sort: 'object', code: 'xToolLoan', area: 'own', path: 'objects/own/x-tool-loan.json' };
const owned = {
  ...tree,
  apps: [
    {
      ...{ ...app, code: 'own', title: '自建', origin: 'own', mayEdit: true, exports: true },
      documents: [
        { ...filed, title: '工装借用', origin: 'own', version: 1, drafts: [], hash: '', conflicts: 0, app: 'own' },
      ],
    },
  ],
} as unknown as DesignTree;

it('opens the flow that 启用审批 made a moment ago out of the draft that has it', async () => {
  const calls: string[] = [];
  const draft = { id: 'd1', app: 'own', title: '自建的修改', seq: 0 };
  vi.mocked(designClient.look).mockResolvedValue({
    draft: { ...draft, id: '' },
    documents: [{ ...filed, origin: 'own', version: 1, base: loan, doc: loan }],
    steps: [],
  } as never);
  vi.mocked(designClient.lint).mockResolvedValue({ problems: [] } as never);
  vi.mocked(designClient.open).mockImplementation(async () => {
    calls.push('open');
    return { draft, documents: [], steps: [], conflicts: [] } as never;
  });
  vi.mocked(designClient.steps).mockImplementation(async (_draft, _seq, steps) => {
    calls.push(`steps ${[...new Set(steps.map(({ document }) => document))].join(' ')}`);
    return { seq: steps.length, others: [], taken: [], conflicts: [] } as never;
  });
  vi.mocked(designClient.read).mockImplementation(async (id) => {
    calls.push(`read ${id}`);
    // the draft has what was sent
    const documents = Object.values(desk?.store.state.documents ?? {})
      .filter((document) => document.id.startsWith('flow:') && Object.keys(document.base).length === 0)
      .map(({ id, path, base, text }) => {
        const [sort = '', code = ''] = id.split(':');
        return { id, sort, code, area: 'own', path, origin: 'own', version: 0, base, doc: text };
      });
    return { draft, documents, steps: [], conflicts: [] } as never;
  });
  const texts = [...library.documents, { id: LOAN, path: filed.path, text: JSON.stringify(loan) }];
  desk = new StoreDesk(owned, { ...library, documents: texts } as never);
  await desk.open(LOAN);
  const made = enableApproval(desk.store.state, undefined);
  if (isRefusal(made)) throw new Error(made.reason);
  expect(desk.store.dispatch(made)).toBeUndefined();
  const flow = made.steps.map(({ document }) => document).find((document) => document.startsWith('flow:')) ?? '';
  expect(await desk.open(flow)).toEqual({ done: true });
  expect(calls).toEqual(['open', expect.stringContaining(flow), 'read d1']);
  expect(desk.view().open?.id).toBe(flow);
  expect(desk.store.unsent).toEqual([]);
  // what others do in it is told from then on
  expect(heard.mock.lastCall?.[0]).toEqual(['draft:d1']);
  // and who else has it open
  const meet = (...names: string[]): void =>
    heard.mock.lastCall?.[1].onChange({ topic: 'draft:d1', people: names.map((name) => ({ id: name, name })) });
  expect(desk.view().others).toEqual([]);
  meet('王敏', '刘强');
  expect(desk.view().others).toEqual(['王敏', '刘强']);
  meet();
  expect(desk.view().others).toEqual([]);
});

it('notices on the idle start page too that the server is gone', async () => {
  vi.useFakeTimers();
  try {
    vi.mocked(designClient.look).mockRejectedValue(new HttpError(0, '网络异常'));
    desk = new StoreDesk(tree, library);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(desk.view().gone).toBe('连不上服务器：暂时不能打开、新建和发布，恢复后自动可用');
    vi.mocked(designClient.look).mockResolvedValue(opened);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desk.view().gone).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it('says that the server is gone, and that it is back, by itself', async () => {
  vi.useFakeTimers();
  try {
    vi.mocked(designClient.look).mockRejectedValue(new HttpError(0, '网络异常'));
    desk = new StoreDesk(tree, library);
    expect(desk.view().gone).toBeUndefined();
    expect(await desk.open(ID)).toEqual({ refused: '网络异常' });
    expect(desk.view().gone).toBe('连不上服务器：暂时不能打开、新建和发布，恢复后自动可用');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desk.view().gone).toBeDefined();
    vi.mocked(designClient.look).mockResolvedValue(opened);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desk.view().gone).toBeUndefined();
    // a refusal is an answer
    vi.mocked(designClient.look).mockRejectedValue(new HttpError(203, '文档已不存在'));
    expect(await desk.open(ID)).toEqual({ refused: '文档已不存在' });
    expect(desk.view().gone).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it('says that what an address names is not there, or was taken away, and opens nothing', async () => {
  const draft = { id: '', app: 'purchase', title: '', seq: 0 };
  desk = new StoreDesk(tree, library);
  const gone = { refused: '文档不存在或已删除' };
  vi.mocked(designClient.look).mockResolvedValue({ draft, documents: [], steps: [] } as never);
  expect(await desk.open('object:nothing')).toEqual(gone);
  // taken away in the draft
  vi.mocked(designClient.look).mockResolvedValue({
    ...opened,
    documents: [{ ...opened.documents[0], doc: {} }],
  } as never);
  expect(await desk.open(ID)).toEqual(gone);
  vi.mocked(designClient.look).mockRejectedValue(new HttpError(400, '请求参数错误'));
  expect(await desk.open('nonsense')).toEqual(gone);
  expect([desk.view().open, desk.store.state.open]).toEqual([undefined, undefined]);
  vi.mocked(designClient.look).mockRejectedValue(new HttpError(0, '网络异常'));
  expect(await desk.open(ID)).toEqual({ refused: '网络异常' });
});
