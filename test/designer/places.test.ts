import { describe, expect, it } from 'vitest';
import type { Box, BoxSort } from '../../designer/canvas/boxes';
import { boxAt, boxesIn, placeAt } from '../../designer/canvas/places';

const box = (
  sort: BoxSort,
  list: string,
  code: string,
  x: number,
  y: number,
  w: number,
  h: number,
  wide = false,
): Box => ({
  sort,
  list,
  code,
  address: `${list}.${code}`,
  title: code.toUpperCase(),
  wide,
  x,
  y,
  w,
  h,
});
const BASE = 'edit.groups.base.fields';
const form = [
  box('group', 'edit.groups', 'base', 0, 0, 400, 120, true),
  box('field', BASE, 'a', 10, 10, 180, 30),
  box('field', BASE, 'b', 210, 10, 180, 30),
  box('field', BASE, 'note', 10, 60, 380, 30, true),
  box('group', 'edit.groups', 'more', 0, 130, 400, 60, true),
];
const field = { as: { field: true } } as const;

describe('what is under the pointer', () => {
  it('is the smallest thing there', () => {
    expect(boxAt(form, 50, 20)?.code).toBe('a');
    expect(boxAt(form, 200, 20)?.code).toBe('base');
    expect(boxAt(form, 900, 20)).toBeUndefined();
  });
  it('several are chosen by a frame over them, groups are not', () => {
    expect(boxesIn(form, { x: 100, y: 0, w: 200, h: 50 }).map((box) => box.code)).toEqual(['a', 'b']);
  });
});

describe('a place', () => {
  it('is a line beside the nearest neighbour and says where that is', () => {
    const right = placeAt(form, 180, 20, field);
    expect(right).toMatchObject({ list: BASE, after: 'a', words: '放到「A」之后' });
    expect(right?.line.h).toBe(30);
  });
  it('before a thing is behind the one in front of it, or first', () => {
    expect(placeAt(form, 215, 20, field)).toMatchObject({ after: 'a', words: '放到「A」之后' });
    expect(placeAt(form, 12, 20, field)).toMatchObject({ after: null, words: '放到「A」之前' });
  });
  it('above or below what has a row to itself', () => {
    expect(placeAt(form, 300, 88, field)).toMatchObject({ after: 'note' });
    expect(placeAt(form, 300, 88, field)?.line).toMatchObject({ w: 380, h: 2 });
    expect(placeAt(form, 300, 62, field)).toMatchObject({ after: 'b' });
  });
  it('in an empty group is the group', () => {
    expect(placeAt(form, 200, 160, field)).toMatchObject({
      list: 'edit.groups.more.fields',
      after: null,
      words: '放到「MORE」',
    });
  });
  it('of a new table is below the groups of fields, or beside other rows', () => {
    const table = { as: { table: true } } as const;
    const below = {
      list: 'edit.groups',
      after: 'more',
      words: '放到「MORE」下方',
      line: { x: 0, y: 191, w: 400, h: 2 },
    };
    expect(placeAt(form, 50, 12, table)).toEqual(below);
    const rows = 'edit.groups.items.fields';
    const withRows = [...form, box('table', rows, 'items', 0, 200, 400, 80, true)];
    expect(placeAt(withRows, 50, 12, table)).toEqual(below);
    expect(placeAt(withRows, 50, 270, table)).toMatchObject({ list: rows, after: 'items', words: '放到「ITEMS」之后' });
    const files = box('group', 'edit.groups', 'files', 0, 300, 400, 60, true);
    const withTab = [...form, { ...files, sort: 'tab' as const }, files];
    expect(placeAt(withTab, 50, 320, table)).toEqual(below);
    expect(placeAt(form, 2000, 2000, table)).toBeUndefined();
  });
  it('of rows that stand there is beside other rows or on a tab, never among the fields above', () => {
    const rows = 'edit.groups.items.fields';
    const [items, parts] = [
      box('table', rows, 'items', 0, 200, 400, 80, true),
      box('table', rows, 'parts', 0, 290, 400, 80, true),
    ];
    const moved = { as: { table: true }, address: items.address } as const;
    expect(placeAt([...form, items], 50, 12, moved)).toBeUndefined();
    expect(placeAt([...form, items], 50, 270, moved)).toBeUndefined();
    expect(placeAt([...form, items, parts], 50, 360, moved)).toMatchObject({ after: 'parts' });
    const files = box('group', 'edit.groups', 'files', 0, 400, 400, 60, true);
    expect(placeAt([...form, items, { ...files, sort: 'tab' }, files], 50, 420, moved)).toMatchObject({
      list: 'edit.groups.files.fields',
      after: null,
      words: '放到「FILES」',
    });
  });
  it('of a field over rows is above them, behind the field named before; what is computed may go into their foot', () => {
    const rows = 'edit.groups.items.fields';
    const over = [
      box('group', 'edit.groups', 'items', 0, 200, 400, 160, true),
      box('field', rows, 'c', 10, 210, 180, 30),
      box('table', rows, 'items', 0, 250, 400, 100, true),
    ];
    expect(placeAt(over, 300, 340, field)).toMatchObject({
      list: rows,
      after: 'c',
      words: '放到「C」之后',
      line: { y: 249 },
    });
    expect(placeAt(over, 300, 340, { ...field, isComputed: true })).toMatchObject({ list: rows, after: 'items' });
  });
  it('is nowhere far from everything, and never between things of another sort', () => {
    expect(placeAt(form, 2000, 2000, field)).toBeUndefined();
    expect(placeAt(form, 50, 20, { as: { column: true } })).toBeUndefined();
  });
});
