/** `ctx.records`: what engine and domain code may do with records. Reads are unscoped unless `scoped`; writes go through the pipeline. */

import { sql } from 'kysely';
import { depsOf } from '../../schemas/language/expr/deps';
import { isMany } from '../../schemas/language/kinds/index';
import type { Rec, Row } from '../../schemas/language/value';
import type { Records } from '../ctx';
import { AppError } from '../errors';
import type { ManyOptions } from '../rows';
import { bindCondition, bindText } from './expression';
import { bindFound } from './found';
import { heldOf, holdHeads } from './held';
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
      const keys = (options.sort ?? 'id').split(',').map((key) => key.trim());
      const held = heldOf(ctx, object);
      const asked =
        held && (options.lock || held.finds.size > 0) ? JSON.stringify([where, keys, options.limit, param]) : '';
      const known = held?.finds.get(asked);
      if (known) return loadRecords(ctx, object, known.ids, options.lock ? { lock: true } : {});
      const turn = held?.turn;
      const rows = await findRows(ctx, {
        object,
        conditions: [bound],
        around: { param },
        select: () => sql.raw(selectedText(object)),
        limit: options.limit ?? FIND_LIMIT,
        order: (place) => {
          const parts = keys.map((key) => {
            const value = place.value(bindText(ctx.registry.lib, code, key.replace(/^-/, '')));
            return key.startsWith('-') ? sql`${value} desc` : value;
          });
          return sql.join([...parts, sql`t.id`]);
        },
        ...(options.lock ? { tail: sql`for update of t` } : {}),
      });
      const found = rows.map((row) => readHead(object, row));
      if (!options.lock || !held || turn === undefined) return withLive(ctx, object, found);
      holdHeads(held, new Map(found.map((rec) => [rec.id as string, rec])), true, turn);
      const { fields, collections, hops, queries, calls } = depsOf(bound);
      // what its rows or other records say changes without a write of its head
      const isOwn = collections.length + hops.length + queries.length + calls.length === 0;
      const by = new Set([...fields, ...keys.map((key) => key.replace(/^-/, '')), 'isDeleted']);
      if (isOwn) held.finds.set(asked, { ids: found.map((rec) => rec.id as string), by });
      // what is held stays as it was read
      return withLive(
        ctx,
        object,
        found.map((rec) => ({ ...rec })),
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
