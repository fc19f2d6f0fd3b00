/** Ways to change the design that all screens share: a wish is done or told why not, and who may only look changes nothing. */
import { describe, expect, it } from 'vitest';
import { retitle } from '../../designer/commands/index';
import { writingOf } from '../../designer/desk/writing';
import type { StepDoc } from '../../schemas/language/steps/index';
import { openStore } from '../support/check-command';

const ID = 'menus:shop';
const text = { $schema: 'menus/1', area: 'shop', title: '车间', items: { loan: { title: '借用', page: 'loan' } } };
const CLOSED = '没有设计这个应用的权限，只能查看';
const desk = (closed?: string, quiet = true) => {
  const doc = text as unknown as StepDoc;
  const store = openStore(ID, [{ id: ID, path: 'menus/shop.json', text: doc, base: {} }]);
  const told: string[] = [];
  const writing = writingOf({ store, closed: () => closed, warn: (reason) => void told.push(reason), quiet });
  return { store, told, writing, title: () => store.state.documents[ID]?.text.title };
};

describe('writing on a desk', () => {
  it('does a wish, and joins those of one group to one undo', () => {
    const { writing, told, title, store } = desk();
    expect(writing.run(retitle, { address: '', title: '现场' }, 'typing')).toBe(true);
    expect(writing.run(retitle, { address: '', title: '现场一' }, 'typing')).toBe(true);
    expect([title(), told]).toEqual(['现场一', []]);
    store.undo();
    expect(title()).toBe('车间');
  });

  it('tells a refusal, and only where it is wanted that nothing changes', () => {
    const quiet = desk();
    expect(quiet.writing.run(retitle, { address: '', title: ' ' })).toBe(false);
    expect(quiet.writing.run(retitle, { address: '', title: '车间' })).toBe(false);
    expect(quiet.told).toEqual(['请填写名称']);
    const loud = desk(undefined, false);
    expect(loud.writing.run(retitle, { address: '', title: '车间' })).toBe(false);
    expect(loud.told).toEqual(['没有变化']);
    expect(loud.writing.asked(retitle, { address: '', title: '车间' })).toBe('没有变化');
    expect(loud.writing.blocked(retitle, { address: '', title: '车间' })).toBeUndefined();
    expect(loud.writing.blocked(retitle, { address: '', title: '' })).toBe('请填写名称');
  });

  it('does nothing where nothing may be changed, says so each time, and before anything is tried', () => {
    const { writing, told, title, store } = desk(CLOSED);
    expect(writing.run(retitle, { address: '', title: '现场' })).toBe(false);
    writing.onSteps([{ set: 'title', to: '现场', was: '车间' }], '修改源码');
    expect(writing.take({ steps: [], gesture: '看看' })).toBe(false);
    expect(told).toEqual([CLOSED, CLOSED, CLOSED]);
    expect(writing.asked(retitle, { address: '', title: '现场' })).toBe(CLOSED);
    expect(writing.blocked(retitle, { address: '', title: '车间' })).toBe(CLOSED);
    expect([title(), store.unsent, store.canUndo]).toEqual(['车间', [], false]);
  });

  it('takes back and does again nothing in a closed store', () => {
    const { writing, title, store } = desk();
    writing.run(retitle, { address: '', title: '现场' });
    store.close(CLOSED);
    expect(store.undo()?.text).toBe(CLOSED);
    expect([title(), store.canUndo]).toEqual(['现场', true]);
    store.close(undefined);
    expect(store.undo()).toBeUndefined();
    store.close(CLOSED);
    expect(store.redo()?.text).toBe(CLOSED);
    expect(title()).toBe('车间');
  });
});
