/**
 * The `resolve` call: what an unsaved form cannot compute by itself. The form sends its record and the names of what it misses: values of
 * referenced records (`object:id:field`), server functions, queries and `used()` by their key, live formulas, choices and services by
 * address. The server runs the expressions of the document as the user has it over the record, so nothing else is ever answered.
 */
import type { Env } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { decodeRecord, encodeRecord } from '../../../schemas/language/kinds/record-codec';
import { scopeAt, slotValue } from '../../../schemas/language/record/bind';
import { runChecks } from '../../../schemas/language/record/checks';
import { type FieldModel, type Model, modelOf } from '../../../schemas/language/record/model';
import { recompute } from '../../../schemas/language/record/recompute';
import { ruleStates } from '../../../schemas/language/record/states';
import type { Json, Rec, Row } from '../../../schemas/language/value';
import { AppError, forbidden } from '../../errors';
import { memo } from '../../registry/memo';
import type { Page } from '../../registry/pages';
import { makeEnv, type ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { object as plainObject } from '../list/list-request';
import { itemOf, mayOpen } from '../page/page-item';
import { opensByTask } from './by-task';
import { accessOf } from './grants';
import { type Hops, hopsOf, namesIn } from './hops';
import { answerAt } from './served';

export interface Resolved {
  readonly values: Readonly<Record<string, unknown>>;
  readonly _hop: Hops;
}
const MAX_WANTS = 2000;

export async function resolveRecord(ctx: EngineCtx, page: Page, body: unknown): Promise<Resolved> {
  const { record, want } = plainObject(body);
  const id = (record as { readonly id?: unknown } | null | undefined)?.id ?? null;
  if (!mayOpen(ctx, page) && !(await opensByTask(ctx, page, id))) throw forbidden();
  if (!Array.isArray(want) || want.length > MAX_WANTS || !want.every((item) => typeof item === 'string'))
    throw new AppError(400);
  const { schema } = itemOf(ctx, page);
  const model = modelOf(schema, ctx.registry.lib);
  const { rec } = decodeRecord(schema, record ?? {}, { newId: ctx.newId });
  const env = makeEnv(ctx);
  const hops = await env.settle((now) => {
    runWhole(model, rec, now);
    return hopsOf(ctx, model, rec, now);
  });
  for (const [object, byId] of Object.entries(await env.settle((now) => namesIn(ctx, model, rec, new Set(want), now))))
    for (const [id, name] of Object.entries(byId))
      hops[object] = { ...hops[object], [id]: { ...hops[object]?.[id], ...name } };
  const values: Record<string, unknown> = {};
  const fields = new Map<string, FieldModel>();
  for (const key of want as readonly string[]) {
    const field = model.fields.get(key);
    if (field) fields.set(key, field);
    else if (/^(rules|fields\.\w+\.rules)\.\w+$/.test(key))
      values[key] = await asWire(model, env, await patchOfRule(ctx, model, key, rec));
    else await answer(ctx, model, env, key, values);
  }
  const computedValues = await env.settle((now) =>
    [...fields].map(([path, field]) => [path, answerAt(ctx, field, rec, now)] as const),
  );
  for (const [path, value] of computedValues) values[path] = value;
  return { values, _hop: hops };
}

/** Every expression of the document over the record: the environment remembers the answers under the keys a browser uses. */
function runWhole(model: Model, rec: Rec, env: Env): void {
  recompute(model, rec, env, 'all');
  const head = ruleStates(model, rec, env);
  runChecks(model, rec, env, { states: head });
  for (const [sub] of model.subs) for (const row of rowsOf(rec, sub)) ruleStates(model, rec, env, { sub, row, head });
  for (const event of model.events)
    for (const scope of scopesOf(event.sub, rec, env)) {
      if (event.when) evaluate(event.when.bound, scope);
      for (const { value } of event.set) slotValue(value, scope);
    }
  for (const field of model.fields.values()) {
    const slots = [field.default, field.min, field.max].filter((slot) => slot !== undefined && 'expr' in slot);
    const whole = [field.options, field.inherited].filter((compiled) => compiled !== undefined);
    if (slots.length === 0 && whole.length === 0) continue;
    for (const scope of scopesOf(field.sub, rec, env)) {
      for (const slot of slots) if (slot) slotValue(slot, scope);
      for (const { bound } of whole) evaluate(bound, scope);
    }
  }
}

const rowsOf = (rec: Rec, sub: string): readonly Row[] => (rec[sub] as readonly Row[] | undefined) ?? [];
function scopesOf(sub: string | undefined, rec: Rec, env: Env): ReturnType<typeof scopeAt>[] {
  if (sub === undefined) return [scopeAt(env, rec)];
  const rows = rowsOf(rec, sub);
  return rows.map((row) => scopeAt(env, rec, row, rows));
}

/** A key of the environment: known when an expression of the document asked it. */
async function answer(
  ctx: EngineCtx,
  model: Model,
  env: ServerEnv,
  key: string,
  values: Record<string, unknown>,
): Promise<void> {
  const known = env.answered(key);
  if (known !== undefined) {
    values[key] = known;
    return;
  }
  const hop = /^(\w{1,40}):([0-9a-f-]{36}):(\w{1,40})$/.exec(key);
  if (hop) {
    const [, object = '', id = '', code = ''] = hop;
    const target = ctx.registry.find(object);
    const field = target?.fields[code];
    if (
      !target ||
      !field ||
      !isInherited(model, object, code) ||
      accessOf(target, field, ctx.session.rights) !== 'value'
    )
      return;
    // only of a record that an expression of the document read: others are not at hand and stay unanswered
    const value = env.known(object, id, code);
    if (value !== undefined) values[key] = value;
    return;
  }
  const used = /^used\((\w{1,40}):([0-9a-f-]{36})\)$/.exec(key);
  if (used) values[key] = await env.settle((now) => now.used?.(used[1] ?? '', used[2] ?? '') ?? false);
}

const chains = new WeakMap<Model, ReadonlySet<string>>();
/** A value, or the reference that leads to it, on the way of an `inherit` of the document: further up than its own references. */
function isInherited(model: Model, object: string, field: string): boolean {
  return memo(chains, model, () => {
    const found = new Set<string>();
    for (const { inherited } of model.fields.values()) {
      const bound = inherited?.bound;
      let step = bound?.k === 'eff' ? bound.up : undefined;
      while (step !== undefined && !found.has(`${step.object}.${step.field.code}`)) {
        found.add(`${step.object}.${step.field.code}`);
        if (step.next) found.add(`${step.object}.${step.next.via.code}`);
        step = step.next?.up;
      }
    }
    return found;
  }).has(`${object}.${field}`);
}

/** The patch of a rule's service over the record (rows of a scheme); null when the rule has none or its right is missing. */
async function patchOfRule(ctx: EngineCtx, model: Model, address: string, rec: Rec): Promise<unknown> {
  const name = model.events.find((event) => event.address === address)?.rule.service;
  const service = name === undefined ? undefined : ctx.host.services.get(name);
  if (!service || (service.right !== null && !ctx.session.rights.has(service.right))) return null;
  return (await service.run({ record: rec as Json }, ctx)) ?? null;
}

/** References of a patch as a form reads them, with the names it shows: a service answers them as a record holds them. */
const asWire = async (model: Model, env: ServerEnv, patch: unknown): Promise<unknown> =>
  typeof patch !== 'object' || patch === null || Array.isArray(patch)
    ? patch
    : env.settle((now) => ({
        ...patch,
        ...encodeRecord(model.obj, patch as Rec, { label: (object, id) => now.label(object, id) }),
      }));
