/** What would never come to rest (§7.3, §7.4): auto actions that undo each other, pushes that run by themselves in a ring. */
import type { Ast, BinaryOp } from '../expr/ast';
import { parseExpr } from '../expr/parse';
import { printExpr } from '../expr/print';
import type { ResolvedAction } from '../resolved';
import { factsOf } from './facts';
import type { ObjectCheck } from './object-check';

/** more states than a ring of autos passes in one document */
const MOST_STATES = 6;
/** more combinations of values are not tried: nothing is said then */
const MOST_TRIED = 4096;

export function checkLoops(check: ObjectCheck): void {
  checkAutos(check);
  checkPushRings(check);
}

/** Auto actions that lead back to the state they left while every one of their conditions may hold. */
function checkAutos({ object, say }: ObjectCheck): void {
  const { state } = object;
  if (state === undefined) return;
  const autos = Object.values(object.actions).filter(({ auto, to, from }) => auto !== undefined && to && from);
  for (const ring of ringsOf(autos, (before, after) => after.from?.includes(before.to ?? '') === true)) {
    const verdict = togetherTrue(ring, state);
    if (verdict === undefined) continue;
    const path = [...ring, ring[0]].map((action) => `「${action?.title}」`).join('→');
    say('auto.ring', `actions.${ring[0]?.code}.auto`, { p: path }, verdict === 'sure' ? undefined : 'warn');
  }
}

/** A push by itself whose document is audited at once starts the pushes that come after that audit. */
function checkPushRings({ object, library, say }: ObjectCheck): void {
  const all = factsOf(library).pushedBySelf();
  if (!all.some((push) => push.object.object === object.object)) return;
  for (const ring of ringsOf(
    all,
    (before, after) => before.action.push?.to === after.object.object && after.action.push?.after === 'audit',
  )) {
    const own = ring.find((push) => push.object.object === object.object);
    if (own === undefined) continue;
    const path = [...ring, ring[0]].map((push) => `「${push?.object.title}·${push?.action.title}」`).join('→');
    say('push.ring', `actions.${own.action.code}.push`, { p: path });
  }
}
/** Every ring of steps once, from the step that stands first in the list; short ones only. */
function ringsOf<T>(steps: readonly T[], follows: (before: T, after: T) => boolean): readonly (readonly T[])[] {
  const rings: (readonly T[])[] = [];
  const walk = (path: readonly T[], first: number): void => {
    const last = path.at(-1) as T;
    if (follows(last, steps[first] as T)) rings.push(path);
    if (path.length >= MOST_STATES) return;
    for (const [n, step] of steps.entries())
      if (n > first && !path.includes(step) && follows(last, step)) walk([...path, step], first);
  };
  for (const [n, step] of steps.entries()) walk([step], n);
  return rings;
}

/**
 * May all conditions of a ring hold at once? `sure` where every part of them is a comparison that was tried, `maybe` where some part is
 * not understood, undefined where no values make all of them true or a step sets what another reads.
 */
function togetherTrue(ring: readonly ResolvedAction[], state: string): 'sure' | 'maybe' | undefined {
  const conditions = ring.map((action, n) => ({
    before: ring[(n + ring.length - 1) % ring.length]?.to ?? '',
    asts: [action.when, action.auto].flatMap((text) => (text === undefined ? [] : [parseExpr(text).ast])),
  }));
  if (conditions.some(({ asts }) => asts.some((ast) => ast === undefined))) return undefined;
  const atoms = new Map<string, Set<Value>>();
  for (const { asts } of conditions) for (const ast of asts) if (ast !== undefined) gather(ast, atoms);
  atoms.delete(state);
  if (ring.some(({ set }) => Object.keys(set ?? {}).some((code) => [...atoms.keys()].some((key) => reads(key, code)))))
    return undefined;
  const names = [...atoms.keys()];
  const domains = names.map((name) => [...(atoms.get(name) ?? [])]);
  if (domains.reduce((product, domain) => product * domain.length, 1) > MOST_TRIED) return undefined;
  const isPlain = names.every((name) => /^[A-Za-z_][\w.]*$/.test(name));
  for (const values of combinations(domains)) {
    const given = new Map(names.map((name, n) => [name, values[n] as Value]));
    const holds = conditions.every(({ asts, before }) =>
      asts.every((ast) => ast !== undefined && isTrue(ast, new Map([...given, [state, before]]))),
    );
    if (holds) return isPlain ? 'sure' : 'maybe';
  }
  return undefined;
}
const reads = (text: string, code: string): boolean => new RegExp(`\\b${code}\\b`).test(text);

type Value = string | number | boolean | null;
const COMPARED: ReadonlySet<BinaryOp> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);

/** Fields that are compared with literals, with values on both sides of each; anything else is one truth under its text. */
function gather(ast: Ast, into: Map<string, Set<Value>>): void {
  const put = (name: string, values: readonly Value[]): void => {
    const known = into.get(name) ?? new Set<Value>();
    for (const value of values) known.add(value);
    into.set(name, known);
  };
  if (ast.k === 'binary' && (ast.op === '&&' || ast.op === '||')) {
    gather(ast.left, into);
    gather(ast.right, into);
  } else if (ast.k === 'unary' && ast.op === '!') gather(ast.of, into);
  else if (ast.k === 'word') return;
  else {
    const compared = comparisonOf(ast);
    if (compared === undefined) put(printExpr(ast), [true, false]);
    else put(compared.name, [null, ...compared.literals.flatMap(around)]);
  }
}
const around = (value: Value): readonly Value[] => {
  if (typeof value === 'number') return [value - 1, value, value + 1];
  return typeof value === 'boolean' ? [true, false] : [value, `${value}…`];
};

interface Comparison {
  readonly name: string;
  readonly op: BinaryOp;
  readonly literals: readonly Value[];
}
const TURNED: Partial<Record<BinaryOp, BinaryOp>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
function comparisonOf(ast: Ast): Comparison | undefined {
  if (ast.k !== 'binary' || !COMPARED.has(ast.op)) return undefined;
  const [left, right] = [literalsOf(ast.left), literalsOf(ast.right)];
  if (ast.left.k === 'path' && right) return { name: ast.left.names.join('.'), op: ast.op, literals: right };
  if (ast.right.k === 'path' && left && ast.op !== 'in')
    return { name: ast.right.names.join('.'), op: TURNED[ast.op] ?? ast.op, literals: left };
  return undefined;
}
function literalsOf(ast: Ast): readonly Value[] | undefined {
  if (ast.k === 'num') return [Number(ast.text)];
  if (ast.k === 'str') return [/^\d+$/.test(ast.value) ? Number(ast.value) : ast.value];
  if (ast.k === 'word') return [ast.value];
  if (ast.k !== 'list') return undefined;
  const items = ast.items.map(literalsOf);
  return items.some((item) => item === undefined) ? undefined : items.flatMap((item) => item ?? []);
}

function isTrue(ast: Ast, given: ReadonlyMap<string, Value>): boolean {
  if (ast.k === 'binary' && ast.op === '&&') return isTrue(ast.left, given) && isTrue(ast.right, given);
  if (ast.k === 'binary' && ast.op === '||') return isTrue(ast.left, given) || isTrue(ast.right, given);
  if (ast.k === 'unary' && ast.op === '!') return !isTrue(ast.of, given);
  if (ast.k === 'word') return ast.value === true;
  const compared = comparisonOf(ast);
  if (compared === undefined) return given.get(printExpr(ast)) === true;
  const raw = given.get(compared.name) ?? null;
  const value = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw;
  return compares(compared, value);
}
function compares({ op, literals }: Comparison, value: Value): boolean {
  const [first = null] = literals;
  if (op === 'in') return literals.includes(value);
  if (op === '==') return value === first;
  if (op === '!=') return value !== first;
  if (value === null || first === null) return false;
  if (op === '<') return value < first;
  if (op === '<=') return value <= first;
  return op === '>' ? value > first : value >= first;
}

function* combinations(domains: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const [first, ...rest] = domains;
  if (first === undefined) yield [];
  else for (const value of first) for (const more of combinations(rest)) yield [value, ...more];
}
