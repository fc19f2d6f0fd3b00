/** Moving and ordering: fields in and between groups, columns, search, schemes, actions, entries of any map. */
import { isNode } from '../../schemas/language/resolve/merge';
import { entriesAt, joinAddress, splitAddress, valueAt } from '../../schemas/language/steps/index';
import type { Command } from '../document/state';
import { placeRefusal, placeSort, titleOf } from '../rules/places';
import { definitionOf } from './fields';
import { Sketch, type Spot } from './sketch';

/** Several things to one spot, in the order they are named. Fields dragged from the outline are placed. */
export const moveEntries: Command<{ readonly addresses: readonly string[]; readonly spot: Spot }> = (
  state,
  { addresses, spot },
) => {
  const sketch = new Sketch(state);
  let after = spot.after;
  const at: string[] = [];
  for (const address of addresses) {
    const { parent, key } = splitAddress(address);
    const there: Spot = { list: spot.list, ...(after === undefined ? {} : { after }) };
    const [from, to] = [placeSort(sketch.whole, parent), placeSort(sketch.whole, spot.list)];
    if (parent !== spot.list && isPlacement(to)) sketch.refuse(placeRefusal(sketch.whole, spot.list, key));
    // a placement of another sort stays where it is: the field stands in both
    if (from === to && key !== after) sketch.move(address, there);
    else if (isPlacement(to) && (from === 'field' || isPlacement(from))) sketch.insert(there, key, key);
    else if (key !== after) sketch.refuse('不能移动到这里');
    at.push(joinAddress(spot.list, key));
    after = key;
  }
  const { parent, key } = splitAddress(addresses[0] ?? '');
  const node = valueAt(sketch.whole, definitionOf(sketch, at[0] ?? ''));
  const title = isNode(node) && typeof node.title === 'string' ? node.title : titleOf(sketch.whole, parent, key);
  return sketch.done(addresses.length > 1 ? `移动 ${addresses.length} 项` : `移动「${title}」`, {
    selection: at.map((text) => sketch.selected(text)),
  });
};
const isPlacement = (sort: string): boolean => sort === 'column' || sort === 'item' || sort === 'search';

/** One place up or down in its list, as it is shown. */
export const moveBy: Command<{ readonly address: string; readonly by: -1 | 1 }> = (state, { address, by }) => {
  const sketch = new Sketch(state);
  const { parent, key } = splitAddress(address);
  const keys = (entriesAt(sketch.whole, parent) ?? []).filter((entry) => {
    const node = valueAt(sketch.whole, joinAddress(parent, entry));
    return !entry.startsWith('$own') && !(isNode(node) && node.off === true);
  });
  const to = keys.indexOf(key) + by;
  if (to < 0 || to >= keys.length) return { reason: by < 0 ? '已经是第一个' : '已经是最后一个' };
  return moveEntries(state, {
    addresses: [address],
    spot: { list: parent, after: by > 0 ? (keys[to] ?? null) : (keys[to - 1] ?? null) },
  });
};
