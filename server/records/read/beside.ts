/** Records of a page that stand beside another one (`workOrderNbr == doc.id`), as the user may see them. */
import { sql } from 'kysely';
import type { Bound } from '../../../schemas/language/expr/check';
import type { Rec } from '../../../schemas/language/value';
import type { Page } from '../../registry/pages';
import { bindCondition, bindText } from '../expression';
import type { EngineCtx } from '../host';
import { findRows } from '../list/finder';
import { loadRecords } from '../store/source';
import { rowScope } from './access';

export interface Beside {
  /** bare names are the records, `doc` the other one */
  readonly where: Bound | undefined;
  readonly sort: readonly string[];
  readonly doc: Rec;
  readonly limit: number;
}
export async function recordsBeside(
  ctx: EngineCtx,
  { object, right }: Page,
  { where, sort, doc, limit }: Beside,
): Promise<readonly Rec[]> {
  const scope = rowScope(ctx, object, right);
  if (scope === false) return [];
  const { lib } = ctx.registry;
  const found = await findRows(ctx, {
    object,
    pick: true,
    conditions: [
      ...(scope === undefined ? [] : [bindCondition(lib, object, scope)]),
      ...(where === undefined ? [] : [where]),
    ],
    around: { doc },
    select: () => sql`t.id`,
    limit,
    order: (place) => {
      const keys = sort.map((key) => {
        const value = place.value(bindText(lib, object.object, key.replace(/^-/, '')));
        return key.startsWith('-') ? sql`${value} desc` : value;
      });
      return sql.join([...keys, sql`t.id`]);
    },
  });
  const ids = found.map(({ id }) => id as string);
  const byId = new Map((await loadRecords(ctx, object, ids, {})).map((rec) => [rec.id as string, rec]));
  return ids.map((id) => byId.get(id)).filter((rec) => rec !== undefined);
}
