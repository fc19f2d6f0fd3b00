/** A reference typed and confirmed at once, by a quick hand or a scanner: what was typed is meant, not what the list happened to show. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PickBody, PickRow } from '../../runtime/data/types';
import type { InputHost } from '../../runtime/fields/input-props';
import { RefInput } from '../../runtime/fields/shared/RefInput';
import type { Value } from '../../schemas/language/value';
import { Around } from '../support/around';
import { ids, listener, orderPage, settled } from '../support/forms';

afterEach(cleanup);

const ROWS: readonly PickRow[] = [
  { id: ids(20), label: 'MT-12 电机' },
  { id: ids(21), label: 'BR-608 轴承' },
  { id: ids(22), label: 'BR-6080 轴承' },
  { id: ids(23), label: 'LS-100 丝杆', $isDisabled: true },
];
const field = orderPage().object.fields.supplier!;

async function open() {
  const put: Value[] = [];
  const asked: string[] = [];
  const host: Partial<InputHost> = {
    pick: async (_field, body: PickBody) => {
      asked.push(body.search ?? '');
      const records = ROWS.filter((row) => row.label.includes(body.search ?? ''));
      return { records, total: records.length };
    },
    keep: () => undefined,
    used: () => undefined,
    target: () => 'supplier',
    label: (_object, id) => id,
    limit: () => undefined,
  };
  render(
    <Around said={listener()}>
      <RefInput
        id="ref"
        field={field}
        value={null}
        host={host as InputHost}
        onChange={(value) => void put.push(value)}
      />
    </Around>,
  );
  const box = screen.getByRole('combobox');
  fireEvent.mouseDown(box);
  await act(() => settled(20));
  const type = (text: string): void => {
    fireEvent.change(box, { target: { value: text } });
  };
  const enter = (): boolean => fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  return { put, asked, type, enter };
}

describe('Enter before the answer', () => {
  it('takes the record whose code was typed, not the first of the list of before', async () => {
    const { put, type, enter } = await open();
    type('BR-608');
    enter();
    expect(put).toEqual([]);
    await act(() => settled(300));
    expect(put).toEqual([ids(21)]);
    // nothing is left to choose
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
  });
  it('takes nothing where several are meant, none is found, or the only one is out of use', async () => {
    const { put, asked, type, enter } = await open();
    for (const text of ['轴承', '没有', 'LS-100']) {
      type(text);
      enter();
      await act(() => settled(300));
    }
    expect(asked).toEqual(['', '轴承', '没有', 'LS-100']);
    expect(put).toEqual([]);
  });
});
