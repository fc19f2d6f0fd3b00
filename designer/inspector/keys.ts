/** The keys an inspector shows for nodes: by group, with what is written, what holds otherwise, and which may be hidden. */
import type { Library } from '../../schemas/language/check/index';
import { type FlowNodeDoc, NODE_KEYS } from '../../schemas/language/flow/document';
import { isMany, kindOf } from '../../schemas/language/kinds/index';
import { fieldKeys } from '../../schemas/language/kinds/keys';
import { resolvedAt } from '../../schemas/language/resolve/at';
import { isNode, type Node } from '../../schemas/language/resolve/merge';
import { OWN_CODE, SORTS } from '../../schemas/language/sorts/index';
import type { KeySpec, Shape, SortId } from '../../schemas/language/sorts/table';
import { isRare, KEY_GROUPS, type KeyGroup, keyText, keyTitle } from '../../schemas/language/sorts/texts/index';
import { joinAddress, type StepDoc, shapeAt, valueAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import { inherited, kindAndType, objectOf } from './resolved';
import { turnsInto } from './turn';

export interface KeyRow {
  readonly key: string;
  readonly sort: SortId;
  readonly shape: Shape;
  readonly title: string;
  readonly help?: string | undefined;
  readonly suffix?: string | undefined;
  /** addresses of the key, one for each node */
  readonly addresses: readonly string[];
  /** what is written; undefined = nothing, or not the same everywhere */
  readonly value: Json | undefined;
  /** what holds where nothing is written */
  readonly base: unknown;
  /** nodes differ */
  readonly mixed: boolean;
  /** written, though it need not be */
  readonly changed: boolean;
  readonly need: boolean;
  readonly rare: boolean;
}
export interface KeyGroupRows {
  readonly group: KeyGroup;
  readonly title: string;
  readonly rows: readonly KeyRow[];
  readonly changed: number;
}

const CODES: ReadonlySet<string> = new Set(Object.values(OWN_CODE));
/** Written with every node and therefore no change of a default. */
const IDENTITY: ReadonlySet<string> = new Set(['title', 'kind', 'type', 'dict', 'ref', 'field', 'param', 'code', 'is']);

/** Sort of the node at an address; undefined when it is no node. */
export function sortAt(doc: StepDoc, address: string): SortId | undefined {
  const shape = shapeAt(doc, address);
  return shape === undefined ? undefined : nodeSort(shape, valueAt(doc, address));
}
function nodeSort(shape: Shape, value: unknown): SortId | undefined {
  if (typeof shape === 'string') return undefined;
  if ('node' in shape) return shape.node;
  if (!('any' in shape)) return undefined;
  const found = shape.any.map((shape) => nodeSort(shape, value)).find((sort) => sort !== undefined);
  return isNode(value) || value === undefined ? found : undefined;
}

/** Rows of all groups for one node or for several of one sort; empty when the addresses hold none. */
export function keyGroups(
  doc: StepDoc,
  library: Library,
  addresses: readonly string[],
  standard?: StepDoc,
): readonly KeyGroupRows[] {
  const [first] = addresses;
  const sort = first === undefined ? undefined : sortAt(doc, first);
  if (sort === undefined) return [];
  const [firstKeys = [], ...others] = addresses.map((address) => keysAt(doc, library, sort, address));
  const keys = new Set(firstKeys.filter((key) => others.every((own) => own.includes(key))));
  const several = addresses.length > 1;
  const rows = Object.entries(SORTS[sort] as { readonly [key: string]: KeySpec })
    .filter(([key, spec]) => keys.has(key) && !(several && (key === 'title' || isStructure(spec.shape))))
    .map(([key, spec]) => rowOf(doc, library, sort, addresses, key, spec, standard));
  return KEY_GROUPS.map(([group, title]) => {
    const own = rows.filter((row) => keyText(sort, row.key).group === group);
    return { group, title, rows: own, changed: own.filter((row) => row.changed).length };
  }).filter((group) => group.rows.length > 0);
}

/** Definitions and placements belong to one node, not to several. */
const isStructure = (shape: Shape): boolean =>
  typeof shape === 'object' && ('map' in shape || 'list' in shape || 'placements' in shape || 'node' in shape);

function keysAt(doc: StepDoc, library: Library, sort: SortId, address: string): readonly string[] {
  const keys = Object.keys(SORTS[sort]).filter(
    (key) =>
      key !== '$schema' &&
      key !== 'off' &&
      (SORTS[sort] as { readonly [key: string]: KeySpec })[key]?.later !== true &&
      !(address === '' && CODES.has(key)),
  );
  const node = (valueAt(doc, address) ?? {}) as Node;
  if (sort === 'field') {
    const object = objectOf(doc, library);
    const field = kindAndType(node, object === undefined ? undefined : resolvedAt(object, address));
    const may = fieldKeys(field);
    const single = kindOf(field.kind).types.length === 1;
    // of one that is chosen there is nothing to count
    const counts =
      field.type === 'dict' || field.type === 'ref' ? isMany({ ...field, many: node.many === true }) : true;
    const idle = (key: string): boolean => (key === 'type' && single) || (!counts && (key === 'min' || key === 'max'));
    return keys.filter((key) => Object.hasOwn(node, key) || (may.has(key) && !idle(key)));
  }
  const drawn = DRAWN[sort];
  if (drawn !== undefined) {
    const own = sort === 'flowNode' ? nodeKeys(node as unknown as FlowNodeDoc) : undefined;
    return keys.filter((key) => !drawn.includes(key) && (own?.has(key) !== false || Object.hasOwn(node, key)));
  }
  // the name of an entry is its address
  return keys.filter((key) => !(key === 'field' && (sort === 'column' || sort === 'item')));
}

/** Keys that the picture of a flow shows and changes itself. */
const DRAWN: { readonly [sort in SortId]?: readonly string[] } = {
  flow: ['nodes', 'layout'],
  flowNode: ['node', 'sort', 'ways'],
  flowWay: ['title', 'nodes'],
};
/** What a node may say by its sort, as far as it means something with what it says already. */
function nodeKeys(node: FlowNodeDoc): ReadonlySet<string> {
  const keys = new Set<string>(['title', 'note', ...(NODE_KEYS[node.sort] ?? [])]);
  if (node.sign !== 'vote') keys.delete('rate');
  if (node.sign !== 'all') keys.delete('reject');
  if (node.empty !== 'user') keys.delete('emptyUser');
  if (!node.who?.some((who) => who.by === 'role')) keys.delete('near');
  if (node.fail !== 'retry') keys.delete('times');
  return keys;
}

function rowOf(
  doc: StepDoc,
  library: Library,
  sort: SortId,
  addresses: readonly string[],
  key: string,
  spec: KeySpec,
  standard: StepDoc | undefined,
): KeyRow {
  const own = addresses.map((address) => joinAddress(address, key));
  const values = own.map((address) => valueAt(doc, address) as Json | undefined);
  const [value] = values;
  const mixed = values.some((eachValue) => JSON.stringify(eachValue) !== JSON.stringify(value));
  const node = (valueAt(doc, addresses[0] ?? '') ?? {}) as Node;
  const object = objectOf(doc, library);
  const stored =
    sort === 'field'
      ? kindAndType(node, object === undefined ? undefined : resolvedAt(object, addresses[0] ?? ''))
      : undefined;
  const { help, suffix } = keyText(sort, key);
  const need = spec.need === true;
  return {
    key,
    sort,
    shape: stored === undefined ? spec.shape : turnsInto(spec.shape, key, stored),
    title: keyTitle(sort, key, stored?.type),
    help,
    suffix,
    addresses: own,
    value: mixed ? undefined : value,
    base: inherited(doc, library, { sort, address: addresses[0] ?? '', key }),
    mixed,
    changed:
      standard === undefined
        ? !need && !IDENTITY.has(key) && values.some((value) => value !== undefined)
        : own.some((address, n) => JSON.stringify(values[n]) !== JSON.stringify(valueAt(standard, address))),
    need,
    rare: isRare(sort, key),
  };
}
