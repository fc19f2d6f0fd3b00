/** The shipped documents with a few materials, suppliers and units at hand: what forms and saves of a purchase order need. */
import type { Env, Me } from '../../schemas/language/env';
import { type Model, modelOf } from '../../schemas/language/record/model';
import type { ServerFunctionType } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { buildRegistry } from '../../server/registry/registry';

const FUNCTIONS: readonly ServerFunctionType[] = [
  { name: 'unitFactor', args: ['ref', 'ref'], result: 'decimal' },
  { name: 'priceOf', args: ['ref', 'ref', 'decimal'], result: 'decimal' },
];

let registry: ReturnType<typeof buildRegistry> | undefined;
export const shipped = (): ReturnType<typeof buildRegistry> =>
  (registry ??= buildRegistry(undefined, { functions: FUNCTIONS }));
export const shippedModel = (object: string): Model => {
  const found = shipped().find(object);
  if (!found) throw new Error(`no object ${object}`);
  return modelOf(found, shipped().lib);
};

export const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const UNIT = { pcs: id(1), kg: id(2) };
export const MATERIAL = { seal: id(11), rod: id(12) };
export const SUPPLIER = { one: id(21), paused: id(22) };
export const ME: Me = {
  id: id(31),
  name: '采购员',
  employee: id(32),
  dept: id(33),
  depts: [id(33)],
  team: null,
  roles: ['buyer'],
  org: 'demo',
  super: false,
};

export const RECORDS: Readonly<Record<string, Readonly<Record<string, Rec>>>> = {
  unit: {
    [UNIT.pcs]: { code: 'pcs', name: '件', decimals: 0 },
    [UNIT.kg]: { code: 'kg', name: '千克', decimals: 3 },
  },
  material: {
    [MATERIAL.seal]: {
      code: 'SR-08',
      name: '密封圈',
      spec: 'φ8',
      unit: UNIT.pcs,
      taxRate: 13,
      traceMode: '1',
      shelfLifeDays: 0,
    },
    [MATERIAL.rod]: {
      code: 'LS-100',
      name: '圆钢',
      spec: '45#',
      unit: UNIT.kg,
      taxRate: 9,
      traceMode: '0',
      shelfLifeDays: 0,
    },
  },
  supplier: {
    [SUPPLIER.one]: {
      code: 'GYS0001',
      name: '苏州密封',
      contact: '王工',
      phone: '13800000000',
      currency: 'CNY',
      qualStatus: '1',
      overRate: 5,
      taxRate: 13,
    },
    [SUPPLIER.paused]: { code: 'GYS0002', name: '停用厂', qualStatus: '3', overRate: 0, currency: 'USD' },
  },
};

/** An environment that knows everything; `missing` answers undefined first, as a host that has to load. */
export function makeEnv(more: Partial<Env> & { readonly missing?: ReadonlySet<string> } = {}): Env {
  const { missing, ...rest } = more;
  return {
    now: '2026-01-15 08:00:00',
    me: ME,
    sys: (key) => shipped().settings.get(key)?.default ?? null,
    dict: (code) => shipped().dicts.get(code),
    can: () => true,
    hop: (object, key, field) => {
      if (missing?.has(`${object}.${field}`)) return undefined;
      return (RECORDS[object]?.[key]?.[field] as Value | readonly Row[] | undefined) ?? null;
    },
    label: (object, key) => String(RECORDS[object]?.[key]?.name ?? ''),
    query: () => null,
    call: (name, args) => {
      if (missing?.has(name)) return undefined;
      if (name === 'unitFactor') return 1;
      return name === 'priceOf' && args[1] === MATERIAL.seal ? 0.35 : null;
    },
    used: () => false,
    subtree: (_object, key) => [key],
    ancestors: (_object, key) => [key],
    ...rest,
  };
}

let last = 1000;
export const newId = (): string => id(++last);
