import { describe, expect, it } from 'vitest';
import type { PlacementDoc } from '../../schemas/language/document';
import { FEATURES } from '../../schemas/language/features/index';
import { wireColumn, wireColumns } from '../../schemas/language/features/wire';
import { expandPlacement, shortPlacement } from '../../schemas/language/resolve/placement';
import { systemRegistry } from '../support/registry';
import { object, placed, SAMPLES } from './column-samples';

const registry = systemRegistry();

describe.each(FEATURES.map((feature) => [feature.key, feature] as const))('column feature %s', (key, feature) => {
  it('is used, right and written in the specification’s names', () => {
    const [item, wire] = SAMPLES[key] ?? ['', { missing: true }];
    const column = placed(item);
    const field = object.fields[column.field ?? ''];
    expect(feature.used(column, field)).toBe(true);
    expect(feature.check?.(column, field) ?? []).toEqual([]);
    expect(wireColumn(object, column)).toMatchObject(wire);
  });
  it('is not disturbed by all others, nor by an empty list', () => {
    const all = Object.values(SAMPLES).map(([item]) => placed(item));
    const wires = wireColumns(object, all);
    expect(wires).toHaveLength(all.length);
    expect(wires[Object.keys(SAMPLES).indexOf(key)]).toMatchObject(SAMPLES[key]?.[1] ?? {});
    expect(wireColumns(object, [])).toEqual([]);
  });
});

it('short form and object form mean the same', () => {
  for (const item of ['code', 'code:pin:sort:scan', 'docStatus:tag', 'code:sort:link', 'items.material']) {
    const { placement, unknown } = expandPlacement(item, 'column');
    expect(unknown).toEqual([]);
    expect(shortPlacement(placement, 'column')).toBe(item);
  }
  expect(expandPlacement('bizDate:datetimeRange', 'search').placement).toEqual({
    field: 'bizDate',
    kind: 'datetimeRange',
  });
  expect(shortPlacement({ field: 'bizDate', kind: 'datetimeRange' }, 'search')).toBe('bizDate:datetimeRange');
  expect(shortPlacement({ scan: true, field: 'nbr' }, 'search')).toBe('nbr:scan');
  expect(shortPlacement({ field: 'nbr', pin: 'right', as: 'tag' }, 'column')).toEqual({
    field: 'nbr',
    pin: 'right',
    as: 'tag',
  });
  expect(expandPlacement('code:pinned:big', 'column').unknown).toEqual(['pinned', 'big']);
});

it('short form and object form mean the same in every shipped document', () => {
  const items = [
    ...registry.files.objects.map(({ doc }) => doc),
    ...registry.files.blocks.map(({ doc }) => doc),
  ].flatMap((doc) => [
    ...(doc.list?.columns ?? []).map((item) => ['column', item] as const),
    ...(doc.list?.search ?? []).map((item) => ['search', item] as const),
  ]);
  expect(items.length).toBeGreaterThan(500);
  for (const [sort, item] of items) {
    const { placement, unknown } = expandPlacement(item, sort);
    expect(unknown).toEqual([]);
    const short = shortPlacement(placement, sort);
    expect(expandPlacement(short, sort).placement).toEqual(placement);
    // what is written is the shortest form already
    expect(short).toEqual(item);
  }
});

it('says a look that does not fit the field', () => {
  const wrong = (item: PlacementDoc): readonly string[] => {
    const column = placed(item);
    const field = object.fields[column.field ?? ''];
    return FEATURES.flatMap((feature) =>
      feature.used(column, field) ? (feature.check?.(column, field) ?? []).map((mistake) => mistake.code) : [],
    );
  };
  expect(wrong('code:progress')).toEqual(['expr.type']);
  expect(wrong('status:elapsed')).toEqual(['expr.type']);
  expect(wrong('steps:sort')).toEqual([]);
  expect(wrong({ field: 'x', of: 'rate' })).toEqual(['key.missing']);
});
