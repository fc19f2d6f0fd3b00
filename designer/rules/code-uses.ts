/** Where documents name a code of a dictionary or a key of the settings: asked before one is taken away. */
import type { Ast } from '../../schemas/language/expr/ast';
import { parseExpr } from '../../schemas/language/expr/parse';
import { isNode } from '../../schemas/language/resolve/merge';
import type { StepDoc } from '../../schemas/language/steps/index';
import { joinAddress } from '../../schemas/language/steps/index';
import { phraseAt } from '../../schemas/language/words/index';
import type { DesignState } from '../document/state';

export interface CodeUse {
  /** document and place, in words */
  readonly phrase: string;
}
const MOST = 20;

/** All documents are walked for an answer, so it is found once for each state of them, however often it is drawn. */
const answers = new WeakMap<DesignState['documents'], Map<string, unknown>>();
function once<T>({ documents }: DesignState, question: string, find: () => T): T {
  const known = answers.get(documents) ?? new Map<string, unknown>();
  answers.set(documents, known);
  if (!known.has(question)) known.set(question, find());
  return known.get(question) as T;
}

/** Fields with a dictionary, by their codes: conditions name them alone or behind references. */
export const fieldsWith = (state: DesignState, dict: string): ReadonlySet<string> =>
  once(state, `fields ${dict}`, () => findFields(state, dict));
function findFields(state: DesignState, dict: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text } of Object.values(state.documents))
    visit(text, '', (value, address) => {
      if (isNode(value) && value.dict === dict) found.add(last(address));
    });
  return found;
}
const last = (address: string): string => address.slice(address.lastIndexOf('.') + 1);

export const usesOfCode = (state: DesignState, dict: string, code: string): readonly CodeUse[] =>
  once(state, `code ${dict} ${code}`, () => findCode(state, dict, code));
function findCode(state: DesignState, dict: string, code: string): readonly CodeUse[] {
  const names = fieldsWith(state, dict);
  const uses: CodeUse[] = [];
  for (const document of Object.values(state.documents)) {
    const { text } = document;
    if (Object.keys(text).length === 0) continue;
    const isState = typeof text.state === 'string' && names.has(text.state);
    visit(text, '', (value, address) => {
      if (uses.length < MOST && isUsed(value, address, { names, code, dict, isState }))
        uses.push({ phrase: phraseIn(text, address) });
    });
  }
  return uses;
}

interface Asked {
  readonly names: ReadonlySet<string>;
  readonly code: string;
  readonly dict: string;
  /** the document's state is a field of the dictionary */
  readonly isState: boolean;
}
function isUsed(value: unknown, address: string, { names, code, dict, isState }: Asked): boolean {
  if (isNode(value)) return value.dict === dict && value.default === code;
  if (isState && Array.isArray(value) && last(address) === 'from') return value.includes(code);
  if (typeof value !== 'string') return false;
  if (isState && last(address) === 'to' && value === code) return true;
  if (/\.set\.[^.]+$/.test(address) && names.has(last(address)) && value.replaceAll("'", '') === code) return true;
  return value.includes(code) && COMPARES.test(value) && compares(value, names, code);
}
const COMPARES = /==|!=|\bin\b|\?/;

const asked = new Map<string, Ast | null>();
function compares(text: string, names: ReadonlySet<string>, code: string): boolean {
  let ast = asked.get(text);
  if (ast === undefined) {
    ast = parseExpr(text).ast ?? null;
    if (asked.size > 5000) asked.clear();
    asked.set(text, ast);
  }
  return ast !== null && meets(ast, names, code);
}
function meets(ast: Ast, names: ReadonlySet<string>, code: string): boolean {
  const inner = (ast: Ast): boolean => meets(ast, names, code);
  switch (ast.k) {
    case 'binary':
      if (ast.op === '==' || ast.op === '!=' || ast.op === 'in')
        if (
          (isNamed(ast.left, names) && holds(ast.right, code)) ||
          (isNamed(ast.right, names) && holds(ast.left, code))
        )
          return true;
      return inner(ast.left) || inner(ast.right);
    case 'unary':
      return inner(ast.of);
    case 'cond':
      return inner(ast.test) || inner(ast.yes) || inner(ast.no);
    case 'call':
      return ast.args.some(inner);
    case 'list':
      return ast.items.some(inner);
    default:
      return false;
  }
}
const isNamed = (ast: Ast, names: ReadonlySet<string>): boolean =>
  ast.k === 'path' && names.has(ast.names[ast.names.length - 1] ?? '');
const holds = (ast: Ast, code: string): boolean =>
  ast.k === 'num'
    ? ast.text === code
    : ast.k === 'str'
      ? ast.value === code
      : ast.k === 'list' && ast.items.some((node) => holds(node, code));

/** Documents that read a setting: `sys.<key>` in any of their texts. */
export function usesOfKey(state: DesignState, key: string): readonly CodeUse[] {
  const uses: CodeUse[] = [];
  const named = new RegExp(`\\bsys\\.${key.replaceAll('.', '\\.')}(?![\\w.])`);
  for (const { text } of Object.values(state.documents))
    visit(text, '', (value, address) => {
      if (uses.length < MOST && typeof value === 'string' && named.test(value))
        uses.push({ phrase: phraseIn(text, address) });
    });
  return uses;
}
/** Documents whose fields are of a dictionary. */
export const usesOfDict = (state: DesignState, dict: string): readonly CodeUse[] =>
  once(state, `dict ${dict}`, () => findDict(state, dict));
function findDict(state: DesignState, dict: string): readonly CodeUse[] {
  const uses: CodeUse[] = [];
  for (const { text } of Object.values(state.documents))
    visit(text, '', (value, address) => {
      if (uses.length < MOST && isNode(value) && value.dict === dict) uses.push({ phrase: phraseIn(text, address) });
    });
  return uses;
}

function phraseIn(text: StepDoc, address: string): string {
  const title = typeof text.title === 'string' ? text.title : String(text.area ?? text.group ?? text.block ?? '');
  return `「${title}」${phraseAt(text, address)}`;
}
/** Every value of a text with its address; entries of lists that have a name are addressed by it. */
function visit(value: unknown, address: string, see: (value: unknown, address: string) => void): void {
  see(value, address);
  if (Array.isArray(value)) {
    for (const item of value) {
      const name = isNode(item) ? (item.code ?? item.field ?? item.param ?? item.node) : undefined;
      visit(item, typeof name === 'string' ? joinAddress(address, name) : address, see);
    }
  } else if (isNode(value))
    for (const [key, inner] of Object.entries(value)) visit(inner, joinAddress(address, key), see);
}
