/** What a copy would do in one target, record by record; nothing is written. */
import { factsOf } from '../../schemas/language/kinds/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Rec } from '../../schemas/language/value';
import { versionKey } from '../../schemas/language/versions';
import { AppError, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { inOrder, keyFields } from '../registry/copyable';
import { columnOf, tableOf } from '../tables/names';
import { type Books, booksOf, isInForce } from './books';
import { type Filled, fill, isSame, type Lost, lostIn, type Reader } from './cells';

/** codes of the dictionaries copyKind, copyPolicy and copyMissing */
export type Kind = 'new' | 'same' | 'conflict' | 'missing';
export type Policy = 'skip' | 'over' | 'rename' | 'blank';
export interface Wish {
  readonly object: string;
  readonly where: string | null;
  readonly policy: Policy;
  readonly suffix: string | null;
  /** of references that lead nowhere: the record stays behind, or the reference does; null = nothing is copied */
  readonly missing: 'skip' | 'empty' | null;
}
export interface Line {
  readonly object: ResolvedObject;
  readonly wish: Wish;
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
  /** what the target must get first */
  readonly say: string | null;
  readonly from: Rec;
  readonly to: string | undefined;
  readonly filled: Filled;
}
export interface Plan {
  readonly lines: readonly Line[];
  /** the first sentence that keeps all of it from being copied */
  readonly stop: string | null;
}

export const MAX_LINES = 5000;
const GONE = '编码属于已删除的资料，不能再用';

export const placeOf = (object: string, key: string): string => `${object} ${key}`;

interface Chosen {
  readonly object: ResolvedObject;
  readonly there: ResolvedObject;
  readonly wish: Wish;
  readonly recs: readonly Rec[];
}

export async function planCopy(source: EngineCtx, target: EngineCtx, wishes: readonly Wish[]): Promise<Plan> {
  const from = booksOf(source);
  const to = booksOf(target);
  const reader: Reader = { source: from, target: to, objects: source.registry.objects };
  const chosen = await choose(source, target, wishes, from);
  const coming = new Set<string>();
  for (const { object, recs } of chosen) {
    const book = await from(object.object);
    for (const rec of recs) coming.add(placeOf(object.object, book.keyOf(rec.id as string) ?? ''));
  }
  const lines: Line[] = [];
  for (const eachChosen of chosen) {
    const { object, there, wish } = eachChosen;
    const [book, other] = await Promise.all([from(object.object), to(object.object)]);
    const recs = eachChosen.recs.flatMap((rec) => {
      const key = book.keyOf(rec.id as string);
      return key === undefined ? [] : [{ rec, key, id: other.idOf(key) }];
    });
    const known = new Map(
      (
        await wholes(
          target,
          object.object,
          recs.flatMap(({ id }) => id ?? []),
        )
      ).map((rec) => [rec.id as string, rec]),
    );
    const gone = await takenBy(target, there);
    for (const { rec, key, id } of recs) {
      const filled = await fill(reader, object, there, rec);
      const lost = lostIn(filled, (at) => coming.has(at), source.registry.objects);
      const kept = wish.missing === 'empty' ? lost.filter(({ field }) => field.required === true) : lost;
      const stored = id === undefined ? undefined : known.get(id);
      const isGone = stored === undefined && gone.has(key);
      const kind =
        kept.length > 0
          ? 'missing'
          : stored
            ? isSame(filled, stored)
              ? 'same'
              : 'conflict'
            : isGone
              ? 'conflict'
              : 'new';
      const say =
        lost.length > 0 ? saysOf(source, object, key, kept[0] ?? lost[0]!, kept.length > 0) : isGone ? GONE : null;
      lines.push({
        object,
        wish,
        key,
        name: book.nameOf(rec.id as string),
        kind,
        say,
        from: rec,
        to: id,
        filled,
      });
    }
  }
  const bad = lines.find(({ kind, wish }) => kind === 'missing' && wish.missing !== 'skip');
  return { lines, stop: bad?.say ?? null };
}

/** 缺少引用, or what stays empty by the policy. */
const saysOf = (
  ctx: EngineCtx,
  object: ResolvedObject,
  key: string,
  lost: Lost | undefined,
  stops: boolean,
): string => {
  if (!lost) return '';
  const title = ctx.registry.find(lost.ref.object)?.title ?? lost.ref.object;
  return stops
    ? `缺少引用：${object.title}${key}的${title}「${lost.ref.name}」不存在，请先复制${title}`
    : `${lost.field.title}「${lost.ref.name}」不存在，留空`;
};

/** Numbers of deleted records: nobody gets them again. */
async function takenBy(target: EngineCtx, object: ResolvedObject): Promise<ReadonlySet<string>> {
  const [main, more] = keyFields(object) ?? [];
  const field = object.fields[main ?? ''];
  if (!field || !factsOf(field).isNumbered || more !== undefined) return new Set();
  const rows = (await target.trx
    .selectFrom(tableOf(object.object))
    .select(`${columnOf(field)} as key`)
    .where('is_deleted', '=', 1)
    .execute()) as unknown as readonly { readonly key: string }[];
  return new Set(rows.map(({ key }) => key));
}

/** The records of each wish, those above in a tree first; of versions the ones in force. */
async function choose(
  source: EngineCtx,
  target: EngineCtx,
  wishes: readonly Wish[],
  books: Books,
): Promise<readonly Chosen[]> {
  const byCode = new Map(wishes.map((wish) => [wish.object, wish]));
  const objects = inOrder([...byCode.keys()].map((code) => source.records.object(code)));
  const chosen: Chosen[] = [];
  let count = 0;
  for (const object of objects) {
    const wish = byCode.get(object.object)!;
    const there = target.registry.find(object.object);
    if (!there) throw refuse(`「${target.org.name}」没有「${object.title}」，请先在那里发布应用`);
    const heads = await found(source, object, wish.where);
    const recs = await wholes(
      source,
      object.object,
      inTree(object, heads).map(({ id }) => id as string),
    );
    count += recs.length;
    if (count > MAX_LINES) throw refuse(`一次最多复制${MAX_LINES}条，请加筛选条件分批复制`);
    // the keys of what is copied must be there before anything that names them
    await books(object.object);
    chosen.push({ object, there, wish, recs });
  }
  return chosen;
}
async function found(ctx: EngineCtx, object: ResolvedObject, where: string | null): Promise<readonly Rec[]> {
  try {
    const heads = await ctx.records.find(object.object, where ?? 'true', { limit: MAX_LINES + 1 });
    return versionKey(object) === undefined
      ? heads
      : heads.filter((head) => head.isDefault !== false && isInForce(head, ctx.today));
  } catch (error) {
    if (where === null || (error instanceof AppError && error.code !== 400)) throw error;
    throw refuse(`「${object.title}」的筛选条件不正确，请修改`);
  }
}
const CHUNK = 500;
export async function wholes(ctx: EngineCtx, object: string, ids: readonly string[]): Promise<readonly Rec[]> {
  const recs: Rec[] = [];
  for (let at = 0; at < ids.length; at += CHUNK)
    recs.push(...(await ctx.records.many(object, ids.slice(at, at + CHUNK), { rows: true, stored: true })));
  return recs;
}
function inTree(object: ResolvedObject, heads: readonly Rec[]): readonly Rec[] {
  const { tree } = object;
  if (tree === undefined) return heads;
  const byId = new Map(heads.map((head) => [head.id, head]));
  const level = (head: Rec, n = 0): number => {
    const above = byId.get(head[tree] as string);
    return above && n < 50 ? level(above, n + 1) : n;
  };
  return heads
    .map((head) => ({ head, n: level(head) }))
    .toSorted((a, b) => a.n - b.n)
    .map(({ head }) => head);
}
