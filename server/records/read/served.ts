/** Values that no table holds: live formulas, the choices of `options`, the answers of services. */
import type { Env } from '../../../schemas/language/env';
import { evaluate } from '../../../schemas/language/expr/evaluate';
import { computed, scopeAt, slotValue } from '../../../schemas/language/record/bind';
import type { FieldModel, Model } from '../../../schemas/language/record/model';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';

/** One value at the head, by row id in a sub-table; null without the right of the service. */
export function answerAt(ctx: EngineCtx, field: FieldModel, rec: Rec, env: Env): unknown {
  if (!mayAsk(ctx, field)) return null;
  if (field.sub === undefined) return one(field, rec, undefined, env);
  return Object.fromEntries(rowsOf(rec, field.sub).map((row) => [row.id, one(field, rec, row, env)]));
}

/** What services answer of the head, of the fields among `codes`: a record that is read says what a list says of it. */
export function servedHead(
  ctx: EngineCtx,
  model: Model,
  rec: Rec,
  env: Env,
  codes: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  return new Map(
    [...model.head.fields.values()]
      .filter((field) => field.service !== undefined && codes.has(field.code) && mayAsk(ctx, field))
      .map((field) => [field.code, one(field, rec, undefined, env)]),
  );
}

const rowsOf = (rec: Rec, sub: string): readonly Row[] => (rec[sub] as readonly Row[] | undefined) ?? [];

function mayAsk(ctx: EngineCtx, { service }: FieldModel): boolean {
  const right = service === undefined ? null : (ctx.host.services.get(service.name)?.right ?? null);
  return right === null || ctx.session.rights.has(right);
}

function one(field: FieldModel, rec: Rec, row: Row | undefined, env: Env): Value {
  const scope = scopeAt(env, rec, row, row && field.sub ? rowsOf(rec, field.sub) : undefined);
  if (field.service) {
    const args = Object.fromEntries(field.service.args.map(([name, slot]) => [name, slotValue(slot, scope)]));
    return env.service?.(field.service.name, args) ?? null;
  }
  if (field.options) return evaluate(field.options.bound, scope);
  if (!field.formula) return ((row ?? rec)[field.code] as Value | undefined) ?? null;
  const got = computed(field.formula, field.field, scope);
  return 'value' in got ? got.value : null;
}
