import { describe, expect, it } from 'vitest';
import { defaultSize, pagerItems, sizeOptions } from '../../runtime/list/page-size';

describe('page sizes of the specification', () => {
  it.each([
    [undefined, 30, [30, 50, 100, 200]],
    [30, 30, [30, 50, 100, 200]],
    [20, 20, [20, 30, 50, 100, 200]],
    [75, 75, [30, 50, 75, 100, 200]],
    [500, 500, [30, 50, 100, 200, 500]],
    [0, 30, [30, 50, 100, 200]],
    [12.5, 30, [30, 50, 100, 200]],
  ])('listDataShowNum %s gives %s of %s', (num, size, options) => {
    expect(defaultSize(num)).toBe(size);
    expect(sizeOptions(num)).toEqual(options);
  });

  it("a list's own size wins", () => {
    expect(defaultSize(50, 10)).toBe(10);
    expect(sizeOptions(50, 10)).toEqual([10, 30, 50, 100, 200]);
  });
});

describe('pager', () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 6, 7, 8, 9]],
    [4, 6, [1, 2, 3, 4, 5, 6]],
  ])('page %s of %s shows %s', (page, pages, items) => {
    expect(pagerItems(page, pages)).toEqual(items);
  });
});
