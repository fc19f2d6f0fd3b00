/** A person without the right to design an app looks at a layout: what is shown says so, and no key, drag, button or undo changes it. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { designClient } from '../../designer/data/client';
import type { DesignLibrary, DesignTree, OpenedDraft } from '../../designer/data/types';
import { DeskContext, useDesk } from '../../designer/desk/desk';
import { StoreDesk } from '../../designer/desk/store-desk';
import { PrintScreen } from '../../designer/workspace/PrintScreen';
import { Around } from '../support/around';
import { shippedDocuments } from '../support/check-command';
import { listener, type Said, serve } from '../support/forms';

const CLOSED = '没有设计这个应用的权限，只能查看';
const ID = 'print:purchaseOrderSheet';
const TITLE = 'bands.pageHeader.items.title';
const documents = shippedDocuments();
const text = documents.find((doc) => doc.id === ID)?.text ?? {};
const entry = {
  ...{ id: ID, sort: 'print', code: 'purchaseOrderSheet', area: 'purchase', path: 'prints/purchase-order-sheet.json' },
  ...{ title: '采购订单', origin: 'shipped', version: 0, drafts: [], hash: '', conflicts: 0 },
};
const app = { code: 'purchase', title: '采购', icon: null, colour: null, owners: [], origin: 'shipped', version: 0 };
const library = {
  documents: documents.map(({ id, path, text }) => ({ id, path, text: JSON.stringify(text) })),
} as unknown as DesignLibrary;
const opened = {
  draft: { id: '', app: 'purchase', title: '', seq: 0 },
  documents: [{ ...entry, base: text, doc: text }],
  steps: [],
} as unknown as OpenedDraft;

let desk: StoreDesk;
let said: Said;
const Shown = () => {
  const { view } = useDesk();
  const none = (): void => undefined;
  return (
    <PrintScreen
      desk={desk}
      view={view}
      onHome={none}
      onTree={none}
      onPublish={none}
      onJump={none}
      onReload={none}
      onObject={none}
    />
  );
};
/** The layout on its screen, for somebody who may design its app or not. */
async function look(mayEdit: boolean): Promise<void> {
  vi.spyOn(designClient, 'look').mockResolvedValue(opened);
  serve({ list: () => ({ records: [], total: 0, current: 1, size: 20 }) });
  const tree = {
    apps: [{ ...app, mayEdit, exports: true, documents: [entry] }],
    drafts: [],
    may: { edit: true, publish: true },
  } as unknown as DesignTree;
  desk = new StoreDesk(tree, library, (reason) => said.feedback.warning(reason));
  expect(await desk.open(ID)).toEqual({ done: true });
  render(
    <Around said={said}>
      <DeskContext value={desk}>
        <Shown />
      </DeskContext>
    </Around>,
  );
}
const item = (address: string): Element => {
  const found = document.querySelector(`[data-item="${address}"]`);
  if (found === null) throw new Error(`nothing at ${address}`);
  return found;
};
const frame = async (): Promise<void> => {
  await act(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
};
const textNow = () => desk.store.state.documents[ID]?.text;

beforeEach(() => {
  said = listener();
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  desk.dispose();
  vi.restoreAllMocks();
});

describe('a layout nobody here may change', () => {
  it('says so above the paper, keeps its things from keys, and tells why', async () => {
    await look(false);
    expect(screen.getByText(CLOSED).getAttribute('role')).toBe('status');
    act(() => desk.select([TITLE]));
    const paper = screen.getByLabelText('版面');
    for (const key of [{ key: 'Delete' }, { key: 'ArrowRight' }, { key: 'd', ctrlKey: true }]) {
      said.toasts.length = 0;
      fireEvent.keyDown(paper, key);
      expect(said.toasts, JSON.stringify(key)).toEqual([CLOSED]);
    }
    expect(textNow()).toEqual(text);
    expect(desk.store.unsent).toEqual([]);
  });

  it('says it at the pointer while a thing is dragged, and the thing stays where it is', async () => {
    await look(false);
    const before = item(TITLE).outerHTML;
    fireEvent.pointerDown(item(TITLE), { button: 0, clientX: 100, clientY: 40 });
    fireEvent.pointerMove(window, { clientX: 160, clientY: 70 });
    await frame();
    expect(screen.getAllByText(CLOSED)).toHaveLength(2);
    expect(item(TITLE).outerHTML).toBe(before);
    expect(said.toasts).toEqual([]);
    fireEvent.pointerUp(window, { clientX: 160, clientY: 70 });
    expect(said.toasts).toEqual([CLOSED]);
    expect(textNow()).toEqual(text);
  });

  it('takes nothing back that was done while it was allowed', async () => {
    await look(false);
    const step = { set: `${TITLE}.text`, to: '采购合同', was: '采购订单' };
    desk.store.close(undefined);
    act(() => void desk.store.dispatch({ steps: [{ document: ID, step }], gesture: '改名' }));
    desk.store.close(CLOSED);
    const changed = textNow();
    fireEvent.click(screen.getByLabelText('撤销'));
    expect(said.toasts).toEqual([CLOSED]);
    expect(textNow()).toEqual(changed);
    expect(desk.store.unsent).toHaveLength(1);
  });
});

it('lets somebody with the right do all of that', async () => {
  await look(true);
  expect(screen.queryByText(CLOSED)).toBeNull();
  fireEvent.pointerDown(item(TITLE), { button: 0, clientX: 100, clientY: 40 });
  fireEvent.pointerMove(window, { clientX: 160, clientY: 70 });
  await frame();
  fireEvent.pointerUp(window, { clientX: 160, clientY: 70 });
  expect(said.toasts).toEqual([]);
  expect(textNow()).not.toEqual(text);
  fireEvent.click(screen.getByLabelText('撤销'));
  expect(textNow()).toEqual(text);
});
