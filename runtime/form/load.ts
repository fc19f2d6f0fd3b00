/** Where the record of a form comes from: stored, new, a copy, or made by a push and not stored yet. */

import type { Json } from '../../schemas/language/value';
import { seenOffline } from '../data/offline-pages';
import { dropPushed, pushedRecord } from '../data/pushed';
import { recordClient } from '../data/record-client';
import type { WireRecord } from '../data/types';

export interface FormSource {
  readonly page: string;
  readonly id?: string | undefined;
  /** the page has one record, which needs no name */
  readonly single?: boolean | undefined;
  readonly copyOf?: string | undefined;
  /** key of a pushed record in this browser */
  readonly pushed?: string | undefined;
  /** stays on this device once it was seen (`floor.keeps`) */
  readonly keeps?: boolean | undefined;
  /** values a new record starts with (node of a tree, `with` of a view) */
  readonly with?: Json | undefined;
}
export interface Loaded {
  readonly wire: WireRecord;
  readonly fresh: boolean;
}

/** Parameters of an edit page: `id`, `copyOf`, `from` with `token`; any other one is a value of the new record. */
export function sourceOf(page: string, id: string | undefined, params: URLSearchParams): FormSource {
  const copyOf = params.get('copyOf') ?? undefined;
  const pushed = params.get('from') === null ? undefined : (params.get('token') ?? undefined);
  const given: Record<string, Json> = {};
  for (const [key, value] of params) if (!OWN.has(key)) given[key] = value;
  return { page, id, copyOf, pushed, ...(Object.keys(given).length === 0 ? {} : { with: given }) };
}
const OWN = new Set(['id', 'copyOf', 'from', 'token', 'view', 'showType', 'floor', 'screen', 'tab', 'schema', 'scan']);

export async function loadRecord(source: FormSource): Promise<Loaded> {
  const { page, id, copyOf, pushed } = source;
  if (source.single === true) {
    const wire = await recordClient.getOne(page, {}, { quiet: true });
    return { wire, fresh: typeof wire.version !== 'number' };
  }
  if (id !== undefined) {
    const load = (): Promise<WireRecord> => recordClient.getOne(page, { id }, { quiet: true });
    const wire = source.keeps
      ? await seenOffline(`record ${page} ${id}`, load, (record) => JSON.stringify(record).length)
      : await load();
    return { wire, fresh: false };
  }
  const kept = pushed === undefined ? undefined : pushedRecord(pushed);
  if (kept !== undefined) return { wire: kept, fresh: true };
  const body = {
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(source.with === undefined ? {} : { with: source.with }),
  };
  return { wire: await recordClient.getNew(page, body, { quiet: true }), fresh: true };
}

/** The source is stored now. */
export function settleSource(source: FormSource): void {
  if (source.pushed !== undefined) dropPushed(source.pushed);
}
