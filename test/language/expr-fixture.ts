/** A small world for expression tests: the purchase order of language §14.1 with what it refers to. */
import type { Env, Scope } from '../../schemas/language/env';
import { type Bound, bindExpr, type Ty, type TypeEnv } from '../../schemas/language/expr/check';
import { evaluate } from '../../schemas/language/expr/evaluate';
import type { FieldType, ObjectType, ResolvedDict, TypeLib } from '../../schemas/language/resolved';
import type { Rec, Value } from '../../schemas/language/value';

export type Short = Partial<FieldType> | FieldType['type'];
export function fields(map: Record<string, Short>): Record<string, FieldType> {
  return Object.fromEntries(
    Object.entries(map).map(([code, short]) => {
      const given: Partial<FieldType> = typeof short === 'string' ? { type: short } : short;
      return [code, { code, title: given.title ?? code, kind: 'default', type: 'text', ...given } as FieldType];
    }),
  );
}
export const object = (code: string, map: Record<string, Short>, more: Partial<ObjectType> = {}): ObjectType => ({
  object: code,
  title: code,
  label: ['code', 'name'],
  fields: fields(map),
  ...more,
});
export const dict = (code: string, items: Record<string, string>): ResolvedDict => ({
  code,
  title: code,
  version: '1',
  items: Object.entries(items).map(([key, title]) => ({ code: key, title })),
});
const ref = (to: string, more: Partial<FieldType> = {}): Short => ({ type: 'ref', ref: to, ...more });
const dicted = (code: string, more: Partial<FieldType> = {}): Short => ({ type: 'dict', dict: code, ...more });

const ROWS = fields({
  material: ref('material'),
  materialName: 'text',
  attrKey: 'text',
  unit: ref('unit'),
  qty: 'decimal',
  baseQty: 'decimal',
  price: 'decimal',
  lastPrice: 'decimal',
  amount: { type: 'decimal', scale: 2 },
  needDate: 'date',
  overRate: 'decimal',
  underRate: 'decimal',
  exempt: 'bool',
  receivedQty: 'decimal',
  returnQty: 'decimal',
  refundQty: 'decimal',
  openQty: 'decimal',
  srcId: 'id',
  lot: 'int',
  from: 'date',
  to: 'date',
});
export const purchaseOrder = object('purchaseOrder', {
  nbr: { type: 'text', title: '单号' },
  bizDate: 'date',
  orderDate: 'date',
  needBy: { type: 'date', title: '最迟到货' },
  dept: ref('dept'),
  handler: ref('employee'),
  supplier: { ...(ref('supplier') as object), title: '供应商' },
  warehouse: ref('warehouse'),
  buyer: ref('employee'),
  orderType: dicted('purchaseOrderType'),
  docStatus: dicted('purchaseOrderStatus', { title: '状态' }),
  auditStatus: dicted('auditStatus'),
  createdBy: ref('user'),
  receivedRate: { type: 'decimal', scale: 2 },
  received: 'decimal',
  total: { type: 'decimal', scale: 2 },
  remark: 'text',
  urgent: 'bool',
  tags: dicted('tag', { many: true }),
  span: { type: 'range', kind: 'datetimeRange' },
  reportAt: 'datetime',
  at: 'time',
  count: 'int',
  files: { type: 'file', many: true },
  'ext.weight': 'decimal',
  items: { type: 'rows', kind: 'tabTable', sub: ROWS },
});
const purchaseIn = object('purchaseIn', {
  nbr: 'text',
  srcNbr: 'text',
  qty: 'decimal',
  bizDate: 'date',
  items: { type: 'rows', kind: 'tabTable', sub: fields({ material: ref('material'), srcId: 'id', qty: 'decimal' }) },
});
const supplier = object('supplier', {
  code: 'text',
  name: { type: 'text', title: '名称' },
  region: 'text',
  qualStatus: dicted('qualStatus'),
  overRate: 'decimal',
  iqcExempt: 'bool',
  kinds: dicted('supplierKind', { many: true }),
  isDisabled: dicted('yesNo'),
  materials: {
    type: 'rows',
    kind: 'tabTable',
    sub: fields({ material: ref('material'), iqcExempt: 'bool', price: 'decimal' }),
  },
});
const material = object('material', {
  code: 'text',
  name: 'text',
  spec: 'text',
  iqcFlag: 'bool',
  unit: ref('unit'),
  weight: 'decimal',
  units: { type: 'rows', kind: 'tabTable', sub: fields({ unit: ref('unit'), factor: 'decimal' }) },
});
const unit = object('unit', { code: 'text', name: 'text', decimals: 'int', isDisabled: dicted('yesNo') });
const devCategory = object(
  'devCategory',
  {
    code: 'text',
    name: 'text',
    parent: ref('devCategory'),
    lifeYears: { type: 'int', inherit: 'parent' },
    stdCycleSec: { type: 'decimal', inherit: 'parent' },
    needsLock: { type: 'bool', inherit: 'parent' },
  },
  { tree: 'parent' },
);
const equipment = object('equipment', {
  code: 'text',
  name: 'text',
  devCategory: ref('devCategory'),
  ratedSec: { type: 'decimal', inherit: 'devCategory.stdCycleSec' },
  isIot: 'bool',
});
const warehouse = object('warehouse', {
  code: 'text',
  name: 'text',
  kind: dicted('warehouseKind'),
  keepers: { type: 'ref', ref: 'employee', many: true },
  dept: ref('dept'),
});
export const OBJECTS: Readonly<Record<string, ObjectType>> = {
  purchaseOrder,
  purchaseIn,
  supplier,
  material,
  unit,
  devCategory,
  equipment,
  warehouse,
  dept: object('dept', { code: 'text', name: 'text', parent: ref('dept') }, { tree: 'parent' }),
  employee: object('employee', { code: 'text', name: 'text', dept: ref('dept') }),
  user: object('user', { loginName: 'text', name: 'text', isDisabled: dicted('yesNo') }, { label: ['name'] }),
  team: object('team', { code: 'text', name: 'text' }),
};
export const DICTS: Readonly<Record<string, ResolvedDict>> = {
  purchaseOrderType: dict('purchaseOrderType', { 1: '普通', 2: '加急', 3: '样品' }),
  purchaseOrderStatus: dict('purchaseOrderStatus', {
    10: '待到货',
    20: '部分入库',
    60: '入库完成',
    80: '已关闭',
    90: '已作废',
  }),
  auditStatus: dict('auditStatus', { 1: '待审核', 2: '已审核', 3: '已驳回' }),
  qualStatus: dict('qualStatus', { 1: '合格', 2: '观察', 3: '暂停' }),
  supplierKind: dict('supplierKind', { 1: '物料', 2: '外协' }),
  warehouseKind: dict('warehouseKind', { 1: '原料', 5: '辅料' }),
  yesNo: dict('yesNo', { 0: '否', 1: '是' }),
  tag: dict('tag', { a: '甲', b: '乙', c: '丙' }),
};
export const LIB: TypeLib = {
  object: (code) => (Object.hasOwn(OBJECTS, code) ? OBJECTS[code] : undefined),
  dict: (code) => (Object.hasOwn(DICTS, code) ? DICTS[code] : undefined),
  setting: (key) =>
    key === 'prd.overRate'
      ? ({ code: key, title: '超报', kind: 'default', type: 'decimal' } as FieldType)
      : key === 'audit.self'
        ? ({ code: key, title: '自审', kind: 'default', type: 'bool' } as FieldType)
        : undefined,
  serverFunction: (name) =>
    name === 'priceOf'
      ? { name, args: ['ref', 'ref', 'decimal'], result: 'decimal' }
      : name === 'unitFactor'
        ? { name, args: ['ref', 'ref'], result: 'decimal', live: true }
        : undefined,
  named: (code) => (code === 'gross' ? 'sum(items.amount) * 1.13' : code === 'loop' ? "named('loop')" : undefined),
};

export const RECORDS: Readonly<Record<string, Readonly<Record<string, Rec>>>> = {
  supplier: {
    s1: {
      code: 'GYS1',
      name: '华东铸造',
      region: '310000',
      qualStatus: '1',
      overRate: 5,
      iqcExempt: false,
      kinds: ['1'],
      isDisabled: '0',
      materials: [
        { id: 'sm1', material: 'm1', iqcExempt: true, price: 3 },
        { id: 'sm2', material: 'm2', iqcExempt: false, price: 4 },
      ],
    },
  },
  material: {
    m1: {
      code: 'SR-08',
      name: '螺杆',
      iqcFlag: true,
      unit: 'u1',
      weight: 1.25,
      units: [{ id: 'mu1', unit: 'u2', factor: 12 }],
    },
    m2: { code: 'LS-100', name: '螺丝', iqcFlag: false, unit: 'u1', weight: 0.5, units: [] },
  },
  unit: { u1: { code: 'pcs', name: '件', decimals: 0 }, u2: { code: 'box', name: '箱', decimals: 2 } },
  devCategory: {
    d1: { code: 'A', stdCycleSec: 12, lifeYears: 10, parent: null, needsLock: true },
    d2: { code: 'B', stdCycleSec: null, lifeYears: null, parent: 'd1', needsLock: null },
    d3: { code: 'C', parent: 'd3' },
  },
  warehouse: { w1: { code: 'W1', kind: '1', keepers: ['e1', 'e2'], dept: 'p1' } },
  employee: { e1: { code: 'E1', name: '张三', dept: 'p1' } },
};
const LABELS: Readonly<Record<string, string>> = { s1: 'GYS1 华东铸造', m1: 'SR-08 螺杆', e1: 'E1 张三' };

/** A host over the records above; queries and calls are answered by the given functions. */
export function envOf(more: Partial<Env> = {}): Env {
  return {
    now: '2026-01-15 10:30:00',
    me: {
      id: 'x1',
      name: '张三',
      employee: 'e1',
      dept: 'p1',
      depts: ['p1', 'p2'],
      team: null,
      roles: ['buyer'],
      org: 'o1',
      super: false,
    },
    sys: (key) => (key === 'prd.overRate' ? 2.5 : key === 'audit.self'),
    dict: (code) => (Object.hasOwn(DICTS, code) ? DICTS[code] : undefined),
    can: (right) => right === 'purchaseOrder:audit',
    hop: (of, id, field) => RECORDS[of]?.[id]?.[field] as Value | undefined,
    label: (_object, id) => LABELS[id],
    query: () => undefined,
    call: () => undefined,
    subtree: (_object, id) => (id === 'd1' ? ['d1', 'd2'] : [id]),
    ancestors: (_object, id) => (id === 'd2' ? ['d2', 'd1'] : [id]),
    ...more,
  };
}

export const TYPES: TypeEnv = { lib: LIB, object: purchaseOrder };
export const ROW_TYPES: TypeEnv = { ...TYPES, sub: 'items' };

/** Binds or throws the problems: for tests that are about values. */
export function bound(text: string, types: TypeEnv = TYPES, want?: Ty): Bound {
  const result = bindExpr(text, types, want);
  if (Array.isArray(result))
    throw new Error(`${text}: ${result.map((problem) => `${problem.code} ${problem.text}`).join('; ')}`);
  return result;
}
export const problemsOf = (text: string, types: TypeEnv = TYPES, want?: Ty): readonly string[] => {
  const result = bindExpr(text, types, want);
  return Array.isArray(result) ? result.map((problem) => `${problem.code} ${problem.text}`) : [];
};
export function calc(text: string, doc: Rec = {}, more: Partial<Scope> = {}, types: TypeEnv = TYPES): Value {
  return evaluate(bound(text, types), { env: envOf(), self: doc, doc, ...more });
}
/** numbers that differ from run to run by a seed only (mulberry32) */
export function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
