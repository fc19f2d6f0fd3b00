/** Who writes a field: a field of each class, and what every asker makes of the answer. */
import { describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import { differences } from '../../schemas/language/record/merge';
import type { FieldModel, Model } from '../../schemas/language/record/model';
import { modelOf } from '../../schemas/language/record/model';
import { copyRecord, newRecord } from '../../schemas/language/record/new';
import { isBlankRow } from '../../schemas/language/record/rows';
import { constantLock, ruleStates } from '../../schemas/language/record/states';
import { whyField } from '../../schemas/language/record/why';
import type { Rec, Row } from '../../schemas/language/value';
import { filledBy, isCopied, isGiven, isTyped, type Writer, writtenBy } from '../../schemas/language/written';
import { loadSchemas } from '../../server/registry/load';
import { buildRegistry } from '../../server/registry/registry';
import { id, makeEnv } from './record-fixture';

const doc = {
  $schema: 'object/2',
  object: 'writtenSample',
  title: '样品',
  label: 'name',
  fields: {
    name: { title: '名称', kind: 'input' },
    nbr: { title: '单号', kind: 'autoCode', rule: 'YP{seq:4}' },
    typedNbr: { title: '编号', kind: 'autoCode', rule: 'Y{seq:4}', manual: true },
    unit: { title: '单位', ref: 'unit', fill: { unitName: 'name', free: 'name', unitDecimals: 'decimals' } },
    unitName: { title: '单位名称', kind: 'input', readonly: true },
    free: { title: '说明', kind: 'input' },
    unitDecimals: { title: '小数位', type: 'int', readonly: true },
    doneQty: { title: '已完成', type: 'decimal', readonly: true },
    twice: { title: '两倍', type: 'decimal', formula: 'doneQty * 2' },
    hint: { title: '提示', kind: 'undata', text: '{name}' },
    pin: { title: '口令', kind: 'input', secret: true },
    srcNbr: { title: '来源单号', kind: 'input' },
    items: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        lot: { title: '批号', kind: 'autoCode', rule: 'P{seq:4}' },
        place: { title: '库位', kind: 'input' },
        gotQty: { title: '已到', type: 'decimal', readonly: true },
      },
      columns: ['lot', 'place', 'gotQty'],
    },
  },
} as unknown as ObjectDoc;
const shipped = loadSchemas();
const registry = buildRegistry({
  ...shipped,
  objects: [...shipped.objects, { path: 'schemas/objects/demo/written-sample.json', doc, area: 'demo' }],
} as typeof shipped);
const object = registry.objects.get('writtenSample')!;
const model: Model = modelOf(object, registry.lib);
const field = (path: string): FieldModel => model.fields.get(path)!;

const CLASSES: readonly (readonly [string, Writer, string | undefined])[] = [
  ['name', 'user', undefined],
  ['typedNbr', 'user', undefined],
  ['free', 'user', undefined],
  ['pin', 'user', undefined],
  ['items', 'user', undefined],
  ['nbr', 'number', 'fields.nbr.manual'],
  ['unitName', 'fill', 'fields.unitName.readonly'],
  ['unitDecimals', 'fill', 'fields.unitDecimals.readonly'],
  ['doneQty', 'server', 'fields.doneQty.readonly'],
  ['twice', 'formula', 'fields.twice.formula'],
  ['hint', 'asked', 'fields.hint'],
  ['srcNbr', 'link', 'fields.srcNbr'],
  ['createdAt', 'engine', 'fields.createdAt'],
  ['items.lot', 'number', 'fields.items.fields.lot.manual'],
  ['items.lineNo', 'engine', 'fields.items.fields.lineNo'],
];
const filled = filledBy(Object.values(object.fields));
const codesOf = (is: (field: FieldModel['field']) => boolean): readonly string[] =>
  CLASSES.flatMap(([path]) => (is(field(path).field) ? [path] : []));

describe('who writes a field', () => {
  it.each(CLASSES)('%s: %s', (path, writer, lock) => {
    expect(writtenBy(field(path).field, filled)).toBe(writer);
    expect(constantLock(field(path))).toBe(lock);
    expect(isTyped(field(path).field)).toBe(writer === 'user');
  });

  it('is the server where nobody says what fills bring', () =>
    expect(writtenBy(field('unitName').field)).toBe('server'));

  it('has a value of its own, or a copy takes it over', () => {
    const own = [
      'name',
      'typedNbr',
      'free',
      'pin',
      'items',
      'nbr',
      'unitName',
      'unitDecimals',
      'doneQty',
      'srcNbr',
      'items.lot',
    ];
    expect(codesOf(isGiven)).toEqual(own);
    expect(codesOf(isCopied)).toEqual(['name', 'free', 'items']);
  });

  it('is said to who asks why: computed, numbered, shown, brought along, kept', () => {
    const rec = newRecord(model, makeEnv(), {});
    const said = (path: string): string | undefined => whyField(model, rec, makeEnv(), { path })[0]?.text;
    expect(said('name')).toBeUndefined();
    expect(said('nbr')).toBe('编号在保存时自动生成');
    expect(said('unitName')).toBe('选择「单位」时自动带出，不能修改');
    expect(said('hint')).toBe('随其他内容显示，不能填写');
    for (const path of ['doneQty', 'srcNbr', 'createdAt']) expect(said(path)).toBe('由系统记录，不能填写');
    expect(said('twice')).toMatch(/^自动计算：两倍/);
  });

  it('locks it, begins kept numbers at 0, picked ones empty, and asks fills to overwrite only what nobody types', () => {
    const rec = newRecord(model, makeEnv(), {});
    expect([...ruleStates(model, rec, makeEnv()).readonly.keys()]).toEqual(
      expect.arrayContaining(['nbr', 'unitName', 'doneQty', 'twice', 'hint', 'srcNbr']),
    );
    expect(rec).toMatchObject({ name: null, doneQty: 0, unitDecimals: null });
    expect(field('unit').fill.map(({ target, always }) => [target, always])).toEqual([
      ['unitName', true],
      ['free', false],
      ['unitDecimals', true],
    ]);
  });

  it('copies what people typed, without number, secret and link', () => {
    const rows = [{ id: id(2), lineNo: 10, lot: 'P0001', place: 'A-1', gotQty: 5 }] as unknown as Row[];
    const from: Rec = { id: id(1), name: '甲', nbr: 'YP0001', typedNbr: 'Y1', pin: 'x', srcNbr: 'DD1', doneQty: 3 };
    const copy = copyRecord(model, makeEnv(), { ...from, items: rows } as Rec, () => id(9));
    expect(copy).toMatchObject({ name: '甲', doneQty: 0 });
    for (const code of ['nbr', 'typedNbr', 'pin', 'srcNbr']) expect(copy[code] ?? null).toBeNull();
    expect((copy.items as Row[])[0]).toMatchObject({ place: 'A-1', gotQty: 0 });
    expect((copy.items as Row[])[0]?.lot ?? null).toBeNull();
  });

  it('leaves a row blank that has only a number of its own', () => {
    const place = model.subs.get('items')!;
    const row = (more: object): Row => ({ id: id(3), lineNo: 10, lot: null, place: null, gotQty: 0, ...more }) as Row;
    expect(isBlankRow(place, row({ lot: 'P0001' }))).toBe(true);
    expect(isBlankRow(place, row({ gotQty: 5 }))).toBe(true);
    expect(isBlankRow(place, row({ place: 'A-1' }))).toBe(false);
  });

  it('compares what two people may have changed', () => {
    const rec = { id: id(1), name: '甲', doneQty: 1, twice: 2, updatedAt: '2026-01-01 00:00:00' } as Rec;
    const mine = { ...rec, name: '乙', doneQty: 2, twice: 4, updatedAt: '2026-01-02 00:00:00' } as Rec;
    expect(differences(object, rec, rec, mine).map(({ key }) => key)).toEqual(['name', 'doneQty']);
  });
});
