import { describe, expect, test } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import { type Choices, differences, merged, ownChoices, type Side } from '../../schemas/language/record/merge';
import { resolveObject } from '../../schemas/language/resolve';
import type { Rec } from '../../schemas/language/value';

const ORDER: ObjectDoc = {
  $schema: 'object/2',
  object: 'order',
  title: '订单',
  fields: {
    remark: { title: '备注' },
    contact: { title: '联系人' },
    total: { title: '合计', type: 'decimal', formula: 'sum(items.qty)' },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: { qty: { title: '数量', type: 'decimal' }, note: { title: '说明' } },
    },
  },
};
const object = resolveObject(ORDER, { blocks: new Map(), area: 'test' } as never);
const row = (id: string, qty: number, note: string | null = null) => ({ id, lineNo: 10, qty, note });
const BASE: Rec = { remark: 'a', contact: 'x', total: 3, items: [row('1', 1), row('2', 2)] };
const diff = (theirs: Rec, mine: Rec) => differences(object, BASE, theirs, mine);
const keys = (theirs: Rec, mine: Rec) => diff(theirs, mine).map(({ key, by }) => `${key} ${by}`);
const merge = (theirs: Rec, mine: Rec, choices?: Choices): Rec => {
  const all = diff(theirs, mine);
  return merged(object, BASE, theirs, mine, all, choices ?? ownChoices(all));
};

describe('two people changed one record', () => {
  test('who changed a thing alone wins; equal changes and formulas are no difference', () => {
    const theirs = { ...BASE, remark: 'b', total: 9 };
    const mine = { ...BASE, contact: 'y', total: 7 };
    expect(keys(theirs, mine)).toEqual(['remark theirs', 'contact mine']);
    expect(merge(theirs, mine)).toMatchObject({ remark: 'b', contact: 'y' });
    expect(diff({ ...BASE, remark: 'b' }, { ...BASE, remark: 'b' })).toEqual([]);
  });
  test('an empty value that was chosen stays empty', () => {
    const theirs = { ...BASE, contact: null };
    const mine = { ...BASE, contact: 'y' };
    expect(merge(theirs, mine, new Map([['contact', 'theirs']]))).toMatchObject({ contact: null });
    expect(merge(mine, theirs, new Map([['contact', 'mine']]))).toMatchObject({ contact: null });
  });
  test('what both changed is chosen, by cell within a row', () => {
    const theirs: Rec = { ...BASE, remark: 'b', items: [row('1', 5, 't'), row('2', 2)] };
    const mine: Rec = { ...BASE, remark: 'c', items: [row('1', 6), row('2', 3)] };
    expect(keys(theirs, mine)).toEqual([
      'remark both',
      'items[1].qty both',
      'items[1].note theirs',
      'items[2].qty mine',
    ]);
    const choose = (side: Side): Choices =>
      new Map([...ownChoices(diff(theirs, mine)), ['remark', side], ['items[1].qty', side]]);
    expect(merge(theirs, mine, choose('mine'))).toMatchObject({
      remark: 'c',
      items: [{ qty: 6, note: 't' }, { qty: 3 }],
    });
    expect(merge(theirs, mine, choose('theirs'))).toMatchObject({ remark: 'b', items: [{ qty: 5 }, { qty: 3 }] });
  });
  test('rows taken away and rows added on both sides', () => {
    const theirs: Rec = { ...BASE, items: [row('2', 2), row('8', 8)] };
    const mine: Rec = { ...BASE, items: [row('1', 1), row('2', 4), row('9', 9)] };
    expect(keys(theirs, mine)).toEqual([
      'items[1] theirs',
      'items[2].qty mine',
      'items+theirs theirs',
      'items+mine mine',
    ]);
    expect((merge(theirs, mine).items as readonly { id: string }[]).map((item) => item.id)).toEqual(['2', '9', '8']);
    const changed: Rec = { ...BASE, items: [row('1', 7), row('2', 2)] };
    expect(keys({ ...BASE, items: [row('2', 2)] }, changed)).toEqual(['items[1] both']);
    const keep = merge({ ...BASE, items: [row('2', 2)] }, changed, new Map([['items[1]', 'mine']]));
    expect(keep.items).toMatchObject([{ id: '1', qty: 7 }, { id: '2' }]);
  });
  test('rows stay where they were moved', () => {
    const moved: Rec = { ...BASE, items: [row('2', 2), row('1', 1)] };
    expect((merge(moved, BASE).items as readonly { id: string }[]).map((item) => item.id)).toEqual(['2', '1']);
    expect((merge(BASE, moved).items as readonly { id: string }[]).map((item) => item.id)).toEqual(['2', '1']);
  });
});
