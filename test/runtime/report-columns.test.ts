/** Groups of a report stand where its document names them, and nowhere when they are no groups. */
import { expect, it } from 'vitest';
import type { ReportItem } from '../../runtime/data/types';
import type { Host, Page } from '../../runtime/page/index';
import { reportColumns } from '../../runtime/report/columns';
import { makeObject } from '../support/objects';

const object = makeObject('shelf', {
  fields: {
    box: { title: '云盒', kind: 'input' },
    point: { title: '点位', kind: 'input' },
    type: { title: '类型', kind: 'input' },
    qty: { title: '数量', type: 'decimal' },
  },
});
const keysOf = (columns: readonly object[], groups: readonly string[]): readonly (string | undefined)[][] => {
  const lib = { object: () => undefined, dict: () => undefined, setting: () => undefined };
  const page = { object: { ...object, list: { columns } }, lib, dicts: new Map() } as unknown as Page;
  const report = { dims: { box: {}, point: {}, type: {} }, measures: { qty: { type: 'decimal' } } };
  return reportColumns(page, report as unknown as ReportItem, { session: { now: () => 0 } } as unknown as Host, {
    groups: groups.map((code) => ({ code, title: code })),
    isCompared: false,
    first: 0,
  }).map(({ key, pin }) => [key, pin]);
};

it('all of them at the marker, pinned', () => {
  expect(keysOf([{ field: '$group' }, { field: 'qty' }], ['box', 'point'])).toEqual([
    ['box', 'left'],
    ['point', 'left'],
    ['qty', undefined],
  ]);
});
it('those with a place of their own there, the others at the marker', () => {
  const columns = [{ field: '$group' }, { field: 'box', pin: true }, { field: 'qty' }, { field: 'point' }];
  expect(keysOf(columns, ['type', 'box', 'point'])).toEqual([
    ['type', 'left'],
    ['box', 'left'],
    ['qty', undefined],
    ['point', undefined],
  ]);
  expect(keysOf(columns, ['type'])).toEqual([
    ['type', 'left'],
    ['qty', undefined],
  ]);
});
