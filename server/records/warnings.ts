/**
 * Warnings of the modules, counted for whoever asks (10 §3, GET /index/warnings). Modules bring their sources as they come; there is none
 * yet, and nothing is warned of.
 */
import type { Warnings } from '../../schemas/language/home/wire';
import { badRequest } from '../errors';
import type { EngineCtx } from './host';

export interface WarningSource {
  readonly type: string;
  readonly title: string;
  /** who does not hold it is not told that there is something */
  readonly right: string;
  /** 1 提示, 2 一般, 3 严重, 4 紧急 */
  readonly level: 1 | 2 | 3 | 4;
  /** page and search it opens */
  readonly url: string;
  /** in the rows of who asks */
  count(ctx: EngineCtx): Promise<number>;
}
export const WARNINGS: readonly WarningSource[] = [];

/** `types` by comma; undefined = all. What there is none of is left out, the gravest come first. */
export async function warningsOf(
  ctx: EngineCtx,
  types?: string,
  sources: readonly WarningSource[] = WARNINGS,
): Promise<Warnings> {
  const wanted = types === undefined ? undefined : new Set(types.split(',').map((part) => part.trim()));
  const held = sources.filter(
    ({ type, right }) => (wanted === undefined || wanted.has(type)) && ctx.session.rights.has(right),
  );
  const counted = await Promise.all(
    held.map(async (source) => {
      const { type, title, level, url } = source;
      return { type, title, count: await source.count(ctx), level, url };
    }),
  );
  const items = counted.filter(({ count }) => count > 0).sort((a, b) => b.level - a.level);
  return { total: items.reduce((sum, { count }) => sum + count, 0), items };
}

/** `types` of a query. */
export const readTypes = (given: unknown): string | undefined => {
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !/^[\w,]{1,500}$/.test(given)) throw badRequest();
  return given;
};
