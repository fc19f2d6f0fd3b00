/** Several readings of one measure: each keeps its place, those beyond the limits are marked. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { InputHost } from '../../runtime/fields/input-props';
import { ReadingsInput } from '../../runtime/fields/shared/ReadingsInput';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { orderPage } from '../support/forms';

afterEach(cleanup);

const field = { ...orderPage().object.fields.rate!, title: '读数', many: true, spread: true };
function open(value: Value, of: ResolvedField = field): Value[] {
  const put: Value[] = [];
  const host: Partial<InputHost> = {
    limit: (_field, key) => (key === 'max' ? 4 : undefined),
    decimals: () => 2,
    outside: (_field, value) => typeof value === 'number' && value > 10,
  };
  render(<ReadingsInput field={of} value={value} host={host as InputHost} onChange={(next) => void put.push(next)} />);
  return put;
}
const write = (label: string, text: string): void => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
};

it('leaves the place of an emptied reading empty, and none behind the last', () => {
  const put = open([9, 10.5, 8]);
  write('读数2', '');
  expect(put).toEqual([[9, null, 8]]);
  write('读数3', '');
  expect(put.at(-1)).toEqual([9, 10.5]);
  write('读数4', '7');
  expect(put.at(-1)).toEqual([9, 10.5, 8, 7]);
});

it('keeps a gap where another reading is typed, and answers no readings at all as none', () => {
  const put = open([null, 9]);
  write('读数4', '8');
  expect(put).toEqual([[null, 9, null, 8]]);
  write('读数2', '');
  expect(put.at(-1)).toEqual([]);
});

it('closes up where readings have no places', () => {
  const put = open([9, 10.5, 8], { ...field, spread: false });
  write('读数2', '');
  expect(put).toEqual([[9, 8]]);
});

it('marks what is beyond the limits', () => {
  open([9, 10.5]);
  expect(screen.getByLabelText('读数1').className).not.toMatch(/_out_/);
  expect(screen.getByLabelText('读数2').className).toMatch(/_out_/);
});
