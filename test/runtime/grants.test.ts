/** The tree in which a role gets its functions: what a gesture chooses, what is seen of it. */
import { describe, expect, test } from 'vitest';
import {
  changeOf,
  functionsOf,
  GONE,
  growTree,
  markOf,
  onlyView,
  rowsOf,
  type Sight,
  toggle,
} from '../../runtime/fields/grants/tree';
import type { GrantNode } from '../../schemas/language/wire';

const node = (id: string, parent: string | null, title: string, functions: GrantNode['functions'] = []): GrantNode => ({
  id,
  parent,
  title,
  functions,
});
const of = (object: string, ...codes: string[]) => codes.map((code) => ({ code: `${object}:${code}`, title: code }));
const NODES: readonly GrantNode[] = [
  node('buy', null, '采购'),
  node('buy.order', 'buy', '采购订单', of('order', 'view', 'edit', 'audit')),
  node('buy.in', 'buy', '采购入库', [...of('in', 'view', 'edit'), { code: 'in:audit', title: '审核', locked: true }]),
  node('sys', null, '系统'),
  node('sys.again', 'sys', '我的订单', of('order', 'view')),
];
const ALL = functionsOf(NODES);
const set = (...codes: string[]): ReadonlySet<string> => new Set(codes);
const sight = (rest: Partial<Sight> = {}): Sight => ({
  closed: set(),
  search: '',
  shown: 'all',
  chosen: set(),
  changed: set(),
  ...rest,
});
const seen = (rest: Partial<Sight>) =>
  rowsOf(growTree(NODES), sight(rest)).map(
    ({ branch, functions }) => [branch.node.id, functions.map(({ code }) => code).join(' ')] as const,
  );

describe('what is chosen', () => {
  test('a directory is all, some or none of what hangs below it; a code counts once wherever it hangs', () => {
    const [buy, sys] = growTree(NODES);
    expect(buy?.codes).toHaveLength(6);
    expect(markOf(buy?.codes ?? [], set())).toBe('none');
    expect(markOf(buy?.codes ?? [], set('order:view'))).toBe('some');
    expect(markOf(sys?.codes ?? [], set('order:view'))).toBe('all');
  });
  test('doing something brings seeing it along, and what one does not hold stays as it is', () => {
    expect(toggle(set(), ['order:audit'], true, ALL)).toEqual(['order:audit', 'order:view']);
    expect(toggle(set(), ['in:audit', 'in:edit'], true, ALL)).toEqual(['in:edit', 'in:view']);
    expect(toggle(set('in:audit', 'in:edit'), ['in:audit', 'in:edit'], false, ALL)).toEqual(['in:audit']);
  });
  test('only seeing takes everything else away, but not what is locked', () => {
    const [buy] = growTree(NODES);
    expect(onlyView(set('order:edit', 'in:audit'), buy?.codes ?? [], ALL)).toEqual([
      'in:audit',
      'in:view',
      'order:view',
    ]);
  });
  test('what changed is told both ways', () => {
    expect(changeOf(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
  });
  test('a code whose function is gone is kept and can be given up', () => {
    const tree = growTree(NODES, ['order:view', 'lost:view', 'lost:view']);
    expect(tree.at(-1)).toMatchObject({ node: { id: GONE }, codes: ['lost:view'] });
    expect(toggle(set('lost:view'), ['lost:view'], false, ALL)).toEqual([]);
  });
});

describe('what is seen', () => {
  test('a closed directory hides its pages', () => {
    expect(seen({ closed: set('buy') }).map(([id]) => id)).toEqual(['buy', 'sys', 'sys.again']);
  });
  test('a page found by its name is shown whole, a function found by its own alone; both open what is closed', () => {
    expect(seen({ search: '入库', closed: set('buy') })).toEqual([
      ['buy', ''],
      ['buy.in', 'in:view in:edit in:audit'],
    ]);
    expect(seen({ search: '审核' })).toEqual([
      ['buy', ''],
      ['buy.in', 'in:audit'],
    ]);
  });
  test('chosen and changed narrow to their codes', () => {
    expect(seen({ shown: 'chosen', chosen: set('in:view') })).toEqual([
      ['buy', ''],
      ['buy.in', 'in:view'],
    ]);
    expect(seen({ shown: 'changed', changed: set('order:view') }).map(([id]) => id)).toEqual([
      'buy',
      'buy.order',
      'sys',
      'sys.again',
    ]);
  });
});
