/**
 * Names inside a document that follow a rename: paths of placements and rules, keys of maps that name fields, and names in expressions,
 * read by the scopes of §5.3. A text that does not change is not printed anew.
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

interface Renamed {
  readonly from: string;
  readonly to: string;
  /** code of the document: a reference to it is a reference to itself */
  readonly object: string;
}
export type Naming =
  | (Renamed & { readonly what: 'field'; readonly sub?: string; readonly subs: ReadonlySet<string> })
  | (Renamed & { readonly what: 'action' | 'part' | 'column' | 'param' })
  | (Renamed & { readonly what: 'ask'; readonly within: string });

/** Whose fields bare names are: the head (undefined), rows of a sub-table, or another object (null). */
type Scope = string | undefined | null;

/** keys of maps that are fields of the record at hand */
const FIELD_KEYS: ReadonlySet<string> = new Set([
  'field.fill',
  'field.summary',
  'list.summary',
  'block.summary',
  'rule.set',
  'action.set',
  'view.with',
  'floor.tiles',
]);
/** lists and words that name sub-tables of the head, whatever the place */
const HEAD_KEYS: ReadonlySet<string> = new Set(['rule.in', 'check.in', 'action.in', 'push.rows', 'view.rows']);
/** words and lists of a report that name its dims and measures */
const COLUMN_KEYS: ReadonlySet<string> = new Set(
  [
    ['report', 'time by groupBy pivot'],
    ['reportList', 'summary'],
    ['kpi', 'measure'],
    ['chart', 'x series y right size sort drillDims emit'],
  ].flatMap(([sort, keys]) => (keys ?? '').split(' ').map((key) => `${sort}.${key}`)),
);

/** The document with every reference to the renamed entry under its new code. */
export function follow(doc: Node, sort: SortId, naming: Naming): Node {
  return node(doc, sort, undefined, '', '');

  function node(value: Node, id: SortId, scope: Scope, address: string, code: string): Node {
    const keys = SORTS[id] as { readonly [key: string]: KeySpec };
    const result: { [key: string]: unknown } = {};
    for (const [key, child] of Object.entries(value)) {
      const shape = Object.hasOwn(keys, key) ? (keys[key]?.shape ?? 'json') : 'json';
      result[key] = member(
        child,
        shape,
        { id, key, owner: value, scope: scopeIn(id, key, value, scope, code) },
        addressOf(address, key),
      );
    }
    return result;
  }

  function member(value: unknown, shape: Shape, at: At, address: string): unknown {
    const place = `${at.id}.${at.key}`;
    if (HEAD_KEYS.has(place)) return typeof value === 'string' ? path(value, undefined) : value;
    if (naming.what === 'column' && COLUMN_KEYS.has(place)) return texts(value, column);
    if (place === 'drill.map' && isNode(value) && naming.what === 'column') return keyed(value, column, (one) => one);
    if (place === 'object.index' || place === 'block.index')
      return Array.isArray(value) ? value.map((list) => texts(list, (one) => path(one, at.scope))) : value;
    if (typeof shape === 'string') return leaf(value, shape, at, address);
    if ('node' in shape) return isNode(value) ? node(value, shape.node, at.scope, address, at.key) : value;
    if ('map' in shape && isNode(value))
      return keyed(
        value,
        (one) => one,
        (entry, code) => (isNode(entry) ? node(entry, shape.map, at.scope, addressOf(address, code), code) : entry),
      );
    if ('mapOf' in shape && isNode(value)) {
      const isSummary = at.key === 'summary';
      return keyed(
        value,
        (one) => (FIELD_KEYS.has(place) ? name(one, at.scope) : one),
        (entry, code) =>
          at.key === 'tiles'
            ? texts(entry, (one) => path(one, code))
            : member(entry, isSummary ? 'expr' : shape.mapOf, valueAt(at), addressOf(address, code)),
      );
    }
    if ('placements' in shape && Array.isArray(value))
      return value.map((entry) => placed(entry, shape.placements, at.scope, address));
    if ('list' in shape && Array.isArray(value))
      return value.map((entry) =>
        isNode(entry)
          ? node(entry, shape.list, at.scope, address, '')
          : shape.list === 'importColumn'
            ? texts(entry, (one) => path(one, at.scope))
            : entry,
      );
    if (!('any' in shape)) return value;
    const fits = shape.any.find((one) => fitsValue(one, value));
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
        return texts(value, (one) => expr(one, at.scope, address));
      case 'value':
        return typeof value === 'string' && value.startsWith('=')
          ? `=${expr(value.slice(1), at.scope, address)}`
          : value;
      case 'template':
        return typeof value === 'string' && at.key !== 'rule' ? template(value, at.scope, address) : value;
      case 'path':
      case 'paths':
      case 'sort':
        return texts(value, (one) => path(one, at.scope));
      case 'text':
      case 'texts':
        return at.id === 'push' && at.key === 'by' ? texts(value, (one) => expr(one, at.scope, address)) : value;
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
    if (text.startsWith('!')) return naming.what === 'action' && text.slice(1) === naming.from ? `!${naming.to}` : text;
    if (naming.what === 'column') return scope === undefined ? column(text) : text;
    if (naming.what !== 'field') return text;
    return text
      .split(',')
      .map((one) => {
        const [, sign = '', names = ''] = /^(\s*-?)(.*)$/.exec(one) ?? [];
        return sign + steps(names.split('.'), scope).join('.');
      })
      .join(',');
  }
  /** names of a path in a scope, `doc` and `old` leading to the head */
  function steps(names: readonly string[], scope: Scope): readonly string[] {
    if (naming.what === 'column')
      return scope === undefined ? names.map((one, i) => (i === 0 ? column(one) : one)) : names;
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
    if (naming.what === 'ask' && !address.startsWith(naming.within)) return false;
    return text.includes(naming.from);
  }
  /** `place` is the scope of the whole expression: what `row` means however deep */
  function tree(ast: Ast, scope: Scope, place: Scope): Ast {
    switch (ast.k) {
      case 'path': {
        const isRow = ast.names[0] === 'row' && ast.names.length > 1;
        const names = isRow ? ['row', ...steps(ast.names.slice(1), place)] : steps(ast.names, scope);
        return names.every((one, i) => one === ast.names[i]) ? ast : ({ ...ast, names } satisfies PathAst);
      }
      case 'call':
        return call(ast, scope, place);
      default:
        return mapParts(ast, (part) => tree(part, scope, place));
    }
  }
  function call(ast: CallAst, scope: Scope, place: Scope): Ast {
    const [first, ...rest] = ast.args;
    if (first === undefined || first.k !== 'path' || !(takesRows(ast.name) || ast.name === 'above'))
      return mapParts(ast, (part) => tree(part, scope, place));
    const inner = rowsOf(first, ast, scope);
    const args = [tree(first, scope, place), ...rest.map((one) => tree(one, inner, place))];
    return args.every((one, i) => one === ast.args[i]) ? ast : { ...ast, args };
  }
  /** what bare names mean inside the rows a collection function runs through */
  function rowsOf(first: PathAst, ast: CallAst, scope: Scope): Scope {
    if (naming.what !== 'field') return ast.args.length > 1 && naming.what === 'column' ? scope : null;
    const [one = '', two = ''] = first.names;
    if (scope === undefined && naming.subs.has(one)) return one;
    if ((one === 'doc' || one === 'old') && naming.subs.has(two)) return two;
    if (one === naming.object) return undefined;
    // lists of the record itself keep its names; another name is another object's
    const isScalar = ast.name === 'min' || ast.name === 'max' || ast.name === 'above';
    return isScalar || one === naming.from || one === 'ask' || one === 'param' ? scope : null;
  }
  function scopeIn(id: SortId, key: string, owner: Node, scope: Scope, code: string): Scope {
    if (sort !== 'object' && sort !== 'block') return reportScope(id, key, scope);
    if (id === 'field' && ['fields', 'rules', 'checks', 'columns', 'summary', 'rows'].includes(key))
      return scope === undefined && naming.what === 'field' && naming.subs.has(code) ? code : scope;
    if ((id === 'rule' || id === 'check' || id === 'action') && typeof owner.in === 'string') return owner.in;
    if (id === 'push' && typeof owner.rows === 'string' && key !== 'rows') return owner.rows;
    if (id === 'part' && key === 'where') return null;
    if (id === 'field' && key === 'pick') return isSelf(owner) ? undefined : null;
    if (id === 'relCfg' && key === 'relField') return null;
    return id === 'push' && key === 'qty' ? null : scope;
  }
  function isSelf(owner: Node): boolean {
    return owner.ref === 'self' || (owner.ref !== undefined && owner.ref === naming.object);
  }
  function valueAt(at: At): At {
    // values of fill are fields of the picked record, keys of push maps those of the target
    return at.id === 'field' && at.key === 'fill' ? { ...at, scope: isSelf(at.owner) ? undefined : null } : at;
  }
}

interface At {
  readonly id: SortId;
  readonly key: string;
  readonly owner: Node;
  readonly scope: Scope;
}

/** In a report the rows of its source have other names than its dims and measures. */
function reportScope(id: SortId, key: string, scope: Scope): Scope {
  if (id === 'report' && key === 'where') return null;
  if (id === 'dim' && key === 'of') return null;
  if (id === 'search' && key === 'where') return null;
  return scope;
}

function fitsValue(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'string') {
    if (typeof value === 'string') return shape !== 'bool' && shape !== 'int' && shape !== 'paths' && shape !== 'texts';
    return Array.isArray(value) && (shape === 'paths' || shape === 'texts');
  }
  if ('node' in shape || 'map' in shape) return isNode(value);
  return ('list' in shape || 'placements' in shape) && Array.isArray(value);
}

function texts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? change(one) : one)) : value;
}
function keyed(value: Node, rename: (key: string) => string, change: (entry: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [rename(key), change(entry, key)]));
}
