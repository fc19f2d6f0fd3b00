/**
 * Payloads of Sparkplug B as bytes (protobuf), read without trusting them. Written by hand: data by alias has no type of its own, so that
 * its value can only be read once its birth is known (the usual library gives none then), and a data set or a template is a length to
 * skip here, not something to unfold.
 */
import { MAX_BYTES, MAX_VALUES, type Raw, REASON, type Reason } from '../message';

/** datatypes of the specification that are taken (50 §2.4) */
export const TYPE = {
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
  text: 14,
} as const;

type Wire = bigint | Buffer;
export interface Metric {
  readonly name: string | null;
  readonly alias: bigint | null;
  readonly ts: number | null;
  readonly type: number | null;
  readonly historical: boolean;
  readonly isNull: boolean;
  /** number of the field and what stands in it */
  readonly held: readonly [number, Wire] | null;
}
export interface Payload {
  readonly ts: number | null;
  readonly seq: number | null;
  readonly metrics: readonly Metric[];
}

class Malformed extends Error {}
const VARINT_BYTES = 10;

/** Fields of a message in their order; throws when they are cut short. */
function* fieldsOf(bytes: Buffer): Generator<readonly [number, Wire]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let n = 0; n < VARINT_BYTES; n++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Malformed();
      value |= BigInt(byte & 0x7f) << BigInt(7 * n);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Malformed();
  };
  const take = (size: number): Buffer => {
    if (size > bytes.length - at) throw new Malformed();
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, kind] = [Number(key >> 3n), Number(key & 7n)];
    if (field === 0) throw new Malformed();
    if (kind === 0) yield [field, varint()];
    else if (kind === 1) yield [field, take(8)];
    else if (kind === 2) yield [field, take(Number(varint()))];
    else if (kind === 5) yield [field, take(4)];
    else throw new Malformed();
  }
}

export const readPayload = (bytes: Buffer): Payload | { readonly reason: Reason } => {
  if (bytes.length > MAX_BYTES) return { reason: REASON.large };
  try {
    let ts: number | null = null;
    let seq: number | null = null;
    const metrics: Metric[] = [];
    for (const [field, wire] of fieldsOf(bytes)) {
      if (field === 1) ts = whole(wire);
      else if (field === 3) seq = whole(wire);
      else if (field === 2) {
        if (metrics.length === MAX_VALUES) return { reason: REASON.large };
        metrics.push(metricOf(wire));
      }
    }
    return { ts, seq, metrics };
  } catch (error) {
    if (error instanceof Malformed) return { reason: REASON.format };
    throw error;
  }
};

const metricOf = (wire: Wire): Metric => {
  const found = new Map<number, Wire>();
  let held: Metric['held'] = null;
  for (const [field, value] of fieldsOf(lengthOf(wire))) {
    if (field >= 10 && field <= 19) held = [field, value];
    else found.set(field, value);
  }
  const at = (field: number): Wire | undefined => found.get(field);
  const [name, alias] = [at(1), at(2)];
  return {
    name: name === undefined ? null : lengthOf(name).toString('utf8'),
    alias: alias === undefined ? null : numberOf(alias),
    ts: whole(at(3) ?? null),
    type: whole(at(4) ?? null),
    historical: at(5) === 1n,
    isNull: at(7) === 1n,
    held,
  };
};

const lengthOf = (wire: Wire): Buffer => {
  if (typeof wire === 'bigint') throw new Malformed();
  return wire;
};
const numberOf = (wire: Wire): bigint => {
  if (typeof wire !== 'bigint') throw new Malformed();
  return wire;
};
const whole = (wire: Wire | null): number | null => {
  if (wire === null) return null;
  const number = Number(numberOf(wire));
  if (!Number.isSafeInteger(number)) throw new Malformed();
  return number;
};

const [INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING] = [10, 11, 12, 13, 14, 15];
/** bits of a whole number, and whether the highest is its sign */
const WHOLE: Readonly<Record<number, readonly [number, boolean]>> = {
  [TYPE.int8]: [8, true],
  [TYPE.int16]: [16, true],
  [TYPE.int32]: [32, true],
  [TYPE.int64]: [64, true],
  [TYPE.uint8]: [8, false],
  [TYPE.uint16]: [16, false],
  [TYPE.uint32]: [32, false],
  [TYPE.uint64]: [64, false],
  [TYPE.dateTime]: [64, false],
};

/** What a metric of this type holds; null: nothing was measured; undefined: not of this type, or of one that is not taken. */
export const measured = (type: number | null, metric: Metric): Raw | null | undefined => {
  const bits = WHOLE[type ?? 0];
  const isTaken = bits !== undefined || (type !== null && type >= TYPE.float && type <= TYPE.text);
  if (!isTaken) return undefined;
  if (metric.isNull) return null;
  const [field, wire] = metric.held ?? [0, 0n];
  if (typeof wire === 'bigint') {
    if (bits !== undefined && (field === INT || field === LONG))
      // 32 bits of a negative number are written in 32 bits or in 64
      return Number(bits[1] ? BigInt.asIntN(bits[0], wire) : BigInt.asUintN(bits[0], wire));
    return type === TYPE.boolean && field === BOOLEAN ? wire !== 0n : undefined;
  }
  // as many digits as it holds: 3.14 and not 3.140000104904175
  if (type === TYPE.float && field === FLOAT && wire.length === 4) return Number(wire.readFloatLE().toPrecision(7));
  if (type === TYPE.double && field === DOUBLE && wire.length === 8) return wire.readDoubleLE();
  const isText = type === TYPE.string || type === TYPE.text;
  const text = isText && field === STRING ? wire.toString('utf8') : undefined;
  // a NUL is no character of a text in the database
  return text?.includes('\0') ? undefined : text;
};

export interface Written {
  readonly name?: string;
  readonly alias?: number;
  readonly ts?: number;
  /** left out by data, which has it from its birth */
  readonly type?: number;
  /** what it is written as where its type is left out; else what its value looks like */
  readonly as?: number;
  /** null: nothing was measured */
  readonly value: Raw | null;
  readonly historical?: boolean;
}
/** The types that are written are those of the values: whole numbers, doubles, booleans, texts. */
export const typeOf = (value: Raw): number =>
  typeof value === 'boolean'
    ? TYPE.boolean
    : typeof value === 'string'
      ? TYPE.string
      : Number.isSafeInteger(value)
        ? TYPE.int64
        : TYPE.double;

export const writePayload = (payload: {
  readonly ts?: number;
  readonly seq?: number;
  readonly metrics: readonly Written[];
}): Buffer =>
  Buffer.concat([
    ...(payload.ts === undefined ? [] : [varintField(1, payload.ts)]),
    ...payload.metrics.map((metric) => bytesField(2, metricBytes(metric))),
    ...(payload.seq === undefined ? [] : [varintField(3, payload.seq)]),
  ]);

const metricBytes = ({ name, alias, ts, type, as, value, historical }: Written): Buffer =>
  Buffer.concat([
    ...(name === undefined ? [] : [bytesField(1, Buffer.from(name))]),
    ...(alias === undefined ? [] : [varintField(2, alias)]),
    ...(ts === undefined ? [] : [varintField(3, ts)]),
    ...(type === undefined ? [] : [varintField(4, type)]),
    ...(historical === true ? [varintField(5, 1)] : []),
    value === null ? varintField(7, 1) : valueBytes(type ?? as ?? typeOf(value), value),
  ]);
const valueBytes = (type: number, value: Raw): Buffer => {
  if (typeof value === 'string') return bytesField(STRING, Buffer.from(value));
  if (typeof value === 'boolean') return varintField(BOOLEAN, value ? 1 : 0);
  const bits = WHOLE[type]?.[0];
  if (bits !== undefined)
    return varintField(bits <= 32 && type !== TYPE.uint32 ? INT : LONG, value, Math.max(bits, 32));
  const [size, kind] = type === TYPE.float ? [4, 5] : [8, 1];
  const bytes = Buffer.alloc(size);
  if (type === TYPE.float) bytes.writeFloatLE(value);
  else bytes.writeDoubleLE(value);
  return Buffer.concat([varint(BigInt((type === TYPE.float ? FLOAT : DOUBLE) * 8 + kind)), bytes]);
};
const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
};
const varintField = (field: number, value: number, bits = 64): Buffer =>
  Buffer.concat([varint(BigInt(field * 8)), varint(BigInt.asUintN(bits, BigInt(value)))]);
const bytesField = (field: number, bytes: Buffer): Buffer =>
  Buffer.concat([varint(BigInt(field * 8 + 2)), varint(BigInt(bytes.length)), bytes]);
