/**
 * Days of the trail, sealed (domain 10 §5.15): a hash over the entries of a day, chained to the day before, is stored once the day is
 * over. What was changed, added or taken away below the append-only table shows when the day is looked at again.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';

const ZONE = 'Asia/Shanghai';
interface Day {
  readonly day: string;
  readonly entries: number;
  readonly digest: string;
}
interface Seal {
  readonly day: string;
  readonly entries: number;
  readonly hash: string;
}
export interface Proof {
  /** sealed days that were looked at */
  readonly days: number;
  readonly from: string;
  readonly to: string;
  /** the first day that is not as it was sealed */
  readonly broken?: { readonly day: string; readonly sealed: number; readonly found: number };
}

/** Seals the days that are over and have entries; answers how many (a job, some minutes after midnight for what was still written). */
export async function sealDays(ctx: Ctx): Promise<number> {
  await sql`select pg_advisory_xact_lock(7201984, hashtext(${ctx.org.schema}))`.execute(ctx.trx);
  const seals = await sealsOf(ctx);
  const last = seals.at(-1);
  const fresh = await daysOf(ctx, last?.day);
  let hash = last?.hash ?? '';
  for (const day of fresh) {
    hash = hashOf(hash, day);
    await ctx.trx.insertInto('mw_trail_day').values({ day: day.day, entries: day.entries, hash }).execute();
  }
  return fresh.length;
}

/** Holds the sealed days against the trail as it stands; undefined = nothing is sealed yet. */
export async function proveDays(ctx: Ctx): Promise<Proof | undefined> {
  const seals = await sealsOf(ctx);
  const [first, last] = [seals[0], seals.at(-1)];
  if (!first || !last) return undefined;
  const days = new Map((await daysOf(ctx, undefined)).map((day) => [day.day, day]));
  const proof = { days: seals.length, from: first.day, to: last.day };
  let hash = '';
  for (const seal of seals) {
    const found = days.get(seal.day) ?? { day: seal.day, entries: 0, digest: '' };
    hash = hashOf(hash, found);
    if (hash !== seal.hash) return { ...proof, broken: { day: seal.day, sealed: seal.entries, found: found.entries } };
  }
  // a day between sealed ones that had no entries
  const sealed = new Set(seals.map(({ day }) => day));
  const added = [...days.values()].find(({ day }) => day < last.day && !sealed.has(day));
  return added === undefined ? proof : { ...proof, broken: { day: added.day, sealed: 0, found: added.entries } };
}

const sealsOf = async (ctx: Ctx): Promise<readonly Seal[]> => {
  const { rows } = await sql<Seal>`
    select day::text as day, entries::int as entries, hash from ${table(ctx, 'mw_trail_day')} order by day`.execute(
    ctx.trx,
  );
  return rows;
};
const daysOf = async (ctx: Ctx, after: string | undefined): Promise<readonly Day[]> => {
  const { rows } = await sql<Day>`
    select t.day::text as day, count(*)::int as entries,
           encode(sha256(convert_to(string_agg(t.print, '' order by t.seq), 'UTF8')), 'hex') as digest
      from (select seq, (at at time zone ${sql.lit(ZONE)})::date as day,
                   md5(row(seq, extract(epoch from at), object, record_id, nbr, action, user_id, user_name, changes, request_id, ip,
                           version, prev_hash, hash)::text) as print
              from ${table(ctx, 'mw_trail')}
             where at < (${ctx.today}::date)::timestamp at time zone ${sql.lit(ZONE)}) t
     where ${after ?? null}::date is null or t.day > ${after ?? null}::date
     group by t.day order by t.day`.execute(ctx.trx);
  return rows;
};
const table = (ctx: Ctx, name: string) => sql.table(`${ctx.org.schema}.${name}`);
const hashOf = (before: string, { day, entries, digest }: Day): string =>
  createHash('sha256').update([before, day, entries, digest].join('|')).digest('hex');
