/** Well-typed random expressions over the objects of expr-world.ts. */
import { DATES, DECIMALS, INTS, MOMENTS, type Next, pick, TEXTS } from './expr-world';

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
