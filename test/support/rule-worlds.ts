/**
 * Finds records for which an expression of a document is true or false: a bounded search over values of what the expression reads
 * (fields, rows, referenced records, settings, answers of queries and functions), valid ones only. Everything it makes up is answered by
 * one environment, so that browser and server can be asked over the same world.
 */
import type { Env, Me } from '../../schemas/language/env';
import type { Bound } from '../../schemas/language/expr/check';
import { truth } from '../../schemas/language/expr/evaluate';
import { printExpr } from '../../schemas/language/expr/print';
import type { AggBound, LitValue } from '../../schemas/language/expr/typed';
import { walk } from '../../schemas/language/expr/typed';
import { kindOf } from '../../schemas/language/kinds';
import { scopeAt } from '../../schemas/language/record/bind';
import type { FieldModel, Model, Place } from '../../schemas/language/record/model';
import { newRecord } from '../../schemas/language/record/new';
import { recompute } from '../../schemas/language/record/recompute';
import { isBlankRow } from '../../schemas/language/record/rows';
import { emptyOf, isEmpty } from '../../schemas/language/record/values';
import { withPatch } from '../../schemas/language/record/work';
import type { FieldType, ResolvedField } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { writtenBy } from '../../schemas/language/written';
import type { Registry } from '../../server/registry/registry';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** the record itself, its rows, two of everything it may point at */
export const OWN = id(1);
const ROWS = [id(11), id(12)] as const;
const OTHERS = [id(21), id(22)] as const;
const FILE = { id: id(31), name: 'a.png', size: 10, url: '/file/a', fileType: '1' };
export const NOW = '2026-01-15 10:00:00';

/** Conditions that must come out like this, all of them, at the head or in a row of a sub-table, the first if not told. */
export interface Goal {
  readonly sub?: string | undefined;
  readonly row?: 0 | 1;
  readonly all: readonly (readonly [bound: Bound, want: boolean])[];
  /** made, not changed, unless the expression tells the two apart */
  readonly isNew: boolean;
  /** what must hold beyond the conditions */
  readonly holds?: (world: World, goal: Goal) => boolean;
}
export interface World {
  readonly rec: Rec;
  /** as it was stored; null = it is being made */
  readonly old: Rec | null;
  readonly env: Env;
}
type Given = ReadonlyMap<string, Value>;

/** A world in which the goal is reached; undefined = none was found in so many tries. */
export function findWorld(registry: Registry, model: Model, goal: Goal, tries = 60): World | undefined {
  const own = goal.all.map(([bound]) => bound);
  // what they read may have to be brought in sight first
  const sights = model.states.filter(({ rule }) => rule.show ?? rule.hide).flatMap(({ when }) => when?.bound ?? []);
  return (
    search(registry, model, goal, own, tries) ??
    search(registry, model, goal, [...own, ...sights], tries) ??
    // what a row says of those before it is never said of the first
    (goal.sub === undefined ? undefined : search(registry, model, { ...goal, row: 1 }, own, tries))
  );
}

function search(
  registry: Registry,
  model: Model,
  goal: Goal,
  read: readonly Bound[],
  tries: number,
): World | undefined {
  const slots = slotsOf(registry, model, goal, read);
  const names = [...slots.keys()];
  // rows that are compared with each other begin filled and alike
  const begin = (name: string, values: readonly Value[]): Value | undefined =>
    goal.row === 1 && name.startsWith('row.') ? values.find((value) => !isEmpty(value)) : values[0];
  const first: Given = new Map([...slots].map(([name, values]) => [name, begin(name, values) ?? null]));
  const next = random(names.length * 7919 + 1);
  const build = (given: Given): World => worldOf(registry, model, goal, given);
  const score = (world: World): number =>
    goal.all.reduce((sum, [bound, want]) => sum + closeness(bound, want, scopeOf(goal, world)), 0);
  const done = (world: World, reached: number): boolean =>
    reached >= goal.all.length - 1e-9 && (goal.holds === undefined || goal.holds(world, goal));
  for (let round = 0; round < tries; round++) {
    let at: Given =
      round === 0
        ? first
        : new Map([...slots].map(([name, values]) => [name, values[Math.floor(next() * values.length)] ?? null]));
    const world = build(at);
    let best = score(world);
    if (done(world, best)) return world;
    // one value after another, as long as that brings it nearer
    for (const name of shuffled(names, next)) {
      for (const value of slots.get(name) ?? []) {
        const tried: Given = new Map(at).set(name, value);
        const there = build(tried);
        const reached = score(there);
        if (done(there, reached)) return there;
        // reached, but not all that must hold beyond it does: on from there
        if (reached > best || reached === goal.all.length) [at, best] = [tried, reached];
      }
    }
  }
  return undefined;
}

export const scopeOf = (goal: Pick<Goal, 'sub' | 'row'>, { rec, old, env }: World) => {
  const rows = goal.sub === undefined ? undefined : ((rec[goal.sub] ?? []) as readonly Row[]);
  return scopeAt(env, rec, rows?.[goal.row ?? 0], rows, { old });
};

/** 1 = as wanted; between, how many parts of it are. */
function closeness(bound: Bound, want: boolean, scope: ReturnType<typeof scopeOf>): number {
  if (bound.k === 'not') return closeness(bound.of, !want, scope);
  if (bound.k === 'and' || bound.k === 'or') {
    const parts = [closeness(bound.left, want, scope), closeness(bound.right, want, scope)] as const;
    return (bound.k === 'and') === want ? (parts[0] + parts[1]) / 2 : Math.max(...parts);
  }
  if (bound.k === 'if') {
    const way = (test: boolean, then: Bound): number =>
      (closeness(bound.test, test, scope) + closeness(then, want, scope)) / 2;
    return Math.max(way(true, bound.yes), way(false, bound.no));
  }
  return truth(bound, scope) === want ? 1 : 0;
}

/** What the conditions read, formulas opened up, and the values each may have; the usual one first. */
function slotsOf(
  registry: Registry,
  model: Model,
  { sub, row = 0, isNew }: Goal,
  read: readonly Bound[],
): ReadonlyMap<string, readonly Value[]> {
  const slots = new Map<string, readonly Value[]>();
  const opened = new Set<string>();
  const words = constantsIn(model, read);
  const put = (name: string, values: () => readonly Value[]): void => {
    if (!slots.has(name)) slots.set(name, values());
  };
  const ofField = (object: string, within: string | undefined, field: FieldType, name: string): void => {
    const whole = registry.find(object)?.fields;
    const own = within === undefined ? whole?.[field.code] : whole?.[within]?.sub?.fields[field.code];
    put(name, () => valuesOf(registry, object, own ?? (field as unknown as ResolvedField), words, model));
  };
  const rowsOf = (code: string): void => put(`rows.${code}`, () => [1, 2, 0]);
  const visit = (bound: Bound): void => {
    walk(bound, (node) => {
      if (node.k === 'get') {
        const { object, sub: within } = node.of;
        if (node.scope === 'old') {
          put('new', () => [isNew, !isNew]);
          ofField(object, undefined, node.field, `old.${node.field.code}`);
          return;
        }
        if (object !== model.obj.object || node.field.sub !== undefined) return;
        const path = within === undefined ? node.field.code : `${within}.${node.field.code}`;
        const field = model.fields.get(path);
        if (field === undefined || path === 'id' || path === 'version') return;
        // rows are numbered as they stand
        if (within !== undefined && field.code === 'lineNo') return;
        if (field.formula ?? field.service) {
          if (opened.has(path)) return;
          opened.add(path);
          if (field.formula) visit(field.formula.bound);
          if (field.service) {
            const { service } = field;
            put(`service.${service.name}`, () => valuesOf(registry, object, field.field, words, model));
          }
        } else if (within === undefined) {
          ofField(object, undefined, node.field, `head.${path}`);
          // a new form begins with what the product writes there, and nobody empties it
          if (isNew && field.default && writtenBy(field.field) === 'server')
            slots.set(`head.${path}`, slots.get(`head.${path}`)?.filter((value) => value !== null) ?? []);
        } else for (const n of [0, 1]) ofField(object, within, node.field, `row.${n}.${path}`);
      }
      if (node.k === 'hop' && node.field.sub === undefined)
        ofField(node.object, undefined, node.field, `hop.${node.object}.${node.field.code}`);
      if (node.k === 'agg' || node.k === 'among') ofCollection(node as AggBound);
      if (node.k === 'sys') {
        const setting = registry.settings.get(node.key);
        put(`sys.${node.key}`, () => [
          setting?.default ?? null,
          ...valuesOf(registry, '', { ...setting, code: 'value' } as unknown as ResolvedField, words, model),
        ]);
      }
      if (node.k === 'me') put(`me.${node.field}`, () => (node.field === 'super' ? [false, true] : [null, ...OTHERS]));
      if (node.k === 'server') put(`call.${node.name}`, () => answersOf(node, words));
      if (node.k === 'call' && node.name === 'used') put('used', () => [false, true]);
      if (node.k === 'call' && node.name === 'isNew') put('new', () => [isNew, !isNew]);
      if (node.k === 'call' && (node.name === 'subtree' || node.name === 'ancestors'))
        put('tree', () => [[], [OWN], [...OTHERS]]);
    });
  };
  const ofCollection = ({ source, ...node }: AggBound): void => {
    if (source.s === 'sub' && source.scope !== 'old') rowsOf(source.sub);
    if (source.s === 'query')
      put(`query.${printExpr(node.ast)}`, () => answersOf({ ...node, source } as AggBound, words));
    if (source.s !== 'hop') return;
    const { object } = source.row;
    put(`hoprows.${object}.${source.sub}`, () => [1, 2, 0]);
    for (const part of [node.value, node.cond])
      if (part !== undefined)
        walk(part, (inner) => {
          if (inner.k === 'get' && inner.of.object === object && inner.of.sub === source.sub)
            ofField(object, source.sub, inner.field, `hoprow.${object}.${source.sub}.${inner.field.code}`);
        });
  };
  if (sub !== undefined) put(`rows.${sub}`, () => [row + 1, 2]);
  for (const bound of read) visit(bound);
  return slots;
}

/** Constants of the expressions, and of the formulas they read. */
function constantsIn(model: Model, bounds: readonly Bound[]): readonly (string | number)[] {
  const found = new Set<string | number>();
  const seen = new Set<string>();
  const flat = (value: LitValue): void => {
    if (Array.isArray(value)) for (const item of value) flat(item as LitValue);
    else if (typeof value === 'string' || typeof value === 'number') found.add(value);
  };
  const visit = (bound: Bound): void =>
    walk(bound, (node) => {
      if (node.k === 'lit') flat(node.value);
      if (node.k !== 'get') return;
      const path = node.of.sub === undefined ? node.field.code : `${node.of.sub}.${node.field.code}`;
      const formula = node.of.object === model.obj.object ? model.fields.get(path)?.formula : undefined;
      if (formula === undefined || seen.has(path)) return;
      seen.add(path);
      visit(formula.bound);
    });
  for (const bound of bounds) visit(bound);
  return [...found];
}

const NUMBERS = [0, 1, 2, 10, 100, -1, 0.5, 1000000];
const TEXTS = ['A1', 'B2', '1', 'a-b', '13800000000', '23800000000', '6901234567892', '6901234567890'];
const DATES = ['2026-01-15', '2026-01-14', '2026-01-16', '2026-03-01', '2025-06-01'];
const TIMES = ['08:00:00', '20:00:00'];

/** Values a field may hold by its own kind and limits. */
function valuesOf(
  registry: Registry,
  object: string,
  field: ResolvedField,
  words: readonly (string | number)[],
  model: Model,
): readonly Value[] {
  const empty = emptyOf(field);
  const scope = { path: field.code, dict: (code: string) => registry.dicts.get(code) };
  const isValid = (value: Value): boolean => {
    if (object === '' || field.dict !== undefined) return true;
    const { min, max, ...plain } = field;
    const literal = <T>(limit: T): boolean =>
      limit !== undefined && !(typeof limit === 'string' && limit.startsWith('='));
    const own = { ...plain, ...(literal(min) ? { min } : {}), ...(literal(max) ? { max } : {}) } as ResolvedField;
    return kindOf(field.kind).validate(value, own, scope).length === 0;
  };
  const raw = rawValues(registry, object, field, words, model);
  const valid = raw.filter(isValid);
  return field.type === 'bool' ? valid : [empty, ...valid];
}

function rawValues(
  registry: Registry,
  object: string,
  field: ResolvedField,
  words: readonly (string | number)[],
  model: Model,
): readonly Value[] {
  const numbers = words.filter((word): word is number => typeof word === 'number');
  const lists = (values: readonly string[]): readonly Value[] => [
    ...values.map((value) => [value]),
    values.slice(0, 2),
    values,
  ];
  const { type, many } = field;
  if (field.dict !== undefined && type !== 'int' && field.kind !== 'cascader') {
    const codes = (registry.dicts.get(field.dict)?.items ?? []).map((item) => item.code);
    return many === true ? lists(codes) : codes;
  }
  switch (type) {
    case 'bool':
      return [false, true];
    case 'int':
    case 'decimal': {
      const near = numbers.flatMap((number) => [number, number + 1, number - 1]);
      const coded =
        field.dict === undefined ? [] : (registry.dicts.get(field.dict)?.items ?? []).map(({ code }) => Number(code));
      return [...new Set([...coded, ...near, ...NUMBERS])].filter(
        (number) => type === 'decimal' || Number.isInteger(number),
      );
    }
    case 'date':
      return many === true ? lists(DATES) : DATES;
    case 'datetime':
      return DATES.flatMap((date) => TIMES.map((time) => `${date} ${time}`));
    case 'time':
      return TIMES;
    case 'range':
      return [
        [`${DATES[0]} 08:00:00`, `${DATES[0]} 20:00:00`],
        [`${DATES[3]} 08:00:00`, null],
      ];
    case 'ref': {
      const target = field.ref === undefined || field.ref === 'self' ? object : field.ref;
      const ids = target === model.obj.object ? [...OTHERS, OWN] : [...OTHERS];
      return many === true ? lists(ids) : ids;
    }
    case 'id':
      return OTHERS;
    case 'file':
      return [[FILE]];
    case 'json':
      return [{ a: 1 }];
    default: {
      const texts = words.filter((word): word is string => typeof word === 'string');
      const long = numbers.filter((number) => number > 0 && number < 60).map((number) => '1'.repeat(number));
      const all = [...new Set([...texts, ...texts.map((text) => `${text}x`), texts.join('//'), ...long, ...TEXTS])];
      return many === true ? lists(all) : all;
    }
  }
}

/** Answers a host may give to a query or a function, by their type. */
function answersOf(node: Bound, words: readonly (string | number)[]): readonly Value[] {
  const numbers = words.filter((word): word is number => typeof word === 'number');
  switch (node.ty.t) {
    case 'bool':
      return [false, true];
    case 'int':
    case 'decimal':
      return [0, 1, ...numbers.flatMap((number) => [number, number + 1]), null];
    case 'list':
      return [[], [...OTHERS]];
    case 'ref':
      return [null, ...OTHERS];
    default:
      return [null, 'A1'];
  }
}

/** The record, what it was, and everything around it. */
function worldOf(registry: Registry, model: Model, { isNew }: Goal, given: Given): World {
  const env = envOf(registry, given);
  const fresh = given.get('new') ?? isNew;
  const empty: Rec = { id: OWN };
  const someValue = ({ field }: FieldModel): Value | undefined =>
    valuesOf(registry, model.obj.object, field, [], model).find((value) => !isEmpty(value));
  const usual = (field: FieldModel): Value =>
    (field.field.required !== undefined && field.field.readonly !== true ? someValue(field) : undefined) ??
    emptyOf(field.field);
  for (const field of model.head.fields.values())
    if (field.field.sub === undefined && field.field.base !== true && field.default === undefined)
      empty[field.code] = usual(field);
  for (const [name, value] of given) if (name.startsWith('head.')) empty[name.slice(5)] = value;
  const somethingIn = (place: Place): Partial<Row> =>
    Object.fromEntries(
      [...place.fields.values()]
        .filter(({ field, formula, service }) => field.readonly !== true && field.base !== true && !formula && !service)
        .filter(({ code }) => ![...given.keys()].some((name) => name.endsWith(`${place.sub}.${code}`)))
        .map((field) => [field.code, someValue(field) ?? emptyOf(field.field)]),
    );
  for (const [sub, place] of model.subs) {
    const count = Number(given.get(`rows.${sub}`) ?? 0);
    empty[sub] = ROWS.slice(0, count).map((row, n): Row => {
      const cells: Row = { id: row, lineNo: (n + 1) * 10 };
      for (const field of place.fields.values()) {
        if (field.field.base === true) continue;
        const value = given.get(`row.${n}.${sub}.${field.code}`);
        if (value !== undefined) cells[field.code] = value;
        else if (field.default === undefined) cells[field.code] = usual(field);
      }
      return isBlankRow(place, cells) ? { ...somethingIn(place), ...filledOf(cells) } : cells;
    });
  }
  const made: Rec = { ...newRecord(model, env, empty), ...(fresh === true ? {} : { version: 3 }) };
  // fills of references say nothing against what was chosen here
  for (const [name, value] of given) if (name.startsWith('head.')) made[name.slice(5)] = value;
  const rec = withPatch(made, recompute(model, made, env, 'all'));
  if (fresh === true) return { rec, old: null, env };
  const before: Rec = { ...rec };
  for (const [name, value] of given) if (name.startsWith('old.')) before[name.slice(4)] = value;
  return { rec, old: before, env };
}

const ME: Me = {
  id: OTHERS[0],
  name: '测试员',
  employee: null,
  dept: null,
  depts: [],
  team: null,
  roles: [],
  org: 'test',
  super: true,
};
export const ENV_ME = ME;

function envOf(registry: Registry, given: Given): Env {
  const me = Object.fromEntries(
    [...given].flatMap(([name, value]) => (name.startsWith('me.') ? [[name.slice(3), value]] : [])),
  );
  return {
    now: NOW,
    me: { ...ME, ...me },
    sys: (key) => given.get(`sys.${key}`) ?? (registry.settings.get(key)?.default as Value | undefined) ?? null,
    dict: (code) => registry.dicts.get(code),
    can: () => true,
    hop(object, _id, field) {
      const sub = registry.find(object)?.fields[field]?.sub;
      if (sub === undefined) return given.get(`hop.${object}.${field}`) ?? null;
      const count = Number(given.get(`hoprows.${object}.${field}`) ?? 0);
      return ROWS.slice(0, count).map((row, n): Row => {
        const cells: Row = { id: row, lineNo: (n + 1) * 10 };
        for (const code of Object.keys(sub.fields))
          cells[code] ??= given.get(`hoprow.${object}.${field}.${code}`) ?? null;
        return cells;
      });
    },
    label: (object, key) => `${object} ${key.slice(-2)}`,
    query: (need) => given.get(`query.${need.text}`) ?? null,
    call: (name) => given.get(`call.${name}`) ?? null,
    service: (name) => given.get(`service.${name}`) ?? null,
    used: () => given.get('used') === true,
    subtree: () => (given.get('tree') ?? []) as readonly string[],
    ancestors: () => (given.get('tree') ?? []) as readonly string[],
  };
}

const filledOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value as Value))) as Row;

const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
function shuffled<T>(list: readonly T[], next: () => number): readonly T[] {
  const out = [...list];
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [out[at], out[other]] = [out[other] as T, out[at] as T];
  }
  return out;
}
