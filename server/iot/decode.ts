/** Registers, bits and tags as values (50 §2.6b). */
import { addDec, divDec, MAX_DIGITS, mulDec } from '../../schemas/language/codec/decimal';
import { type Raw, REASON, type Reason } from './message';

export interface PointCode {
  /** code of the dictionary pointCodec */
  readonly codec: string;
  readonly byteOrder: string;
  readonly bit: number | null;
  readonly invert: boolean;
  readonly scaleA: number;
  readonly scaleB: number;
  /** from, to as sent; from, to as meant */
  readonly linear: readonly [number, number, number, number] | null;
  readonly rangeLow: number | null;
  readonly rangeHigh: number | null;
  readonly enums: ReadonlyMap<string, number>;
}
export interface Decoded {
  readonly value: number | null;
  readonly text: string | null;
  /** quality as sent, or worse */
  readonly q: number;
  /** kept all the same, and told */
  readonly reason?: Reason;
}
export type Decoding = Decoded | { readonly refused: Reason };

const BAD = 2;
const TEXT = '11';
const BIT = '2';
/** bytes of a register value, and how it is read from them in order */
const REGISTERS: Readonly<Record<string, readonly [number, (bytes: DataView) => number | null]>> = {
  2: [2, (bytes) => bytes.getUint16(0)],
  3: [2, (bytes) => bytes.getInt16(0)],
  4: [2, (bytes) => bytes.getUint16(0)],
  5: [4, (bytes) => bytes.getInt32(0)],
  6: [4, (bytes) => bytes.getUint32(0)],
  // as many digits as it holds: 3.14 and not 3.140000104904175
  7: [4, (bytes) => Number(bytes.getFloat32(0).toPrecision(7))],
  8: [8, (bytes) => bytes.getFloat64(0)],
  9: [2, (bytes) => bcd(bytes, 2)],
  10: [4, (bytes) => bcd(bytes, 4)],
};
const FLOATS = new Set(['7', '8']);

export const decode = (point: PointCode, raw: Raw | null, q: number): Decoding => {
  if (raw === null) return { value: null, text: null, q: Math.max(q, BAD) };
  if (point.codec === TEXT) return decodeText(point, raw, q);
  const number = numberOf(point, raw);
  if (number === null) return { refused: REASON.type };
  const value = Number.isFinite(number) ? kept(scaled(point, number)) : null;
  if (value === null) return { value, text: null, q: Math.max(q, BAD) };
  const { rangeLow, rangeHigh } = point;
  const isOut = (rangeLow !== null && value < rangeLow) || (rangeHigh !== null && value > rangeHigh);
  return isOut ? { value, text: null, q: Math.max(q, BAD), reason: REASON.range } : { value, text: null, q };
};

const decodeText = ({ enums }: PointCode, raw: Raw, q: number): Decoding => {
  if (typeof raw === 'boolean') return { refused: REASON.type };
  const text = String(raw).slice(0, 200);
  return { value: enums.get(text) ?? null, text, q };
};

/** Null: not of the sort the point is said to be. */
const numberOf = (point: PointCode, raw: Raw): number | null => {
  const { codec, bit, invert } = point;
  if (typeof raw === 'boolean') return codec === '1' || codec === BIT ? Number(raw !== invert) : null;
  const register = REGISTERS[codec];
  if (register === undefined) return typeof raw === 'number' ? raw : null;
  if (typeof raw === 'number' && (FLOATS.has(codec) || raw < 0)) return codec === BIT ? null : raw;
  const [size, read] = register;
  const bytes = bytesOf(raw, size);
  if (bytes === null) return null;
  const number = read(new DataView(ordered(bytes, point.byteOrder).buffer));
  if (number === null || codec !== BIT) return number;
  return Number((Math.floor(number / 2 ** (bit ?? 0)) % 2 === 1) !== invert);
};

/** `0x4048F5C3`, or the number such registers hold. */
const bytesOf = (raw: number | string, size: number): Uint8Array | null => {
  const digits = typeof raw === 'string' ? /^0x([0-9a-fA-F]+)$/.exec(raw)?.[1] : hexOf(raw);
  if (digits === undefined || digits.length > size * 2) return null;
  const padded = digits.padStart(size * 2, '0');
  return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16));
};
const hexOf = (raw: number): string | undefined => (Number.isSafeInteger(raw) ? raw.toString(16) : undefined);

/** Bytes as ABCD: CDAB turns the words round, BADC the bytes of each, DCBA both. */
const ordered = (bytes: Uint8Array, order: string): Uint8Array<ArrayBuffer> => {
  const words = Array.from({ length: bytes.length / 2 }, (_, at) => [...bytes.subarray(at * 2, at * 2 + 2)]);
  if (order === 'CDAB' || order === 'DCBA') words.reverse();
  return Uint8Array.from(words.flatMap((word) => (order === 'BADC' || order === 'DCBA' ? word.reverse() : word)));
};

const bcd = (bytes: DataView, size: number): number | null => {
  const digits = Array.from({ length: size }, (_, at) => bytes.getUint8(at).toString(16).padStart(2, '0')).join('');
  return /^\d+$/.test(digits) ? Number(digits) : null;
};

const scaled = ({ scaleA, scaleB, linear }: PointCode, raw: number): number => {
  if (linear === null) return scaleA === 1 && scaleB === 0 ? raw : addDec(mulDec(raw, scaleA), scaleB);
  const [inLow, inHigh, outLow, outHigh] = linear;
  const share = divDec(mulDec(addDec(raw, -inLow), addDec(outHigh, -outLow)), addDec(inHigh, -inLow));
  return share === null ? Number.NaN : addDec(outLow, share);
};
/** Null: larger than any number of ours. */
export const kept = (value: number): number | null => {
  if (!(Math.abs(value) < 1e15)) return null;
  // a whole number is kept as it is, but for the sign of nothing
  return Number.isInteger(value) ? value + 0 : Number(value.toPrecision(MAX_DIGITS));
};
