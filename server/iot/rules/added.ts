/** Events that stand for pieces (50 §2.10 kind 10): each beginning of the condition adds what its rule says to what the device made. */
import { sql } from 'kysely';
import type { Trx } from '../../ctx';
import { type At, markOutput } from '../dirty';

export interface Added {
  readonly rule: string;
  readonly ts: number;
  readonly qty: number;
}
const keyOf = ({ rule, ts }: Omit<Added, 'qty'>): string => `${rule} ${ts}`;

/** All of a device from a moment on; its output lags from the first that is another now. */
export const replaceAdded = async (
  trx: Trx,
  at: At,
  { device, since }: { readonly device: string; readonly since: number },
  added: readonly Added[],
): Promise<void> => {
  const { rows } = await sql<{ rule: string; ts: string; qty: string }>`
    SELECT rule_id AS rule, ts, qty FROM ${at('mw_iot_added')} WHERE equipment_id = ${device} AND ts >= ${since}`.execute(
    trx,
  );
  const known = rows.map(({ rule, ts, qty }): Added => ({ rule, ts: Number(ts), qty: Number(qty) }));
  const [before, now] = [
    new Map(known.map((one) => [keyOf(one), one])),
    new Map(added.map((one) => [keyOf(one), one])),
  ];
  const gone = known.filter((one) => now.get(keyOf(one))?.qty !== one.qty);
  const fresh = [...now.values()].filter((one) => before.get(keyOf(one))?.qty !== one.qty);
  if (gone.length === 0 && fresh.length === 0) return;
  await sql`DELETE FROM ${at('mw_iot_added')} a USING unnest(${gone.map(({ rule }) => rule)}::uuid[], ${gone.map(({ ts }) => ts)}::bigint[]) n (rule, ts)
    WHERE a.equipment_id = ${device} AND a.rule_id = n.rule AND a.ts = n.ts`.execute(trx);
  await sql`INSERT INTO ${at('mw_iot_added')} (equipment_id, rule_id, ts, qty)
    SELECT ${device}::uuid, * FROM unnest(${fresh.map(({ rule }) => rule)}::uuid[], ${fresh.map(({ ts }) => ts)}::bigint[],
      ${fresh.map(({ qty }) => qty)}::numeric[])`.execute(trx);
  await markOutput(trx, at, device, Math.min(...[...gone, ...fresh].map(({ ts }) => ts)));
};
