/** The desk when a document opens: what a new shipped version did not take is there with the first look at it. */
import { afterEach, expect, it, vi } from 'vitest';
import { designClient } from '../../designer/data/client';
import type { DesignLibrary, DesignTree, OpenedDraft } from '../../designer/data/types';
import { StoreDesk } from '../../designer/desk/store-desk';
import { applyOverlay, type Step, valueAt } from '../../schemas/language/steps/index';
import { shippedDocuments } from '../support/check-command';
import { shipped } from './library';

vi.mock('../../designer/data/client', () => ({ designClient: { look: vi.fn(), lint: vi.fn() } }));
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
