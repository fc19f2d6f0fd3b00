/**
 * Addresses of files in answers: a link that works for some minutes without a bearer, so that pictures can stand in a page. It is given
 * only to whom the answer with the file is given, and opens that one file.
 */
import type { Vault } from '../auth/vault';
import { API } from '../paths';

/** How long a link works at least, and the step its end is rounded up to: equal links are taken from the browser's cache. */
const LASTS_S = 300;

export interface LinkTo {
  readonly schema: string;
  readonly userId: string;
  readonly id: string;
}

export function fileLink(vault: Vault, { schema, userId, id }: LinkTo, now: Date): string {
  const end = (Math.floor(now.getTime() / 1000 / LASTS_S) + 2) * LASTS_S;
  const query = new URLSearchParams({ o: schema, u: userId, e: String(end) });
  query.set('s', vault.sign(text({ schema, userId, id }, end)));
  return `${API}/file/${id}/link?${query}`;
}

/** What a link opens; null when it is over or was not made here. */
export function readLink(vault: Vault, id: string, query: Readonly<Record<string, unknown>>, now: Date): LinkTo | null {
  const { o, u, e, s } = query;
  if (typeof o !== 'string' || typeof u !== 'string' || typeof e !== 'string' || typeof s !== 'string') return null;
  const end = Number(e);
  if (!/^org_[a-z0-9]+$/.test(o) || !Number.isSafeInteger(end) || end * 1000 < now.getTime()) return null;
  const to = { schema: o, userId: u, id };
  return vault.signedBy(text(to, end), s) ? to : null;
}

const text = ({ schema, userId, id }: LinkTo, end: number): string => `${schema} ${userId} ${id} ${end}`;
