/** A drawn action: its code is made of its title, until somebody writes another or it is published. */
import { afterEach, expect, it } from 'vitest';
import { addEntry, renameEntry, retitle, writeSteps } from '../../designer/commands/index';
import { followTitles } from '../../designer/desk/title-codes';
import type { DesignStore } from '../../designer/document/store';
import { connectSteps } from '../../designer/states/steps';
import { codeFrom } from '../../designer/workspace/code-from';
import { entriesAt, type Step, valueAt } from '../../schemas/language/steps/index';
import { openStore, shippedDocuments } from '../support/check-command';

const ID = 'object:purchaseOrder';
const documents = shippedDocuments();
let stop: (() => void) | undefined;
afterEach(() => stop?.());

const textOf = (store: DesignStore) => store.openDocument?.text ?? {};
const actions = (store: DesignStore): readonly string[] => entriesAt(textOf(store), 'actions') ?? [];
/** An action drawn in the picture, with the store that follows titles. */
const drawn = () => {
  const store = openStore(ID, documents);
  stop = followTitles(store, () => ['edit', 'del', 'xiuGai']);
  const before = actions(store);
  const { steps, address } = connectSteps(textOf(store), before, { from: '10', to: '20' });
  store.run(writeSteps, { steps, group: '画动作' });
  store.select([{ document: ID, address }]);
  return { store, address, before };
};
const titleOf = (address: string, to: string): readonly Step[] => [{ set: `${address}.title`, to, was: '新动作' }];
/** The syllables are there, and what waited for them was done. */
const spelled = async (): Promise<void> => {
  await codeFrom('归还', new Set());
  await new Promise((done) => setTimeout(done));
};

it('gets the code of its whole title, with what names it, in one undo', async () => {
  const { store, address, before } = drawn();
  store.run(writeSteps, { steps: [{ set: 'discard', to: address.slice(8) }] as never, group: 'x' });
  store.run(addEntry, {
    list: 'views',
    code: 'mine',
    value: { title: '我的', grant: `purchaseOrder:${address.slice(8)}` },
  });
  store.select([{ document: ID, address }]);
  const text = textOf(store);
  const { done } = store.history;
  store.run(writeSteps, { steps: titleOf(address, '归还入库'), group: `${address}.title` });
  await spelled();
  expect(actions(store)).toEqual([...before, 'guiHuanRuKu']);
  expect(valueAt(textOf(store), 'actions.guiHuanRuKu.title')).toBe('归还入库');
  expect(valueAt(textOf(store), 'views.mine.grant')).toBe('purchaseOrder:guiHuanRuKu');
  expect(store.state.selection).toEqual([{ document: ID, address: 'actions.guiHuanRuKu' }]);
  expect(store.history.done).toHaveLength(done.length + 1);
  store.undo();
  await spelled();
  expect(textOf(store)).toEqual(text);
  store.redo();
  await spelled();
  expect(actions(store)).toEqual([...before, 'guiHuanRuKu']);
});

it('is titled in the outline too, and takes no code that built-in actions have', async () => {
  const { store, address, before } = drawn();
  store.run(retitle, { address, title: '修改' });
  await spelled();
  expect(actions(store)).toEqual([...before, 'xiuGai2']);
});

it('is renamed in the documents that ask for its right', async () => {
  const { store, address } = drawn();
  const grant = `purchaseOrder:${address.slice(8)}`;
  store.show('object:unit');
  store.run(writeSteps, { steps: [{ set: 'fields.symbol.grant', to: grant }] as never, group: 'x' });
  store.show(ID);
  store.run(retitle, { address, title: '归还' });
  await spelled();
  expect(valueAt(store.state.documents['object:unit']?.text ?? {}, 'fields.symbol.grant')).toBe(
    'purchaseOrder:guiHuan',
  );
});

it('keeps a code that was typed, that is published, or whose title went back meanwhile', async () => {
  const { store, address, before } = drawn();
  store.run(renameEntry, { address, to: 'giveBack' });
  store.run(retitle, { address: 'actions.giveBack', title: '归还' });
  await spelled();
  expect(actions(store)).toEqual([...before, 'giveBack']);

  const again = drawn();
  again.store.run(retitle, { address: again.address, title: '归还' });
  again.store.undo();
  await spelled();
  expect(actions(again.store)).toEqual([...before, again.address.slice(8)]);

  const { store: published } = again;
  const document = published.state.documents[ID];
  if (document === undefined) throw new Error('not open');
  published.load([{ ...document, base: document.text }], ID);
  published.run(retitle, { address: again.address, title: '归还' });
  await spelled();
  expect(actions(published)).toEqual([...before, again.address.slice(8)]);
});
