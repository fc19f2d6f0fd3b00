import { describe, expect, it } from 'vitest';
import { type SampleContext, sampleRecord, sampleRows } from '../../designer/canvas/samples';
import { decodeRecord } from '../../schemas/language/kinds/record-codec';
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
