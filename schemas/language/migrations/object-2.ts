/**
 * object/1 → object/2, block/1 → block/2, overlay/1 → overlay/2 (docs/language/versions.md). A picker offers what is in use unless its
 * `pick` says `disabled`, and a sub-table begins with no row unless its `rows` say `min`. A text of before says what it meant: the
 * condition `isDisabled == 0` goes, a reference without it says `disabled`; `min` 0 goes, a sub-table without `min` says 1.
 */
import { factsOfDoc } from '../kinds/index';
import { segmentsOf } from '../resolve/address';
import { inOrder } from '../resolve/fields';
import { isNode, type Node } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { KeySpec, Shape, SortId } from '../sorts/table';
import { holderOf, innerShape } from '../steps/holder';
import { addressOfStep, given, joinAddress, type SetStep, type Step, splitAddress } from '../steps/step';
import type { Json } from '../value';
import { type Asked, splitSwitch } from './switch';

/** Whose text a value is from. */
interface Around {
  /** records that nobody edits: nothing is picked there */
  readonly isReadonly: boolean;
  /**
   * A shipped text: its references without a condition took the new default, so what was said of them is not `disabled`. Steps over
   * it name its values by what stands there now.
   */
  readonly isShipped: boolean;
}

/** An object or a block. */
export function documentOf2(doc: Node, isShipped = false): Node {
  const sort: SortId = doc.$schema === 'block/1' ? 'block' : 'object';
  const next = nodeOf2(doc, sort, { isReadonly: doc.readonly === true, isShipped });
  return { ...next, $schema: `${sort}/2` };
}

export function overlayOf2(doc: Node): Node {
  const [sort = ''] = String(doc.of).split(':');
  const steps = Array.isArray(doc.steps) ? (doc.steps as readonly Step[]) : [];
  return { ...doc, $schema: 'overlay/2', steps: stepsOf2(steps, sort, true) };
}

/** Steps over a document of a sort: of an organisation, or shipped with the blocks merged in. */
export function stepsOf2(steps: readonly Step[], sort: string, isShipped: boolean): readonly Step[] {
  return sort === 'object' || sort === 'block' ? steps.flatMap((step) => stepOf2(step, sort, isShipped)) : steps;
}

function stepOf2(step: Step, sort: SortId, isShipped: boolean): readonly Step[] {
  const address = addressOfStep(step);
  // a document as a whole says its language itself
  if (address === '') return [step];
  const wrote: Around = { isReadonly: false, isShipped: false };
  const found: Around = { isReadonly: false, isShipped: isShipped && !OWN_NODE.test(address) };
  const { shape, within, key } = placeOf(address, sort);
  if ('insert' in step) return [{ ...step, value: valueOf2(step.value, shape, wrote) as Json }];
  if ('remove' in step) return [{ ...step, was: valueOf2(step.was, shape, found) as Json }];
  if (!('set' in step)) return [step];
  if (within === 'rows' && key === 'min') return changed(step, minOf2(step.to), minOf2(step.was));
  if (within === 'pick' && key === 'where') return whereOf2(step, found);
  return changed(step, spokenOf2(step.to, shape, wrote), spokenOf2(step.was, shape, found));
}
/** a node an organisation added to a shipped text */
const OWN_NODE = /(?:^|[.[])x[A-Z]/;

function changed(step: SetStep, to: unknown, was: unknown): readonly Step[] {
  if (to === undefined && was === undefined) return [];
  return [{ set: step.set, ...given('to', to as Json | undefined), ...given('was', was as Json | undefined) }];
}

/** The condition of a picker by itself: what it says of the switch is a key beside it. */
function whereOf2(step: SetStep, found: Around): readonly Step[] {
  const to = askedOf(step.to);
  const was = askedOf(step.was);
  const beside: SetStep = { set: joinAddress(splitAddress(step.set).parent, 'disabled') };
  const isShown = (asked: Asked | undefined, around: Around): true | undefined =>
    (asked === undefined ? !around.isShipped : !asked.isSaid) ? true : undefined;
  const shows = isShown(to, { ...found, isShipped: false });
  const showed = isShown(was, found);
  return [
    ...(to?.rest === was?.rest ? [] : changed(step, to?.rest, was?.rest)),
    ...(shows === showed ? [] : changed(beside, shows, showed)),
  ];
}
const askedOf = (where: unknown): Asked | undefined => (typeof where === 'string' ? splitSwitch(where) : undefined);

interface Place {
  readonly shape: Shape;
  /** sort of the node that holds the last key */
  readonly within?: SortId;
  readonly key?: string;
}
/** What stands at an address by the tables. */
function placeOf(address: string, sort: SortId): Place {
  let place: Place = { shape: { node: sort } };
  for (const key of segmentsOf(address)) {
    const holder = holderOf(place.shape, undefined);
    if (holder === undefined) return { shape: 'json' };
    place = { shape: innerShape(holder, key), key, ...(holder.k === 'node' ? { within: holder.sort } : {}) };
  }
  return place;
}

/** Keys that meant something without being written. */
function spokenOf2(value: Json | undefined, shape: Shape, around: Around): unknown {
  if (typeof shape === 'object' && 'node' in shape) {
    if (shape.node === 'pick') return filled(pickOf2(nodeIn(value), { ...around, isPart: false }));
    if (shape.node === 'rows') return filled(rowsOf2(nodeIn(value)));
  }
  return value === undefined ? undefined : valueOf2(value, shape, around);
}
const nodeIn = (value: unknown): Node => (isNode(value) ? value : {});
const filled = (node: Node): Node | undefined => (Object.keys(node).length === 0 ? undefined : node);

function valueOf2(value: unknown, shape: Shape, around: Around): unknown {
  if (typeof shape === 'string') return value;
  if ('node' in shape) return isNode(value) ? nodeOf2(value, shape.node, around) : value;
  if ('map' in shape && isNode(value))
    return Object.fromEntries(
      Object.entries(value).map(([code, entry]) => [code, isNode(entry) ? nodeOf2(entry, shape.map, around) : entry]),
    );
  const inner = 'list' in shape ? shape.list : 'placements' in shape ? shape.placements : undefined;
  return inner !== undefined && Array.isArray(value)
    ? value.map((entry: unknown) => (isNode(entry) ? nodeOf2(entry, inner, around) : entry))
    : value;
}

function nodeOf2(node: Node, sort: SortId, around: Around): Node {
  const keys = SORTS[sort] as { readonly [key: string]: KeySpec };
  const inner = { ...around, isReadonly: isReadonlyIn(node, sort, around) };
  const next = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      Object.hasOwn(keys, key) ? valueOf2(value, keys[key]?.shape ?? 'json', inner) : value,
    ]),
  );
  return sort === 'field' || sort === 'case' ? fieldOf2(next, inner) : next;
}

/** What an action asks is answered, whatever its records say of their fields. */
const isReadonlyIn = ({ readonly }: Node, sort: SortId, around: Around): boolean =>
  sort !== 'action' && (typeof readonly === 'boolean' ? readonly : around.isReadonly);

function fieldOf2(field: Node, around: Around): Node {
  const { pick, rows, ...rest } = field;
  const isTable = factsOfDoc(field).holdsRows;
  // a field of a block that is only changed here names no target
  const isPart = field.ref === undefined || field.title === undefined;
  const isReadonly = around.isReadonly || field.formula !== undefined;
  const picks =
    isPart && pick === undefined ? undefined : filled(pickOf2(nodeIn(pick), { ...around, isReadonly, isPart }));
  const lines = isTable ? filled(rowsOf2(nodeIn(rows))) : rows;
  return inOrder({ ...rest, ...given('pick', picks), ...given('rows', lines) }, SORTS.field);
}

function pickOf2(pick: Node, around: Around & { readonly isPart: boolean }): Node {
  const { where, ...rest } = pick;
  const asked = askedOf(where);
  const isOpen = asked === undefined ? !around.isPart && !around.isShipped : !asked.isSaid;
  // over a block's picker that shows them the condition leaves them out
  const closes = around.isPart && asked?.isSaid === true ? false : undefined;
  return inOrder(
    {
      ...rest,
      ...given('where', asked?.rest),
      ...given('disabled', isOpen && !around.isReadonly ? true : closes),
    },
    SORTS.pick,
  );
}

const minOf2 = (min: unknown): unknown => (min === undefined ? 1 : min === 0 ? undefined : min);
function rowsOf2({ min, ...rest }: Node): Node {
  return inOrder({ ...rest, ...given('min', minOf2(min)) }, SORTS.rows);
}
