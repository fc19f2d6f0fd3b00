/** Random steps over a document: any of the five, at any place the sort tables know. */
import { isNode } from '../../schemas/language/resolve/merge';
import { SORTS } from '../../schemas/language/sorts/index';
import type { Shape } from '../../schemas/language/sorts/table';
import { childAt, holderOf, innerShape, keysOf, nameKey, short } from '../../schemas/language/steps/holder';
import { given, joinAddress, type Step, type StepDoc, sortOfDoc } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';

export type Random = () => number;
/** Numbers that are the same for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
export const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

interface Place {
  readonly address: string;
  readonly shape: Shape;
  readonly value: unknown;
  /** keys that name it in the list it stands in */
  readonly names: readonly string[];
}
const known = new WeakMap<StepDoc, readonly Place[]>();
/** Every step-able value of a document with its address. */
function places(doc: StepDoc): readonly Place[] {
  const before = known.get(doc);
  if (before !== undefined) return before;
  const found: Place[] = [];
  const walk = (value: unknown, shape: Shape, address: string, names: readonly string[]): void => {
    const holder = holderOf(shape, value);
    if (holder === undefined || value === undefined) return;
    found.push({ address, shape, value, names });
    const own = nameKey(holder);
    for (const key of keysOf(holder, value))
      walk(childAt(holder, value, key), innerShape(holder, key), joinAddress(address, key), own);
  };
  walk(doc, { node: sortOfDoc(doc) }, '', []);
  known.set(doc, found);
  return found;
}

let serial = 0;
/** A step that fits the document, or undefined when the dice found no place for one. */
export function randomStep(doc: StepDoc, random: Random): Step | undefined {
  const all = places(doc);
  const place = pick(random, all);
  const holder = place === undefined ? undefined : holderOf(place.shape, place.value);
  if (place === undefined || holder === undefined) return undefined;
  const { address, value } = place;
  const keys = keysOf(holder, value);
  if (holder.k === 'node') {
    const free = Object.entries(SORTS[holder.sort]).filter(
      ([key, spec]) => spec.need !== true && key !== 'was' && !place.names.includes(key),
    );
    const [key, spec] = pick(random, free) ?? [];
    if (key === undefined || spec === undefined) return undefined;
    const was = childAt(holder, value, key);
    const to = random() < 0.3 ? undefined : sample(spec.shape, random);
    if (to === undefined && was === undefined) return undefined;
    return { set: joinAddress(address, key), ...given('to', to), ...given('was', was as Json | undefined) };
  }
  const dice = random();
  const key = pick(random, keys);
  const after = random() < 0.2 ? undefined : pick(random, keys);
  if (dice < 0.3) {
    const code = `x${++serial}New`.replace(/^x(\d+)New$/, 'xNew$1');
    const isValue = holder.k === 'map' && typeof holder.inner === 'object' && !('node' in holder.inner);
    const fresh =
      holder.k === 'map'
        ? typeof holder.inner === 'string' || isValue
          ? (sample(holder.inner, random) ?? 'x')
          : { title: '新的' }
        : holder.placed
          ? random() < 0.5
            ? code
            : { field: code, title: '新的' }
          : // keys in canonical order: a value that comes back has it
            { [nameKey(holder)[0] ?? '']: code, title: '新的' };
    return { insert: joinAddress(address, code), value: fresh as Json, ...given('after', after) };
  }
  if (key === undefined) return undefined;
  const at = joinAddress(address, key);
  const before = given('after', keys[keys.indexOf(key) - 1]);
  if (dice < 0.55) return { remove: at, was: short(holder, childAt(holder, value, key)) as Json, ...before };
  if (dice < 0.75 && after !== key) return { move: at, ...given('after', after), was: { in: address, ...before } };
  if (dice < 0.9) {
    const shape = innerShape(holder, key);
    const others = all.filter((place) => {
      const other = holderOf(place.shape, place.value);
      return (
        place.address !== address &&
        !place.address.startsWith(at) &&
        other !== undefined &&
        other.k === holder.k &&
        JSON.stringify(innerShape(other, key)) === JSON.stringify(shape) &&
        !keysOf(other, place.value).includes(key)
      );
    });
    const other = pick(random, others);
    if (other === undefined) return undefined;
    return { move: at, to: other.address, was: { in: address, ...before } };
  }
  if (holder.k !== 'map' || key === '$own') return undefined;
  const entry = childAt(holder, value, key);
  const was = isNode(entry) && typeof entry.was === 'string' ? entry.was : undefined;
  return { rename: at, to: `xName${++serial}`, ...given('was', was) };
}
function sample(shape: Shape, random: Random): Json | undefined {
  if (typeof shape === 'string') {
    switch (shape) {
      case 'bool':
        return random() < 0.5;
      case 'int':
      case 'number':
        return Math.floor(random() * 100);
      case 'codes':
      case 'paths':
      case 'texts':
      case 'literals':
        return ['one', 'two'];
      case 'json':
        return { a: [1, 2] };
      case 'expr':
        return 'qty > 1 && !empty(name)';
      default:
        return 'word';
    }
  }
  if ('words' in shape) return pick(random, shape.words);
  if ('wordList' in shape) return shape.wordList.slice(0, 1);
  if ('ref' in shape) return 'thing';
  if ('refs' in shape) return ['thing'];
  if ('mapOf' in shape) return { alpha: sample(shape.mapOf, random) ?? 'x', beta: sample(shape.mapOf, random) ?? 'x' };
  if ('map' in shape) return { alpha: { title: '甲' }, beta: { title: '乙' } };
  if ('placements' in shape) return ['alpha', { field: 'beta', title: '乙' }];
  if ('any' in shape) return sample(shape.any[Math.floor(random() * shape.any.length)] ?? 'text', random);
  return undefined;
}
