import { describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import { applyRowsChange, decodeRecord, decodeRow, encodeRecord } from '../../schemas/language/kinds/record-codec';
import { resolveObject } from '../../schemas/language/resolve';

const A = '018f0000-0000-7000-8000-00000000000a';
const B = '018f0000-0000-7000-8000-00000000000b';
const C = '018f0000-0000-7000-8000-00000000000c';
const doc: ObjectDoc = {
  $schema: 'object/2',
  object: 'order',
  title: '订单',
  label: 'nbr',
  fields: {
    nbr: { title: '单号', kind: 'autoCode' },
    supplier: { title: '供应商', kind: 'dialogSelect', ref: 'supplier' },
    people: { title: '人员', kind: 'commonMultipleCheck', ref: 'user' },
    span: { title: '时段', kind: 'datetimeRange' },
    valueType: { title: '类型', dict: 'valueType' },
    value: {
      title: '值',
      kindBy: 'valueType',
      cases: [
        { is: '2', type: 'decimal', scale: 2 },
        { is: '3', type: 'bool' },
        { is: '4', kind: 'date' },
      ],
    },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        material: { title: '物料', ref: 'material' },
        qty: { title: '数量', type: 'decimal' },
        srcId: { title: '来源', type: 'id' },
      },
    },
  },
};
const order = resolveObject(doc, { blocks: new Map() });
const labels = { label: (object: string, id: string) => `${object}-${id.slice(-1)}` };
const rec = {
  id: A,
  version: 3,
  nbr: 'D1',
  supplier: B,
  people: [A, B],
  span: ['2026-01-01 08:00:00', null] as [string, null],
  items: [{ id: C, lineNo: 10, material: A, qty: 2.5, srcId: B }],
};

describe('records on the wire', () => {
  it('writes references with id and label, and reads only the id', () => {
    const wire = encodeRecord(order, rec, labels);
    expect(wire).toMatchObject({
      nbr: 'D1',
      supplierId: B,
      supplier: 'supplier-b',
      people: [
        { id: A, label: 'user-a' },
        { id: B, label: 'user-b' },
      ],
      items: [{ id: C, lineNo: 10, materialId: A, material: 'material-a', qty: 2.5, srcId: B }],
    });
    const read = decodeRecord(order, { ...wire, supplier: '别的' });
    expect(read.rec).toEqual(rec);
    expect(read.problems).toEqual([]);
    expect(read.unknown).toEqual([]);
    expect(read.labels).toContainEqual({ object: 'material', id: A, label: 'material-a' });
  });

  it('sends only ids on write and only what is there', () => {
    expect(encodeRecord(order, { supplier: null, nbr: 'D1' })).toEqual({ nbr: 'D1', supplierId: null });
    expect(decodeRecord(order, { supplierId: null }).rec).toEqual({ supplier: null });
    expect(decodeRecord(order, {}).rec).toEqual({});
  });

  it('reads a sub-table as a change and applies it', () => {
    const read = decodeRecord(order, {
      items: {
        set: [
          { id: B, qty: 1 },
          { id: C, qty: 9 },
        ],
        del: [A],
        order: [B, C],
      },
    });
    expect(read.rec).toEqual({});
    const change = read.changes.items;
    expect(change).toEqual({
      set: [
        { id: B, qty: 1 },
        { id: C, qty: 9 },
      ],
      del: [A],
      order: [B, C],
    });
    expect(
      applyRowsChange(
        [
          { id: A, qty: 0 },
          { id: C, qty: 2, material: A },
        ],
        change ?? { set: [], del: [] },
      ),
    ).toEqual([
      { id: B, qty: 1 },
      { id: C, qty: 9, material: A },
    ]);
    expect(encodeRecord(order, {}, undefined, { items: change ?? { set: [], del: [] } })).toEqual({
      items: {
        set: [
          { id: B, qty: 1 },
          { id: C, qty: 9 },
        ],
        del: [A],
        order: [B, C],
      },
    });
  });

  it('names rows by id in problems, and refuses rows without or with the same id', () => {
    expect(decodeRecord(order, { items: [{ id: C, qty: 'viel' }] }).problems).toEqual([
      { code: 'field.shape', path: `items[${C}].qty`, text: '数量格式不正确' },
    ]);
    expect(decodeRecord(order, { items: [{ qty: 1 }] }).problems.map((problem) => problem.code)).toEqual([
      'rows.shape',
    ]);
    expect(decodeRecord(order, { items: [{ id: C }, { id: C }] }).problems.map((problem) => problem.code)).toEqual([
      'rows.shape',
    ]);
    expect(decodeRecord(order, { items: [{ qty: 1 }] }, { newId: () => B }).rec.items).toEqual([{ id: B, qty: 1 }]);
    expect(decodeRow(order.fields.items!, { id: C, qty: '2' }).row).toEqual({ id: C, qty: 2 });
  });

  it('reads a value by the case its sibling names, whatever the order of keys', () => {
    expect(decodeRecord(order, { value: 12.5, valueType: '2' }).rec).toEqual({ valueType: '2', value: '12.5' });
    expect(decodeRecord(order, { valueType: '3', value: true }).rec.value).toBe('true');
    expect(decodeRecord(order, { valueType: '2', value: 'x' }).problems.map((problem) => problem.code)).toEqual([
      'field.shape',
    ]);
    expect(encodeRecord(order, { valueType: '2', value: '12.5' })).toEqual({ valueType: '2', value: 12.5 });
    expect(encodeRecord(order, { valueType: '3', value: 'false' })).toEqual({ valueType: '3', value: false });
    expect(encodeRecord(order, { valueType: '9', value: 'frei' })).toEqual({ valueType: '9', value: 'frei' });
  });

  it('tells strangers from answer keys', () => {
    expect(
      decodeRecord(order, {
        nbr: 'D1',
        old: 1,
        _actions: [],
        $isDisabled: true,
        'material.spec': 'x',
        ext: { a: 1 },
        amountTotal: 1,
      }).unknown,
    ).toEqual(['old']);
    expect(decodeRecord(order, { ext: { a: 1 } }).rec).toEqual({ ext: { a: 1 } });
  });

  it('never throws on what is no record', () => {
    for (const junk of [null, 5, 'x', [], [1]])
      expect(decodeRecord(order, junk).problems.map((problem) => problem.code)).toEqual(['rows.shape']);
    expect(decodeRecord(order, { items: 'x', ext: 5 }).problems).toHaveLength(2);
    expect(decodeRecord(order, { items: { set: 5, drop: [] } }).problems.length).toBeGreaterThan(0);
    expect(decodeRecord(order, JSON.parse('{"__proto__": {"nbr": "x"}, "nbr": "ok"}')).rec).toEqual({ nbr: 'ok' });
  });
});
