/** `ctx.records`: what engine and domain code may do with records. Reads are unscoped unless `scoped`; writes go through the pipeline. */

import { sql } from 'kysely';
import type { Bound } from '../../schemas/language/expr/check';
import { isMany } from '../../schemas/language/kinds/index';
import type { FieldType, TypeLib } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import type { Records } from '../ctx';
import { AppError } from '../errors';
import type { ManyOptions } from '../rows';
import { BOOL, bindCondition, bindText, ExpressionError } from './expression';
import type { EngineCtx } from './host';
import { findRows } from './list/finder';
import { isUuid } from './list/list-request';
import { rowScope } from './read/access';
import { loadLabels } from './read/labels';
import { referrersOf } from './read/usage';
import { inBulk } from './save/bulk';
import { loadRecords, withLive } from './store/source';
import { readHead, selectedText } from './store/stored';

/** A find without limit stops here: engine code that may meet more pages by itself. */
const FIND_LIMIT = 10_000;

/** The same without types: the engine knows objects by their documents, what a code means is known to its caller only. */
interface Untyped extends Pick<Records, 'object' | 'namedIn' | 'dict' | 'label'> {
  get(code: string, id: string, options?: Parameters<Records['get']>[2]): Promise<Rec | null>;
  many(code: string, ids: readonly string[], options?: ManyOptions<string>): Promise<Rec[]>;
  find(code: string, where: string, options?: Parameters<Records['find']>[2]): Promise<Rec[]>;
  save(code: string, rec: Rec): Promise<Rec>;
  saveAll(code: string, recs: readonly Rec[]): Promise<void>;
  act(code: string, action: string, id: string, ask?: Rec): Promise<Rec>;
  patch(
    code: string,
    id: string,
    change: { readonly head?: Rec; readonly rows?: { readonly [sub: string]: readonly Row[] } },
  ): Promise<void>;
}

export function recordsOf(ctx: EngineCtx): Records {
  const objectOf = (code: string) => {
    const object = ctx.registry.find(code);
    if (!object) throw new AppError(404);
    return object;
  };
  const records: Untyped = {
    object: objectOf,
    namedIn: (code) =>
      referrersOf(ctx.registry, code).map(({ object, sub, field }) => ({
        object,
        field: field.code,
        many: isMany(field),
        ...(sub === undefined ? {} : { sub }),
      })),
    dict: (code) => ctx.registry.dicts.get(code),
    async get(code, id, options = {}) {
      const object = objectOf(code);
      if (!isUuid(id)) return null;
      if (options.scoped) {
        const scope = rowScope(ctx, object, `${code}:view`);
        if (scope === false) return null;
        const conditions = scope === undefined ? [] : [bindCondition(ctx.registry.lib, object, scope)];
        const where = () => [sql`t.id = ${id}::uuid`];
        const found = await findRows(ctx, { object, conditions, where, select: () => sql`t.id` });
        if (found.length === 0) return null;
      }
      const [rec] = await loadRecords(ctx, object, [id], { rows: true, ...(options.lock ? { lock: true } : {}) });
      return rec ?? null;
    },
    many: (code, ids, options = {}) => loadRecords(ctx, objectOf(code), ids, options),
    async find(code, where, options = {}) {
      const object = objectOf(code);
      const param = options.param ?? {};
      const bound = bindFound(ctx.registry.lib, code, where, param);
      const rows = await findRows(ctx, {
        object,
        conditions: [bound],
        around: { param },
        select: () => sql.raw(selectedText(object)),
        limit: options.limit ?? FIND_LIMIT,
        order: (place) => {
          const keys = (options.sort ?? 'id').split(',').map((key) => key.trim());
          const parts = keys.map((key) => {
            const value = place.value(bindText(ctx.registry.lib, code, key.replace(/^-/, '')));
            return key.startsWith('-') ? sql`${value} desc` : value;
          });
          return sql.join([...parts, sql`t.id`]);
        },
      });
      return withLive(
        ctx,
        object,
        rows.map((row) => readHead(object, row)),
      );
    },
    save: (code, rec) => ctx.host.writes.save(code, rec, ctx),
    async saveAll(code, recs) {
      const targets = Object.values(objectOf(code).fields).flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
      const keep = [...new Set(targets)].filter((target) => target !== 'self' && target !== code);
      await inBulk(ctx, { keep, records: recs.length, trial: false }, async (bulk) => {
        for (const rec of recs) {
          await ctx.host.writes.save(code, rec, ctx);
          bulk.next();
        }
      });
    },
    act: (code, action, id, ask = {}) => ctx.host.writes.act(code, action, id, ask, ctx),
    patch: (code, id, change) => ctx.host.writes.patch(code, id, change, ctx),
    async label(code, id) {
      if (!isUuid(id)) return '';
      const found = await loadLabels(ctx, new Map([[code, new Set([id])]]));
      return found.get(code)?.get(id) ?? '';
    },
  };
  return records as Records;
}

/** A condition with its parameters; those without a value fit a text or, where that does not bind, an id. */
function bindFound(lib: TypeLib, object: string, where: string, param: Rec): Bound {
  const bound = (blank: 'text' | 'id'): Bound =>
    bindText(lib, object, where, { want: BOOL, param: paramTypes(param, blank) });
  if (!Object.values(param).some(isBlankParam)) return bound('text');
  try {
    return bound('text');
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return bound('id');
  }
}
const isBlankParam = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Types of parameters as their values tell: ids and codes fit what they are compared with, so a text is enough for them. */
function paramTypes(param: Rec, blank: 'text' | 'id'): Record<string, FieldType> {
  return Object.fromEntries(
    Object.entries(param).map(([code, value]) => [
      code,
      isBlankParam(value)
        ? { code, title: code, kind: 'default', type: blank, ...(Array.isArray(value) ? { many: true } : {}) }
        : typeOf(code, value as Value | undefined),
    ]),
  );
}
function typeOf(code: string, value: Value | undefined): FieldType {
  const base = { code, title: code, kind: 'default' } as const;
  if (Array.isArray(value)) return { ...typeOf(code, (value[0] as Value | undefined) ?? ''), many: true };
  if (typeof value === 'number') return { ...base, type: 'decimal' };
  if (typeof value === 'boolean') return { ...base, type: 'bool' };
  if (isUuid(value)) return { ...base, type: 'id' };
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { ...base, type: 'date' };
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value))
    return { ...base, type: 'datetime' };
  return { ...base, type: 'text' };
}
