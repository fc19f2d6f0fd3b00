/**
 * What a draft will ask for, asked before it is made: server functions and services are slow to ask and whole drafts with holes are slow
 * to make. What is guessed wrong costs a question, never a value: the draft asks for itself.
 */
import type { Env, Scope } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { type Compiled, scopeAt, slotValue } from '../../../schemas/language/record/bind';
import { slotExprs } from '../../../schemas/language/record/graph';
import { readPath } from '../../../schemas/language/record/hop';
import type { FieldModel, Model, Place } from '../../../schemas/language/record/model';
import { isEmpty } from '../../../schemas/language/record/values';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { memo } from '../../registry/memo';
import type { Origin } from '../save/draft';
import type { Sent } from '../save/sent';

/**
 * Asks for what the sent references will be read for, so that the first run of the draft finds most of it: a light pass instead of
 * whole drafts with holes. References that a fill brings are followed once. True: a question could not be asked in full, for what it is
 * about was not there; another pass asks it.
 */
export function prefetch(model: Model, env: Env, sent: Sent, origin: Origin, stored: Rec | null): boolean {
  const ids = new Map<string, Set<string>>();
  const note = (path: string, value: unknown): void => {
    if (typeof value !== 'string') return;
    const known = ids.get(path) ?? new Set<string>();
    ids.set(path, known.add(value));
  };
  for (const field of model.fields.values()) {
    if (field.field.type !== 'ref' || field.field.many) continue;
    if (field.sub === undefined) {
      note(field.path, sent.head[field.code] ?? origin.head.get(field.code)?.value);
      continue;
    }
    for (const row of sent.rows.get(field.sub)?.rows ?? [])
      note(field.path, row[field.code] ?? origin.rows.get(row.id)?.get(field.code)?.value);
  }
  let again = false;
  for (const field of model.fields.values()) {
    for (const fill of field.fill) {
      const target = model.fields.get(field.sub === undefined ? fill.target : `${field.sub}.${fill.target}`);
      const [first] = fill.from;
      if (
        target?.field.type !== 'ref' ||
        fill.from.length !== 1 ||
        first === undefined ||
        field.field.ref === undefined
      )
        continue;
      for (const id of ids.get(field.path) ?? []) {
        const value = env.hop(field.field.ref, id, first);
        again ||= value === undefined;
        note(target.path, value);
      }
    }
  }
  for (const hop of model.hops) for (const id of ids.get(hop.via) ?? []) env.hop(hop.object, id, hop.field);
  return foresee(model, env, sent, stored) || again;
}

/** Evaluates for its questions only. */
interface Asking {
  readonly sub: string | undefined;
  readonly exprs: readonly Compiled[];
  ask(env: Env, scope: Scope): void;
}
interface Askings {
  readonly list: readonly Asking[];
  /** paths of the fields that the questions are about */
  readonly read: ReadonlySet<string>;
}
const askings = new WeakMap<Model, Askings>();
/** Rules and formulas that ask a server function or a service. */
const askingOf = (model: Model): Askings =>
  memo(askings, model, () => {
    const list = [
      ...model.formulas.flatMap(({ sub, expr, field: { service } }): Asking[] => {
        if (expr) {
          const ask = (_env: Env, scope: Scope) => void evaluate(expr.bound, scope);
          return asksFunction(expr) ? [{ sub, exprs: [expr], ask }] : [];
        }
        if (!service) return [];
        const args = (scope: Scope) =>
          Object.fromEntries(service.args.map(([name, slot]) => [name, slotValue(slot, scope)]));
        const exprs = slotExprs(service.args.map(([, slot]) => slot));
        return [{ sub, exprs, ask: (env, scope) => void env.service?.(service.name, args(scope)) }];
      }),
      ...model.events.flatMap(({ sub, set }) =>
        slotExprs(set.map(({ value }) => value))
          .filter(asksFunction)
          .map((expr): Asking => ({ sub, exprs: [expr], ask: (_env, scope) => void evaluate(expr.bound, scope) })),
      ),
    ];
    const deps = list.flatMap(({ exprs }) => exprs.map((expr) => expr.deps));
    return { list, read: new Set(deps.flatMap(({ fields, hops }) => [...fields, ...hops.map(({ via }) => via)])) };
  });
const asksFunction = ({ deps }: Compiled): boolean => deps.calls.length > 0;

/** The questions of all rows that were sent, over what was sent and what its references fill. True: some lack a value that comes later. */
function foresee(model: Model, env: Env, sent: Sent, stored: Rec | null): boolean {
  const { list, read } = askingOf(model);
  if (list.length === 0) return false;
  let lacks = false;
  const live: Env = {
    ...env,
    hop(object, id, field) {
      const value = env.hop(object, id, field);
      lacks ||= value === undefined;
      return value;
    },
  };
  const doc = roughly(model, live, model.head, { ...stored, ...sent.head }, read);
  for (const [sub, { rows }] of sent.rows) {
    const place = model.subs.get(sub);
    const own = list.filter((asking) => asking.sub === sub);
    if (!place || own.length === 0) continue;
    const before = new Map(((stored?.[sub] as readonly Row[] | undefined) ?? []).map((row) => [row.id, row]));
    const rough = rows
      .filter((row) => !before.has(row.id) || Object.keys(row).length > 2)
      .map((row) => roughly(model, live, place, { ...before.get(row.id), ...row } as Row, read));
    for (const row of rough) {
      const scope = scopeAt(live, doc, row, rough);
      for (const asking of own) asking.ask(live, scope);
    }
  }
  return lacks;
}

/** The values with what references fill where nothing is; only what the questions read. */
function roughly<T extends Rec | Row>(model: Model, env: Env, place: Place, values: T, read: ReadonlySet<string>): T {
  const out = values as { [code: string]: T[string] };
  for (const field of filling(place)) {
    const id = out[field.code];
    const target = field.field.ref === 'self' ? model.obj.object : field.field.ref;
    if (typeof id !== 'string' || target === undefined) continue;
    for (const { target: to, from } of field.fill)
      if (read.has(place.sub === undefined ? to : `${place.sub}.${to}`) && isEmpty(out[to] as Value | undefined))
        out[to] = (readPath(env, model.lib, target, id, from) ?? null) as T[string];
  }
  return values;
}
const fills = new WeakMap<Place, readonly FieldModel[]>();
const filling = (place: Place): readonly FieldModel[] =>
  memo(fills, place, () => [...place.fields.values()].filter((field) => field.fill.length > 0 && !field.field.many));
