/** Tones are found by what they mean and by their colour. */
import { expect, it } from 'vitest';
import { TONED, TONES } from '../../designer/parts/tones';

const found = (typed: string) => TONES.filter((tone) => TONED.filterOption(typed, tone)).map(({ value }) => value);

it('finds tones by colour and by word', () => {
  expect(found('红')).toEqual(['danger']);
  expect(found('绿色')).toEqual(['success']);
  expect(found('提醒')).toEqual(['warning']);
  expect(found('橙')).toEqual(['warning']);
  expect(found('')).toHaveLength(TONES.length);
  expect(found('紫')).toEqual([]);
});
