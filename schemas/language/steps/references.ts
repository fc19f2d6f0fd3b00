/**
 * Names inside a document that follow a rename: paths of placements and rules, keys of maps that name fields, and names in expressions,
 * read by the scopes of §5.3. Which keys name what, and whose names stand there, is said in the key tables (`names`, `scope`). A text
 * that does not change is not printed anew.
 */
import type { Ast, CallAst, PathAst } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import { takesRows } from '../expr/rows-functions';
import { parseTemplate, printTemplate } from '../expr/template';
import { mapParts } from '../expr/walk';
import { addressOf } from '../resolve/address';
import { isNode, type Node } from '../resolve/merge';
import { expandPlacement, shortPlacement } from '../resolve/placement';
import type { Placement } from '../resolved';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { type Called, meansRecords } from './collections';
import { exampleAs, fitsValue, keyed, keyedIn, texts } from './keyed';
import type { Elsewhere, Scope } from './scopes';

interface Renamed {
  readonly from: string;
  readonly to: string;
  /** code of the document: a reference to it is a reference to itself */
  readonly object: string;
}
export type Naming =
  | (Renamed & {
      readonly what: 'field';
      readonly sub?: string;
      readonly subs: ReadonlySet<string>;
      /** how its own document speaks of it; a table of rows is always itself */
      readonly called?: Called;
      /** the field is one of another document, or named from there */
      readonly places?: Elsewhere;
    })
  | (Renamed & { readonly what: 'part' | 'column' | 'param' })
  /** `within`: the view that has the action; empty = the object, whose views may change it under its code */
  | (Renamed & {
      readonly what: 'action';
      readonly within: string;
      /** it is named from another document: by its right, or as an action of that page */
      readonly outside?: true;
    })
  | (Renamed & { readonly what: 'ask'; readonly within: string });

/** The document with every reference to the renamed entry under its new code. */
export function follow(doc: Node, sort: SortId, naming: Naming): Node {
  const isReport = sort !== 'object' && sort !== 'block';
  const places = naming.what === 'field' ? naming.places : undefined;
  return node(doc, sort, undefined, '', '');

  function node(value: Node, id: SortId, scope: Scope, address: string, code: string): Node {
    const keys: Keys = SORTS[id];
    const result: { [key: string]: unknown } = {};
    for (const [key, child] of Object.entries(value)) {
      const spec: KeySpec = (Object.hasOwn(keys, key) ? keys[key] : undefined) ?? { shape: 'json' };
      const at = { id, key, spec, owner: value, scope: scopeIn(spec, keys, value, scope, code) };
      result[key] = named(child, at, scope, addressOf(address, key));
    }
    return result;
  }

  /** What the tables say a key names; the rest follows its shape. `outer` is the scope the owner stands in. */
  function named(value: unknown, at: At, outer: Scope, address: string): unknown {
    const rest = (given: unknown = value): unknown => member(given, at.spec.shape, at, address);
    const keys = (rename: (text: string) => string): unknown => rest(isNode(value) ? keyed(value, rename) : value);
    switch (at.spec.names) {
      case 'rows':
      case 'sub':
        return texts(value, (text) => path(text, undefined));
      case 'fields':
        return Array.isArray(value)
          ? rest(value.map((item) => (typeof item === 'string' ? path(item, at.scope) : item)))
          : keys((text) => name(text, at.spec.scope === 'picked' ? outer : at.scope));
      case 'totals':
        return keyedIn(
          value,
          (text) => name(text, at.scope),
          (entry, text) => member(entry, 'expr', at, addressOf(address, text)),
        );
      case 'tiles':
        return keyedIn(
          value,
          (text) => name(text, at.scope),
          (entry, text) => texts(entry, (column) => path(column, text)),
        );
      case 'lists':
        return Array.isArray(value) ? value.map((list) => texts(list, (text) => path(text, at.scope))) : value;
      case 'addresses':
        return texts(value, pageAddress);
      case 'look':
        return texts(value, (text) => text.replace(/^(\w+:)(.+)$/, (_, look, code) => look + path(code, at.scope)));
      case 'number':
        return typeof value === 'string' ? numberRule(value, at.scope) : rest();
      case 'exprs':
        return texts(value, (text) => expr(text, at.scope, address));
      case 'into':
        return texts(value, (text) => path(text, headOf(at.owner.to)));
      case 'target':
      case 'opened':
        return keys((text) => name(text, headOf(at.owner.to ?? at.owner.list ?? at.owner.page)));
      case 'targetRows':
        return keys((text) => name(text, madeRows(at.owner)));
      case 'actions':
        return actions(value, rest, address);
      case 'started': {
        const [page] = typeof at.owner.page === 'string' ? at.owner.page.split('.') : [];
        return naming.what === 'action' && page === naming.object && value === naming.from ? naming.to : value;
      }
      case 'takes':
        return keyedIn(value, String, (entry) => actions(entry, () => entry, address));
      case 'columns':
      case 'given':
        return columns(value, at.spec.names === 'given', keys);
      case 'examples':
        return isNode(value)
          ? keyed(
              value,
              (text) => text,
              (entry) => exampleAs(entry, naming, name),
            )
          : value;
      default:
        return rest();
    }
  }
  /** an action by its code, the actions a view changes, ways out that are actions */
  function actions(value: unknown, rest: (given?: unknown) => unknown, address: string): unknown {
    if (naming.what !== 'action' || naming.outside || !address.startsWith(naming.within)) return rest();
    const own = (value: unknown): unknown => (value === naming.from ? naming.to : value);
    if (Array.isArray(value)) return rest(value.map(own));
    if (!isNode(value)) return own(value);
    const isFree = naming.within === '' && !Object.hasOwn(value, naming.to);
    return rest(isFree ? keyed(value, (text) => String(own(text))) : value);
  }
  /** `<object>:<action>`; an action of a view alone is none */
  function right(value: unknown): unknown {
    if (naming.what !== 'action' || naming.within !== '') return value;
    return value === `${naming.object}:${naming.from}` ? `${naming.object}:${naming.to}` : value;
  }
  /** dims and measures in texts and as keys; as keys of given values also params */
  function columns(value: unknown, given: boolean, keys: (rename: (text: string) => string) => unknown): unknown {
    if (isNode(value) && given && naming.what === 'param')
      return keys((text) => (text === naming.from ? naming.to : text));
    if (naming.what !== 'column') return keys((text) => text);
    return isNode(value) ? keys(column) : texts(value, column);
  }

  function member(value: unknown, shape: Shape, at: At, address: string): unknown {
    if (typeof shape === 'string') return leaf(value, shape, at, address);
    if ('ref' in shape) return shape.ref === 'right' ? right(value) : value;
    if ('node' in shape) return isNode(value) ? node(value, shape.node, at.scope, address, at.key) : value;
    if ('map' in shape && isNode(value))
      return keyed(
        value,
        (text) => text,
        (entry, code) => (isNode(entry) ? node(entry, shape.map, at.scope, addressOf(address, code), code) : entry),
      );
    if ('mapOf' in shape && isNode(value))
      return keyed(
        value,
        (text) => text,
        (entry, code) => member(entry, shape.mapOf, at, addressOf(address, code)),
      );
    if ('placements' in shape && Array.isArray(value))
      return value.map((entry) => placed(entry, shape.placements, at.scope, address));
    if ('list' in shape && Array.isArray(value))
      return value.map((entry) => (isNode(entry) ? node(entry, shape.list, at.scope, address, '') : entry));
    if (!('any' in shape)) return value;
    const fits = shape.any.find((shape) => fitsValue(shape, value));
    return fits === undefined ? value : member(value, fits, at, address);
  }

  function placed(entry: unknown, sort: 'search' | 'column' | 'item', scope: Scope, address: string): unknown {
    if (typeof entry !== 'string' && !isNode(entry)) return entry;
    const { placement, unknown } = expandPlacement(entry as string, sort);
    if (unknown.length > 0) return entry;
    const changed = node(placement as Node, sort, scope, addressOf(address, String(placement.field ?? '')), '');
    return typeof entry === 'string' ? shortPlacement(changed as Placement, sort) : changed;
  }

  function leaf(value: unknown, shape: string, at: At, address: string): unknown {
    switch (shape) {
      case 'expr':
        return texts(value, (text) => expr(text, at.scope, address));
      case 'value':
        return typeof value === 'string' && value.startsWith('=')
          ? `=${expr(value.slice(1), at.scope, address)}`
          : value;
      case 'template':
        return typeof value === 'string' ? template(value, at.scope, address) : value;
      case 'path':
      case 'paths':
      case 'sort':
        return texts(value, (text) => path(text, at.scope));
      case 'code':
        return naming.what === 'param' && at.key === 'param' && value === naming.from ? naming.to : value;
      default:
        return value;
    }
  }

  function column(text: string): string {
    return text.replace(/[A-Za-z]\w*/, (word) => (word === naming.from ? naming.to : word));
  }
  /** one name of the record at hand */
  function name(text: string, scope: Scope): string {
    if (naming.what === 'column') return scope === undefined ? column(text) : text;
    return naming.what === 'field' ? path(text, scope) : text;
  }
  /** a path, a part `@code`, an action `!code`, a sort with its sign; several by comma in a sort */
  function path(text: string, scope: Scope): string {
    if (text.startsWith('@')) return naming.what === 'part' && text.slice(1) === naming.from ? `@${naming.to}` : text;
    if (text.startsWith('!'))
      return naming.what === 'action' && !naming.outside && text.slice(1) === naming.from ? `!${naming.to}` : text;
    if (naming.what === 'column') return scope === undefined ? column(text) : text;
    if (naming.what !== 'field') return text;
    return text
      .split(',')
      .map((part) => {
        const [, sign = '', names = ''] = /^(\s*-?)(.*)$/.exec(part) ?? [];
        return sign + steps(names.split('.'), scope).join('.');
      })
      .join(',');
  }
  /** names of a path in a scope, `doc` and `old` leading to the head */
  function steps(names: readonly string[], scope: Scope): readonly string[] {
    if (places !== undefined) return places.names(names, scope);
    if (naming.what === 'column')
      return scope === undefined ? names.map((text, i) => (i === 0 ? column(text) : text)) : names;
    if (naming.what === 'param' || naming.what === 'ask')
      return names[0] === naming.what && names[1] === naming.from ? [names[0], naming.to, ...names.slice(2)] : names;
    if (naming.what !== 'field') return names;
    const [first = '', second, ...rest] = names;
    if ((first === 'doc' || first === 'old') && second !== undefined)
      return [first, ...steps([second, ...rest], undefined)];
    if (scope === null) return names;
    if (scope !== undefined)
      return naming.sub === scope && first === naming.from ? [naming.to, ...names.slice(1)] : names;
    if (naming.sub === undefined) return first === naming.from ? [naming.to, ...names.slice(1)] : names;
    return first === naming.sub && second === naming.from ? [first, naming.to, ...rest] : names;
  }

  function expr(text: string, scope: Scope, address: string): string {
    if (naming.what === 'action' || naming.what === 'part' || !mayName(text, address)) return text;
    const { ast } = parseExpr(text);
    if (ast === undefined) return text;
    const changed = tree(ast, scope, scope);
    return changed === ast ? text : printExpr(changed);
  }
  function template(text: string, scope: Scope, address: string): string {
    if (naming.what === 'action' || naming.what === 'part' || !mayName(text, address)) return text;
    const parsed = parseTemplate(text).template;
    if (parsed === undefined) return text;
    const parts = parsed.parts.map((part) => ('ast' in part ? { ...part, ast: tree(part.ast, scope, scope) } : part));
    const isSame = parts.every((part, i) => {
      const old = parsed.parts[i];
      return !('ast' in part) || (old !== undefined && 'ast' in old && old.ast === part.ast);
    });
    return isSame ? text : printTemplate({ parts });
  }
  function mayName(text: string, address: string): boolean {
    return text.includes(naming.from) && (naming.what !== 'ask' || address.startsWith(naming.within));
  }
  /** `place` is the scope of the whole expression: what `row` means however deep */
  function tree(ast: Ast, scope: Scope, place: Scope): Ast {
    switch (ast.k) {
      case 'path': {
        const isRow = places === undefined && ast.names[0] === 'row' && ast.names.length > 1;
        const names = isRow ? ['row', ...steps(ast.names.slice(1), place)] : steps(ast.names, scope);
        return names.every((text, i) => text === ast.names[i]) ? ast : ({ ...ast, names } satisfies PathAst);
      }
      case 'call':
        return call(ast, scope, place);
      default:
        return mapParts(ast, (part) => tree(part, scope, place));
    }
  }
  function call(ast: CallAst, scope: Scope, place: Scope): Ast {
    const [first, ...rest] = ast.args;
    const over = places?.atHand(ast, scope) ?? scope;
    if (first === undefined || first.k !== 'path' || !(takesRows(ast.name) || ast.name === 'above'))
      return mapParts(ast, (part) => tree(part, over, place));
    const inner = rowsOf(first, ast, over);
    // what a measure adds up are fields of the rows, whatever its own code is
    const args = [
      isRecords(naming, first, ast, over)
        ? behind(first, (rest) => steps(rest, headOf(first.names[0])))
        : tree(first, naming.what === 'column' ? inner : over, place),
      ...rest.map((node) => tree(node, inner, place)),
    ];
    return args.every((arg, i) => arg === ast.args[i]) ? ast : { ...ast, args };
  }
  /** what bare names mean inside the rows a collection function runs through */
  function rowsOf(first: PathAst, ast: CallAst, scope: Scope): Scope {
    if (places !== undefined) return places.rowsOf(first, scope, isScalar(ast));
    if (naming.what !== 'field') return isScalar(ast) && naming.what === 'column' ? scope : null;
    if (isRecords(naming, first, ast, scope)) return headOf(first.names[0]);
    const [text = '', two = ''] = first.names;
    if (scope === undefined && naming.subs.has(text)) return text;
    if ((text === 'doc' || text === 'old') && naming.subs.has(two)) return two;
    if (text === naming.object) return undefined;
    // lists of the record itself keep its names; another name is another object's
    return /^(min|max|above)$/.test(ast.name) || text === naming.from || text === 'ask' || text === 'param'
      ? scope
      : null;
  }
  /** whose names stand under a key: what its spec says, else rows where a key beside it names some, else the owner's */
  function scopeIn(spec: KeySpec, keys: Keys, owner: Node, scope: Scope, code: string): Scope {
    if (places !== undefined) return places.scopeIn({ spec, keys, owner, scope, code });
    switch (spec.scope) {
      case 'rows':
        return scope === undefined && naming.what === 'field' && naming.subs.has(code) ? code : scope;
      case 'head':
        return undefined;
      case 'picked':
        return headOf(owner.ref);
      case 'made':
        return madeRows(owner);
      case 'other':
        return null;
      case 'source':
        return isReport ? null : scope;
      case 'report':
        return isReport ? scope : null;
      case undefined: {
        const rows = isReport ? undefined : Object.keys(keys).find((key) => keys[key]?.names === 'rows');
        const sub = rows === undefined ? undefined : owner[rows];
        return typeof sub === 'string' ? sub : scope;
      }
    }
  }
  /** the object itself, referenced or pushed to */
  function headOf(object: unknown): Scope {
    return places === undefined ? (isOwn(object) ? undefined : null) : places.headOf(object);
  }
  function isOwn(object: unknown): boolean {
    return object === 'self' || (object !== undefined && object === naming.object);
  }
  /** rows that a push into the own object makes */
  function madeRows({ to, into }: Node): Scope {
    if (places !== undefined) return places.madeRows(to, into);
    if (!isOwn(to)) return null;
    const usual = naming.what === 'field' && naming.subs.has('items') ? 'items' : undefined;
    return typeof into === 'string' ? into : usual;
  }

  /** `fields.qty`, `edit.groups.base`, or one of them by its code */
  function pageAddress(text: string): string {
    const [, place = '', code = ''] = /^(fields\.|edit\.groups\.)?(.*)$/.exec(text) ?? [];
    const isPart = naming.what === 'part' && place !== 'fields.' && code === naming.from;
    return place + (isPart ? naming.to : place === 'edit.groups.' ? code : path(code, undefined));
  }
  /** `{material.code}-{bizDate:yyyyMMdd}{level|A=1;B=2}{seq:4}` */
  function numberRule(text: string, scope: Scope): string {
    return text.replace(/\{([A-Za-z]\w*(?:\.\w+)*)(?=[:|}])/g, (_, names: string) => `{${path(names, scope)}`);
  }
}
/** Whether a collection is all records of an object, though a field may have its code. */
function isRecords(naming: Naming, first: PathAst, ast: CallAst, scope: Scope): boolean {
  if (naming.what !== 'field') return false;
  if (naming.places !== undefined) return naming.places.isRecords(first, scope, isScalar(ast));
  return naming.called !== undefined && naming.sub === scope && meansRecords(ast, first, naming.called);
}
/** A path whose first name stays. */
function behind(path: PathAst, change: (rest: readonly string[]) => readonly string[]): PathAst {
  const [first = '', ...rest] = path.names;
  const names = rest.length === 0 ? path.names : [first, ...change(rest)];
  return names.every((text, i) => text === path.names[i]) ? path : { ...path, names };
}
/** min and max of several are the least and the greatest of values, where those are no rows */
const isScalar = ({ name, args }: CallAst): boolean => (name === 'min' || name === 'max') && args.length > 1;
type Keys = { readonly [key: string]: KeySpec };

interface At {
  readonly id: SortId;
  readonly key: string;
  readonly spec: KeySpec;
  readonly owner: Node;
  readonly scope: Scope;
}
