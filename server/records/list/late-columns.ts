/** Columns that no statement can give: answers of services and templates. They are worked out for the rows of one page, in batches. */

import type { Literal } from '../../../schemas/language/document';
import { depsOf } from '../../../schemas/language/expr/deps';
import { type BoundTemplate, bindTemplate, renderTemplate } from '../../../schemas/language/expr/template';
import { factsOf } from '../../../schemas/language/kinds/index';
import { type Slot, scopeAt, slotValue } from '../../../schemas/language/record/bind';
import type { Placement, ResolvedObject } from '../../../schemas/language/resolved';
import { makeEnv } from '../env';
import { bindText, ExpressionError } from '../expression';
import type { EngineCtx } from '../host';
import { accessOf, holdsGrant } from '../read/grants';
import { loadRecords } from '../store/source';

/** A column of `service` or `text`, its own or that of an undata field. */
export interface LateColumn {
  readonly prop: string;
  readonly service?: { readonly name: string; readonly args: readonly (readonly [string, Slot])[] };
  readonly text?: BoundTemplate;
}

/** The late column of a placement; undefined when it is none, or not the user's. */
export function lateColumn(ctx: EngineCtx, object: ResolvedObject, placement: Placement): LateColumn | undefined {
  const prop = placement.field;
  if (prop === undefined || prop.startsWith('$')) return undefined;
  const field = object.fields[prop];
  if (placement.grant !== undefined && !holdsGrant(placement.grant, ctx.session.rights)) return undefined;
  if (field && accessOf(object, field, ctx.session.rights) !== 'value') return undefined;
  const name = placement.service ?? field?.service;
  if (name !== undefined) {
    const right = ctx.host.services.get(name)?.right ?? null;
    if (right !== null && !ctx.session.rights.has(right)) return undefined;
    const given = placement.with ?? field?.with ?? {};
    const args = Object.entries(given).map(([key, value]) => [key, slotOf(ctx, object, value)] as const);
    return { prop, service: { name, args } };
  }
  const text = placement.text ?? (factsOf(field).isAsked ? field?.text : undefined);
  if (text === undefined) return undefined;
  const type = ctx.registry.lib.object(object.object);
  const bound = type ? bindTemplate(text, { lib: ctx.registry.lib, object: type }) : [];
  if (Array.isArray(bound)) throw new ExpressionError(`${object.object}: ${text}`);
  return { prop, text: bound };
}

/** Writes the late columns into rows of a page; the whole records are read, because templates may name anything of them. */
export async function addLate(
  ctx: EngineCtx,
  object: ResolvedObject,
  columns: readonly LateColumn[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (columns.length === 0 || rows.length === 0) return;
  const ids = rows.map((row) => row.id as string);
  const withRows = columns.some((column) => readsRows(column));
  const recs = new Map((await loadRecords(ctx, object, ids, { rows: withRows })).map((rec) => [rec.id, rec]));
  await makeEnv(ctx).settle((env) => {
    for (const row of rows) {
      const rec = recs.get(row.id as string);
      if (!rec) continue;
      const scope = scopeAt(env, rec);
      for (const { prop, service, text } of columns) {
        if (text) row[prop] = renderTemplate(text, scope);
        else if (service) {
          const args = Object.fromEntries(service.args.map(([key, slot]) => [key, slotValue(slot, scope)]));
          row[prop] = env.service?.(service.name, args) ?? null;
        }
      }
    }
  });
}

function slotOf(ctx: EngineCtx, object: ResolvedObject, value: Literal): Slot {
  if (typeof value !== 'string' || !value.startsWith('=')) return { literal: value as never };
  const text = value.slice(1);
  const bound = bindText(ctx.registry.lib, object.object, text);
  return { expr: { text, bound, deps: depsOf(bound) } };
}

const readsRows = ({ service, text }: LateColumn): boolean =>
  (service?.args.some(([, slot]) => 'expr' in slot && slot.expr.deps.collections.length > 0) ?? false) ||
  (text?.parts.some((part) => 'bound' in part && depsOf(part.bound).collections.length > 0) ?? false);
