/** What documents are called where they are listed. */
import { expect, it } from 'vitest';
import { titleOf } from '../../../server/design/sorts';

const dicts = (...titles: readonly string[]) => ({
  $schema: 'dictionaries/1',
  area: 'xShop',
  dicts: Object.fromEntries(titles.map((title, n) => [`xDict${n}`, { title, items: [] }])),
});

it('calls a file of dictionaries what is in it, and never its code', () => {
  expect(titleOf('dictionaries', dicts('借用状态'))).toBe('借用状态');
  expect(titleOf('dictionaries', dicts('甲', '乙', '丙', '丁'))).toBe('甲、乙、丙等4个字典');
  expect(titleOf('dictionaries', dicts())).toBe('xShop');
});
