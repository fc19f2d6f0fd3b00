import { describe, expect, it } from 'vitest';
import { designPage } from '../../designer/canvas/design-page';
import { type SampleContext, sampleRecord, sampleRows } from '../../designer/canvas/samples';
import { workedOut, workedRows } from '../../designer/canvas/worked';
import { resolveLibOf } from '../../designer/expression/place';
import type { ObjectDoc } from '../../schemas/language/document';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
import { toObjectType } from '../../schemas/language/object-type';
import { resolveObject } from '../../schemas/language/resolve';
import { listener, makeHost } from '../support/forms';
import { library } from './library';

const context: SampleContext = {
  today: '2026-01-15',
  dict: (code) => library.dicts.get(code),
  title: (code) => library.objects.get(code)?.object.title ?? '',
  people: new Set(['employee', 'user']),
};
let ids = 0;
const newId = (): string => `00000000-0000-7000-9000-${String(++ids).padStart(12, '0')}`;

describe('sample records', () => {
  it.each([...library.objects.keys()])('of %s are read like answers of the server', (code) => {
    const { object } = library.objects.get(code) ?? { object: undefined };
    if (object === undefined) throw new Error(code);
    for (const n of [0, 1, 5])
      expect(decodeRecord(object, sampleRecord(object, n, context), { newId }).problems).toEqual([]);
  });
  it('are the same every time, so that a gesture moves things and no values', () => {
    const { object } = library.objects.get('purchaseOrder') ?? { object: undefined };
    if (object === undefined) throw new Error('purchaseOrder');
    expect(sampleRecord(object, 0, context)).toEqual(sampleRecord(object, 0, context));
    expect(sampleRows(object, 3, context).map((row) => row.nbr)).toEqual([
      'CGDD202601150001',
      'CGDD202601150002',
      'CGDD202601150003',
    ]);
    expect(sampleRecord(object, 0, context)).toMatchObject({ docStatus: '10', supplier: '供应商甲', buyer: '孙浩' });
  });
});

describe('formulas of samples', () => {
  const { session } = makeHost(listener());
  const pageOf = (code: string) => {
    const { object } = library.objects.get(code) ?? { object: undefined };
    if (object === undefined) throw new Error(code);
    return designPage({ object, lib: library.types, dicts: library.dicts, sort: 'edit', session });
  };
  it('are worked out over the sample: the rows multiplied, the head their sum', () => {
    const doc = {
      $schema: 'object/1',
      object: 'xBox',
      title: '箱',
      route: '/app/xBox/list',
      fields: {
        long: { title: '长', type: 'decimal' },
        price: { title: '单价', type: 'decimal', default: 12.5 },
        wide: { title: '宽', type: 'decimal' },
        area: { title: '面积', type: 'decimal', formula: 'long * wide' },
        items: {
          title: '明细',
          kind: 'tabTable',
          fields: {
            qty: { title: '数量', type: 'decimal' },
            twice: { title: '两倍', type: 'decimal', formula: 'qty * 2' },
          },
          columns: ['qty', 'twice'],
        },
        total: { title: '合计', type: 'decimal', formula: 'sum(items.twice)' },
      },
    } as unknown as ObjectDoc;
    const object = resolveObject(doc, resolveLibOf(library));
    const type = toObjectType(object);
    const lib = { ...library.types, object: (code: string) => (code === 'xBox' ? type : library.types.object(code)) };
    const page = designPage({ object, lib, dicts: library.dicts, sort: 'edit', session });
    const num = (value: unknown): number => Number(value);
    expect(workedOut(page, sampleRecord(object, 0, context))).toMatchObject({
      long: 8,
      wide: 8,
      area: 64,
      price: 12.5,
    });
    const record = workedOut(page, sampleRecord(object, 1, context));
    expect(num(record.area)).toBe(num(record.long) * num(record.wide));
    const rows = record.items as readonly { readonly [key: string]: unknown }[];
    for (const row of rows) expect(num(row.twice)).toBe(2 * num(row.qty));
    expect(num(record.total)).toBe(rows.reduce((sum, row) => sum + num(row.twice), 0));
    const [first] = workedRows(page, sampleRows(object, 1, context), (n) => sampleRecord(object, n, context));
    expect(num(first?.area)).toBe(num(first?.long) * num(first?.wide));
    expect(num(first?.items)).toBe(4);
  });
  it.each([...library.objects.keys()])('of %s leave an answer as the server would give it', (code) => {
    const page = pageOf(code);
    const record = workedOut(page, sampleRecord(page.object, 0, context));
    expect(decodeRecord(page.object, record, { newId }).problems).toEqual([]);
  });
});
