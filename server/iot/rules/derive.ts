/**
 * Warnings of devices, derived from stored readings, run states and silences and from nothing else: what comes late takes the rules of a
 * device back to the mark before it, and what is derived anew replaces what was. So a restart, a second process and the order in which
 * readings come change nothing.
 */
import { sql } from 'kysely';
import type { Ctx } from '../../ctx';
import { type At, notesOf, RULES } from '../dirty';
import { type Added, replaceAdded } from './added';
import { ALARM_RULE, alarmOf, alarmSamples, isForgotten } from './alarms';
import { type Course, foldRule, settlesAt } from './engine';
import { type Around, aroundOf, type Happening, nextLimit, othersIn, readingsOf, samplesOf, standing } from './events';
import { afterChange, IDLE, type Rule, type RuleState, type Warning } from './rule';
import { type Made, replaceWarnings, type Warned } from './warnings';
import { type Watch, type Watched, type WatchVersion, watchVersions } from './watch';

const MARK_MS = 5 * 60_000;
/** readings on their way are waited for before time alone decides */
const GRACE_MS = 2_000;
/** how long until it is asked again whether a box said anything since */
const HEARD_MS = 10_000;

/** Answers the warnings that are others now. */
export const deriveRules = async (ctx: Ctx, device: string, now: number): Promise<readonly Warned[]> => {
  const { trx, org } = ctx;
  const at: At = (table) => sql.id(org.schema, table);
  // a device has one writer at a time; who comes second finds nothing that lags
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${device}, 54))`.execute(trx);
  const notes = notesOf(trx, at, RULES);
  const dirty = await notes.read(device, now);
  if (dirty === undefined) return [];
  const line = await lineFrom(ctx, at, device, { from: dirty.from, now });
  const due = await goOn(ctx, at, line, now);
  await replaceMarks(ctx, at, line);
  await replaceAdded(trx, at, { device, since: line.start }, line.added);
  const made = [...line.made.values()];
  const changed = await replaceWarnings(ctx, at, { device, since: line.start, now, made });
  await notes.done(device, dirty, due);
  return changed;
};

interface Line {
  readonly device: string;
  /** what was marked and made after it is replaced */
  readonly start: number;
  readonly versions: readonly WatchVersion[];
  readonly around: Around;
  readonly states: Map<string, RuleState>;
  readonly made: Map<string, Made>;
  readonly marks: { readonly ts: number; readonly state: Readonly<Record<string, RuleState>> }[];
  readonly added: Added[];
}
const lineFrom = async (
  ctx: Ctx,
  at: At,
  device: string,
  { from, now }: { readonly from: number; readonly now: number },
): Promise<Line> => {
  const { trx } = ctx;
  const { rows } = await sql<{ ts: string; state: Readonly<Record<string, RuleState>> }>`
    SELECT ts, state FROM ${at('mw_iot_rule_mark')} WHERE equipment_id = ${device} AND ts <= ${from}
     ORDER BY ts DESC LIMIT 1`.execute(trx);
  const [mark] = rows;
  const versions = await watchVersions(trx, at, device);
  const start = Number(mark?.ts ?? versions[0]?.from ?? 0);
  const watches = versions.map(({ watch }) => watch);
  const around = await aroundOf(ctx, at, { device, watches, since: start, until: now });
  const states = new Map(Object.entries(mark?.state ?? {}));
  const line: Line = { device, start, versions, around, states, made: new Map(), marks: [], added: [] };
  for (const [source, state] of states) if (isOpen(state)) takeFor(line, source)(state.last);
  return line;
};
const isOpen = (state: RuleState): state is RuleState & { readonly last: Warning } =>
  (state.phase === 'active' || state.phase === 'clearing') && !state.muted && state.last !== null;
const takeFor =
  (line: Line, source: string) =>
  (warning: Warning): void =>
    void line.made.set(`${source} ${warning.openAt}`, { source, warning, fresh: false });

const fold = (line: Line, source: string, rule: Rule, course: Course): void => {
  const from = line.states.get(source) ?? IDLE;
  line.states.set(source, foldRule(rule, from, course, takeFor(line, source)));
};

/** Answers when time alone decides next; null = never. */
const goOn = async (ctx: Ctx, at: At, line: Line, now: number): Promise<number | null> => {
  let due: number | null = null;
  for (const [n, { from, watch }] of line.versions.entries()) {
    const until = line.versions[n + 1]?.from ?? Number.MAX_SAFE_INTEGER;
    if (until <= line.start) continue;
    if (from >= line.start) enter(line, line.versions[n - 1]?.watch, watch, from);
    await foldSlots(ctx, at, line, watch, { from: Math.max(from, line.start), until, now });
    if (until <= now) settleAll(line, watch, () => until - 1);
    else due = await settleNow(ctx, at, line, watch, now);
  }
  return due;
};

/** Other rules hold from a moment on: those that are gone end what they said, changed ones begin anew. */
const enter = (line: Line, before: Watch | undefined, watch: Watch, ts: number): void => {
  const known = new Map(before?.rules.map((rule) => [rule.id, JSON.stringify(rule)]));
  const kept = new Set(watch.rules.map(({ id }) => id));
  const signals = new Set(before?.alarms.map((signal) => JSON.stringify(signal)));
  const same = watch.alarms.filter((signal) => signals.has(JSON.stringify(signal)));
  const alarms = new Set(same.map(({ map }) => map));
  for (const [source, state] of [...line.states]) {
    const alarm = alarmOf(source);
    if (alarm === null ? kept.has(source) : alarms.has(alarm.map)) continue;
    if (isOpen(state)) takeFor(line, source)({ ...state.last, endAt: ts });
    line.states.delete(source);
  }
  for (const rule of watch.rules) {
    if (known.get(rule.id) === JSON.stringify(rule)) continue;
    const state = line.states.get(rule.id);
    line.states.set(rule.id, state === undefined ? IDLE : afterChange(state));
    fold(line, rule.id, rule.rule, { samples: standing(line.around, rule, ts), until: ts });
  }
};

const foldSlots = async (
  { trx }: Ctx,
  at: At,
  line: Line,
  watch: Watch,
  { from, until, now }: { readonly from: number; readonly until: number; readonly now: number },
): Promise<void> => {
  const sources = [...watch.rules.flatMap((rule) => rule.sources), ...watch.alarms];
  const points = [...new Set(sources.map(({ point }) => point))];
  const rest = [...othersIn(line.around, watch.rules, { from, until: Math.min(until, now + 1) })];
  let slot: Happening[] = [];
  let slotEnd: number | null = null;
  const add = (one: Happening): void => {
    if (slotEnd !== null && one.ts >= slotEnd) {
      const [end, all] = [slotEnd, slot];
      slot = [];
      foldSlot(line, watch, all, end - 1);
      forget(line, end);
      line.marks.push({ ts: end, state: Object.fromEntries(line.states) });
    }
    slotEnd = (Math.floor(one.ts / MARK_MS) + 1) * MARK_MS;
    slot.push(one);
  };
  for await (const reading of readingsOf(trx, at, { points, from, until })) {
    while (rest[0] !== undefined && rest[0].ts <= reading.ts) add(rest.shift() ?? reading);
    add(reading);
  }
  rest.forEach(add);
  foldSlot(line, watch, slot, slot.at(-1)?.ts ?? from);
};
const foldSlot = (line: Line, { rules, alarms }: Watch, slot: readonly Happening[], until: number): void => {
  for (const one of rules) {
    const { id, addQty: qty } = one;
    const onRise = (ts: number): void => {
      if (qty !== undefined) line.added.push({ rule: id, ts, qty });
    };
    fold(line, id, one.rule, { samples: samplesOf(one, slot, line.around), until, onRise });
  }
  for (const signal of alarms)
    for (const [source, samples] of alarmSamples(signal, slot, line.states.keys()))
      fold(line, source, ALARM_RULE, { samples, until });
};
const forget = (line: Line, ts: number): void => {
  for (const [source, state] of [...line.states])
    if (alarmOf(source) !== null && isForgotten(state, ts)) line.states.delete(source);
};

const settleAll = (line: Line, { rules }: Watch, untilOf: (rule: Watched) => number): void => {
  for (const rule of rules) fold(line, rule.id, rule.rule, { samples: [], until: untilOf(rule) });
};
const settleNow = async (ctx: Ctx, at: At, line: Line, watch: Watch, now: number): Promise<number | null> => {
  const limit = now - GRACE_MS;
  const heardOf = await heardBoxes(ctx, at, watch);
  // who is silent is missed only while its box speaks
  const untilOf = (one: Watched): number => (one.rule.sort === 'silent' ? Math.min(limit, heardOf(one)) : limit);
  settleAll(line, watch, untilOf);
  const lateMs = Number(ctx.setting('iot.lateSec')) * 1000;
  const freshen = (source: string, state: RuleState, isFresh: boolean): void => {
    const key = `${source} ${state.last?.openAt}`;
    const made = line.made.get(key);
    if (isOpen(state) && isFresh && made !== undefined) line.made.set(key, { ...made, fresh: true });
  };
  for (const [source, state] of line.states)
    if (alarmOf(source) !== null) freshen(source, state, newestOf(state) >= now - lateMs);
  const dues = watch.rules.flatMap((one) => {
    const state = line.states.get(one.id) ?? IDLE;
    const newest = one.rule.sort === 'silent' ? heardOf(one) : newestOf(state);
    freshen(one.id, state, one.sources.length === 0 || newest >= now - lateMs);
    const settles = settlesAt(one.rule, state);
    const next = nextLimit(line.around, one, now);
    const begins = next === null ? [] : [next];
    if (settles === null) return begins;
    return [...begins, settles > limit ? settles + GRACE_MS : now + HEARD_MS];
  });
  return dues.length === 0 ? null : Math.min(...dues);
};
const newestOf = ({ seen }: RuleState): number =>
  Math.max(0, ...Object.entries(seen).flatMap(([signal, { ts }]) => (signal.startsWith('$') ? [] : [ts])));

/** When the boxes of a rule were heard last, the one that is silent longest. */
const heardBoxes = async ({ trx }: Ctx, at: At, { rules }: Watch): Promise<(rule: Watched) => number> => {
  const boxes = rules.flatMap(({ rule, sources }) => (rule.sort === 'silent' ? sources.map(({ box }) => box) : []));
  const { rows } = await sql<{ id: string; heard: string | null }>`
    SELECT id, (extract(epoch FROM last_at) * 1000)::bigint AS heard FROM ${at('cloud_box')} WHERE id = ANY(${boxes}::uuid[])`.execute(
    trx,
  );
  const heard = new Map(rows.map((row) => [row.id, Number(row.heard ?? 0)]));
  return ({ sources }) => Math.min(...sources.map(({ box }) => heard.get(box) ?? 0));
};

const replaceMarks = async ({ trx }: Ctx, at: At, { device, start, marks }: Line): Promise<void> => {
  await sql`DELETE FROM ${at('mw_iot_rule_mark')} WHERE equipment_id = ${device} AND ts > ${start}`.execute(trx);
  if (marks.length > 0)
    await sql`INSERT INTO ${at('mw_iot_rule_mark')} (equipment_id, ts, state)
      SELECT ${device}::uuid, * FROM unnest(${marks.map(({ ts }) => ts)}::bigint[],
        ${marks.map(({ state }) => JSON.stringify(state))}::jsonb[])`.execute(trx);
};
