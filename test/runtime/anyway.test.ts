import { expect, it } from 'vitest';
import { anyway } from '../../runtime/page/anyway';

it('asks once, whether or not the sentence does', () => {
  expect(anyway('合计只有60')).toBe('合计只有60\n是否继续？');
  expect(anyway('还有2行未填实盘数，这些行不调整，是否继续？')).toBe('还有2行未填实盘数，这些行不调整，是否继续？');
});
