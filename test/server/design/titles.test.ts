import { expect, it } from 'vitest';
import { titleOf } from '../../../server/design/sorts';

it('names every document, also one without a name of its own', () => {
  expect(titleOf('object', { object: 'xLoan', title: '工装借用' })).toBe('工装借用');
  expect(titleOf('object', { object: 'xLoan' })).toBe('xLoan');
  expect(titleOf('dictionaries', { dicts: { xA: { title: '借用状态' }, xB: { title: '归还原因' } } })).toBe(
    '借用状态、归还原因',
  );
  expect(titleOf('dictionaries', { dicts: { xA: null } })).toBe('字典');
  expect(titleOf('dictionaries', {})).toBe('字典');
});
