/** sourceOrderNbr and pushed quantities of source lines: set with the first live child, moved to the next one, cleared with the last. */
import { sql } from 'kysely';
import { sameValue } from '../../../schemas/language/record/values';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../../schemas/language/value';
import { columnOf } from '../../tables/names';
import type { EngineCtx } from '../host';
import { labelOf, labelSql } from '../read/labels';
import { tableSql } from '../store/stored';
import { emit } from '../trail/outbox';
import type { LinkChange } from '../unit';
import { isLive, type LinkPlace, lineRef, linkedRows, linkPlaces, liveSql, placeSql } from './link-place';
import { type PushModel, pushesFrom, pushesInto, pushModels } from './push-model';
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
    await tellPushed(ctx, place, before, after);
  }
}

/** `docLink.pushed` (40 §2.2 step 8): which source a document was made of, once for each. */
async function tellPushed(ctx: EngineCtx, place: LinkPlace, before: Rec | null, after: Rec): Promise<void> {
  const known = new Set(linkedRows(place, before).map(({ srcId }) => srcId));
  const made = new Map(linkedRows(place, after).map((row) => [row.srcId, row]));
  const { object } = place;
  for (const [id, { srcType, srcNbr }] of made)
    if (!known.has(id))
      await emit(
        'docLink.pushed',
        { object: srcType, id, nbr: srcNbr, to: object.object, toId: after.id, toNbr: labelOf(object, after) },
        ctx,
      );
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
  const stamps = await stampsOf(ctx, pm, lineIds);
  if (!stamps) return;
  const change =
    pm.rows === undefined
      ? { head: stamps.valuesOf(headId) }
      : { rows: { [pm.rows]: lineIds.map((id): Row => ({ id, ...stamps.valuesOf(id) })) } };
  await ctx.asSystem().records.patch(pm.source.object, headId, change);
}

interface Stamps {
  /** fields of the line that say what became of it */
  readonly fields: readonly ResolvedField[];
  readonly valuesOf: (id: string) => { [field: string]: Value };
}
/** What lines of a source should say of their live children; undefined when they say nothing. */
async function stampsOf(ctx: EngineCtx, pm: PushModel, lineIds: readonly string[]): Promise<Stamps | undefined> {
  const { source, rows } = pm;
  const fields = rows === undefined ? source.fields : (source.fields[rows]?.sub?.fields ?? {});
  const siblings = pushesFrom(ctx.registry, source, rows);
  const stamps = siblings.filter((sibling) => sibling.push.stamp !== false);
  const first = fields.sourceOrderNbr && stamps.length > 0 ? await firstChildren(ctx, stamps, lineIds) : undefined;
  const counters = siblings.filter((sibling) => sibling.push.used !== undefined && fields[sibling.push.used]);
  const used = await Promise.all(
    counters.map(async (counter) => [counter.push.used as string, await usedOf(ctx, counter, lineIds)] as const),
  );
  if (!first && used.length === 0) return undefined;
  const codes = [...(first ? ['sourceOrderNbr'] : []), ...used.map(([code]) => code)];
  return {
    fields: codes.flatMap((code) => fields[code] ?? []),
    valuesOf: (id) => ({
      ...(first ? { sourceOrderNbr: first.get(id) ?? null } : {}),
      ...Object.fromEntries(used.map(([code, sums]) => [code, sums.get(id) ?? 0])),
    }),
  };
}

export interface StampDifference {
  readonly title: string;
  readonly found: number;
  readonly expected: number;
  /** the source */
  readonly doc: { readonly type: string; readonly id: string; readonly nbr: string | null };
}
interface Wrong extends StampDifference {
  readonly pm: PushModel;
  readonly head: string;
  readonly line: string;
}
/** lines looked at together */
const AT_ONCE = 500;

/** Source lines that do not say what their live children do (数据核对): the number of the first one, how much went into them. */
export const stampDifferences = async (ctx: EngineCtx, most: number): Promise<readonly StampDifference[]> =>
  (await wrongStamps(ctx, most)).map(({ title, found, expected, doc }) => ({ title, found, expected, doc }));

export const mendStamps = async (ctx: EngineCtx, most: number): Promise<void> => {
  const byHead = new Map<string, { readonly pm: PushModel; readonly lines: Set<string> }>();
  for (const { pm, head, line } of await wrongStamps(ctx, most)) {
    const key = `${pm.source.object}.${pm.rows ?? ''}.${head}`;
    const known = byHead.get(key) ?? { pm, lines: new Set<string>() };
    known.lines.add(line);
    byHead.set(key, known);
  }
  for (const [key, { pm, lines }] of [...byHead].sort(([a], [b]) => (a < b ? -1 : 1)))
    await stampLines(ctx, pm, key.split('.').at(-1) ?? '', [...lines].sort());
};

const wrongStamps = async (ctx: EngineCtx, most: number): Promise<readonly Wrong[]> => {
  const found: Wrong[] = [];
  for (const pm of distinctSources(pushModels(ctx.registry))) {
    const asked = await stampsOf(ctx, pm, []);
    if (!asked || pm.source.storage === 'none') continue;
    const stored = await storedStamps(ctx, pm, asked.fields);
    for (let n = 0; n < stored.length && found.length < most; n += AT_ONCE) {
      const part = stored.slice(n, n + AT_ONCE);
      const right = await stampsOf(
        ctx,
        pm,
        part.map(({ line }) => line),
      );
      if (right) found.push(...part.flatMap((row) => wrongOf(pm, row, right)));
    }
  }
  return found.slice(0, most);
};

interface Stored {
  readonly head: string;
  readonly line: string;
  readonly nbr: string | null;
  readonly lineNo: number | null;
  readonly values: Readonly<Record<string, string | number | null>>;
}
const storedStamps = async (
  ctx: EngineCtx,
  { source, rows }: PushModel,
  fields: readonly ResolvedField[],
): Promise<readonly Stored[]> => {
  const line = rows === undefined ? 't' : 'r';
  const head = tableSql(ctx.org.schema, source);
  const from =
    rows === undefined
      ? sql`${head} t`
      : sql`${tableSql(ctx.org.schema, source, rows)} r join ${head} t on t.id = r.head_id`;
  const values = fields.map((field) => sql`${field.code}::text, ${sql.ref(`${line}.${columnOf(field)}`)}`);
  const found = await sql<Stored>`
    select t.id as head, ${sql.ref(`${line}.id`)} as line, ${labelSql(source, 't')} as nbr,
           ${rows === undefined ? sql`null::int` : sql`r.line_no`} as "lineNo", jsonb_build_object(${sql.join(values)}) as "values"
      from ${from} where ${source.fields.isDeleted ? sql`t.is_deleted = 0` : sql`true`} order by 2`.execute(ctx.trx);
  return found.rows;
};
const wrongOf = (
  pm: PushModel,
  { head, line, nbr, lineNo, values }: Stored,
  { fields, valuesOf }: Stamps,
): readonly Wrong[] => {
  const right = valuesOf(line);
  const at = { pm, head, line, doc: { type: pm.source.object, id: head, nbr } };
  const name = `${pm.source.title} ${nbr ?? ''}${lineNo === null ? '' : ` 第${lineNo}行`}`;
  return fields.flatMap(({ code, title }) => {
    const [now, wanted] = [values[code] ?? null, right[code] ?? null];
    if (code !== 'sourceOrderNbr')
      return Number(now ?? 0) === Number(wanted ?? 0)
        ? []
        : [{ ...at, title: `${name} ${title}`, found: Number(now ?? 0), expected: Number(wanted ?? 0) }];
    if (now === wanted) return [];
    const said = `${name} ${title}${now ?? '没有'}，应为${wanted === null ? '没有' : String(wanted)}`;
    return [{ ...at, title: said, found: Number(now !== null), expected: Number(wanted !== null) }];
  });
};

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
