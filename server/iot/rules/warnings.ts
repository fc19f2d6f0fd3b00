/** Rows of 阈值预警 and 故障预警 against what is derived now: what people said of one stays with it, and nobody hears of it twice. */
import { sql } from 'kysely';
import { factoryClock } from '../../clock';
import type { Ctx } from '../../ctx';
import type { At } from '../dirty';
import { planActions } from './actions';
import { alarmOf } from './alarms';
import type { Warning } from './rule';
import { heldOf, type Saying, sayingsOf, type WarningObject } from './sayings';

export interface Made {
  /** the rule, or the alarm signal and its code */
  readonly source: string;
  readonly warning: Warning;
  /** it goes on, and what it looks at was heard just now */
  readonly fresh: boolean;
}
export interface Warned {
  readonly object: WarningObject;
  readonly id: string;
}
interface Known {
  readonly id: string;
  readonly object: WarningObject;
  readonly source: string;
  readonly openAt: number;
  readonly said: Warning;
  readonly told: boolean;
}
export interface Derived {
  readonly device: string;
  /** warnings that opened from here on are replaced */
  readonly since: number;
  readonly now: number;
  readonly made: readonly Made[];
}

/** Answers those that are others now. */
export const replaceWarnings = async (ctx: Ctx, at: At, derived: Derived): Promise<readonly Warned[]> => {
  const known = await knownOf(ctx, at, derived);
  const lateAt = derived.now - Number(ctx.setting('iot.lateSec')) * 1000;
  const pairs = pairsOf(derived.made, known);
  const kept = new Set([...pairs.values()].map(({ id }) => id));
  const gone = known.filter(({ id, openAt }) => openAt >= derived.since && !kept.has(id));
  for (const row of gone) await takeBack(ctx, at, row);
  const changed: Warned[] = [];
  const fresh = derived.made.filter((made) => !pairs.has(made));
  const sayings = await sayingsOf(ctx, at, derived.device, fresh);
  for (const [n, made] of fresh.entries()) {
    const saying = sayings[n];
    if (saying === undefined) continue;
    const told = isTold(made, lateAt);
    const warned = await insert(ctx, at, { ...made, ...saying, told });
    changed.push(warned);
    if (told) await planActions(ctx, at, { ...warned, device: derived.device, ...nameOf(made) });
  }
  for (const [made, row] of pairs) {
    const told = row.told || isTold(made, lateAt);
    if (told === row.told && JSON.stringify(made.warning) === JSON.stringify(row.said)) continue;
    await update(ctx, at, row, { ...made, told });
    changed.push(row);
    if (told && !row.told) await planActions(ctx, at, { ...row, device: derived.device, ...nameOf(made) });
  }
  return [...changed, ...gone];
};
const nameOf = ({ source, warning }: Made) => ({ source, openAt: warning.openAt });
/** What is known only late makes a record and no noise (50 §2.6), unless it goes on. */
export const isTold = ({ warning, fresh }: Pick<Made, 'warning' | 'fresh'>, lateAt: number): boolean =>
  warning.openAt >= lateAt || (warning.endAt === null && fresh);

const knownOf = async ({ trx }: Ctx, at: At, { device, since, made }: Derived): Promise<readonly Known[]> => {
  const { rows } = await sql<Omit<Known, 'openAt'> & { readonly open_at: string }>`
    SELECT warning_id AS id, object, source, open_at, said, told FROM ${at('mw_iot_warning')}
     WHERE equipment_id = ${device} AND (open_at >= ${since} OR (source, open_at) IN
       (SELECT * FROM unnest(${made.map(({ source }) => source)}::text[], ${made.map(({ warning }) => warning.openAt)}::bigint[])))
     ORDER BY open_at, source`.execute(trx);
  return rows.map(({ open_at, ...row }) => ({ ...row, openAt: Number(open_at) }));
};
/** The record each one is: that of the same moment, else one it overlaps, whose moment a late reading moved. */
export const pairsOf = <
  M extends Pick<Made, 'source' | 'warning'>,
  K extends Pick<Known, 'id' | 'source' | 'openAt' | 'said'>,
>(
  made: readonly M[],
  known: readonly K[],
): ReadonlyMap<M, K> => {
  const pairs = new Map<M, K>();
  const taken = new Set<string>();
  const pair = (one: M, row: K | undefined): void => {
    if (row === undefined) return;
    pairs.set(one, row);
    taken.add(row.id);
  };
  for (const one of made)
    pair(
      one,
      known.find(({ source, openAt }) => source === one.source && openAt === one.warning.openAt),
    );
  for (const one of made)
    if (!pairs.has(one))
      pair(
        one,
        known.find((row) => !taken.has(row.id) && row.source === one.source && overlap(row.said, one.warning)),
      );
  return pairs;
};
const overlap = (a: Warning, b: Warning): boolean =>
  a.startAt < (b.endAt ?? Number.MAX_SAFE_INTEGER) && b.startAt < (a.endAt ?? Number.MAX_SAFE_INTEGER);

type Fresh = Made & Saying & { readonly told: boolean };
export const timesOf = ({ startAt, openAt, endAt, value, peak, repeats, shaken }: Warning) => ({
  ...{ startAt: factoryClock(new Date(startAt)), openAt: factoryClock(new Date(openAt)) },
  endAt: endAt === null ? null : factoryClock(new Date(endAt)),
  ...{ value: heldOf(value), peak: heldOf(peak), repeatQty: repeats, shakeQty: shaken },
});
const insert = async (ctx: Ctx, at: At, { source, warning, told, object, device, head }: Fresh): Promise<Warned> => {
  const id = ctx.newId();
  await ctx.records.save(object, { ...timesOf(warning), ...head, id, hist: !told });
  await sql`INSERT INTO ${at('mw_iot_warning')} (warning_id, object, equipment_id, source, open_at, said, told)
    VALUES (${id}, ${object}, ${device}, ${source}, ${warning.openAt}, ${JSON.stringify(warning)}::jsonb, ${told})`.execute(
    ctx.trx,
  );
  await settleState(ctx, at, { object, id }, warning);
  if (told) await ctx.emit(`${object}.open`, { id });
  if (told && warning.endAt !== null) await ctx.emit(`${object}.recovered`, { id });
  return { object, id };
};
const TABLES: Readonly<Record<WarningObject, string>> = {
  thresholdWarning: 'threshold_warning',
  faultWarning: 'fault_warning',
};
/** whole seconds, as a record has them that is written by its pipeline */
export const secondOf = (ms: number | null) => sql`to_timestamp(${ms}::bigint / 1000)`;

/** Past the versions of the record: people act on it while its peak changes with each reading. */
const update = async (
  ctx: Ctx,
  at: At,
  row: Known,
  { warning, told }: { readonly warning: Warning; readonly told: boolean },
): Promise<void> => {
  const { startAt, openAt, endAt, repeats, shaken } = warning;
  // what an alarm reads is its code, nothing measured
  const [value, peak] = alarmOf(row.source) === null ? [heldOf(warning.value), heldOf(warning.peak)] : [null, null];
  await sql`UPDATE ${at(TABLES[row.object])} SET start_at = ${secondOf(startAt)}, open_at = ${secondOf(openAt)}, end_at = ${secondOf(endAt)},
      value = ${value}::numeric, peak = ${peak}::numeric, repeat_qty = ${repeats}, shake_qty = ${shaken}, hist = ${!told}
    WHERE id = ${row.id}`.execute(ctx.trx);
  await sql`UPDATE ${at('mw_iot_warning')} SET open_at = ${openAt}, said = ${JSON.stringify(warning)}::jsonb, told = ${told}
    WHERE warning_id = ${row.id}`.execute(ctx.trx);
  const isIgnored = await settleState(ctx, at, row, warning);
  if (!told || isIgnored) return;
  if (!row.told) await ctx.emit(`${row.object}.open`, { id: row.id });
  if (row.said.endAt === null && endAt !== null) await ctx.emit(`${row.object}.recovered`, { id: row.id });
};
/** 已恢复 when it is over, else what people made of it; answers whether they ignore it. */
const settleState = async ({ trx }: Ctx, at: At, { object, id }: Warned, { endAt }: Warning): Promise<boolean> => {
  const { rows } = await sql<{ state: string }>`
    UPDATE ${at(TABLES[object])} SET doc_status = CASE WHEN doc_status = '80' THEN '80' WHEN ${endAt !== null}::boolean THEN '60'
        WHEN ack_by_id IS NULL THEN '10' ELSE '20' END WHERE id = ${id} RETURNING doc_status AS state`.execute(trx);
  return rows[0]?.state === '80';
};

/** Late readings say it never was: it goes, unless somebody dealt with it or its rule ordered a service. */
const takeBack = async ({ trx }: Ctx, at: At, { object, id }: Known): Promise<void> => {
  const table = at(TABLES[object]);
  const { rows } = await sql`
    DELETE FROM ${table} WHERE id = ${id} AND doc_status <> '80' AND ack_by_id IS NULL AND service_order_id IS NULL
    RETURNING id`.execute(trx);
  if (rows.length === 0)
    await sql`UPDATE ${table} SET end_at = coalesce(end_at, open_at), doc_status = CASE WHEN doc_status = '80' THEN '80' ELSE '60' END
      WHERE id = ${id}`.execute(trx);
  await sql`DELETE FROM ${at('mw_iot_warning')} WHERE warning_id = ${id}`.execute(trx);
};
