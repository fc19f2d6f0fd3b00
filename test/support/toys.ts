/** A small factory of toys: one field of each kind, a reference, a tree and rows, with a few records. */
import type { AnyDoc } from '../../schemas/language/document';
import { newId } from '../../server/ids';
import type { Factory } from './records';

export const TOYS: readonly AnyDoc[] = [
  {
    $schema: 'dictionaries/1',
    area: 'test',
    dicts: {
      toyKind: {
        title: '种类',
        items: [
          { code: '1', title: '木' },
          { code: '2', title: '铁' },
        ],
      },
      toyTag: {
        title: '标记',
        items: [
          { code: 'a', title: '甲' },
          { code: 'b', title: '乙' },
        ],
      },
    },
  },
  {
    $schema: 'object/2',
    object: 'maker',
    title: '厂家',
    label: ['code', 'name'],
    route: '/toy/maker',
    fields: {
      code: { title: '编码', kind: 'input' },
      name: { title: '名称', kind: 'input' },
      region: { title: '地区', kind: 'input' },
    },
    actions: { view: {} },
  },
  {
    $schema: 'object/2',
    object: 'shelf',
    title: '货架',
    label: 'name',
    tree: 'parent',
    fields: { name: { title: '名称', kind: 'input' }, parent: { title: '上级', kind: 'tree', ref: 'self' } },
    actions: { view: {} },
  },
  {
    $schema: 'object/2',
    object: 'toy',
    title: '玩具',
    label: 'code',
    route: '/toy/list',
    fields: {
      code: { title: '编码', kind: 'input' },
      name: { title: '名称', kind: 'input' },
      kind: { title: '种类', dict: 'toyKind' },
      tags: { title: '标记', kind: 'multipleCheck', dict: 'toyTag' },
      maker: { title: '厂家', ref: 'maker' },
      makers: { title: '合作厂家', kind: 'commonMultipleCheck', ref: 'maker' },
      shelf: { title: '货架', kind: 'tree', ref: 'shelf' },
      qty: { title: '数量', type: 'decimal' },
      count: { title: '件数', type: 'int' },
      made: { title: '生产日', kind: 'date' },
      seen: { title: '巡检', type: 'datetime' },
      span: { title: '档期', kind: 'datetimeRange' },
      area: { title: '产地', kind: 'cascader', dict: 'region' },
      open: { title: '开启', type: 'bool' },
      price: { title: '单价', type: 'decimal', grant: 'price' },
      days: { title: '天数', kind: 'multiDate' },
      photo: { title: '照片', type: 'file' },
      pin: { title: '口令', kind: 'input', secret: true },
      late: { title: '过期', type: 'bool', formula: 'made < today()' },
      parts: {
        title: '部件',
        kind: 'tabTable',
        fields: { maker: { title: '厂家', ref: 'maker' }, size: { title: '尺寸', type: 'decimal' } },
      },
    },
    list: {
      search: [
        'code',
        { fields: ['code', 'name'], title: '编码名称' },
        'kind',
        'tags',
        'maker',
        'makers',
        'shelf',
        'qty',
        'count',
        'made',
        'seen',
        'span',
        'area',
        'open',
        'days',
        'photo',
        'parts.maker',
        'maker.region',
        { param: 'before', title: '早于', kind: 'date', where: 'made < param.before' },
      ],
      schemes: {
        big: { title: '大量', where: 'qty > 10', sort: '-qty' },
        mine: { title: '我的', where: 'createdBy == me.id' },
      },
      columns: [
        'code:sort',
        'name',
        'kind:tag',
        'tags',
        'maker:sort',
        'makers',
        'maker.region',
        'shelf',
        'qty:sort',
        'made:sort',
        'price:sort',
        'late',
        'span',
        'photo',
        'pin',
        'parts.maker',
        { field: 'siblings', title: '同厂', of: 'count(toy, maker == row.maker)' },
        { field: 'double', title: '两倍', of: 'qty * 2' },
        { field: 'line', title: '一句', text: '{code} {maker.name} {count(parts)}' },
        { field: 'worth', title: '估值', service: 'toy.worth', with: { code: '=code', qty: '=qty' } },
      ],
      sort: 'code',
      summary: { qty: 'sum', price: 'sum', mean: 'pct(sum(qty), count())' },
      tree: { of: 'shelf', field: 'shelf' },
      disable: 'open',
    },
    actions: {
      add: {},
      view: {},
      edit: {},
      export: {},
      grow: { title: '增', when: 'qty < 10', at: ['row'] },
      sell: { title: '卖', when: "maker.region == '东'", at: ['row', 'bulk'] },
    },
  } as AnyDoc,
];

export const ids = { east: newId(), west: newId(), top: newId(), low: newId(), me: newId() };
export const toys = ['A1', 'A2', 'B1', 'B2'].map((code) => ({ code, id: newId() }));

export const seedToys = async (factory: Factory): Promise<void> => {
  await factory.insert('maker', [
    { id: ids.east, code: 'M1', name: '东厂', region: '东' },
    { id: ids.west, code: 'M2', name: '西厂', region: '西' },
  ]);
  await factory.insert('shelf', [
    { id: ids.top, name: '上层' },
    { id: ids.low, name: '下层', parent_id: ids.top },
  ]);
  const [a1, a2, b1, b2] = toys.map(({ id }) => id);
  await factory.insert('toy', [
    {
      id: a1,
      code: 'A1',
      name: '木马 100%',
      kind: '1',
      tags: ['a'],
      maker_id: ids.east,
      makers: [ids.east, ids.west],
      shelf_id: ids.low,
      qty: '5.5',
      count: 3,
      made: '2026-01-10',
      seen: '2026-01-10 09:00:00',
      span_from: '2026-01-01 00:00:00',
      span_to: '2026-01-05 00:00:00',
      area: '110000/110100',
      open: true,
      price: '12.5',
      days: ['2026-01-01', '2026-01-03'],
      photo: [newId()],
      pin: 'x',
      created_by_id: ids.me,
    },
    {
      id: a2,
      code: 'A2',
      name: '铁皮青蛙',
      kind: '2',
      tags: ['a', 'b'],
      maker_id: ids.west,
      shelf_id: ids.top,
      qty: '20',
      count: 7,
      made: '2026-02-01',
      seen: '2026-01-15 23:59:59',
      price: '7.25',
    },
    { id: b1, code: 'B1', name: 'Robot', kind: '2', maker_id: ids.east, qty: '0.12345', area: '120000/120100' },
    { id: b2, code: 'B2', name: null },
  ]);
  await factory.insert('toy', [{ id: newId(), code: 'Z9', name: '已删', qty: '1000', is_deleted: 1 }]);
  await factory.insert('toy_parts', [
    { id: newId(), head_id: a1, line_no: 10, maker_id: ids.west, size: '3' },
    { id: newId(), head_id: a1, line_no: 20, maker_id: ids.east, size: '4' },
  ]);
};
