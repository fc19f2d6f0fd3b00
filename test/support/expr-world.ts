/** Three objects with every type of field, random records of them, and a generator of well-typed expressions over them. */

import type { FieldDoc, ObjectDoc } from '../../schemas/language/document';
import { resolveObject, toObjectType } from '../../schemas/language/resolve';
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
    { $schema: 'object/1', object, title: object, ...doc, fields: titled(doc.fields ?? {}) },
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
    const object = WORLD.find((one) => one.object === code);
    return object === undefined ? undefined : toObjectType(object);
  },
  dict: (code) => WORLD_DICTS.get(code),
  setting: () => undefined,
};

type Next = () => number;
const pick = <T>(next: Next, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const maybe = <T>(next: Next, make: () => T): T | null => (next() < 0.2 ? null : make());

const DECIMALS = [
  0, 1, -1, 0.5, -0.5, 2.5, 1.005, -2.675, 0.1, 0.2, 0.3333, 88.4956, 1e-8, 99999999.9999, -123456.78, 7, 1000000,
  33.335,
];
const INTS = [0, 1, -1, 2, 3, 7, 10, -5, 100, 999999];
const TEXTS = ['a', 'A', 'Ab', 'abc', '中文', 'x y', ' pad ', "it's", '😀z', 'É', '10', '%_', 'aBCabc'];
const DATES = [
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
const MOMENTS = DATES.flatMap((date) => TIMES.map((time) => `${date} ${time}`));
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

type T =
  | 'num'
  | 'int'
  | 'text'
  | 'bool'
  | 'date'
  | 'datetime'
  | 'time'
  | 'grade'
  | 'partner'
  | 'order'
  | 'tags'
  | 'mates'
  | 'span';
type Fields = Readonly<Partial<Record<T, readonly string[]>>>;
const PARTNER_FIELDS: Fields = {
  num: ['rate'],
  int: ['level', 'isDeleted'],
  text: ['code', 'name'],
  bool: ['open'],
  date: ['since'],
  datetime: ['met'],
  grade: ['kind'],
  partner: ['id'],
};
const ORDER_FIELDS: Fields = {
  num: ['n1', 'n2', 'live'],
  int: ['k', 'version'],
  text: ['code', 'note'],
  bool: ['flag'],
  date: ['day'],
  datetime: ['at', 'span.from', 'span.to', 'createdAt'],
  time: ['clock'],
  grade: ['state'],
  partner: ['partner'],
  order: ['id', 'parent'],
  tags: ['tags'],
  mates: ['mates'],
  span: ['span'],
};
const ITEM_FIELDS: Fields = {
  num: ['qty', 'price'],
  int: ['n', 'lineNo'],
  text: ['word'],
  bool: ['ok'],
  date: ['on'],
  grade: ['grade'],
  partner: ['part'],
};
const NOTE_FIELDS: Fields = { num: ['amount'], text: ['word'], date: ['on'], int: ['lineNo'] };

/** Where a generated expression stands. */
export interface GenPlace {
  readonly bare: Fields;
  /** sub-tables that may be named here, with what their rows have */
  readonly subs: readonly (readonly [string, Fields])[];
  /** words before a field of something else: `doc.`, `row.` */
  readonly outer: readonly (readonly [string, Fields])[];
  /** collection functions inside collection functions stop here */
  readonly depth: number;
}
export const HEAD_PLACE: GenPlace = {
  bare: ORDER_FIELDS,
  subs: [
    ['items', ITEM_FIELDS],
    ['partner.notes', NOTE_FIELDS],
  ],
  outer: [
    ['doc.', ORDER_FIELDS],
    ['row.', ORDER_FIELDS],
    ['it.', ORDER_FIELDS],
  ],
  depth: 0,
};
export const ROW_PLACE: GenPlace = {
  bare: ITEM_FIELDS,
  subs: [
    ['items', ITEM_FIELDS],
    ['doc.items', ITEM_FIELDS],
    ['part.notes', NOTE_FIELDS],
    ['doc.partner.notes', NOTE_FIELDS],
  ],
  outer: [
    ['doc.', ORDER_FIELDS],
    ['row.', ITEM_FIELDS],
  ],
  depth: 0,
};
export const PICK_PLACE: GenPlace = {
  bare: PARTNER_FIELDS,
  subs: [
    ['notes', NOTE_FIELDS],
    ['doc.items', ITEM_FIELDS],
    ['doc.partner.notes', NOTE_FIELDS],
    ['items', ITEM_FIELDS],
  ],
  outer: [
    ['doc.', ORDER_FIELDS],
    ['row.', ITEM_FIELDS],
    ['it.', PARTNER_FIELDS],
  ],
  depth: 0,
};

/** A well-typed expression text of a type. */
export function expression(next: Next, place: GenPlace, ty: T, depth: number): string {
  const gen = (of: T): string => expression(next, place, of, depth - 1);
  const num = (): string => (next() < 0.6 ? gen('num') : gen('int'));
  const cond = (): string => gen('bool');
  if (depth <= 0 || next() < 0.15) return leaf(next, place, ty);
  const options: (() => string)[] = [];
  const add = (weight: number, make: () => string): void => {
    for (let i = 0; i < weight; i += 1) options.push(make);
  };
  add(2, () => leaf(next, place, ty));
  if (ty !== 'tags' && ty !== 'mates' && ty !== 'span') {
    add(1, () => `(${cond()} ? ${gen(ty)} : ${gen(ty)})`);
    if (ty !== 'bool') add(1, () => `coalesce(${gen(ty)}, ${gen(ty)})`);
  }
  switch (ty) {
    case 'num':
      add(4, () => `(${num()} ${pick(next, ['+', '-', '*', '/', '%'])} ${num()})`);
      add(1, () => `-${num()}`);
      add(2, () =>
        `${pick(next, ['round', 'floor', 'ceil', 'trunc'])}(${num()}${pick(next, ['', ', 1', ', 2', ', 0', ', -1', ', k0'])})`.replace(
          'k0',
          gen('int'),
        ),
      );
      add(1, () => `pct(${num()}, ${num()}${pick(next, ['', ', 0', ', 4'])})`);
      add(1, () => `abs(${num()})`);
      add(1, () => `${pick(next, ['min', 'max'])}(${num()}, ${num()})`);
      add(1, () => `dateDiff(${gen('datetime')}, ${gen('datetime')}, ${pick(next, ["'hour'", "'minute'"])})`);
      add(3, () => aggregate(next, place, depth, ['sum', 'avg', 'min', 'max', 'first', 'last'], 'num'));
      break;
    case 'int':
      add(2, () => `(${gen('int')} ${pick(next, ['+', '-', '*', '%'])} ${gen('int')})`);
      add(1, () => `len(${gen('text')})`);
      add(1, () => `${pick(next, ['year', 'month', 'day', 'weekday'])}(${pick(next, [gen('date'), gen('datetime')])})`);
      add(1, () => `hour(${gen('datetime')})`);
      add(1, () => `round(${gen('num')})`);
      add(
        2,
        () =>
          `dateDiff(${gen('date')}, ${pick(next, [gen('date'), gen('datetime')])}${pick(next, ['', ", 'week'", ", 'month'", ", 'year'", ", 'quarter'"])})`,
      );
      add(1, () => `dateDiff(${gen('datetime')}, ${gen('datetime')}, ${pick(next, ["'day'", "'month'"])})`);
      add(2, () => aggregate(next, place, depth, ['count'], 'int'));
      if ((place.bare.tags?.length ?? 0) > 0) add(1, () => 'count(tags)');
      break;
    case 'text':
      add(2, () => `(${gen('text')} + ${gen('text')})`);
      add(1, () => `${pick(next, ['lower', 'upper', 'trim'])}(${gen('text')})`);
      add(1, () => `${pick(next, ['left', 'right', 'pad'])}(${gen('text')}, ${gen('int')})`);
      add(1, () => `mid(${gen('text')}, ${gen('int')}, ${gen('int')})`);
      add(1, () => `replace(${gen('text')}, ${gen('text')}, ${gen('text')})`);
      add(1, () => `label(${pick(next, [gen('grade'), gen('partner')])})`);
      add(1, () => aggregate(next, place, depth, ['join', 'first', 'last'], 'text'));
      break;
    case 'bool':
      add(3, () => `(${num()} ${pick(next, ['==', '!=', '<', '<=', '>', '>='])} ${num()})`);
      add(2, () => `(${cond()} ${pick(next, ['&&', '||'])} ${cond()})`);
      add(1, () => `!${cond()}`);
      add(1, () => `(${gen('text')} ${pick(next, ['==', '!='])} ${gen('text')})`);
      add(1, () => `${pick(next, ['contains', 'starts', 'ends'])}(${gen('text')}, ${gen('text')})`);
      add(1, () => `(${gen('date')} ${pick(next, ['==', '!=', '<', '<=', '>', '>='])} ${gen('date')})`);
      add(2, () => `(${gen('datetime')} ${pick(next, ['==', '!=', '<', '<=', '>', '>='])} ${gen('datetime')})`);
      add(1, () => `(${gen('time')} ${pick(next, ['==', '<', '>='])} ${gen('time')})`);
      add(1, () =>
        `(${gen('grade')} ${pick(next, ['==', '!='])} ${pick(next, ['10', "'x'", 'null', 'g'])})`.replace(
          ' g)',
          ` ${gen('grade')})`,
        ),
      );
      add(
        1,
        () => `(${gen('grade')} in ${pick(next, ["[10, 'x']", '[20]', '[]', '[null]', 'values(doc.items.grade)'])})`,
      );
      add(1, () => `(${gen('partner')} ${pick(next, ['==', '!='])} ${gen('partner')})`);
      add(1, () => `empty(${pick(next, [num(), gen('text'), gen('date'), gen('partner'), cond()])})`);
      add(
        1,
        () =>
          `(${pick(next, [gen('date'), gen('datetime')])} in period(${pick(next, ["'thisMonth'", "'today'", "'lastDays', 16", "'lastMonth'", "'thisYear'"])}))`,
      );
      add(1, () => `(${gen('int')} in [1, 2, ${pick(next, ['7', 'null'])}])`);
      add(2, () => aggregate(next, place, depth, ['exists'], 'bool'));
      if (place.bare.tags !== undefined) {
        add(1, () => `any(tags, ${pick(next, ["['a']", "['b', 'c']", '[]', 'tags'])})`);
        add(1, () => `all(tags, ${pick(next, ["['a']", "['b', 'c']", '[]'])})`);
        add(1, () => `('a' in tags)`);
        add(1, () => `(${gen('partner')} in mates)`);
        add(1, () => `(${gen('order')} in subtree(${gen('order')}))`);
        add(1, () => `(${gen('order')} in ancestors(${gen('order')}))`);
        add(1, () => `empty(${pick(next, ['tags', 'span', 'items', 'mates'])})`);
        add(
          1,
          () =>
            `(items.${pick(next, ['qty > 1', 'grade == 10', 'grade in [10, 20]', ...(place.depth === 0 ? ['part == partner', 'word != note'] : [])])})`,
        );
        add(1, () => `(${gen('datetime')} in span)`);
      }
      break;
    case 'date':
      add(
        2,
        () =>
          `dateAdd(${gen('date')}, ${num()}${pick(next, ['', ", 'week'", ", 'month'", ", 'quarter'", ", 'year'"])})`,
      );
      add(
        1,
        () =>
          `${pick(next, ['startOf', 'endOf'])}(${gen('date')}, ${pick(next, ["'week'", "'month'", "'quarter'", "'year'", "'day'"])})`,
      );
      add(1, () => `dateOf(${gen('datetime')})`);
      add(1, () => `slot(${gen('date')}, 'week')`);
      add(1, () => aggregate(next, place, depth, ['min', 'max', 'first'], 'date'));
      break;
    case 'datetime':
      add(
        2,
        () =>
          `dateAdd(${pick(next, [gen('datetime'), gen('datetime')])}, ${num()}, ${pick(next, ["'day'", "'hour'", "'minute'", "'second'", "'month'"])})`,
      );
      add(1, () => `dateAdd(${gen('date')}, ${gen('int')}, 'hour')`);
      add(
        1,
        () =>
          `${pick(next, ['startOf', 'endOf'])}(${gen('datetime')}, ${pick(next, ["'hour'", "'minute'", "'week'", "'month'", "'year'"])})`,
      );
      add(1, () => `slot(${gen('datetime')}, ${pick(next, ["'quarterHour'", "'hour'", "'day'", "'halfHour'"])})`);
      break;
    default:
  }
  return pick(next, options)();
}

function leaf(next: Next, place: GenPlace, ty: T): string {
  const options: string[] = [...(place.bare[ty] ?? []), ...(place.bare[ty] ?? [])];
  for (const [prefix, fields] of place.outer) for (const field of fields[ty] ?? []) options.push(prefix + field);
  // one reference deep
  const refs = [
    ...(place.bare.partner ?? []).filter((code) => code !== 'id'),
    ...place.outer.flatMap(([prefix, fields]) =>
      (fields.partner ?? []).filter((code) => code !== 'id').map((code) => prefix + code),
    ),
  ];
  for (const ref of refs)
    for (const field of PARTNER_FIELDS[ty] ?? []) if (field !== 'id') options.push(`${ref}.${field}`);
  switch (ty) {
    case 'num':
      options.push(numberText(pick(next, DECIMALS)), numberText(pick(next, DECIMALS)));
      break;
    case 'int':
      options.push(numberText(pick(next, INTS)));
      break;
    case 'text':
      options.push(`'${pick(next, TEXTS).replaceAll("'", "\\'")}'`, "''");
      break;
    case 'bool':
      options.push('true', 'false');
      break;
    case 'date':
      options.push('today()', `dateOf('${pick(next, DATES)}')`);
      break;
    case 'datetime':
      options.push('now()', `dateAdd('${pick(next, MOMENTS)}', 0, 'second')`);
      break;
    case 'time':
      if (options.length === 0) options.push('doc.clock');
      break;
    case 'partner':
      if (options.length === 0) options.push('doc.partner');
      break;
    case 'order':
      options.push('doc.id');
      break;
    case 'grade':
      if (options.length === 0) options.push('doc.state');
      break;
    default:
  }
  return pick(next, options);
}
const numberText = (n: number): string => (n === 1e-8 ? '0.00000001' : String(n));

function aggregate(next: Next, place: GenPlace, depth: number, fns: readonly string[], ty: T): string {
  if (place.depth >= 2) return leaf(next, place, ty);
  const query = next() < 0.3;
  const [name, fields]: readonly [string, Fields] = query
    ? pick(next, [
        ['partner', PARTNER_FIELDS],
        ['order', ORDER_FIELDS],
      ] as const)
    : pick(next, place.subs);
  const subs: (readonly [string, Fields])[] = query
    ? [name === 'partner' ? ['notes', NOTE_FIELDS] : ['items', ITEM_FIELDS]]
    : [['doc.items', ITEM_FIELDS]];
  if (fields.partner?.includes('part') === true) subs.push(['part.notes', NOTE_FIELDS]);
  const inner: GenPlace = { bare: fields, subs, outer: place.outer, depth: place.depth + 1 };
  const fn = pick(next, fns);
  const cond = next() < 0.5 ? `, ${expression(next, inner, 'bool', Math.min(depth - 1, 2))}` : '';
  if (fn === 'count' || fn === 'exists') return `${fn}(${name}${cond})`;
  const value = expression(next, inner, ty, Math.min(depth - 1, 1));
  if (fn === 'join') return `join(${name}, ${value}${next() < 0.5 ? ", '/'" : ''})`;
  return `${fn}(${name}, ${value}${cond})`;
}
export const TYPES: readonly T[] = [
  'num',
  'num',
  'num',
  'bool',
  'bool',
  'bool',
  'bool',
  'int',
  'text',
  'date',
  'datetime',
  'grade',
  'partner',
];
