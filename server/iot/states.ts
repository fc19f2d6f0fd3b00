/**
 * 停机记录 of devices, derived from stored readings, silences and holds and from nothing else: what comes late takes a device back to the
 * mark before it, and what is derived anew replaces what was. So live and rebuilt rows are the same.
 */
import { sql } from 'kysely';
import type { Db, OrgInfo, Trx } from '../ctx';
import { inTx } from '../db/tx';
import { type DeviceVersion, deviceVersions } from './devices';
import { type At, eachLagging, markStates, notesOf, raise, STATES } from './dirty';
import { heldOf } from './holds';
import { quietOf } from './silence';
import { type Change, type Happening, happen, type Machine, NO_MACHINE, renew, settle, settlesAt } from './state';
import { replaceStates } from './state-rows';

const MARK_MS = 5 * 60_000;
const READ_ROWS = 20_000;
const SUSPECT_Q = 1;

/** Derives what lags in an organisation until a moment; answers the rows that are others now. */
export const deriveStates = async (db: Db, org: OrgInfo, now: number, onError = raise): Promise<readonly string[]> => {
  const at: At = (table) => sql.id(org.schema, table);
  const changed: string[] = [];
  await eachLagging({ db, org, noted: STATES, now, onError }, async (device) => {
    changed.push(...(await inTx(db, (trx) => deriveOne(trx, at, device, now))));
  });
  return changed;
};

/** Everything of a device is derived anew. */
export const rebuildStates = async (trx: Trx, at: At, device: string): Promise<void> => {
  await lockStates(trx, [device]);
  await sql`DELETE FROM ${at('mw_iot_state_mark')} WHERE equipment_id = ${device}`.execute(trx);
  await markStates(trx, at, new Map([[device, 0]]));
};

/** The timeline of a device has one writer at a time, so that it has no gap and no overlap. */
export const lockStates = async (trx: Trx, devices: readonly string[]): Promise<void> => {
  for (const device of [...new Set(devices)].sort())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${device}, 52))`.execute(trx);
};

const deriveOne = async (trx: Trx, at: At, device: string, now: number): Promise<readonly string[]> => {
  await lockStates(trx, [device]);
  const notes = notesOf(trx, at, STATES);
  const dirty = await notes.read(device, now);
  if (dirty === undefined) return [];
  const line = await lineFrom(trx, at, device, dirty.from);
  const first = line.machine;
  const due = await goOn(trx, at, line, now);
  await replaceMarks(trx, at, line);
  const base = first.run === null ? null : { at: first.since, state: first.run, by: first.by, fault: first.fault };
  const changed = await replaceStates(trx, at, {
    ...{ device, since: base?.at ?? line.start },
    changes: base === null ? line.changes : [base, ...line.changes],
  });
  await notes.done(device, dirty, due);
  return changed;
};

interface Line {
  readonly device: string;
  /** what was marked after it is replaced */
  readonly start: number;
  readonly versions: readonly DeviceVersion[];
  machine: Machine;
  readonly marks: { readonly ts: number; readonly state: Machine }[];
  readonly changes: Change[];
  slotEnd: number | null;
}
const lineFrom = async (trx: Trx, at: At, device: string, from: number): Promise<Line> => {
  const { rows } = await sql<{ ts: string; state: Machine }>`
    SELECT ts, state FROM ${at('mw_iot_state_mark')} WHERE equipment_id = ${device} AND ts <= ${from} ORDER BY ts DESC LIMIT 1`.execute(
    trx,
  );
  const [mark] = rows;
  const versions = await deviceVersions(trx, at, device);
  const start = Number(mark?.ts ?? 0);
  return { device, start, versions, machine: mark?.state ?? NO_MACHINE, marks: [], changes: [], slotEnd: null };
};

interface Moment {
  readonly ts: number;
  readonly what: Happening;
}
/** Answers when time alone decides next; null = never. */
const goOn = async (trx: Trx, at: At, line: Line, now: number): Promise<number | null> => {
  const tell = (change: Change): void => void line.changes.push(change);
  const others = await othersOf(trx, at, line);
  let due: number | null = null;
  for (const [n, { from, rule }] of line.versions.entries()) {
    const until = line.versions[n + 1]?.from ?? Number.MAX_SAFE_INTEGER;
    if (until <= line.start) continue;
    const first = Math.max(from, line.start);
    if (from >= line.start) line.machine = renew(rule, line.machine, from, tell);
    const mine = others.filter(({ ts }) => ts >= first && ts < until && ts <= now);
    const points = [...new Set(rule.signals.map(({ point }) => point))];
    await eachMoment(readings(trx, at, { points, from: first, until }), mine, ({ ts, all }) => {
      mark(line, rule, ts, tell);
      line.machine = happen(rule, line.machine, { ts, all }, tell);
    });
    line.machine = settle(rule, line.machine, Math.min(until - 1, Math.max(now, line.machine.at)), tell);
    due = until > now ? settlesAt(rule, line.machine) : null;
  }
  return due;
};
/** Where the device stands before all that happens in the next slot. */
const mark = (line: Line, rule: DeviceVersion['rule'], ts: number, tell: (change: Change) => void): void => {
  if (line.slotEnd !== null && ts >= line.slotEnd) {
    line.machine = settle(rule, line.machine, line.slotEnd - 1, tell);
    line.marks.push({ ts: line.slotEnd, state: line.machine });
  }
  line.slotEnd = (Math.floor(ts / MARK_MS) + 1) * MARK_MS;
};

/** Silences of the boxes and holds of the device. */
const othersOf = async (trx: Trx, at: At, { device, start, versions }: Line): Promise<readonly Moment[]> => {
  const boxes = [...new Set(versions.flatMap(({ rule }) => rule.signals.map(({ box }) => box)))];
  const quiet = (await quietOf(trx, at, boxes, start)).flatMap(({ box, from, to }): Moment[] => [
    { ts: from, what: { kind: 'box', box, silent: true } },
    ...(to === null ? [] : [{ ts: to, what: { kind: 'box', box, silent: false } } as const]),
  ]);
  const held = (await heldOf(trx, at, device, start)).map(
    ({ ts, state }): Moment => ({ ts, what: { kind: 'hold', state } }),
  );
  return [...quiet, ...held].sort((a, b) => a.ts - b.ts);
};

interface Span {
  readonly points: readonly string[];
  readonly from: number;
  readonly until: number;
}
/** An alarm that is told as a text says nothing when it is over: that is 0. */
async function* readings(trx: Trx, at: At, { points, from, until }: Span): AsyncGenerator<Moment> {
  for (let [ts, point] = [from, '00000000-0000-0000-0000-000000000000']; points.length > 0; ) {
    const { rows } = await sql<{ ts: string; point: string; value: number | null; q: number }>`
      SELECT ts, point_id AS point, CASE WHEN txt = '' THEN 0 ELSE value END AS value, q FROM ${at('mw_iot_key')}
       WHERE point_id = ANY(${points}::uuid[]) AND ts >= ${ts} AND ts < ${until} AND (ts, point_id) > (${ts}::bigint, ${point}::uuid)
       ORDER BY ts, point_id LIMIT ${READ_ROWS}`.execute(trx);
    for (const row of rows)
      if (row.value !== null && row.q <= SUSPECT_Q)
        yield { ts: Number(row.ts), what: { kind: 'read', point: row.point, value: row.value } };
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return;
    [ts, point] = [Number(last.ts), last.point];
  }
}
/** All of one moment at once, in their order. */
const eachMoment = async (
  read: AsyncIterable<Moment>,
  others: readonly Moment[],
  take: (moment: { readonly ts: number; readonly all: readonly Happening[] }) => void,
): Promise<void> => {
  const rest = [...others];
  let open: { readonly ts: number; readonly all: Happening[] } | null = null;
  const add = ({ ts, what }: Moment): void => {
    if (open !== null && open.ts !== ts) {
      take(open);
      open = null;
    }
    open = { ts, all: [...(open?.all ?? []), what] };
  };
  for await (const moment of read) {
    while (rest[0] !== undefined && rest[0].ts <= moment.ts) add(rest.shift() ?? moment);
    add(moment);
  }
  rest.forEach(add);
  if (open !== null) take(open);
};

const replaceMarks = async (trx: Trx, at: At, { device, start, marks }: Line): Promise<void> => {
  await sql`DELETE FROM ${at('mw_iot_state_mark')} WHERE equipment_id = ${device} AND ts > ${start}`.execute(trx);
  if (marks.length > 0)
    await sql`INSERT INTO ${at('mw_iot_state_mark')} (equipment_id, ts, state)
      SELECT ${device}::uuid, * FROM unnest(${marks.map(({ ts }) => ts)}::bigint[],
        ${marks.map(({ state }) => JSON.stringify(state))}::jsonb[])`.execute(trx);
};
