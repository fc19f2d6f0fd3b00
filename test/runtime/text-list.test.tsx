/** Several texts in one field: typed, scanned or pasted as a list. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { InputHost } from '../../runtime/fields/input-props';
import { TextListInput } from '../../runtime/fields/shared/TextListInput';
import { readTexts } from '../../runtime/fields/shared/texts';
import { parseCell, type TextContext } from '../../runtime/form/cell-text';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import { orderPage } from '../support/forms';

afterEach(cleanup);

const field: ResolvedField = { ...orderPage().object.fields.nbr!, title: '序列号', many: true };

describe('a text that holds several', () => {
  it('is a list whatever stands between them, each once and in order', () => {
    expect(readTexts(' A1\r\nA2\t\n A3，A2、A4;A5 ')).toEqual(['A1', 'A2', 'A3', 'A4', 'A5']);
    expect(readTexts(' \n')).toEqual([]);
    expect(readTexts('a1 A1', 'upper')).toEqual(['A1']);
  });
  it('is pasted into one cell of a table', () => {
    const context = { today: '2026-01-15', options: () => [{ value: 'A1', label: 'A1' }] } as unknown as TextContext;
    expect(parseCell('A1,A2\nA3', field, context)).toEqual({ value: ['A1', 'A2', 'A3'] });
    expect(parseCell('A1 A2', { ...field, options: 'list' as never }, context)).toEqual({
      problem: '序列号没有该选项：A2',
    });
  });
});

it('takes what a scanner types with its Enter, and keeps what is there', () => {
  const put: Value[] = [];
  const host: Partial<InputHost> = { limit: () => undefined };
  render(
    <TextListInput field={field} value={['A1']} host={host as InputHost} onChange={(next) => void put.push(next)} />,
  );
  const input = screen.getByRole('combobox');
  fireEvent.change(input, { target: { value: 'A2' } });
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 });
  expect(put).toEqual([['A1', 'A2']]);
  fireEvent.change(input, { target: { value: 'A3,A4,' } });
  expect(put.at(-1)).toEqual(['A1', 'A3', 'A4']);
});
