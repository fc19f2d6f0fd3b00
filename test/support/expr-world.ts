/** Three objects with every type of field, random records of them, and a generator of well-typed expressions over them. */

import type { FieldDoc, ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import type { ResolvedDict, ResolvedObject, TypeLib } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';

const define = (object: string, doc: Partial<ObjectDoc>): ResolvedObject => {
  const titled = (fields: Readonly<Record<string, FieldDoc>>): Record<string, FieldDoc> =>
    Object.fromEntries(
      Object.entries(fields).map(([code, field]) => [
        code,
        { title: code, ...field, ...(field.fields ? { fields: titled(field.fields) } : {}) },
      ]),
    );
  return resolveObject(
    { $schema: 'object/2', object, title: object, ...doc, fields: titled(doc.fields ?? {}) },
    { blocks: new Map() },
  );
};
export const PARTNER: ResolvedObject = define('partner', {
  label: ['code', 'name'],
  fields: {
    code: {},
    name: {},
    rate: { type: 'decimal' },
    level: { type: 'int' },
    open: { type: 'bool' },
    since: { type: 'date' },
    met: { type: 'datetime' },
    kind: { dict: 'grade', type: 'dict' },
    notes: { kind: 'tabTable', type: 'rows', fields: { amount: { type: 'decimal' }, word: {}, on: { type: 'date' } } },
  },
});
export const ORDER: ResolvedObject = define('order', {
  label: ['code'],
  tree: 'parent',
  fields: {
    code: {},
    note: {},
    n1: { type: 'decimal' },
    n2: { type: 'decimal' },
    k: { type: 'int' },
    flag: { type: 'bool' },
    state: { dict: 'grade', type: 'dict' },
    day: { type: 'date' },
    at: { type: 'datetime' },
    clock: { type: 'time', kind: 'time' },
    span: { kind: 'datetimeRange', type: 'range' },
    partner: { ref: 'partner', type: 'ref' },
    parent: { ref: 'order', type: 'ref' },
    tags: { kind: 'multipleCheck', dict: 'tag', type: 'dict' },
    mates: { kind: 'commonMultipleCheck', ref: 'partner', type: 'ref' },
    live: {
      type: 'decimal',
      scale: 2,
      formula: 'sum(items.qty) * k + coalesce(partner.rate, 0) / 3 + year(today())',
    },
    items: {
      kind: 'tabTable',
      type: 'rows',
      fields: {
        qty: { type: 'decimal' },
        price: { type: 'decimal' },
        n: { type: 'int' },
        word: {},
        part: { ref: 'partner', type: 'ref' },
        on: { type: 'date' },
        ok: { type: 'bool' },
        grade: { dict: 'grade', type: 'dict' },
      },
    },
  },
});
export const WORLD: readonly ResolvedObject[] = [PARTNER, ORDER];

const dictOf = (code: string, items: readonly (readonly [string, string])[]): ResolvedDict => ({
  code,
  title: code,
  version: '1',
  items: items.map(([item, title]) => ({ code: item, title })),
});
export const WORLD_DICTS: ReadonlyMap<string, ResolvedDict> = new Map([
  [
    'grade',
    dictOf('grade', [
      ['10', '新'],
      ['20', '旧'],
      ['x', '其他'],
    ]),
  ],
  [
    'tag',
    dictOf('tag', [
      ['a', '甲'],
      ['b', '乙'],
      ['c', '丙'],
    ]),
  ],
]);
export const WORLD_LIB: TypeLib = {
  object: (code) => {
    const object = WORLD.find((object) => object.object === code);
    return object === undefined ? undefined : toObjectType(object);
  },
  dict: (code) => WORLD_DICTS.get(code),
  setting: () => undefined,
};

export type Next = () => number;
export const pick = <T>(next: Next, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const maybe = <T>(next: Next, make: () => T): T | null => (next() < 0.2 ? null : make());

export const DECIMALS = [
  0, 1, -1, 0.5, -0.5, 2.5, 1.005, -2.675, 0.1, 0.2, 0.3333, 88.4956, 1e-8, 99999999.9999, -123456.78, 7, 1000000,
  33.335,
];
export const INTS = [0, 1, -1, 2, 3, 7, 10, -5, 100, 999999];
export const TEXTS = ['a', 'A', 'Ab', 'abc', '中文', 'x y', ' pad ', "it's", '😀z', 'É', '10', '%_', 'aBCabc'];
export const DATES = [
  '2026-01-01',
  '2026-01-15',
  '2026-01-31',
  '2025-12-31',
  '2024-02-29',
  '2026-02-28',
  '2026-03-31',
  '1999-07-04',
];
const TIMES = ['00:00:00', '08:30:00', '23:59:59'];
export const MOMENTS = DATES.flatMap((date) => TIMES.map((time) => `${date} ${time}`));
const GRADES = ['10', '20', 'x'];
const uuid = (kind: number, n: number): string => `0190000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const partnerId = (n: number): string => uuid(1, n);
export const orderId = (n: number): string => uuid(2, n);

/** Records of the world; deleted ones have isDeleted 1. */
export function randomRecords(
  next: Next,
  partners: number,
  orders: number,
): { readonly partner: readonly Rec[]; readonly order: readonly Rec[] } {
  const partnerRef = (): Value => maybe(next, () => partnerId(Math.floor(next() * partners)));
  const base = (id: string, n: number): Rec => ({
    id,
    version: 1,
    createdAt: `2026-01-0${1 + (n % 9)} 10:00:${String(n % 60).padStart(2, '0')}`,
    isDeleted: next() < 0.15 ? 1 : 0,
  });
  const partner = Array.from({ length: partners }, (_, n): Rec => {
    const id = partnerId(n);
    return {
      ...base(id, n),
      code: `P${n}`,
      name: maybe(next, () => pick(next, TEXTS)),
      rate: maybe(next, () => pick(next, DECIMALS)),
      level: maybe(next, () => pick(next, INTS)),
      open: next() < 0.5,
      since: maybe(next, () => pick(next, DATES)),
      met: maybe(next, () => pick(next, MOMENTS)),
      kind: maybe(next, () => pick(next, GRADES)),
      notes: Array.from(
        { length: Math.floor(next() * 4) },
        (_row, i): Row => ({
          id: uuid(3, n * 10 + i),
          lineNo: (i + 1) * 10,
          amount: maybe(next, () => pick(next, DECIMALS)),
          word: maybe(next, () => pick(next, TEXTS)),
          on: maybe(next, () => pick(next, DATES)),
        }),
      ),
    };
  });
  const order = Array.from({ length: orders }, (_, n): Rec => {
    const from = maybe(next, () => pick(next, MOMENTS));
    const to = maybe(next, () => pick(next, MOMENTS));
    return {
      ...base(orderId(n), n),
      code: `O${n}`,
      note: maybe(next, () => pick(next, TEXTS)),
      n1: maybe(next, () => pick(next, DECIMALS)),
      n2: maybe(next, () => pick(next, DECIMALS)),
      k: maybe(next, () => pick(next, INTS)),
      flag: next() < 0.5,
      state: maybe(next, () => pick(next, GRADES)),
      day: maybe(next, () => pick(next, DATES)),
      at: maybe(next, () => pick(next, MOMENTS)),
      clock: maybe(next, () => pick(next, TIMES)),
      span: from === null && to === null ? null : [from, to],
      partner: partnerRef(),
      parent: n > 0 && next() < 0.6 ? orderId(Math.floor(next() * n)) : null,
      tags: ['a', 'b', 'c'].filter(() => next() < 0.4),
      mates: Array.from({ length: partners }, (_mate, i) => partnerId(i)).filter(() => next() < 0.3),
      items: Array.from(
        { length: Math.floor(next() * 4) },
        (_row, i): Row => ({
          id: uuid(4, n * 10 + i),
          lineNo: (i + 1) * 10,
          qty: maybe(next, () => pick(next, DECIMALS)),
          price: maybe(next, () => pick(next, DECIMALS)),
          n: maybe(next, () => pick(next, INTS)),
          word: maybe(next, () => pick(next, TEXTS)),
          part: partnerRef(),
          on: maybe(next, () => pick(next, DATES)),
          ok: next() < 0.5,
          grade: maybe(next, () => pick(next, GRADES)),
        }),
      ),
    };
  });
  return { partner, order };
}
