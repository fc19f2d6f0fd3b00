/** Where documents name a code of a dictionary or a key of the settings: asked before one is taken away. */
import type { Ast } from '../../schemas/language/expr/ast';
import { parseExpr } from '../../schemas/language/expr/parse';
import { isNode } from '../../schemas/language/resolve/merge';
import type { StepDoc } from '../../schemas/language/steps/index';
import { joinAddress, splitAddress } from '../../schemas/language/steps/index';
import { phraseAt } from '../../schemas/language/words/index';
import { type DesignState, sortOfId } from '../document/state';
import { wholeText } from './texts';

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
/** Keys of settings have dots: `items[iot.badSource]` is named `sys.iot.badSource`. */
const last = (address: string): string => {
  const { key } = splitAddress(address);
  return key.slice(key.lastIndexOf('.') + 1);
};

export const usesOfCode = (state: DesignState, dict: string, code: string): readonly CodeUse[] =>
  once(state, `codes ${dict}`, () => findCodes(state, dict)).get(code) ?? [];
/** All codes of a dictionary in one walk: it may have thousands. */
function findCodes(state: DesignState, dict: string): ReadonlyMap<string, readonly CodeUse[]> {
  const names = fieldsWith(state, dict);
  const uses = new Map<string, CodeUse[]>();
  for (const { id, text } of Object.values(state.documents)) {
    if (names.size === 0 || sortOfId(id) === 'dictionaries') continue;
    const own = ownNames(text, names, dict);
    // most get their state from a block
    const field = text.state ?? (text.use === undefined ? undefined : wholeText(state, text).state);
    const asked = { names, own, dict, isState: typeof field === 'string' && own.has(field) };
    visit(text, '', (value, address) => {
      for (const code of new Set(codesAt(value, address, asked))) {
        const found = uses.get(code) ?? [];
        uses.set(code, found);
        if (found.length < MOST) found.push({ phrase: phraseIn(text, address) });
      }
    });
  }
  return uses;
}

/** Without those that are fields of another dictionary here. */
function ownNames(text: StepDoc, names: ReadonlySet<string>, dict: string): ReadonlySet<string> {
  const fields = isNode(text.fields) ? text.fields : {};
  const others = [...names].filter((name) => {
    const field = fields[name];
    if (!isNode(field)) return false;
    return field.dict === undefined ? field.kind !== undefined || field.type !== undefined : field.dict !== dict;
  });
  return others.length === 0 ? names : new Set([...names].filter((name) => !others.includes(name)));
}

interface Asked {
  /** fields of the dictionary in any document, as references lead to them */
  readonly names: ReadonlySet<string>;
  /** those of the document itself */
  readonly own: ReadonlySet<string>;
  readonly dict: string;
  /** the document's state is a field of the dictionary */
  readonly isState: boolean;
}
function codesAt(value: unknown, address: string, asked: Asked): readonly string[] {
  const { names, dict, isState } = asked;
  if (isNode(value)) return value.dict === dict && typeof value.default === 'string' ? [value.default] : [];
  if (Array.isArray(value))
    return isState && last(address) === 'from' ? value.filter((code): code is string => typeof code === 'string') : [];
  if (typeof value !== 'string') return [];
  const codes: string[] = isState && last(address) === 'to' ? [value] : [];
  if (/\.set\.[^.]+$/.test(address) && names.has(last(address))) codes.push(value.replaceAll("'", ''));
  const ast = COMPARES.test(value) ? astOf(value) : null;
  if (ast !== null) compared(ast, asked, codes);
  return codes;
}
const COMPARES = /==|!=|\bin\b|\?/;

const parsed = new Map<string, Ast | null>();
function astOf(text: string): Ast | null {
  let ast = parsed.get(text);
  if (ast === undefined) {
    ast = parseExpr(text).ast ?? null;
    if (parsed.size > 5000) parsed.clear();
    parsed.set(text, ast);
  }
  return ast;
}
/** Literals that are held against a field of the dictionary. */
function compared(ast: Ast, asked: Asked, codes: string[]): void {
  const inner = (...parts: readonly Ast[]): void => {
    for (const part of parts) compared(part, asked, codes);
  };
  switch (ast.k) {
    case 'binary':
      if (ast.op === '==' || ast.op === '!=' || ast.op === 'in') {
        if (isNamed(ast.left, asked)) literals(ast.right, codes);
        if (isNamed(ast.right, asked)) literals(ast.left, codes);
      }
      inner(ast.left, ast.right);
      break;
    case 'unary':
      inner(ast.of);
      break;
    case 'cond':
      inner(ast.test, ast.yes, ast.no);
      break;
    case 'call':
      inner(...ast.args);
      break;
    case 'list':
      inner(...ast.items);
  }
}
const isNamed = (ast: Ast, { names, own }: Asked): boolean =>
  ast.k === 'path' && (ast.names.length === 1 ? own : names).has(ast.names.at(-1) ?? '');
function literals(ast: Ast, codes: string[]): void {
  if (ast.k === 'num') codes.push(ast.text);
  else if (ast.k === 'str') codes.push(ast.value);
  else if (ast.k === 'list') for (const item of ast.items) literals(item, codes);
}

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
