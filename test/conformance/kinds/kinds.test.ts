import { describe, expect, it } from 'vitest';
import { checkField } from '../../../schemas/language/check/fields';
import { libraryOf } from '../../../schemas/language/check/library';
import type { KindId } from '../../../schemas/language/document';
import { defaultOp, KINDS, kindByCode, kindOf, shapeOfOp } from '../../../schemas/language/kinds/index';
import { type FieldKind, isEmptyValue } from '../../../schemas/language/kinds/kind';
import { decodeRecord, encodeRecord } from '../../../schemas/language/kinds/record-codec';
import { resolveField } from '../../../schemas/language/resolve';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import type { Value } from '../../../schemas/language/value';
import { SAMPLES, type Sample } from './samples';

const kinds: readonly FieldKind[] = Object.values(KINDS);
const field = (sample: Sample): ResolvedField => resolveField(sample.field, 'f', 'f');
const samples = Object.entries(SAMPLES).flatMap(([id, list]) =>
  (list as readonly Sample[]).map((sample) => [id as KindId, sample] as const),
);

it.each(samples)('%s: what the server stores is read without a second look as it is with one', (_id, sample) => {
  const own = { ...field(sample), code: 'f' };
  const object = { title: '', fields: { f: own } } as unknown as ResolvedObject;
  for (const value of sample.values) {
    const wire = encodeRecord(object, { f: value });
    const read = (stored: boolean) => decodeRecord(object, wire, { stored }).rec;
    expect(read(true)).toEqual(read(false));
  }
});

it('every kind has its own number, those of the specification theirs', () => {
  expect(new Set(kinds.map((kind) => kind.code)).size).toBe(kinds.length);
  const spec = [
    'default',
    'input',
    'textarea',
    'datetimeRange',
    'cascader',
    'commonMultipleCheck',
    'multipleCheck',
    'date',
    'time',
    'dateCritical',
  ];
  spec.forEach((id, code) => {
    expect(kindByCode(code).id).toBe(id);
  });
  const later: readonly (readonly [number, KindId])[] = [
    [11, 'autoCode'],
    [12, 'tree'],
    [13, 'multiDate'],
    [14, 'dialogSelect'],
    [15, 'tabTable'],
    [99, 'undata'],
  ];
  for (const [code, id] of later) expect(kindByCode(code).id).toBe(id);
  expect(kindByCode(10).id).toBe('default');
  expect(kindOf('nosuch' as KindId).id).toBe('default');
});

describe.each(samples)('kind %s', (id, sample) => {
  const own = field(sample);
  const kind = kindOf(id);
  const read = (wire: unknown): Value | 'problem' => {
    const decoded = kind.codec.fromWire(wire, own);
    return 'problem' in decoded ? 'problem' : decoded.value;
  };

  it(`reads back what it writes: ${own.title}`, () => {
    for (const value of sample.values) {
      const wire = kind.codec.toWire(value, own);
      expect(read(JSON.parse(JSON.stringify(wire)))).toEqual(value);
      expect(kind.validate(value, own, { path: 'f' })).toEqual([]);
      expect(typeof kind.codec.toText(value, own)).toBe('string');
    }
  });

  it(`empty stays empty and is valid: ${own.title}`, () => {
    const empty = kind.empty(own);
    for (const wire of [null, undefined, '']) expect(read(wire)).toEqual(empty);
    expect(read(kind.codec.toWire(empty, own))).toEqual(empty);
    expect(kind.validate(empty, own, { path: 'f' })).toEqual([]);
    if (own.type !== 'bool') expect(isEmptyValue(empty)).toBe(true);
    if (own.type !== 'bool') expect(kind.codec.toText(empty, own)).toBe('');
  });

  it(`refuses what it cannot hold, with the title in the sentence: ${own.title}`, () => {
    for (const wrong of sample.wrong) {
      const decoded = kind.codec.fromWire(wrong, own, 'items[1].f');
      expect(
        'problem' in decoded,
        JSON.stringify(wrong, (_key, item) => (typeof item === 'bigint' ? 'bigint' : item)),
      ).toBe(true);
      if ('problem' in decoded)
        expect(decoded.problem).toMatchObject({ path: 'items[1].f', text: expect.stringMatching(/[一-龥]/) });
    }
  });

  it(`never throws: ${own.title}`, () => {
    const junk: readonly unknown[] = [
      Symbol('s'),
      () => 1,
      new Date(Number.NaN),
      Number.POSITIVE_INFINITY,
      '\u0000',
      [[]],
      [null],
      { id: 5 },
      Object.create(null),
      '9'.repeat(50),
    ];
    for (const wire of junk) {
      expect(() => kind.codec.fromWire(wire, own)).not.toThrow();
      expect(() => kind.codec.toWire(wire as Value, own)).not.toThrow();
      expect(() => kind.validate(wire as Value, own, { path: 'f' })).not.toThrow();
    }
  });

  it(`has a storage, and a default search operator among its filters: ${own.title}`, () => {
    expect(kind.storage(own)).toBeTruthy();
    const op = defaultOp(own);
    if (op === undefined) expect(kind.filters(own)).toEqual([]);
    else expect(shapeOfOp(op)).toBeTruthy();
  });
});

describe.each(kinds.map((kind) => [kind.id, kind] as const))('new field of kind %s', (_id, kind) => {
  it('is valid as created', () => {
    const problems: string[] = [];
    const created = resolveField(kind.create('新字段'), 'f', 'f');
    checkField(created, 'f', libraryOf([]), (code) => problems.push(code));
    expect(problems).toEqual([]);
    expect(created.kind).toBe(kind.id);
    expect(kind.types).toContain(created.type);
  });
});
