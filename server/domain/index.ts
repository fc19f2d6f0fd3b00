/** Server code of the shipped objects, named area by area; nothing is found by scanning. */
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import type { Ctx, DomainModule, ServerFunction, Service } from '../ctx';
import type { DomainArea } from './area';
import * as areas from './areas';
import { METER_TREE } from './energy/meter-tree';
import { DEPT_TREE } from './system/dept';
import { type TreeTexts, treeModule } from './tree';

const AREAS: readonly DomainArea[] = Object.values(areas);

export const modules: Readonly<Record<string, DomainModule>> = Object.assign({}, ...AREAS.map((area) => area.modules));
export const services: readonly Service[] = AREAS.flatMap((area) => area.services ?? []);
export const functions: readonly ServerFunction[] = AREAS.flatMap((area) => area.functions ?? []);

/** Reports by their `statType` in the calls of 30 §8; a report is also found by its own code. */
export const statTypes: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap((area) => Object.entries(area.statTypes ?? {})),
);

/** Trees that refuse in words of their own. */
const TREES: Readonly<Record<string, TreeTexts>> = { dept: DEPT_TREE, energyMeter: METER_TREE };

/** Modules by object: the own one, joined with the rules of trees where the object is one. */
export const modulesOf = (objects: Iterable<ResolvedObject>): ReadonlyMap<string, DomainModule> => {
  const all = new Map<string, DomainModule>();
  for (const { object, tree } of objects) {
    const own = modules[object];
    const parts = [...(tree ? [treeModule(object, tree, TREES[object])] : []), ...(own ? [own] : [])];
    if (parts.length > 0) all.set(object, parts.length === 1 ? parts[0]! : joined(parts));
  }
  return all;
};

/** Several modules as one, in order; patches of the same moment are put together. */
export const joined = (parts: readonly DomainModule[]): DomainModule => {
  const actions = new Set(parts.flatMap((part) => Object.keys(part.actions ?? {})));
  return {
    async lock(action, ids, ctx) {
      for (const part of parts) await part.lock?.(action, ids, ctx);
    },
    async admit(stored, action, ctx) {
      for (const part of parts) await part.admit?.(stored, action, ctx);
    },
    async derive(record, old, ctx) {
      let patch: Rec | undefined;
      for (const part of parts) patch = merged(patch, await part.derive?.({ ...record, ...patch }, old, ctx));
      return patch;
    },
    async check(record, old, ctx) {
      const lists = [];
      for (const part of parts) lists.push((await part.check?.(record, old, ctx)) ?? []);
      return lists.flat();
    },
    async asks(action, record, ctx, ask) {
      const lists = [];
      for (const part of parts) lists.push((await part.asks?.(action, record, ctx, ask)) ?? []);
      return lists.flat();
    },
    async before(write, ctx) {
      for (const part of parts) await part.before?.(write, ctx);
    },
    async after(write, ctx) {
      for (const part of parts) await part.after?.(write, ctx);
    },
    ...(parts.some((part) => part.files) ? { files: filesOf(parts) } : {}),
    actions: Object.fromEntries([...actions].map((code) => [code, inOrder(parts, code)])),
  };
};

/** The strictest of all that say something. */
const filesOf = (parts: readonly DomainModule[]) => async (id: string, ctx: Ctx) => {
  const terms = [];
  for (const part of parts) if (part.files) terms.push(await part.files(id, ctx));
  return { save: terms.every(({ save }) => save), mark: terms.find(({ mark }) => mark !== null)?.mark ?? null };
};
const inOrder = (parts: readonly DomainModule[], code: string) => async (record: Rec, ask: Rec, ctx: Ctx) => {
  let patch: Rec | undefined;
  for (const part of parts) patch = merged(patch, await part.actions?.[code]?.(record, ask, ctx));
  return patch;
};
const merged = (a: Rec | undefined, b: Rec | undefined): Rec | undefined => (a && b ? { ...a, ...b } : (b ?? a));
