/** A number under the cursor that a rule changes is replaced by what is typed next; what one types oneself is not. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { InputHost } from '../../runtime/fields/input-props';
import { NumberInput } from '../../runtime/fields/shared/NumberInput';
import type { Value } from '../../schemas/language/value';
import { orderPage } from '../support/forms';

afterEach(cleanup);

const field = orderPage().object.fields.rate!;
const host = { limit: () => undefined, decimals: () => 2 } as Partial<InputHost> as InputHost;

function open() {
  const put: Value[] = [];
  const at = (value: Value) => (
    <NumberInput field={field} value={value} host={host} onChange={(next) => void put.push(next)} />
  );
  const { rerender } = render(at(null));
  const input = screen.getByRole<HTMLInputElement>('textbox');
  const chosen = (): string => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
  return { put, input, chosen, becomes: (value: Value) => rerender(at(value)) };
}

it('selects what a rule filled while the field has the focus', () => {
  const { input, chosen, becomes } = open();
  input.focus();
  becomes(4);
  expect([input.value, chosen()]).toEqual(['4', '4']);
});

it('leaves the caret where one types, also when the value comes back', () => {
  const { input, chosen, becomes, put } = open();
  input.focus();
  fireEvent.change(input, { target: { value: '12' } });
  becomes(12);
  expect(chosen()).toBe('');
  fireEvent.keyDown(input, { key: 's', ctrlKey: true });
  becomes(12);
  expect([put, chosen()]).toEqual([[12], '']);
});

it('does not take the focus of another', () => {
  const { input, becomes } = open();
  becomes(4);
  expect(document.activeElement).not.toBe(input);
});
