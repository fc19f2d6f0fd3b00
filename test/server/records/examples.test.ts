/** Every example of every shipped document holds; and an example that does not is told by its address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import { failedExamples } from '../../../server/records/examples';
import { getPageList } from '../../../server/records/list/list';
import { openWorld, type World } from '../../support/writes';

const JAR: AnyDoc = {
  $schema: 'object/2',
  object: 'jar',
  title: '罐',
  label: 'name',
  route: '/jar/list',
  fields: {
    name: { title: '名称', kind: 'input', required: true },
    supplier: { title: '供应商', ref: 'supplier' },
    who: { title: '供应商名称', kind: 'input', formula: 'supplier.name' },
    qty: { title: '数量', type: 'decimal' },
    twice: { title: '两倍', type: 'decimal', scale: 0, formula: 'qty * 2' },
    rows: { title: '明细', kind: 'tabTable', fields: { n: { title: '次', type: 'int' } } },
  },
  list: { columns: ['name', { field: 'said', title: '说明', text: '{name}有{qty}件' }] },
  checks: { few: { that: 'qty <= 100', at: 'qty', say: '数量不能超过100' } },
  actions: {
    add: {},
    edit: {},
    all: { title: '全部加一', in: 'rows', at: ['detail'], when: 'n < 5', set: { n: '=n + 1' } },
    fill: {
      title: '加',
      ask: { more: { title: '多少', type: 'decimal', required: true } },
      checks: { room: { that: 'qty + ask.more <= 100', say: '装不下' } },
      set: { qty: '=qty + ask.more' },
    },
  },
  examples: {
    whole: {
      given: { name: '甲', qty: 1, rows: [{ n: 1 }, { n: 7 }, { n: 2 }] },
      do: [['all']],
      expect: { rows: [{ n: 2 }, { n: 7 }, { n: 3 }] },
    },
    nothing: { given: { name: '甲', qty: 1, rows: [{ n: 7 }] }, do: [['all']], refuse: '当前状态不能全部加一' },
    empty: { given: { name: '甲', qty: 1 }, do: [['all']], refuse: '当前状态不能全部加一' },
    right: { given: { qty: 3, rows: [{ n: 1 }] }, expect: { twice: 6, rows: [{ n: 1 }] } },
    wrong: { given: { qty: 3 }, expect: { twice: 7 } },
    refused: { given: { name: 'a', qty: 101 }, refuse: '数量不能超过100' },
    passes: { given: { name: 'a', qty: 1 }, refuse: '数量不能超过100' },
    steps: {
      given: { name: '甲', supplier: 'GYS0001', qty: 1 },
      do: [
        ['fill', { more: 2 }],
        ['fill', { more: 4 }],
      ],
      expect: [{ qty: 3 }, { qty: 7, twice: 14 }],
    },
    over: { given: { name: '甲', qty: 99 }, do: [['fill', { more: 2 }]], refuse: '装不下' },
    brought: {
      with: [{ $in: 'supplier', code: 'GYS0999', name: '只在示例里' }],
      given: { name: '甲', supplier: '只在示例里', qty: 1 },
      do: [['fill', { more: 1 }]],
      expect: { who: '只在示例里' },
    },
    unasked: { given: { name: '甲', qty: 1 }, do: [['fill']], expect: { qty: 1 } },
  },
} as unknown as AnyDoc;

let world: World;
beforeAll(async () => {
  world = await openWorld({ documents: [JAR] });
});
afterAll(() => world.close());

describe('examples', () => {
  it('of the shipped documents hold', async () => {
    let count = 0;
    for (const { doc } of world.registry.files.objects) {
      if (doc.object === 'jar' || doc.examples === undefined) continue;
      count += Object.keys(doc.examples).length;
      expect(await failedExamples(world.admin, world.registry.find(doc.object)!, doc.examples)).toEqual([]);
    }
    expect(count).toBeGreaterThan(0);
  });
  it('that do not hold are told, those that do leave nothing behind', async () => {
    const jar = world.registry.find('jar')!;
    const failed = await failedExamples(world.admin, jar, (JAR as ObjectDoc).examples ?? {});
    expect(failed).toEqual([
      'jar.examples.wrong：两倍期望7，实际6',
      'jar.examples.passes：期望拒绝「数量不能超过100」，实际通过',
      'jar.examples.unasked：期望通过，实际请填写多少',
    ]);
    expect(await world.count('jar')).toBe(0);
    expect(await world.admin.records.find('supplier', "code == 'GYS0999'")).toEqual([]);
  });
});

it('a column of a template only is that of every row', async () => {
  await world.save('jar', { name: '乙', qty: 5 });
  const { records } = await getPageList(world.admin, world.registry.page('jar')!, {});
  expect(records.map(({ said }) => said)).toEqual(['乙有5件']);
});
