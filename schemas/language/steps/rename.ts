/** A new code for an entry: the entry keeps its place, `was` is written, and what names it inside the document follows. */
import { factsOfDoc } from '../kinds/index';
import { addressOf, segmentsOf } from '../resolve/address';
import { isNode } from '../resolve/merge';
import { SORTS } from '../sorts/index';
import type { Shape, SortId } from '../sorts/table';
import { text } from '../texts';
import { type Problem, problem } from '../value';
import { type Called, calledOf } from './collections';
import { childAt, type Holder, holderOf, innerShape, withChild } from './holder';
import { follow, type Naming } from './references';
import { joinAddress, type RenameStep, type StepDoc, splitAddress } from './step';

type Outcome =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: Problem; readonly value?: undefined };

export function renamed(doc: StepDoc, step: RenameStep, sort: SortId): Outcome {
  const path = segmentsOf(step.rename);
  const done = inside(doc, { node: sort }, path, 0, step);
  if (done.problem !== undefined) return done;
  const naming = namingOf(path, step.to, doc, sort);
  return naming === undefined ? done : { value: follow(done.value as StepDoc, sort, naming) };
}

function inside(value: unknown, shape: Shape, path: readonly string[], at: number, step: RenameStep): Outcome {
  const holder = holderOf(shape, value);
  const key = path[at] ?? '';
  if (holder === undefined) return wrong('step.address', step.rename);
  const child = childAt(holder, value, key);
  if (child === undefined) return wrong('step.gone', step.rename);
  if (at < path.length - 1) {
    const done = inside(child, innerShape(holder, key), path, at + 1, step);
    return done.problem !== undefined ? done : { value: withChild(holder, value, key, done.value) };
  }
  if (holder.k !== 'map' || key === '$own' || !isNode(value)) return wrong('step.address', step.rename);
  if (Object.hasOwn(value, step.to)) return wrong('step.taken', joinAddress(splitAddress(step.rename).parent, step.to));
  const entry = withWas(value[key], holder, key, step);
  if (entry === undefined) return wrong('step.changed', step.rename);
  return {
    value: Object.fromEntries(
      Object.entries(value).map(([code, node]) => (code === key ? [step.to, entry.node] : [code, node])),
    ),
  };
}

/** The entry with the `was` it gets; undefined when the one it has is not the one the step knows. */
function withWas(node: unknown, holder: Holder, key: string, step: RenameStep): { readonly node: unknown } | undefined {
  const shape = innerShape(holder, key);
  const sort = typeof shape === 'object' && 'node' in shape ? shape.node : undefined;
  if (sort === undefined || !isNode(node) || !Object.hasOwn(SORTS[sort], 'was')) return { node };
  if (node.was !== step.was) return undefined;
  const wrote = step.writes === undefined ? key : step.writes;
  const { was: _was, ...rest } = node;
  if (wrote === null) return { node: rest };
  if (node.was !== undefined) return { node: { ...node, was: wrote } };
  // behind the keys that stand before it in the tables
  const order = Object.keys(SORTS[sort]);
  const entries = Object.entries(rest);
  const next = entries.findIndex(([name]) => order.indexOf(name) > order.indexOf('was') || !order.includes(name));
  entries.splice(next < 0 ? entries.length : next, 0, ['was', wrote]);
  return { node: Object.fromEntries(entries) };
}

/** What the entry at an address is called by elsewhere in its document; undefined = by nothing. */
function namingOf(path: readonly string[], to: string, doc: StepDoc, sort: SortId): Naming | undefined {
  const from = path.at(-1) ?? '';
  const place = path.slice(0, -1);
  const own = { from, to, object: String(doc.object ?? '') };
  if (sort === 'object' || sort === 'block') {
    if (place.join() === 'fields')
      return { what: 'field', ...own, subs: subsOf(doc, from, to), ...calledIn(doc, from, path) };
    if (place.length === 3 && place[0] === 'fields' && place[2] === 'fields')
      return {
        what: 'field',
        sub: place[1] ?? '',
        ...own,
        subs: subsOf(doc, '', ''),
        ...calledIn(doc, from, path),
      };
    if (place.at(-1) === 'actions' && (place.length === 1 || place[0] === 'views'))
      return { what: 'action', within: place.slice(0, -1).reduce(addressOf, ''), ...own };
    if (place.at(-1) === 'groups' || place.at(-1) === 'tabs') return { what: 'part', ...own };
    if (place.at(-1) === 'ask') return { what: 'ask', within: place.slice(0, -1).reduce(addressOf, ''), ...own };
  }
  if (sort !== 'report') return undefined;
  if (place.join() === 'dims' || place.join() === 'measures') return { what: 'column', ...own };
  return place.join() === 'params' ? { what: 'param', ...own } : undefined;
}

function calledIn(doc: StepDoc, from: string, path: readonly string[]): { readonly called?: Called } {
  const field = path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), doc);
  return isRows(field) ? {} : { called: calledOf(doc, from, field) };
}
/** Sub-tables of the document and the codes their rows have in its text, the renamed one under its new code. */
function subsOf(doc: StepDoc, from: string, to: string): ReadonlySet<string> {
  const subs = new Set<string>();
  for (const [code, field] of Object.entries(isNode(doc.fields) ? doc.fields : {}))
    if (isRows(field)) subs.add(code).add(code === from ? to : code);
  return subs;
}
const isRows = (field: unknown): boolean =>
  isNode(field) && (factsOfDoc(field).holdsRows || ['fields', 'use', 'columns', 'rows'].some((key) => key in field));

const wrong = (code: 'step.address' | 'step.gone' | 'step.taken' | 'step.changed', a: string): Outcome => ({
  problem: problem(code, a, text(code, { a })),
});
