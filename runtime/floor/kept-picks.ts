/** What the pickers of a floor page offer stays on the device: without a network tiles and scans take it from there (30 §7). */
import { useEffect } from 'react';
import { ownCode } from '../../schemas/language/codec/scanned';
import type { ResolvedField } from '../../schemas/language/resolved';
import { offlineQueue } from '../data/offline-queue';
import { recordClient } from '../data/record-client';
import type { PickRow, WireRecord } from '../data/types';
import type { FormModel } from '../form/form-model';
import type { FormSource } from '../form/load';
import { keepPicked } from '../form/pick-values';
import { targetOf } from '../form/wire';

/** `badRows.badReason` or `orderProcess`. */
export interface PickAsk {
  readonly address: string;
  readonly size: number;
}
const placeOf = ({ env, page }: FormModel, address: string): string =>
  `millwright.picks.${env.me.org}.${env.me.id}.${page.code}.${address}`;

/** Asks the picker of a field and keeps what may be chosen. */
export async function askAndKeep(model: FormModel, { address, size }: PickAsk): Promise<readonly PickRow[]> {
  const ask = { record: model.toSend() as WireRecord, search: '', current: 1, size };
  const { records } = await recordClient.pick(model.page.code, address, ask, { quiet: true });
  const open = records.filter((row) => row.$isDisabled !== true);
  try {
    localStorage.setItem(placeOf(model, address), JSON.stringify(open));
  } catch {
    // full: what was kept before serves on
  }
  return open;
}
export const keptPicks = (model: FormModel, address: string): readonly PickRow[] =>
  JSON.parse(localStorage.getItem(placeOf(model, address)) ?? '[]') as readonly PickRow[];

const MANY = 200;
/** more do not fit beside the pad */
export const MOST_TILES = 24;
const EVERY_MS = 60_000;
const asked = new Map<string, number>();
/** Quantities of what is offered moved: it is asked for anew before its minute is over. */
export const offersMoved = (): void => asked.clear();
/** Keeps what the scan fields of a new record may take, anew each minute at most. */
export function useKeptScans(model: FormModel, fields: readonly ResolvedField[], isOffline: boolean): void {
  useEffect(() => {
    if (!isOffline) return;
    for (const { code, ref } of fields) if (ref !== undefined) keepOffers(model, { address: code, size: MANY });
  }, [model, fields, isOffline]);
}
/** The same of tiles for a record that says nothing yet, until one that does has asked for its own. */
export function useKeptTiles(
  model: FormModel,
  tiles: readonly { readonly sub: ResolvedField; readonly field: ResolvedField }[],
): void {
  useEffect(() => {
    for (const { sub, field } of tiles) {
      const address = `${sub.code}.${field.code}`;
      if (field.ref !== undefined && keptPicks(model, address).length === 0)
        keepOffers(model, { address, size: MOST_TILES });
    }
  }, [model, tiles]);
}
function keepOffers(model: FormModel, ask: PickAsk): void {
  const place = placeOf(model, ask.address);
  if (!offlineQueue.online || !navigator.onLine || Date.now() - (asked.get(place) ?? 0) < EVERY_MS) return;
  asked.set(place, Date.now());
  askAndKeep(model, ask).catch(() => asked.delete(place));
}

/** Kept records of a scan field that a code names, itself or by what it brings to another one (the start of a scanned operation). */
export function keptFor(
  model: FormModel,
  fields: readonly ResolvedField[],
  field: ResolvedField,
  text: string,
): readonly PickRow[] {
  const code = ownCode(text)?.code ?? text.trim();
  const rows = keptPicks(model, field.code);
  const own = rows.filter((row) => isNamed(row, code));
  if (own.length > 0) return own;
  return fields.flatMap((other) => {
    const brings = field.fill?.[other.code];
    if (other === field || other.ref === undefined || brings === undefined) return [];
    const ids = new Set(keptPicks(model, other.code).flatMap((row) => (isNamed(row, code) ? [row.id] : [])));
    return rows.filter((row) => ids.has(row[`${brings}Id`] as string));
  });
}
/** What a new record was to begin with and the server could not bring: taken from what was kept. */
export function takeKept(model: FormModel, given: FormSource['with']): void {
  if (typeof given !== 'object' || given === null) return;
  for (const [code, id] of Object.entries(given)) {
    const field = model.field(code);
    if (field?.ref === undefined || model.value(code) !== null) continue;
    const row = keptPicks(model, code).find((kept) => kept.id === id);
    if (row === undefined) continue;
    keepPicked(field, targetOf(model.object, field), model.page.lib, [row], model.env.hops);
    model.set(code, row.id, row);
  }
}
const isNamed = ({ code, nbr, label }: PickRow, text: string): boolean =>
  code === text || nbr === text || label === text || label.endsWith(` ${text}`);
