import { describe, expect, it } from 'vitest';
import {
  type Condition,
  type ConditionPlace,
  conditionText,
  conditionTree,
  type Leaf,
  readCondition,
  withoutEmpty,
} from '../../schemas/language/condition';
import { bindExpr, printBound } from '../../schemas/language/expr/check';
import { BOOL } from '../../schemas/language/expr/types';
import { toObjectType } from '../../schemas/language/object-type';
import { expression, HEAD_PLACE } from '../support/expr-generator';
import { ORDER, WORLD_LIB } from '../support/expr-world';
import { random, TYPES } from './expr-fixture';
import { FULL, pick, SEED } from './expr-random';

const PLACE: ConditionPlace = TYPES;
const ID = '0190a0a0-0000-7000-8000-000000000001';
const textOf = (tree: Condition): string => conditionText(tree, PLACE);
const treeOf = (text: string): Condition => {
  const { tree, problems } = conditionTree(text, PLACE);
  if (tree === undefined) throw new Error(`${text}: ${problems?.[0]?.text}`);
  return tree;
};

/** every operator once, as text and as leaf */
const LEAVES: readonly (readonly [string, Leaf])[] = [
  ["nbr == 'A'", { f: 'nbr', op: 'eq', v: 'A' }],
  ['total != 5', { f: 'total', op: 'ne', v: 5 }],
  ['total > -1.5', { f: 'total', op: 'gt', v: -1.5 }],
  ["bizDate >= '2026-01-01'", { f: 'bizDate', op: 'ge', v: '2026-01-01' }],
  ['needBy < today()', { f: 'needBy', op: 'lt', v: { expr: 'today()' } }],
  ['received <= total', { f: 'received', op: 'le', v: { expr: 'total' } }],
  ['total >= 1 && total <= 9', { f: 'total', op: 'between', v: [1, 9] }],
  ["needBy in period('thisWeek')", { f: 'needBy', op: 'rel', v: { rel: 'thisWeek' } }],
  ["needBy in period('lastDays', 7)", { f: 'needBy', op: 'rel', v: { rel: 'lastDays', n: 7 } }],
  ['docStatus in [10, 20]', { f: 'docStatus', op: 'in', v: ['10', '20'] }],
  ["!(tagsOf in ['a'])", { f: 'orderType', op: 'notIn', v: ['1'] }],
  ["contains(remark, '急')", { f: 'remark', op: 'like', v: '急' }],
  ["starts(nbr, 'CG')", { f: 'nbr', op: 'starts', v: 'CG' }],
  [`dept in subtree('${ID}')`, { f: 'dept', op: 'sub', v: [ID] }],
  [`dept in subtree('${ID}') || dept in subtree('b')`, { f: 'dept', op: 'sub', v: [ID, 'b'] }],
  ["any(tags, ['a', 'b'])", { f: 'tags', op: 'has', v: ['a', 'b'] }],
  ["all(tags, ['a'])", { f: 'tags', op: 'hasAll', v: ['a'] }],
  [
    "span.from <= '2026-02-01' && span.to >= '2026-01-01'",
    { f: 'span', op: 'overlaps', v: ['2026-01-01', '2026-02-01'] },
  ],
  ["span.to >= '2026-01-01'", { f: 'span', op: 'overlaps', v: ['2026-01-01', null] }],
  ['empty(remark)', { f: 'remark', op: 'empty' }],
  ['!empty(remark)', { f: 'remark', op: 'notEmpty' }],
  ['exists(items, qty > 3)', { f: 'items', op: 'row', v: { f: 'qty', op: 'gt', v: 3 } }],
  ["supplier.region == '310000'", { f: 'supplier.region', op: 'eq', v: '310000' }],
  ['items.qty > 5', { f: 'items.qty', op: 'gt', v: 5 }],
  ['urgent == true', { f: 'urgent', op: 'eq', v: true }],
  ['remark == null', { f: 'remark', op: 'eq', v: null }],
];

describe('leaves', () => {
  for (const [text, leaf] of LEAVES) {
    const shown = text.replace("!(tagsOf in ['a'])", '!(orderType in [1])');
    it(`${leaf.op}: ${shown}`, () => {
      expect(treeOf(shown)).toEqual(leaf);
      expect(textOf(leaf)).toBe(shown);
    });
  }
  it('a cascader by its beginning', () => {
    const object = { ...TYPES.object, fields: { ...TYPES.object.fields, area: { ...AREA } } };
    const place: ConditionPlace = { ...PLACE, object };
    const leaf: Leaf = { f: 'area', op: 'sub', v: ['110000', '120000/120100'] };
    const text = "starts(area, '110000') || starts(area, '120000/120100')";
    expect(conditionText(leaf, place)).toBe(text);
    expect(conditionTree(text, place).tree).toEqual(leaf);
  });
  it('takes numbers written as texts and codes written as numbers', () => {
    expect(textOf({ f: 'total', op: 'gt', v: '5' })).toBe('total > 5');
    expect(textOf({ f: 'docStatus', op: 'in', v: [10] })).toBe('docStatus in [10]');
  });
});
const AREA = { code: 'area', title: '产地', kind: 'cascader', type: 'path' } as const;

describe('groups', () => {
  const cases: readonly (readonly [string, string, Condition])[] = [
    [
      'a pair among others',
      "nbr == 'A' && total >= 1 && total <= 2",
      {
        all: [
          { f: 'nbr', op: 'eq', v: 'A' },
          { f: 'total', op: 'between', v: [1, 2] },
        ],
      },
    ],
    [
      'a pair in brackets stays as it stands',
      "nbr == 'A' && (total >= 1 && total <= 2)",
      { all: [{ f: 'nbr', op: 'eq', v: 'A' }, { expr: 'total >= 1 && total <= 2' }] },
    ],
    [
      'a group inside a group',
      "nbr == 'A' && (urgent == true || !(total > 1))",
      {
        all: [
          { f: 'nbr', op: 'eq', v: 'A' },
          { any: [{ f: 'urgent', op: 'eq', v: true }, { not: { f: 'total', op: 'gt', v: 1 } }] },
        ],
      },
    ],
    [
      'what has no leaf form',
      'urgent && pct(received, total) > 50 && total > 1.50',
      {
        all: [{ expr: 'urgent' }, { expr: 'pct(received, total) > 50' }, { f: 'total', op: 'gt', v: { expr: '1.50' } }],
      },
    ],
    [
      'an open end that somebody wrote as null',
      'total >= null && total <= 5',
      {
        all: [
          { f: 'total', op: 'ge', v: null },
          { f: 'total', op: 'le', v: 5 },
        ],
      },
    ],
  ];
  for (const [title, text, tree] of cases)
    it(title, () => {
      expect(treeOf(text)).toEqual(tree);
      expect(textOf(tree)).toBe(text);
    });
  it('drops empty groups', () => {
    const tree: Condition = { all: [{ any: [] }, { not: { all: [] } }, { any: [{ f: 'nbr', op: 'eq', v: 'A' }] }] };
    expect(textOf(tree)).toBe("nbr == 'A'");
    expect(withoutEmpty(tree)).toEqual({ f: 'nbr', op: 'eq', v: 'A' });
    expect(textOf({ all: [] })).toBe('');
  });
  it('keeps a text deeper than a tree may be as one expression', () => {
    const text = "!(nbr == 'A' || !(urgent == true && (total > 1 || !(total < 5 && (nbr == 'B' || urgent == false)))))";
    const tree = treeOf(text);
    expect(readCondition(tree).problem).toBeUndefined();
    expect(textOf(tree)).toBe(text);
  });
  it('tells the problem of a text', () => {
    expect(conditionTree('nope > 1', PLACE).problems?.[0]?.code).toBe('expr.name');
    expect(conditionTree('total >', PLACE).problems?.[0]?.code).toBe('expr.syntax');
  });
});

describe('trees from outside', () => {
  const leaf: Leaf = { f: 'nbr', op: 'eq', v: 'A' };
  const nested = (n: number): unknown => (n === 1 ? leaf : { all: [nested(n - 1)] });
  const good: readonly unknown[] = [
    leaf,
    { all: [] },
    nested(5),
    { any: Array.from({ length: 50 }, () => leaf) },
    { f: 'a.b.c', op: 'in', v: Array.from({ length: 1000 }, () => 'x') },
  ];
  for (const [index, tree] of good.entries())
    it(`takes ${index}`, () => expect(readCondition(tree).problem).toBeUndefined());
  const bad: readonly unknown[] = [
    null,
    [],
    'nbr == 1',
    { all: leaf },
    { all: [], any: [] },
    { f: 'nbr', op: 'eq', v: 'A', x: 1 },
    { f: 'nbr', op: '==', v: 'A' },
    { f: 'nbr; drop', op: 'eq', v: 'A' },
    { f: 'constructor', op: 'toString', v: 1 },
    { f: 'a.b.c.d', op: 'eq', v: 1 },
    { f: 'nbr', op: 'in', v: [] },
    { f: 'nbr', op: 'in', v: [['a']] },
    { f: 'nbr', op: 'in', v: Array.from({ length: 1001 }, () => 'x') },
    { f: 'total', op: 'between', v: 1 },
    { f: 'total', op: 'gt', v: 1e300 },
    { f: 'total', op: 'gt', v: Number.NaN },
    { f: 'needBy', op: 'rel', v: { rel: "today')" } },
    { f: 'needBy', op: 'rel', v: { rel: 'lastDays', n: 1e9 } },
    { f: 'items', op: 'row' },
    { expr: '' },
    { expr: 1 },
    nested(6),
    { any: Array.from({ length: 51 }, () => leaf) },
  ];
  for (const [index, tree] of bad.entries())
    it(`refuses ${index}: ${JSON.stringify(tree)?.slice(0, 60)}`, () =>
      expect(readCondition(tree).problem).toBeTruthy());
});

describe('laws', () => {
  it(`text → tree → text is the canonical text, seed ${SEED}`, { timeout: 600_000 }, () => {
    const place: ConditionPlace = { lib: WORLD_LIB, object: toObjectType(ORDER) };
    const runs = FULL ? 30_000 : 3_000;
    let checked = 0;
    let leaves = 0;
    for (let i = 0; i < runs; i += 1) {
      const next = random(SEED + i);
      const text = expression(next, HEAD_PLACE, 'bool', 5);
      const bound = bindExpr(text, place, BOOL);
      if (Array.isArray(bound)) continue;
      const seen = `seed ${SEED + i}: ${text}`;
      const { tree } = conditionTree(text, place);
      expect(tree, seen).toBeDefined();
      expect(readCondition(tree).problem, seen).toBeUndefined();
      expect(conditionText(tree as Condition, place), seen).toBe(printBound(bound));
      checked += 1;
      if (!('expr' in (tree as Condition))) leaves += 1;
    }
    expect(checked).toBeGreaterThan(runs / 3);
    expect(leaves).toBeGreaterThan(checked / 20);
  });

  it(`tree → text → tree is the tree without empty groups, seed ${SEED}`, () => {
    const runs = FULL ? 30_000 : 3_000;
    for (let i = 0; i < runs; i += 1) {
      const tree = randomTree(random(SEED + i), 4, '');
      const seen = `seed ${SEED + i}: ${JSON.stringify(tree)}`;
      const text = textOf(tree);
      const wanted = withoutEmpty(tree);
      if (wanted === undefined) expect(text, seen).toBe('');
      else expect(treeOf(text), seen).toEqual(wanted);
    }
  });
});

/** Trees as the builder makes them: no group of a word inside one of the same word, no halves of a pair side by side. */
function randomTree(next: () => number, depth: number, above: string): Condition {
  const roll = next();
  if (depth <= 1 || roll < 0.4) return { ...pick(next, SAMPLES) };
  if (roll < 0.5) return above === 'not' ? { ...pick(next, SAMPLES) } : { not: positive(next, depth - 1) };
  const word = above === 'all' ? 'any' : above === 'any' ? 'all' : pick(next, ['all', 'any'] as const);
  const items = Array.from({ length: Math.floor(next() * 4) }, () => randomTree(next, depth - 1, word)).filter(
    (item, index, list) => {
      // neighbours of one field may mean one leaf, and groups of one stand for what is in them
      const before = list[index - 1];
      return !(before !== undefined && JSON.stringify(before).includes(fieldOf(withoutEmpty(item))));
    },
  );
  const safe = items.filter((item) => !isWord(withoutEmpty(item), word));
  return word === 'all' ? { all: safe } : { any: safe };
}
const isWord = (tree: Condition | undefined, word: string): boolean => tree !== undefined && word in tree;
const fieldOf = (tree: Condition | undefined): string => (tree !== undefined && 'f' in tree ? `"${tree.f}"` : '\u0000');
/** what `!` may stand before without becoming another leaf */
const positive = (next: () => number, depth: number): Condition => {
  const tree = randomTree(next, depth, 'not');
  const kept = withoutEmpty(tree);
  return kept !== undefined && 'f' in kept && ['in', 'empty'].includes(kept.op) ? { f: 'nbr', op: 'eq', v: 'N' } : tree;
};
const SAMPLES: readonly Leaf[] = LEAVES.map(([, leaf]) => leaf);
