/** Groups without words of their own are called what they hold. */
import { expect, it } from 'vitest';
import { partTitle, withHeld } from '../../schemas/language/sorts/texts/markers';

const fields = { a: { title: '甲' }, b: { title: '乙' }, c: { title: '丙' } };
const called = (part: Parameters<typeof withHeld>[0]): string => partTitle(withHeld(part, fields));

it('by its title, its tab, or the first of its fields', () => {
  expect(called({ code: 'one', title: '一', fields: [{ field: 'a' }] })).toBe('一');
  expect(called({ code: 'one', fields: [{ field: 'a' }] })).toBe('甲');
  expect(called({ code: 'one', fields: [{ field: 'a' }, { field: 'b' }, { field: 'c' }] })).toBe('甲、乙等');
  expect(called({ code: 'one', fields: [{ field: 'a', title: '别名' }] })).toBe('别名');
  expect(called({ code: 'one' })).toBe('空分组');
});
