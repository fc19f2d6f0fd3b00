/** The fixed calls on apps, models, pages and formulas (domain 10, §8): from the registry, as far as the caller may see. */

import { bindExpr } from '../../schemas/language/expr/check';
import { depsOf } from '../../schemas/language/expr/deps';
import { evaluate } from '../../schemas/language/expr/evaluate';
import type { Bound } from '../../schemas/language/expr/typed';
import { tyName } from '../../schemas/language/expr/types';
import { wireFields } from '../../schemas/language/features/wire';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
import type { Value } from '../../schemas/language/value';
import { badRequest, forbidden } from '../errors';
import { makeEnv } from '../records/env';
import type { EngineCtx } from '../records/host';
import { openSchema, pageOf } from '../records/page/page-item';
import { isEntry, type Page } from '../registry/pages';
import { appsOf } from './apps';

export interface AppRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly icon: string | null;
  /** 10 a module of the product, 20 an app of the organisation */
  readonly source: '10' | '20';
  readonly models: readonly ModelRow[];
}
interface ModelRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Who models: the rights of spec/rights.tsv. */
const MODELS = ['dataModel:view', 'dataModel:edit', 'board:view', 'formula:edit'];
function mustModel({ session }: EngineCtx): void {
  if (!MODELS.some((right) => session.rights.has(right))) throw forbidden();
}
const mayView = ({ session, registry }: EngineCtx, object: string): boolean =>
  session.rights.has(registry.page(object)?.right ?? `${object}:view`);

/** {keyword?, source?} → apps with the models the caller may view */
export async function appList(ctx: EngineCtx, { keyword, source }: Readonly<Record<string, unknown>>) {
  mustModel(ctx);
  const own = new Map((await appsOf(ctx.trx)).map((app) => [app.code, app]));
  const areas = new Map(ctx.registry.files.menus.map(({ doc }) => [doc.area, doc]));
  const codes = [...new Set([...own.keys(), ...[...ctx.registry.objects.values()].map(({ area }) => area)])];
  return codes
    .map((code): AppRow => {
      const app = own.get(code);
      return {
        id: code,
        code,
        name: app?.title ?? areas.get(code)?.title ?? menuOf(ctx, code) ?? code,
        icon: app?.icon ?? areas.get(code)?.icon ?? null,
        source: app ? '20' : '10',
        models: modelsOf(ctx, code),
      };
    })
    .filter((app) => app.source === '20' || app.models.length > 0)
    .filter((app) => source === undefined || source === '' || String(source) === app.source)
    .filter((app) => typeof keyword !== 'string' || app.name.includes(keyword) || app.code.includes(keyword));
}
/** An area without a menu of its own goes by the directory its first page stands in. */
const menuOf = ({ registry }: EngineCtx, area: string): string | undefined => {
  const entry = registry.menus.find(({ page }) => page !== null && registry.page(page)?.object.area === area);
  return registry.menus.find(({ id }) => id === entry?.parentId)?.name;
};
const modelsOf = (ctx: EngineCtx, area: string): readonly ModelRow[] =>
  [...ctx.registry.objects.values()]
    .filter((object) => object.area === area && mayView(ctx, object.object))
    .map(({ object, title }) => ({ id: object, code: object, name: title }));

export async function appNames(ctx: EngineCtx) {
  return (await appList(ctx, {})).map(({ id, name }) => ({ id, name }));
}
/** {appId} */
export function modelNames(ctx: EngineCtx, { appId }: Readonly<Record<string, unknown>>): readonly ModelRow[] {
  mustModel(ctx);
  if (typeof appId !== 'string') throw badRequest();
  return modelsOf(ctx, appId);
}
/** {modelId} → its pages */
export function pageNames(ctx: EngineCtx, { modelId }: Readonly<Record<string, unknown>>) {
  mustModel(ctx);
  if (typeof modelId !== 'string' || !ctx.registry.find(modelId)) throw badRequest();
  return [...ctx.registry.pages.values()]
    .filter((page: Page) => isEntry(page) && page.object.object === modelId && ctx.session.rights.has(page.right))
    .map((page) => ({ id: page.code, code: page.code, name: page.title, route: page.route ?? null }));
}
/** {modelId or pageId} → granted fields */
export function fieldsWithType(ctx: EngineCtx, { modelId, pageId }: Readonly<Record<string, unknown>>) {
  mustModel(ctx);
  const code = pageId ?? modelId;
  if (typeof code !== 'string') throw badRequest();
  const page = pageOf(ctx, code);
  if (!ctx.session.rights.has(page.right)) throw forbidden();
  return wireFields(openSchema(ctx, page).fields).map(({ field, title, type, kind, kindNo, dict, ref, scale }) => ({
    field,
    title,
    type,
    kind,
    kindNo,
    ...(dict === undefined ? {} : { dict }),
    ...(ref === undefined ? {} : { ref }),
    ...(scale === undefined ? {} : { scale }),
  }));
}

/** {object, expr, resultType?, sample?}: type, what it reads, mistakes at their place; a value over the sample of the request alone. */
export function checkFormula(ctx: EngineCtx, { object, expr, resultType, sample }: Readonly<Record<string, unknown>>) {
  const { rights } = ctx.session;
  if (!rights.has('dataModel:edit') && !rights.has('formula:edit')) throw forbidden();
  if (typeof object !== 'string' || typeof expr !== 'string' || expr.length > 2000) throw badRequest();
  const page = pageOf(ctx, object);
  if (!rights.has(page.right)) throw forbidden();
  const { lib } = ctx.registry;
  const type = lib.object(page.object.object);
  if (!type) throw badRequest();
  const bound = bindExpr(expr, { lib, object: type });
  if (isWrong(bound))
    return {
      ok: false,
      errors: bound.map((problem) => {
        const { at } = problem as { readonly at?: number };
        return { pos: at ?? 0, length: 1, text: problem.text };
      }),
    };
  const deps = depsOf(bound);
  const name = tyName(bound.ty);
  const fits = resultType === undefined || resultType === '' || resultType === bound.ty.t;
  const reads = { fields: deps.fields, queries: deps.queries, calls: deps.calls };
  const told = {
    ok: fits,
    type: name,
    deps: reads,
    errors: fits
      ? []
      : [{ pos: 0, length: expr.length, text: `类型不匹配：结果应为${String(resultType)}，实际为${name}` }],
  };
  // what lies outside of the sample is the business of pages, where scope and field groups count
  if (typeof sample !== 'string' || deps.hops.length + deps.queries.length + deps.calls.length > 0) return told;
  const { rec } = decodeRecord(page.object, parsed(sample), { newId: ctx.newId });
  return { ...told, value: evaluate(bound, { env: makeEnv(ctx), self: rec }) as Value };
}
const isWrong = (bound: Bound | readonly { readonly text: string }[]): bound is readonly { readonly text: string }[] =>
  Array.isArray(bound);
function parsed(sample: string): unknown {
  if (sample.length > 20_000) throw badRequest();
  try {
    return JSON.parse(sample);
  } catch {
    throw badRequest();
  }
}
