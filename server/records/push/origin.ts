/** Links of a save (§7.4): new rows name the line they come from, the server proves it, sets the link and takes over what is kept. */
import { sql } from 'kysely';
import { addDec, numText } from '../../../schemas/language/codec/decimal';
import { truth } from '../../../schemas/language/expr/evaluate';
import { scopeAt } from '../../../schemas/language/record/bind';
import type { Model } from '../../../schemas/language/record/model';
import type { States } from '../../../schemas/language/record/states';
import { sameValue } from '../../../schemas/language/record/values';
import { text as sentence } from '../../../schemas/language/texts';
import { type Problem, problem, type Rec, type Row, type Value } from '../../../schemas/language/value';
import type { ServerEnv } from '../env';
import type { EngineCtx } from '../host';
import { allows, inScope } from '../read/allowed';
import { accessOf } from '../read/grants';
import { labelOf } from '../read/labels';
import { notThere } from '../read/read';
import { Refusal, refuseBy } from '../refusal';
import type { Origin, OriginLine, OriginValue, OriginValues } from '../save/draft';
import { lockedRecord } from '../save/patch';
import type { Sent } from '../save/sent';
import { loadRecords } from '../store/source';
import { tableSql } from '../store/stored';
import { isLive, type LinkPlace, lineRef, linkedRows, linkPlaces, placeSql } from './link-place';
import { mapped, type PushModel, pushesInto } from './push-model';
import { openLines } from './push-open';

/** A new line and where it comes from. */
interface Linked {
  readonly pm: PushModel;
  readonly place: LinkPlace;
  /** id of the new row; undefined = the head */
  readonly rowId: string | undefined;
  readonly lineId: string;
  readonly headId: string;
}

/** New lines of a save with their sources, found but not yet locked. `lenient`: only to lock them, what is missing is told later. */
export async function linksOf(
  ctx: EngineCtx,
  model: Model,
  sent: Sent,
  stored: Rec | null,
  lenient = false,
): Promise<Linked[]> {
  const found: Linked[] = [];
  for (const place of linkPlaces(model.obj)) {
    const { sub, key } = place;
    const before = new Set(
      sub === undefined ? [] : ((stored?.[sub] as readonly Row[] | undefined) ?? []).map((row) => row.id),
    );
    const holders: readonly (Row | Rec)[] =
      sub === undefined ? (stored ? [] : [sent.head]) : (sent.rows.get(sub)?.rows ?? []);
    const fresh = holders.filter((row) => typeof row[key] === 'string' && !before.has(row.id as string));
    if (fresh.length === 0) continue;
    const lines = await sourcesOf(
      ctx,
      pushesInto(ctx.registry, model.obj).filter((pm) => pm.place.sub === sub),
      fresh.map((row) => row[key] as string),
    );
    for (const row of fresh) {
      const lineId = row[key] as string;
      const source = lines.get(lineId);
      if (!source && lenient) continue;
      if (!source)
        throw new Refusal([
          problem(
            'push.source',
            sub === undefined ? key : `${sub}[${row.id as string}]`,
            '来源单据不存在或不能生成本单据',
          ),
        ]);
      found.push({ ...source, place, lineId, rowId: sub === undefined ? undefined : (row.id as string) });
    }
  }
  return found;
}

async function sourcesOf(
  ctx: EngineCtx,
  models: readonly PushModel[],
  ids: readonly string[],
): Promise<Map<string, { pm: PushModel; headId: string }>> {
  const found = new Map<string, { pm: PushModel; headId: string }>();
  for (const pm of models) {
    const table = tableSql(ctx.org.schema, pm.source, pm.rows);
    const head = pm.rows === undefined ? sql.ref('id') : sql.ref('head_id');
    const { rows } = await sql<{ id: string; head: string }>`
      select id, ${head} as head from ${table} where id = any(${[...ids]}::uuid[])`.execute(ctx.trx);
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, { pm, headId: row.head });
  }
  return found;
}

/** Locks the heads of all sources, old and new, by type and id: the order every operation takes, so none waits in a circle. */
export async function lockSources(
  ctx: EngineCtx,
  model: Model,
  fresh: readonly { readonly pm: PushModel; readonly headId: string }[],
  targetIds: readonly string[],
): Promise<void> {
  const heads = new Map<string, Set<string>>();
  const note = (object: string, id: string): void => {
    const ids = heads.get(object) ?? new Set<string>();
    heads.set(object, ids.add(id));
  };
  for (const item of fresh) note(item.pm.source.object, item.headId);
  if (targetIds.length > 0) {
    for (const place of linkPlaces(model.obj)) {
      if (!place.fields.srcType || !place.fields.srcId) continue;
      const { from, line } = placeSql(ctx.org.schema, place);
      const { rows } = await sql<{ type: string | null; id: string | null }>`
        select distinct ${lineRef(place, line, 'srcType')} as type, ${lineRef(place, line, 'srcId')} as id
        from ${from} where t.id = any(${[...targetIds]}::uuid[])`.execute(ctx.trx);
      for (const row of rows) if (row.type !== null && row.id !== null) note(row.type, row.id);
    }
  }
  for (const code of [...heads.keys()].sort()) {
    const object = ctx.registry.find(code);
    if (!object || object.storage === 'none') continue;
    // read with their locks: what proves the links asks for them next
    await loadRecords(ctx, object, [...(heads.get(code) ?? [])], { lock: true, stored: true, deleted: true });
  }
}

/** Proves the links of new lines under the lock of their sources and answers what comes from there. */
export async function originOf(
  ctx: EngineCtx,
  env: ServerEnv,
  links: readonly Linked[],
  engine: boolean,
): Promise<Origin> {
  const head = new Map<string, OriginValue>();
  const rows = new Map<string, OriginValues>();
  const said: OriginLine[] = [];
  // a document has many lines of few sources: each is read and judged once
  const sources = new Map<
    string,
    {
      readonly rec: Rec;
      readonly own: readonly Row[];
      readonly lines: ReadonlyMap<string, Row>;
      readonly seen: boolean;
    }
  >();
  const sourceKey = ({ pm, headId }: Linked): string => `${pm.source.object}.${pm.action.code}:${headId}`;
  for (const link of links) {
    const { pm, headId } = link;
    if (sources.has(sourceKey(link))) continue;
    const rec = await lockedRecord(ctx, pm.source.object, headId);
    if (!rec) throw notThere();
    const seen = await checkSource(ctx, env, pm, rec);
    const own = pm.rows === undefined ? [] : ((rec[pm.rows] as readonly Row[] | undefined) ?? []);
    sources.set(sourceKey(link), { rec, own, lines: new Map(own.map((row) => [row.id, row])), seen });
  }
  const found = await env.settle((live) =>
    links.map((link) => {
      const { pm, lineId } = link;
      const { rec, own, lines } = sources.get(sourceKey(link))!;
      const line = pm.rows === undefined ? undefined : lines.get(lineId);
      const scope = scopeAt(live, rec, line, line && own);
      return {
        line,
        isOpen: bringersOf(ctx, pm).some(({ where }) => !where || truth(where, scope)),
        head: pm.head.map((one) => [one, mapped(one, live, rec, line)] as const),
        map: pm.map.map((one) => [one, mapped(one, live, rec, line)] as const),
      };
    }),
  );
  for (const [index, link] of links.entries()) {
    const { pm, headId, lineId, place } = link;
    const { rec: source, seen } = sources.get(sourceKey(link))!;
    const values = found[index]!;
    const forced = (one: (typeof pm.map)[number]): boolean =>
      !engine && (one.kept || accessOf(pm.target, one.field, ctx.session.rights) !== 'value');
    const own = new Map<string, OriginValue>();
    for (const [one, value] of values.map) own.set(one.field.code, { value, forced: forced(one), seen });
    for (const [one, value] of values.head)
      if (!head.has(one.field.code)) head.set(one.field.code, { value, forced: forced(one), seen });
    const linkTo = place.sub === undefined ? head : own;
    const set = (code: string, value: Value): void => {
      if (place.fields[code]) linkTo.set(code, { value, forced: true, seen });
    };
    set('srcType', pm.source.object);
    set('srcId', headId);
    set('srcNbr', labelOf(pm.source, source));
    set('srcRowId', lineId);
    const at = place.sub === undefined || link.rowId === undefined ? undefined : { row: link.rowId, sub: place.sub };
    if (at) rows.set(at.row, own);
    else for (const [code, item] of own) head.set(code, item);
    said.push({
      path: at ? `${at.sub}[${at.row}]` : place.key,
      at,
      nbr: labelOf(pm.source, source),
      lineNo: typeof values.line?.lineNo === 'number' ? values.line.lineNo : null,
      head: new Map(values.head.map(([one, value]) => [one.field.code, value])),
      closed: values.isOpen ? undefined : pm.action.title,
    });
  }
  return { head, rows, lines: said };
}

/** Every push that brings the same lines to the same place: what one of them leaves out, another may offer. */
const bringersOf = ({ registry }: EngineCtx, { source, rows, target, place }: PushModel): readonly PushModel[] =>
  pushesInto(registry, target).filter((pm) => pm.source === source && pm.rows === rows && pm.place.sub === place.sub);

/** What a rule locks in the head because its lines have sources is what each of them says: one supplier, one customer, one order. */
export function apartProblems({ head }: Model, rec: Rec, states: States, { lines }: Origin): readonly Problem[] {
  return lines.flatMap(({ at, path, nbr, head: told }) => {
    if (at === undefined) return [];
    const other = [...told].find(
      ([code, value]) => states.readonly.has(code) && value !== null && !sameValue(value, rec[code] ?? null),
    );
    const field = other && head.fields.get(other[0])?.field;
    if (!field) return [];
    const line = (rec[at.sub] as readonly Row[] | undefined)?.find(({ id }) => id === at.row);
    const terms = { n: Number(line?.lineNo ?? 1), nbr, field: field.title };
    return [problem('push.apart', path, sentence('push.apart', terms))];
  });
}

/** A line that the push would not offer is not brought by a save either (`where`, §7.4). */
export const closedProblems = ({ lines }: Origin): readonly Problem[] =>
  lines.flatMap(({ path, nbr, lineNo, closed: title }) => {
    if (title === undefined) return [];
    const said =
      lineNo === null
        ? sentence('push.closedHead', { nbr, title })
        : sentence('push.closed', { nbr, n: lineNo, title });
    return [problem('push.closed', path, said)];
  });

/** The source must allow the push now and stand in the rows of the user (40 §2.2); answers whether he may view it. */
async function checkSource(ctx: EngineCtx, env: ServerEnv, pm: PushModel, source: Rec): Promise<boolean> {
  const { seen, pushed, allowed } = await env.settle((live) => ({
    seen: ctx.system || inScope(ctx, pm.source, `${pm.source.object}:view`, source, live),
    pushed: inScope(ctx, pm.source, pm.action.right, source, live),
    allowed: allows(ctx, pm.source, pm.action, source, live),
  }));
  if (!seen && !pushed) throw notThere();
  if (!allowed) throw refuseBy(`actions.${pm.action.code}`, sentence('record.state', { title: pm.action.title }));
  return seen;
}

/** 「{nbr}」第{n}行可下推数量{open}，本次{q}: every line of the document against what is open without it. */
export async function quantityProblems(
  ctx: EngineCtx,
  env: ServerEnv,
  model: Model,
  rec: Rec,
  stored: Rec | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (!isLive(model.obj, rec)) return problems;
  for (const place of linkPlaces(model.obj)) {
    const rows = linkedRows(place, rec);
    if (rows.length === 0) continue;
    for (const pm of pushesInto(ctx.registry, model.obj)) {
      if (pm.place.sub !== place.sub || pm.limit === undefined || pm.qty === undefined) continue;
      if (stored && unchanged(pm, stored, rec)) continue;
      const own = rows.filter((row) => row.srcType === pm.source.object);
      const asked = new Map<string, number>();
      for (const row of own) {
        const id = row[place.key] as string;
        asked.set(id, addDec(asked.get(id) ?? 0, Number(row[pm.qty] ?? 0)));
      }
      const ids = [...new Set(own.map((row) => row.srcId as string))].sort();
      const heads: Rec[] = [];
      for (const id of ids) {
        const head = await lockedRecord(ctx, pm.source.object, id);
        if (head) heads.push(head);
      }
      const lines = await openLines(ctx, env, pm, heads, { only: new Set(asked.keys()), except: rec.id as string });
      for (const line of lines) {
        const q = asked.get(line.rowId) ?? 0;
        if (line.open === null || q <= line.open) continue;
        const row = own.find((record) => record[place.key] === line.rowId);
        const path = place.sub === undefined ? pm.qty : `${place.sub}[${row?.id as string}].${pm.qty}`;
        problems.push(overProblem(pm, line, q, path));
      }
    }
  }
  return problems;
}

/** The refusal of one line that asks for more than is open. */
export function overProblem(
  pm: PushModel,
  line: { nbr: string; lineNo: number | null; open: number | null; limit: number | null; used: number },
  asked: number,
  path: string,
): Problem {
  const open = Math.max(0, line.open ?? 0);
  const terms = { nbr: line.nbr, n: line.lineNo ?? 1, open: numText(open), q: numText(asked) };
  return {
    ...problem('push.open', path, sentence('push.open', terms)),
    ...{ rule: `actions.${pm.action.code}`, terms: { ...terms, limit: line.limit, used: line.used, open, asked } },
  };
}

function unchanged({ place, qty = 'qty' }: PushModel, stored: Rec, rec: Rec): boolean {
  const content = (from: Rec): Value =>
    linkedRows(place, from).map((row) => [row.id, row[place.key], row[qty] ?? null]) as unknown as Value;
  return sameValue(content(stored), content(rec));
}
