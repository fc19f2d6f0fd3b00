/** Rows of 停机记录 against what is derived now: unchanged ones stay, and what people said of the others follows to where it overlaps most. */
import { sql } from 'kysely';
import type { Trx } from '../ctx';
import { newId } from '../ids';
import { type At, markRules } from './dirty';
import { type By, type Change, RUN, type RunState } from './state';

export interface Interval {
  readonly from: number;
  /** null: it goes on */
  readonly to: number | null;
  readonly state: RunState;
  readonly by: By;
  readonly fault: string | null;
  /** a person cut here */
  readonly cut: boolean;
}
export interface Said {
  readonly reason: string;
  readonly note: string | null;
  readonly who: string | null;
  readonly at: string | null;
}
interface Known extends Interval {
  readonly id: string;
  readonly said: Said | null;
}

export interface Told {
  readonly device: string;
  /** rows from here on are replaced */
  readonly since: number;
  readonly changes: readonly Change[];
}
/** Answers the rows that are others now, and tells rules from when on the device was in another state than they knew. */
export const replaceStates = async (trx: Trx, at: At, { device, since, changes }: Told): Promise<readonly string[]> => {
  const known = await knownFrom(trx, at, device, since);
  const intervals = cutAgain(intervalsOf(changes), known);
  const said = saidOf(intervals, known);
  const rows = intervals.map((interval, n) => ({ ...interval, said: said[n] ?? null }));
  const byStart = new Map(known.map((row) => [row.from, row]));
  const changed: string[] = [];
  const fresh: (Interval & { readonly said: Said | null })[] = [];
  const kept = new Set<string>();
  for (const row of rows) {
    const before = byStart.get(row.from);
    if (before !== undefined && isSame(before, row)) kept.add(before.id);
    else if (before !== undefined && before.state === row.state) {
      kept.add(before.id);
      changed.push(before.id);
      await updateRow(trx, at, before.id, row);
    } else fresh.push(row);
  }
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) await sql`DELETE FROM ${at('device_state')} WHERE id = ANY(${gone}::uuid[])`.execute(trx);
  const made = await insertRows(trx, at, device, fresh);
  const first = firstOther(intervals, known);
  if (first !== null) await markRules(trx, at, new Map([[device, first]]));
  return [...gone, ...changed, ...made];
};
/** The earliest moment at which two timelines differ; null: they are the same. */
const firstOther = (now: readonly Interval[], before: readonly Interval[]): number | null => {
  const moments = new Set<number>();
  for (const [some, others] of [
    [now, before],
    [before, now],
  ] as const) {
    const byStart = new Map(others.map((one) => [one.from, one]));
    for (const { from, to, state } of some) {
      const other = byStart.get(from);
      if (other === undefined || other.state !== state) moments.add(from);
      else if (other.to !== to) moments.add(Math.min(other.to ?? to ?? from, to ?? other.to ?? from));
    }
  }
  return moments.size === 0 ? null : Math.min(...moments);
};
const isSame = (a: Known, b: Interval & { readonly said: Said | null }): boolean =>
  a.state === b.state && a.to === b.to && a.by === b.by && a.fault === b.fault && a.cut === b.cut && a.said === b.said;

const intervalsOf = (changes: readonly Change[]): readonly Interval[] =>
  changes.flatMap(({ at: from, state, by, fault }, n) => {
    const to = changes[n + 1]?.at ?? null;
    return state === null || to === from ? [] : { from, to, state, by, fault, cut: false };
  });
/** Where people cut what is still in the same state, it stays cut. */
export const cutAgain = (intervals: readonly Interval[], known: readonly Interval[]): readonly Interval[] =>
  intervals.flatMap((interval) => {
    const cuts = known
      .filter(
        ({ cut, from, state }) => cut && state === interval.state && from > interval.from && from < (interval.to ?? 0),
      )
      .map(({ from }) => from)
      .sort((a, b) => a - b);
    const starts = [interval.from, ...cuts];
    return starts.map((from, n) => ({ ...interval, from, to: starts[n + 1] ?? interval.to, cut: n > 0 }));
  });

/** What was said of a row stays with the one that overlaps it most; of two, with the one it overlaps more. */
export const saidOf = (
  intervals: readonly Interval[],
  known: readonly (Interval & { readonly said: Said | null })[],
): readonly (Said | undefined)[] => {
  const best: { said: Said; share: number }[] = [];
  for (const row of known) {
    let [where, most] = [-1, 0];
    for (const [n, interval] of intervals.entries()) {
      const share = interval.state === RUN.run ? 0 : overlap(interval, row);
      if (share > most) [where, most] = [n, share];
    }
    if (row.said !== null && where >= 0 && most > (best[where]?.share ?? 0))
      best[where] = { said: row.said, share: most };
  }
  return intervals.map((_, n) => best[n]?.said);
};
const overlap = (a: Interval, b: Interval): number =>
  Math.min(a.to ?? Number.MAX_SAFE_INTEGER, b.to ?? Number.MAX_SAFE_INTEGER) - Math.max(a.from, b.from);

const knownFrom = async (trx: Trx, at: At, device: string, since: number): Promise<readonly Known[]> => {
  const { rows } = await sql<KnownRow>`
    SELECT id, (extract(epoch FROM start_at) * 1000)::bigint AS start, (extract(epoch FROM end_at) * 1000)::bigint AS until, state, source,
           fault_code, split, reason_id, reason_note, reason_by_id, reason_at::text AS reason_at
      FROM ${at('device_state')} WHERE equipment_id = ${device} AND is_deleted = 0 AND start_at >= to_timestamp(${since}::bigint / 1000.0)
     ORDER BY start_at`.execute(trx);
  return rows.map((row) => ({
    ...{ id: row.id, from: Number(row.start), to: row.until === null ? null : Number(row.until) },
    state: Number(row.state) as RunState, // written by this file alone
    by: Number(row.source) as By, // likewise
    ...{ fault: row.fault_code, cut: row.split === true },
    said:
      row.reason_id === null
        ? null
        : { reason: row.reason_id, note: row.reason_note, who: row.reason_by_id, at: row.reason_at },
  }));
};
interface KnownRow {
  readonly id: string;
  readonly start: string;
  readonly until: string | null;
  readonly state: string;
  readonly source: string;
  readonly fault_code: string | null;
  readonly split: boolean | null;
  readonly reason_id: string | null;
  readonly reason_note: string | null;
  readonly reason_by_id: string | null;
  readonly reason_at: string | null;
}

/** Of whole seconds at both ends, so that the seconds of a shift add up to it. */
const secondsOf = ({ from, to }: Pick<Interval, 'from' | 'to'>): number | null =>
  to === null ? null : Math.floor(to / 1000) - Math.floor(from / 1000);

const updateRow = async (
  trx: Trx,
  at: At,
  id: string,
  row: Interval & { readonly said: Said | null },
): Promise<void> => {
  const { to, by, fault, cut, said } = row;
  await sql`UPDATE ${at('device_state')} SET end_at = to_timestamp(${to}::bigint / 1000.0), duration_sec = ${secondsOf(row)}, source = ${String(by)},
      fault_code = ${fault}, split = ${cut}, reason_id = ${said?.reason ?? null}, reason_note = ${said?.note ?? null},
      reason_by_id = ${said?.who ?? null}, reason_at = ${said?.at ?? null}::timestamptz WHERE id = ${id}`.execute(trx);
};
const insertRows = async (
  trx: Trx,
  at: At,
  device: string,
  rows: readonly (Interval & { readonly said: Said | null })[],
): Promise<readonly string[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(() => newId());
  await sql`
    INSERT INTO ${at('device_state')} (id, equipment_id, factory_unit_id, state, start_at, end_at, duration_sec, source, fault_code, split, reason_id,
        reason_note, reason_by_id, reason_at, work_order_nbr_id)
    SELECT n.id, e.id, e.factory_unit_id, n.state, to_timestamp(n.start / 1000.0), to_timestamp(n.until / 1000.0), n.sec, n.source, n.fault,
           n.cut, n.reason, n.note, n.who, n.said_at,
           (SELECT w.work_order_nbr_id FROM ${at('device_work')} w WHERE w.equipment_id = e.id AND w.is_deleted = 0
               AND w."from" <= to_timestamp(n.start / 1000.0) AND (w."to" IS NULL OR w."to" > to_timestamp(n.start / 1000.0))
             ORDER BY w."from" DESC, w.id LIMIT 1)
      FROM unnest(${ids}::uuid[], ${rows.map(({ state }) => String(state))}::text[], ${rows.map(({ from }) => from)}::bigint[],
        ${rows.map(({ to }) => to)}::bigint[], ${rows.map(secondsOf)}::bigint[], ${rows.map(({ by }) => String(by))}::text[],
        ${rows.map(({ fault }) => fault)}::text[], ${rows.map(({ cut }) => cut)}::boolean[],
        ${rows.map(({ said }) => said?.reason ?? null)}::uuid[], ${rows.map(({ said }) => said?.note ?? null)}::text[],
        ${rows.map(({ said }) => said?.who ?? null)}::uuid[], ${rows.map(({ said }) => said?.at ?? null)}::timestamptz[])
        n (id, state, start, until, sec, source, fault, cut, reason, note, who, said_at)
      JOIN ${at('equipment')} e ON e.id = ${device}`.execute(trx);
  return ids;
};
