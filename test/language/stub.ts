/** A stub registry: just enough of the objects the worked examples of the reference refer to. */

import type { FiledDoc, Registry } from '../../schemas/language/check/index';
import type {
  DictionariesDoc,
  FieldDoc,
  Many,
  MenusDoc,
  ObjectDoc,
  SettingsDoc,
} from '../../schemas/language/document';
import { fixtureBlocks } from './documents';

const code: FieldDoc = { title: '编码', kind: 'input' };
const name: FieldDoc = { title: '名称', kind: 'input' };
const isDisabled: FieldDoc = { title: '状态', dict: 'isDisabled', readonly: true, default: '0' };
const stub = (object: string, fields: Many<FieldDoc>, rest: Partial<ObjectDoc> = {}): ObjectDoc => ({
  $schema: 'object/2',
  object,
  title: object,
  label: ['code', 'name'],
  fields: { code, name, isDisabled, ...fields },
  ...rest,
});
const ref = (target: string): FieldDoc => ({ title: target, ref: target });
const bool = (title: string): FieldDoc => ({ title, type: 'bool' });
const decimal = (title: string, more: FieldDoc = {}): FieldDoc => ({ title, type: 'decimal', ...more });
/** what a row keeps of the line it was made from */
const links: Many<FieldDoc> = {
  srcType: { title: '来源单据', kind: 'input', readonly: true },
  srcId: { title: '来源', type: 'id', readonly: true },
  srcRowId: { title: '来源行', type: 'id', readonly: true },
};

export const stubObjects: readonly ObjectDoc[] = [
  stub('user', {}),
  stub('employee', {}),
  stub('dept', {}),
  stub('unit', { decimals: { title: '小数位', type: 'int' } }),
  stub('supportInfor', { kind: ref('supportKind') }),
  stub('supportKind', {}),
  stub('prdOrder', {}),
  stub('checkScheme', { docStatus: { title: '状态', dict: 'equipmentStatus' } }),
  stub('factoryUnit', { dept: ref('dept') }),
  stub('warehouse', { kind: { title: '类型', dict: 'warehouseKind' } }),
  stub(
    'supplier',
    {
      level: { title: '等级', dict: 'level' },
      buyer: ref('employee'),
      contact: { title: '联系人', kind: 'input' },
      currency: { title: '币种', dict: 'currency' },
      payTerm: ref('supportInfor'),
      kinds: { title: '类型', kind: 'multipleCheck', dict: 'supplierKind' },
      qualStatus: { title: '资质', dict: 'qualStatus' },
      overRate: decimal('允许超收'),
      iqcExempt: bool('免检'),
      materials: { title: '物料', kind: 'tabTable', fields: { material: ref('material'), iqcExempt: bool('免检') } },
    },
    { route: '/factoryModel/supplier/list', actions: { add: {}, view: {}, edit: {} } },
  ),
  stub('material', {
    spec: { title: '规格', kind: 'input' },
    unit: ref('unit'),
    stockQty: decimal('库存'),
    taxRate: decimal('税率'),
    iqcFlag: bool('来料检验'),
    refPrice: decimal('参考价', { grant: 'price' }),
    units: { title: '单位', kind: 'tabTable', fields: { unit: ref('unit'), factor: decimal('系数') } },
  }),
  stub('purchaseIn', {
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: { ...links, material: ref('material'), qty: decimal('数量') },
    },
  }),
  stub('pushTarget', { items: { title: '明细', kind: 'tabTable', fields: { ...links, name, qty: decimal('数量') } } }),
  stub('pointMap', { equipment: ref('equipment') }),
];
const dicts: DictionariesDoc = {
  $schema: 'dictionaries/1',
  area: 'stub',
  dicts: Object.fromEntries(
    Object.entries({
      isDisabled: '0 1',
      auditStatus: '1 2 3',
      flowStatus: '30 60 70 80 90',
      level: '1 2 3',
      docStatus: '10 20 60 80 90',
      purchaseOrderStatus: '10 20 60 80 90',
      purchaseOrderType: '1 2 3',
      currency: 'CNY USD',
      region: '31 32',
      warehouseKind: '1 2 5',
      supplierKind: '1 2',
      qualStatus: '1 2 3',
      devKind: '1 2',
      equipmentStatus: '10 40 60 90',
      runState: '1 2 3 4',
    }).map(([dict, codes]) => [
      dict,
      { title: dict, items: codes.split(' ').map((part) => ({ code: part, title: `值${part}` })) },
    ]),
  ),
};
const settings: SettingsDoc = {
  $schema: 'settings/1',
  group: 'document',
  title: '单据',
  each: 'document',
  keys: { 'audit.mode': { title: '审核方式', dict: 'level' } },
};
const menus: MenusDoc = {
  $schema: 'menus/1',
  area: 'stub',
  title: '桩',
  items: { supplier: { title: '供应商', page: 'supplier' } },
};

/** Base documents every fixture is linted among. */
export const stubDocs = (): readonly FiledDoc[] => [
  ...[...fixtureBlocks().values()].map((doc) => ({ path: `blocks/${doc.block}.json`, doc })),
  ...stubObjects.map((doc) => ({ path: `objects/stub/${doc.object}.json`, doc })),
  { path: 'dictionaries/stub.json', doc: dicts },
  { path: 'settings/document.json', doc: settings },
  { path: 'menus/stub.json', doc: menus },
];
export const stubRegistry: Registry = {
  services: new Set(['price.last', 'stock.available']),
  pages: new Set(['purchasePrice', 'deviceOee']),
  prints: new Set(['equipmentLabel']),
  moduleActions: (object) => (object === 'withModule' ? ['hidden'] : undefined),
};
