/** sourceOrderNbr and pushed quantities of source lines: set with the first live child, moved to the next one, cleared with the last. */
import { sql } from 'kysely';
import { sameValue } from '../../../schemas/language/record/values';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import type { EngineCtx } from '../host';
import { labelSql } from '../read/labels';
import type { LinkChange } from '../unit';
import { isLive, type LinkPlace, lineRef, linkedRows, linkPlaces, liveSql, placeSql } from './link-place';
import { type PushModel, pushesFrom, pushesInto } from './push-model';
import { usedOf } from './push-open';

/** Brings the stamps of the sources of a written document up to date. Sources were locked before the document. */
export async function restamp(ctx: EngineCtx, { object, before, after }: LinkChange): Promise<void> {
  for (const place of linkPlaces(object)) {
    const pushes = pushesInto(ctx.registry, object).filter((push) => push.place.sub === place.sub);
    if (!moved(place, pushes, before, after)) continue;
    const rows = [...linkedRows(place, before), ...linkedRows(place, after)];
    for (const pm of distinctSources(pushes)) {
      const own = rows.filter((row) => row.srcType === pm.source.object);
      const byHead = new Map<string, Set<string>>();
      for (const row of own) {
        const head = row.srcId as string;
        const lines = byHead.get(head) ?? new Set();
        byHead.set(head, lines.add(row[place.key] as string));
      }
      for (const head of [...byHead.keys()].sort())
        await stampLines(ctx, pm, head, [...(byHead.get(head) ?? [])].sort());
    }
  }
}

/** Did lines come or go, change their quantity, or the document its number or its life? */
function moved(place: LinkPlace, pushes: readonly PushModel[], before: Rec | null, after: Rec): boolean {
  if (before === null) return linkedRows(place, after).length > 0;
  const { object } = place;
  if (isLive(object, before) !== isLive(object, after)) return true;
  if (object.state !== undefined && before[object.state] !== after[object.state]) return true;
  if (object.label.some((code) => !sameValue(before[code], after[code]))) return true;
  const quantities = [...new Set(pushes.map(({ qty = 'qty' }) => qty))];
  const content = (rec: Rec): Value =>
    linkedRows(place, rec).map((row) => [row[place.key], ...quantities.map((code) => row[code] ?? null)]) as Value;
  return place.sub === undefined ? !sameValue(content(before), content(after)) : before[place.sub] !== after[place.sub];
}

/** One push for each (source, sub-table): stamps count the children of all of them together. */
function distinctSources(models: readonly PushModel[]): PushModel[] {
  return [...new Map(models.map((pm) => [`${pm.source.object}.${pm.rows ?? ''}`, pm])).values()];
}

async function stampLines(ctx: EngineCtx, pm: PushModel, headId: string, lineIds: readonly string[]): Promise<void> {
  const { source, rows } = pm;
  const fields = rows === undefined ? source.fields : (source.fields[rows]?.sub?.fields ?? {});
  const siblings = pushesFrom(ctx.registry, source, rows);
  const stamps = siblings.filter((sibling) => sibling.push.stamp !== false);
  const first = fields.sourceOrderNbr && stamps.length > 0 ? await firstChildren(ctx, stamps, lineIds) : undefined;
  const counters = siblings.filter((sibling) => sibling.push.used !== undefined && fields[sibling.push.used]);
  const used = await Promise.all(
    counters.map(async (counter) => [counter.push.used as string, await usedOf(ctx, counter, lineIds)] as const),
  );
  if (!first && used.length === 0) return;
  const values = (id: string): { [field: string]: Value } => ({
    ...(first ? { sourceOrderNbr: first.get(id) ?? null } : {}),
    ...Object.fromEntries(used.map(([code, sums]) => [code, sums.get(id) ?? 0])),
  });
  const change =
    rows === undefined
      ? { head: values(headId) }
      : { rows: { [rows]: lineIds.map((id): Row => ({ id, ...values(id) })) } };
  await ctx.asSystem().records.patch(source.object, headId, change);
}

/** Number of the first live child of each line, over every document it may be pushed to. */
async function firstChildren(
  ctx: EngineCtx,
  models: readonly PushModel[],
  lineIds: readonly string[],
): Promise<Map<string, string>> {
  const places = [...new Map(models.map((pm) => [`${pm.target.object}.${pm.place.sub ?? ''}`, pm.place])).values()];
  const parts = places.map((place) => {
    const { from, line } = placeSql(ctx.org.schema, place);
    const key = lineRef(place, line, place.key);
    return sql`select ${key} as source, ${labelSql(place.object, 't')} as nbr, t.created_at as at, t.id as id from ${from}
      where ${key} = any(${lineIds}::uuid[]) and ${liveSql(place.object)}`;
  });
  const { rows } = await sql<{ source: string; nbr: string }>`
    select distinct on (c.source) c.source, c.nbr from (${sql.join(parts, sql` union all `)}) c order by c.source, c.at, c.id`.execute(
    ctx.trx,
  );
  return new Map(rows.map((row) => [row.source, row.nbr]));
}
