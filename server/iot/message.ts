/** What a box sends, read from its bytes (50 §2.3). A message is whole or refused; nothing in it names an organisation or a box. */
import { gunzipSync } from 'node:zlib';
import type { Up } from './address';

export const MAX_BYTES = 256 * 1024;
const MAX_UNPACKED = 1024 * 1024;
export const MAX_VALUES = 2_000;
const MAX_DEPTH = 4;
/** beyond it a Date is none */
const MAX_MS = 8.64e15;

/** codes of the dictionary rejectReason */
export const REASON = {
  unauthorised: '1',
  large: '2',
  format: '3',
  version: '4',
  future: '5',
  old: '6',
  unknown: '7',
  type: '8',
  range: '9',
} as const;
export type Reason = (typeof REASON)[keyof typeof REASON];

export type Raw = number | boolean | string;
export interface Reading {
  readonly code: string;
  /** acquisition time at the box, ms */
  readonly ts: number;
  /** null: nothing was measured */
  readonly raw: Raw | null;
  readonly q: number;
}
export interface Birth {
  readonly boot: number;
  readonly fw: string | null;
  readonly buffered: number;
  /** messages a full buffer dropped since the last birth */
  readonly lost: number;
}
export interface Message {
  /** null: a last will has none */
  readonly seq: number | null;
  readonly ts: number | null;
  /** sent from the buffer of the box */
  readonly historical: boolean;
  readonly station: string | null;
  readonly readings: readonly Reading[];
  readonly birth: Birth | null;
  /** values that could not be read */
  readonly refused?: readonly Rejected[];
  /** what was said of the box, or of one station of it, is uncertain from now on; of a boot that is over it is not */
  readonly stale?: { readonly station: string | null; readonly boot?: number };
}
export interface Rejected {
  readonly reason: Reason;
  readonly point: string | null;
  readonly content: string;
}
export type Read = { readonly message: Message } | { readonly reason: Reason };

export const readMessage = (up: Up, payload: Buffer): Read => {
  if (payload.length > MAX_BYTES) return { reason: REASON.large };
  const text = unpacked(payload);
  if (text === null) return { reason: REASON.large };
  if (depthOf(text) > MAX_DEPTH) return { reason: REASON.format };
  const body = parsed(text);
  if (body === null) return { reason: REASON.format };
  if (body.v !== 1) return { reason: typeof body.v === 'number' ? REASON.version : REASON.format };
  if (up === 'data' || up === 'fast') return readData(body);
  const message = up === 'birth' ? readBirth(body) : up === 'event' ? readEvent(body) : readDeath(body);
  return message === null ? { reason: REASON.format } : { message };
};

type Body = Readonly<Record<string, unknown>>;

/** Null: it unpacks to more than it may. What is no gzip after all is no text of ours either. */
const unpacked = (payload: Buffer): string | null => {
  if (payload[0] !== 0x1f || payload[1] !== 0x8b) return payload.toString('utf8');
  try {
    return gunzipSync(payload, { maxOutputLength: MAX_UNPACKED }).toString('utf8');
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? null : '';
  }
};

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
/** Brackets that are open at once, those in texts left out: a parser would recurse as deep. */
const depthOf = (text: string): number => {
  let [depth, deepest, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === BACKSLASH) at++;
      else if (sign === QUOTE) inText = false;
    } else if (sign === QUOTE) inText = true;
    else if (sign === OPEN || sign === OPEN_LIST) deepest = Math.max(deepest, ++depth);
    else if (sign === CLOSE || sign === CLOSE_LIST) depth--;
  }
  return deepest;
};

const parsed = (text: string): Body | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : null;
  } catch {
    return null;
  }
};
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const readData = (body: Body): Read => {
  const [seq, ts] = [whole(body.seq), moment(body.ts)];
  const { d, st } = body;
  if (seq === null || ts === null || !Array.isArray(d) || (st !== undefined && typeof st !== 'string'))
    return { reason: REASON.format };
  if (d.length > MAX_VALUES) return { reason: REASON.large };
  const readings: Reading[] = [];
  for (const entry of d) {
    const reading = readEntry(ts, entry);
    if (reading === null) return { reason: REASON.format };
    readings.push(reading);
  }
  return { message: { seq, ts, historical: body.h === 1, station: st ?? null, readings, birth: null } };
};

/** `[point, offset in ms, value, quality]` */
const readEntry = (ts: number, entry: unknown): Reading | null => {
  if (!Array.isArray(entry) || entry.length < 3 || entry.length > 4) return null;
  // by place: taking a list apart asks an iterator for each of its values
  const list: readonly unknown[] = entry;
  const { 0: code, 1: offset, 2: raw, 3: q = 0 } = list;
  const at = typeof offset === 'number' && Number.isInteger(offset) ? moment(ts + offset) : null;
  if (!isCode(code) || at === null || !isRaw(raw) || !(q === 0 || q === 1 || q === 2 || q === 3)) return null;
  return { code, ts: at, raw, q };
};
// a NUL is no character of a text in the database
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 64 && !value.includes('\0');
const isRaw = (value: unknown): value is Raw =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && !value.includes('\0'));

const readBirth = (body: Body): Message | null => {
  const [seq, ts, boot] = [whole(body.seq), moment(body.ts), whole(body.boot)];
  if (seq === null || ts === null || boot === null) return null;
  const { buf, fw, lost } = body;
  const birth = {
    boot,
    fw: typeof fw === 'string' ? fw.replaceAll('\0', '').slice(0, 50) : null,
    buffered: isBody(buf) ? (whole(buf.n) ?? 0) : 0,
    lost: whole(lost) ?? 0,
  };
  return { seq, ts, historical: false, station: null, readings: [], birth };
};

/** An alarm is a text point: its code while it is on, nothing after. */
const readEvent = (body: Body): Message | null => {
  const [seq, ts] = [whole(body.seq), moment(body.ts)];
  const { p: point, code, on } = body;
  if (seq === null || ts === null || !isCode(point) || !isCode(code) || typeof on !== 'boolean') return null;
  const readings = [{ code: point, ts, raw: on ? code : '', q: 0 }];
  return { seq, ts, historical: body.h === 1, station: null, readings, birth: null };
};

const readDeath = (body: Body): Message | null => {
  const boot = whole(body.boot);
  if (boot === null) return null;
  const stale = { station: null, boot };
  return { seq: null, ts: null, historical: false, station: null, readings: [], birth: null, stale };
};

const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
export const moment = (value: unknown): number | null => {
  const ms = whole(value);
  return ms === null || ms > MAX_MS ? null : ms;
};
