/** Random syntax trees and texts for the laws of expressions; everything follows from a seed. */
import type { Ast, BinaryOp } from '../../schemas/language/expr/ast';

export const FULL = process.env.LAWS === 'full';
export const SEED = Number(process.env.SEED ?? 20260115);
const OPS: readonly BinaryOp[] = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'];
const NAMES = ['total', 'doc', 'row', 'items', 'supplier', 'a1', 'x_y', 'not', 'inn', 'nullable', 'me'];
const SPAN = { from: 0, to: 0 };

export const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

export function randomAst(next: () => number, depth: number): Ast {
  const leaf = depth <= 0 || next() < 0.2;
  const roll = Math.floor(next() * (leaf ? 4 : 10));
  switch (roll) {
    case 0:
      return { k: 'num', text: pick(next, ['0', '10', '3.14', '007', '99999999999.5', '0.50']), ...SPAN };
    case 1:
      return { k: 'str', value: pick(next, ['', 'a', "it's", 'x\\y', '中文😀', '}', '{', '10', '\n"']), ...SPAN };
    case 2:
      return { k: 'word', value: pick(next, [true, false, null]), ...SPAN };
    case 3: {
      const names = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(next, NAMES));
      return { k: 'path', names, starts: names.map(() => 0), ...SPAN };
    }
    case 4:
      return { k: 'list', items: many(next, depth), ...SPAN };
    case 5:
      return { k: 'call', name: pick(next, ['sum', 'round', 'f', 'inner']), args: many(next, depth), ...SPAN };
    case 6:
      return { k: 'unary', op: pick(next, ['!', '-']), of: randomAst(next, depth - 1), ...SPAN };
    case 7:
      return {
        k: 'cond',
        test: randomAst(next, depth - 1),
        yes: randomAst(next, depth - 1),
        no: randomAst(next, depth - 1),
        ...SPAN,
      };
    default:
      return {
        k: 'binary',
        op: pick(next, OPS),
        left: randomAst(next, depth - 1),
        right: randomAst(next, depth - 1),
        ...SPAN,
      };
  }
}
const many = (next: () => number, depth: number): Ast[] =>
  Array.from({ length: Math.floor(next() * 4) }, () => randomAst(next, depth - 1));

/** the tree without its positions */
export function shape(ast: Ast): unknown {
  return JSON.parse(
    JSON.stringify(ast, (key, value) => (key === 'from' || key === 'to' || key === 'starts' ? undefined : value)),
  );
}

const PIECES = [
  ...NAMES,
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  'globalThis',
  'process',
  'window',
  'global',
  'Function',
  'eval',
  'require',
  'import',
  'this',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'Object',
  'env',
  'mainModule',
  'length',
  'name',
  'code',
  'qty',
  'material',
  'remark',
  'docStatus',
  'tags',
  'span',
  'from',
  'to',
  'bizDate',
  'reportAt',
  'id',
  'lineNo',
  'ext',
  'weight',
  'old',
  'it',
  'ask',
  'param',
  'sys',
  'prd',
  'overRate',
  'depts',
  'roles',
  'urgent',
  'count',
  'nbr',
  'amount',
  'price',
  'units',
  'factor',
  'purchaseIn',
  'true',
  'false',
  'null',
  'in',
  'sum(',
  'avg(',
  'min(',
  'max(',
  'exists(',
  'first(',
  'values(',
  'join(',
  'pairs(',
  'steps(',
  'uniqueBy(',
  'noOverlap(',
  'increasing(',
  'above(',
  'round(',
  'pct(',
  'coalesce(',
  'empty(',
  'len(',
  'left(',
  'mid(',
  'pad(',
  'replace(',
  'contains(',
  'matches(',
  'split(',
  'text(',
  'label(',
  'can(',
  'today()',
  'now()',
  'dateAdd(',
  'dateDiff(',
  'startOf(',
  'slot(',
  'period(',
  'subtree(',
  'any(',
  'all(',
  'eff(',
  'used()',
  'isNew()',
  'named(',
  'priceOf(',
  "'day'",
  "'thisMonth'",
  "'creditCode'",
  "'gross'",
  '0',
  '1',
  '10',
  '2.5',
  '99999999999999999999',
  '0.00000000000001',
  "'a'",
  "''",
  "'",
  '"',
  '`',
  '\\',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
  '!',
  '?',
  ':',
  '{',
  '}',
  ';',
  '=',
  '=>',
  '${',
  ' ',
  '\n',
  '\u0000',
  '中',
  '😀',
  '\ud800',
  '｡',
];
export const randomText = (next: () => number): string =>
  Array.from({ length: 1 + Math.floor(next() * 14) }, () => pick(next, PIECES)).join(next() < 0.5 ? ' ' : '');

/** a text with a few pieces replaced, removed, doubled or moved */
export function mutate(next: () => number, text: string): string {
  let parts = text.split(/(\w+|\W)/).filter((part) => part !== '');
  for (let n = 1 + Math.floor(next() * 3); n > 0; n -= 1) {
    const at = Math.floor(next() * parts.length);
    const roll = Math.floor(next() * 4);
    if (roll === 0) parts[at] = pick(next, PIECES);
    else if (roll === 1) parts.splice(at, 1);
    else if (roll === 2) parts.splice(at, 0, pick(next, PIECES));
    else parts = [...parts.slice(at), ...parts.slice(0, at)];
  }
  return parts.join('');
}
