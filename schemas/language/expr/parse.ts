/** Tokens → syntax tree, by binding strength (language §5.1). Never throws; the first error is answered with its position. */
import { type Ast, type BinaryOp, FORBIDDEN_NAMES, LIMITS, PRECEDENCE, type UnaryOp } from './ast';
import { type ExprProblem, limitProblem, syntaxProblem } from './problem';
import { type Token, tokenize } from './tokenize';

export type Parsed =
  | { readonly ast: Ast; readonly problem?: undefined }
  | { readonly problem: ExprProblem; readonly ast?: undefined };

/**
 * Parses a whole expression. Answers the tree, or one problem `expr.syntax` (表达式错误：…（第n个字符）) or `expr.limit`.
 */
export function parseExpr(text: string): Parsed {
  const chars = Array.from(text);
  if (chars.length > LIMITS.characters) return { problem: limitProblem(LIMITS.characters) };
  const part = parseExprAt(chars, 0);
  if (part.problem !== undefined) return part;
  if (part.stop.k === 'end' && part.stop.text === '') return { ast: part.ast };
  return { problem: unexpected(part.stop) };
}

export type ParsedPart =
  | { readonly ast: Ast; readonly end: number; readonly stop: Token; readonly problem?: undefined }
  | { readonly problem: ExprProblem; readonly ast?: undefined };

/**
 * Parses the longest expression from `start` on and says where it ends (`end`: the code point where `stop`, the first token behind
 * it, begins); what may follow is the caller's: templates stop at `:` and `}`.
 */
export function parseExprAt(chars: readonly string[], start: number): ParsedPart {
  const parser = new Parser(tokenize(chars, start));
  const ast = parser.expression(0);
  if (ast === null || parser.problem !== null) return { problem: parser.problem ?? limitProblem(start) };
  const stop = parser.next();
  return { ast, end: stop.from, stop };
}

class Parser {
  problem: ExprProblem | null = null;
  private readonly tokens: readonly Token[];
  private at = 0;
  private nodes = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  next(): Token {
    return this.tokens[this.at] as Token;
  }

  expression(depth: number): Ast | null {
    const test = this.binary(1, depth);
    if (test === null || !this.isOp('?')) return test;
    this.at += 1;
    const yes = this.expression(depth + 1);
    if (yes === null || !this.expect(':', '缺少冒号')) return null;
    const no = this.expression(depth + 1);
    return no === null ? null : this.made({ k: 'cond', test, yes, no, from: test.from, to: no.to });
  }

  private binary(min: number, depth: number): Ast | null {
    let left = this.unary(depth);
    let compared = false;
    while (left !== null) {
      const token = this.next();
      const op = this.binaryOp(token);
      const power = op === null ? 0 : PRECEDENCE[op];
      if (op === null || power < min) return left;
      if (power === 3 && compared) return this.fail(token, '比较不能连写，请用&&连接');
      this.at += 1;
      const right = this.binary(power + 1, depth);
      if (right === null) return null;
      left = this.made({ k: 'binary', op, left, right, from: left.from, to: right.to });
      compared = power === 3;
    }
    return null;
  }

  private unary(depth: number): Ast | null {
    const token = this.next();
    if (depth > LIMITS.depth) return this.over(token);
    if (token.k !== 'op' || (token.text !== '!' && token.text !== '-')) return this.primary(token, depth);
    this.at += 1;
    const of = this.unary(depth + 1);
    return of === null ? null : this.made({ k: 'unary', op: token.text as UnaryOp, of, from: token.from, to: of.to });
  }

  private primary(token: Token, depth: number): Ast | null {
    this.at += 1;
    const span = { from: token.from, to: token.to };
    switch (token.k) {
      case 'num':
        return this.made({ k: 'num', text: token.text, ...span });
      case 'str':
        return this.made({ k: 'str', value: token.text, ...span });
      case 'name':
        return this.named(token, depth);
      case 'op':
        if (token.text === '(') {
          const inner = this.expression(depth + 1);
          return inner !== null && this.expect(')', '缺少右括号') ? inner : null;
        }
        if (token.text === '[') return this.list(token, depth);
        break;
      default:
    }
    this.at -= 1;
    return this.fail(token);
  }

  private named(token: Token, depth: number): Ast | null {
    const word = token.text;
    const span = { from: token.from, to: token.to };
    if (word === 'true' || word === 'false') return this.made({ k: 'word', value: word === 'true', ...span });
    if (word === 'null') return this.made({ k: 'word', value: null, ...span });
    if (!this.isName(token)) return this.fail(token);
    if (this.isOp('(')) {
      this.at += 1;
      const args = this.items(')', '缺少右括号', depth, false);
      if (args === null) return null;
      return this.made({ k: 'call', name: word, args, from: token.from, to: (this.tokens[this.at - 1] as Token).to });
    }
    const names = [word];
    const starts = [token.from];
    let to = token.to;
    while (this.isOp('.')) {
      this.at += 1;
      const name = this.next();
      if (name.k !== 'name' || !this.isName(name)) return this.fail(name);
      names.push(name.text);
      starts.push(name.from);
      to = name.to;
      this.at += 1;
    }
    if (names.length > LIMITS.depth) return this.over(token);
    return this.made({ k: 'path', names, starts, from: token.from, to });
  }

  private list(open: Token, depth: number): Ast | null {
    const items = this.items(']', '缺少右方括号', depth, true);
    return items === null
      ? null
      : this.made({ k: 'list', items, from: open.from, to: (this.tokens[this.at - 1] as Token).to });
  }

  /** comma list up to `close`; plain values in a list literal do not count as nodes, the list has its own limit */
  private items(close: string, missing: string, depth: number, literal: boolean): Ast[] | null {
    const items: Ast[] = [];
    if (this.isOp(close)) {
      this.at += 1;
      return items;
    }
    for (;;) {
      const before = this.nodes;
      const item = this.expression(depth + 1);
      if (item === null) return null;
      if (literal && isPlain(item)) this.nodes = before;
      items.push(item);
      if (items.length > LIMITS.listItems) {
        this.over(this.next());
        return null;
      }
      if (this.isOp(',')) {
        this.at += 1;
        continue;
      }
      return this.expect(close, missing) ? items : null;
    }
  }

  private binaryOp(token: Token): BinaryOp | null {
    if (token.k === 'name') return token.text === 'in' ? 'in' : null;
    return token.k === 'op' && token.text in PRECEDENCE ? (token.text as BinaryOp) : null;
  }
  private isOp(text: string): boolean {
    const token = this.next();
    return token.k === 'op' && token.text === text;
  }
  private isName(token: Token): boolean {
    return !FORBIDDEN_NAMES.has(token.text);
  }
  private expect(text: string, message: string): boolean {
    if (this.isOp(text)) {
      this.at += 1;
      return true;
    }
    const token = this.next();
    this.problem =
      token.k === 'bad' || (token.k === 'end' && token.text === '')
        ? token.k === 'bad'
          ? unexpected(token)
          : syntaxProblem(token.from, message)
        : syntaxProblem(token.from, `${message}，这里是「${shown(token)}」`);
    return false;
  }
  private made(ast: Ast): Ast | null {
    this.nodes += 1;
    if (this.nodes <= LIMITS.nodes) return ast;
    this.problem = limitProblem(ast.from);
    return null;
  }
  private over(token: Token): null {
    this.problem = limitProblem(token.from);
    return null;
  }
  private fail(token: Token, message?: string): null {
    this.problem = message === undefined ? unexpected(token) : syntaxProblem(token.from, message);
    return null;
  }
}

const isPlain = (ast: Ast): boolean =>
  ast.k === 'num' || ast.k === 'str' || ast.k === 'word' || (ast.k === 'unary' && ast.op === '-' && ast.of.k === 'num');
const shown = (token: Token): string => (token.k === 'str' ? `'${token.text}'` : token.text);

function unexpected(token: Token): ExprProblem {
  if (token.k === 'bad') return syntaxProblem(token.from, token.text);
  return syntaxProblem(token.from, token.k === 'end' && token.text === '' ? '不完整' : `意外的「${shown(token)}」`);
}
