/** A change of the document draws the cells it touches; the others stay as they were drawn, wherever they stand now. */
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { designPage } from '../../designer/canvas/design-page';
import { Face } from '../../designer/canvas/Face';
import { withKnown } from '../../designer/canvas/kept-cells';
import { sampleRecord } from '../../designer/canvas/samples';
import type { ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { listener, makeHost } from '../support/forms';
import { library } from './library';

afterEach(cleanup);
const found = library.objects.get('purchaseOrder')?.object;
if (found === undefined) throw new Error('purchaseOrder');
const order: ResolvedObject = found;
const { session } = makeHost(listener());
const rows = () => ({ records: [], total: 0, current: 1, size: 20 });
const noRules = { ...order, rules: [] };

/** The page of an object, then of others; answers the cells that were drawn anew by each. */
async function sheet(first: ResolvedObject) {
  const face = (object: ResolvedObject, today: string, dicts = library.dicts) => {
    const page = designPage({ object, lib: library.types, dicts, sort: 'edit', session });
    const context = { today, dict: (code: string) => library.dicts.get(code), title: () => '某' };
    return <Face page={page} session={session} record={sampleRecord(object, 0, context)} rows={rows} />;
  };
  const { container, rerender } = render(face(first, '2026-01-15'));
  await waitFor(() => expect(container.querySelector('[data-field="supplier"]')).not.toBeNull());
  const cells = (): ReadonlyMap<string, string> =>
    new Map(
      [...container.querySelectorAll<HTMLElement>('div[data-field]')].map((cell) => [
        cell.dataset.field ?? '',
        cell.querySelector('label')?.htmlFor ?? '',
      ]),
    );
  let known = first;
  let before = cells();
  return {
    container,
    codes: () => [...cells().keys()],
    next(object: ResolvedObject, today = '2026-01-15', dicts = library.dicts): readonly string[] {
      known = withKnown(known, object);
      rerender(face(known, today, dicts));
      const now = cells();
      const drawn = [...now].filter(([code, id]) => before.get(code) !== id).map(([code]) => code);
      before = now;
      return drawn;
    },
    text: (code: string) => container.querySelector(`[data-field="${code}"]`)?.textContent,
    value: (code: string) => container.querySelector<HTMLInputElement>(`[data-field="${code}"] input`)?.value,
  };
}
const withField = (object: ResolvedObject, code: string, more: Partial<ResolvedField>): ResolvedObject => {
  const field = object.fields[code];
  if (field === undefined) throw new Error(code);
  return { ...object, fields: { ...object.fields, [code]: { ...field, ...more } } };
};
/** called otherwise where it stands on the page too */
const called = (object: ResolvedObject, code: string, title: string): ResolvedObject => {
  const groups = object.edit.groups.map((group) => ({
    ...group,
    fields: (group.fields ?? []).map((placed) => (placed.field === code ? { ...placed, title } : placed)),
  }));
  return { ...withField(object, code, { title }), edit: { ...object.edit, groups } };
};
/** a due date that is red until the order is done: it reads another field, so it is always drawn */
const READING = ['needBy'];
/** resolved once more: equal, and nothing of it the same */
const again = (object: ResolvedObject): ResolvedObject => structuredClone(object);

describe('a change of the document', () => {
  it('that says the same draws no cell but one that reads others', async () => {
    const { next } = await sheet(order);
    expect(next(again(order))).toEqual(READING);
  });
  it('draws the cell of a field that is called otherwise, and no other', async () => {
    const { next, text } = await sheet(order);
    expect(next(again(called(order, 'supplier', '卖方')))).toEqual(['supplier', ...READING]);
    expect(text('supplier')).toContain('卖方');
    expect(next(again(order))).toEqual(['supplier', ...READING]);
    expect(text('supplier')).not.toContain('卖方');
  });
  it('that moves a field draws none: the cells stand in their new order', async () => {
    const { next, codes } = await sheet(order);
    const groups = order.edit.groups.map((group, n) =>
      n === 0 ? { ...group, fields: (group.fields ?? []).toReversed() } : group,
    );
    const was = codes();
    expect(next(again({ ...order, edit: { ...order.edit, groups } }))).toEqual(READING);
    expect(codes()).not.toEqual(was);
    expect(codes().toSorted()).toEqual(was.toSorted());
  });
  it('that takes a field away or brings one draws what came', async () => {
    const { next, codes } = await sheet(order);
    const groups = order.edit.groups.map((group, n) =>
      n === 0 ? { ...group, fields: (group.fields ?? []).filter(({ field }) => field !== 'supplier') } : group,
    );
    expect(next(again({ ...order, edit: { ...order.edit, groups } }))).toEqual(READING);
    expect(codes()).not.toContain('supplier');
    expect(next(again(order))).toEqual(['supplier', ...READING]);
  });
  it('draws a cell whose value or standing is another one', async () => {
    const { next, value, container } = await sheet(noRules);
    expect(value('bizDate')).toBe('2026-01-15');
    expect(next(again(noRules), '2026-02-20')).toContain('bizDate');
    expect(value('bizDate')).toBe('2026-02-20');
    const needed = (code: string) => container.querySelector(`[data-field="${code}"] label`)?.className ?? '';
    const plain = needed('remark');
    next(again(withField(noRules, 'remark', { required: true })), '2026-02-20');
    expect(needed('remark')).not.toBe(plain);
  });
  it('of a dictionary draws the cells that choose of it', async () => {
    const { next } = await sheet(order);
    const code = order.fields.currency?.dict ?? '';
    const dict = library.dicts.get(code);
    if (dict === undefined) throw new Error(code);
    const users = Object.values(order.fields).flatMap((field) => (field.dict === code ? [field.code] : []));
    const drawn = next(again(order), '2026-01-15', new Map(library.dicts).set(code, { ...dict }));
    expect(drawn).toContain('currency');
    expect(users).toEqual(expect.arrayContaining(drawn.filter((of) => !READING.includes(of))));
  });
  it('of rules draws all of them: each may stand otherwise', async () => {
    const { next, codes } = await sheet(order);
    expect(next(again(noRules)).toSorted()).toEqual(codes().toSorted());
  });
});
