import { describe, expect, it } from 'vitest';
import type { ObjectDoc, PlacementDoc } from '../../schemas/language/document';
import { FEATURES } from '../../schemas/language/features/index';
import { wireColumn, wireColumns } from '../../schemas/language/features/wire';
import { resolveObject } from '../../schemas/language/resolve';
import { expandPlacement, shortPlacement } from '../../schemas/language/resolve/placement';
import type { Placement } from '../../schemas/language/resolved';

const doc: ObjectDoc = {
  $schema: 'object/1',
  object: 'gallery',
  title: '样例',
  label: 'code',
  fields: {
    code: { title: '编码', kind: 'input' },
    text: { title: '正文', kind: 'richText' },
    rate: { title: '进度', type: 'decimal', tip: '百分比', placeholder: '0' },
    status: { title: '状态', dict: 'd' },
    image: { title: '图', type: 'file', accept: 'image', card: true },
    pdf: { title: '图纸', type: 'file', accept: 'pdf' },
    other: { title: '附件', type: 'file' },
    owner: { title: '人', ref: 'user', required: true },
    at: { title: '时刻', type: 'datetime' },
    sec: { title: '秒', type: 'int' },
    steps: { title: '步骤', type: 'json' },
    done: { title: '完成', type: 'bool' },
  },
};
const object = resolveObject(doc, { blocks: new Map() });
/** for each feature a column that uses it, and what the specification gets of it */
const SAMPLES: { readonly [feature: string]: readonly [PlacementDoc, object] } = {
  width: [
    { field: 'code', width: 300 },
    { width: 300, minWidth: 80 },
  ],
  pin: ['code:pin', { fixed: 'left' }],
  sort: ['code:sort', { sortable: true }],
  align: ['rate', { align: 'right', headerAlign: 'right' }],
  overflow: [{ field: 'code', overflow: false }, { showoverflowtooltip: false }],
  required: ['owner', { required: true }],
  tip: ['rate', { showIcon: true, showTipContent: '百分比', tipContentWidth: 200 }],
  html: ['text', { isHtml: true }],
  progress: ['rate:progress', { isProgress: true }],
  process: ['steps:process', { isProcess: true }],
  scan: ['code:scan', { scanCode: true }],
  placeholder: ['rate', { placeholder: '0' }],
  file: ['image', { fileType: '1', 'list-type': 'picture-card' }],
  penetrate: ['owner', { penetrate: { page: 'user', type: 'detail', relIdField: 'owner' } }],
  group: [{ field: 'rate', group: '组' }, { group: '组' }],
  computed: [{ field: 'x', title: '数', of: 'rate * 2' }, { of: 'rate * 2' }],
  tag: ['status:tag', { as: 'tag', align: 'center', width: 90 }],
  look: ['code:link', { as: 'link' }],
  elapsed: ['at:elapsed', { as: 'elapsed' }],
  duration: ['sec:duration', { as: 'duration' }],
  inline: [{ field: 'code', inline: true }, { inline: true }],
  tone: [{ field: 'code', tone: { danger: 'rate > 5' } }, { tone: { danger: 'rate > 5' } }],
  text: [{ field: 'rate', text: '{rate}%' }, { text: '{rate}%' }],
  max: [{ field: 'rate', max: 10 }, { max: 10 }],
};
const placed = (item: PlacementDoc): Placement => {
  const made = resolveObject({ ...doc, list: { columns: [item] } }, { blocks: new Map() });
  return made.list.columns[0] as Placement;
};

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

it('says a look that does not fit the field', () => {
  const wrong = (item: PlacementDoc): readonly string[] => {
    const column = placed(item);
    const field = object.fields[column.field ?? ''];
    return FEATURES.flatMap((feature) =>
      feature.used(column, field) ? (feature.check?.(column, field) ?? []).map((one) => one.code) : [],
    );
  };
  expect(wrong('code:progress')).toEqual(['expr.type']);
  expect(wrong('status:elapsed')).toEqual(['expr.type']);
  expect(wrong('steps:sort')).toEqual([]);
  expect(wrong({ field: 'x', of: 'rate' })).toEqual(['key.missing']);
});
