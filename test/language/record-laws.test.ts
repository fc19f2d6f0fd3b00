import { describe, expect, it } from 'vitest';
import type { ObjectDoc } from '../../schemas/language/document';
import { toObjectType } from '../../schemas/language/object-type';
import { applyChange, applyChanges } from '../../schemas/language/record/change';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { newRecord, newRow } from '../../schemas/language/record/new';
import { recompute } from '../../schemas/language/record/recompute';
import { withPatch } from '../../schemas/language/record/work';
import { resolveObject } from '../../schemas/language/resolve';
import type { TypeLib } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { MATERIAL, makeEnv, newId, SUPPLIER, shippedModel, UNIT } from './record-fixture';

const env = makeEnv();

const own = (doc: Omit<ObjectDoc, '$schema' | 'object'>): Model => {
  const object = resolveObject({ $schema: 'object/2', object: 'sheet', ...doc }, { blocks: new Map() });
  const type = toObjectType(object);
  const lib: TypeLib = {
    object: (code) => (code === 'sheet' ? type : undefined),
    dict: () => undefined,
    setting: () => undefined,
  };
  return modelOf(object, lib);
};
/** row → head aggregate → row through doc, a running value, and a rule that sets */
const sheet = own({
  title: '计算',
  fields: {
    name: { title: '名称' },
    freight: { title: '运费', type: 'decimal', scale: 2, default: 0 },
    total: { title: '合计', type: 'decimal', scale: 2, formula: 'sum(rows.amount)' },
    grand: { title: '总计', type: 'decimal', scale: 2, formula: 'total + freight' },
    most: { title: '最大', type: 'decimal', formula: 'max(rows.qty)' },
    big: { title: '大行数', type: 'int', formula: 'count(rows, qty > 5)' },
    rows: {
      title: '明细',
      kind: 'tabTable',
      fields: {
        qty: { title: '数量', type: 'decimal' },
        price: { title: '单价', type: 'decimal' },
        twice: { title: '两倍', type: 'decimal' },
        amount: { title: '金额', type: 'decimal', scale: 2, formula: 'round(qty * price, 2)' },
        share: {
          title: '分摊',
          type: 'decimal',
          scale: 2,
          formula: 'doc.total == 0 ? 0 : round(doc.freight * amount / doc.total, 2)',
        },
        full: { title: '含运费', type: 'decimal', scale: 2, formula: 'amount + share' },
        run: { title: '累计', type: 'decimal', scale: 2, formula: 'coalesce(above(run), 0) + coalesce(amount, 0)' },
        rank: { title: '名次', type: 'int', formula: 'count(doc.rows, qty > row.qty) + 1' },
      },
      rules: { twice: { on: 'qty', set: { twice: '=qty * 2' } } },
    },
  },
});

/** small deterministic generator: a failing seed can be run again */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

interface Play {
  readonly model: Model;
  readonly sub: string;
  readonly head: Readonly<Record<string, readonly Value[]>>;
  readonly cells: Readonly<Record<string, readonly Value[]>>;
}
const NUMBERS: readonly Value[] = [0, 1, 2.5, 7, -3, 0.0001, 88.4956, 1234.56, null];
const PLAYS: readonly Play[] = [
  { model: sheet, sub: 'rows', head: { freight: NUMBERS, name: ['a', null] }, cells: { qty: NUMBERS, price: NUMBERS } },
  {
    model: shippedModel('purchaseOrder'),
    sub: 'items',
    head: { supplier: [SUPPLIER.one, SUPPLIER.paused, null], needBy: ['2026-02-01', null], remark: ['x'] },
    cells: {
      qty: NUMBERS,
      price: NUMBERS,
      taxPrice: NUMBERS,
      taxRate: [0, 9, 13],
      material: [MATERIAL.seal, MATERIAL.rod, null],
      unit: [UNIT.pcs, UNIT.kg],
      receivedQty: NUMBERS,
    },
  },
];

const step = (play: Play, rec: Rec, next: () => number): Rec => {
  const { model, sub } = play;
  const list = (rec[sub] as Row[] | undefined) ?? [];
  const dice = next();
  if (dice < 0.1 || list.length === 0) {
    const row = newRow(model, sub, env, rec, { id: newId() });
    const added: Rec = { ...rec, [sub]: [...list, row] };
    return withPatch(added, recompute(model, added, env, { subs: [sub], rows: [{ sub, id: row.id }] }));
  }
  if (dice < 0.2) {
    const gone = pick(next, list).id;
    const left: Rec = { ...rec, [sub]: list.filter((row) => row.id !== gone) };
    return withPatch(left, recompute(model, left, env, { subs: [sub] }));
  }
  if (dice < 0.3) {
    const changes = list.slice(0, 3).map((row) => {
      const field = pick(next, Object.keys(play.cells));
      return { path: { sub, rowId: row.id, field }, value: pick(next, play.cells[field] ?? [null]) };
    });
    return withPatch(rec, applyChanges(model, rec, env, changes, new Set()));
  }
  const atHead = dice < 0.45;
  const field = pick(next, Object.keys(atHead ? play.head : play.cells));
  const value = pick(next, (atHead ? play.head : play.cells)[field] ?? [null]);
  const path = atHead ? { field } : { sub, rowId: pick(next, list).id, field };
  return withPatch(rec, applyChange(model, rec, env, { path, value }, new Set()));
};

describe('incremental recomputation', () => {
  it.each(PLAYS.map((play) => [play.model.obj.object, play] as const))(
    'of %s equals the full one after random edits',
    (_name, play) => {
      for (let seed = 1; seed <= 40; seed++) {
        const next = random(seed);
        let rec = newRecord(play.model, env, {}, { newId });
        for (let n = 0; n < 25; n++) {
          rec = step(play, rec, next);
          const full = recompute(play.model, rec, env, 'all');
          expect({ seed, n, head: full.head, rows: full.rows }).toEqual({ seed, n, head: {}, rows: [] });
        }
      }
    },
  );

  it('visits the changed row and heads over it, not its neighbours', () => {
    const play = PLAYS[1] as Play;
    const lines: Row[] = Array.from({ length: 50 }, () => ({
      id: newId(),
      material: MATERIAL.seal,
      unit: UNIT.pcs,
      qty: 1,
      price: 1,
    }));
    const rec = newRecord(play.model, env, { items: lines });
    let asked = 0;
    const counting = makeEnv({
      call: () => {
        asked++;
        return 1;
      },
    });
    const row = (rec.items as Row[])[7] as Row;
    applyChange(
      play.model,
      rec,
      counting,
      { path: { sub: 'items', rowId: row.id, field: 'qty' }, value: 5 },
      new Set(),
    );
    // unitFactor of the one row
    expect(asked).toBe(1);
  });
});

describe('cycles', () => {
  it('are refused with their path', () => {
    const model = own({
      title: '环',
      fields: {
        price: { title: '单价', type: 'decimal', formula: 'amount / 2' },
        amount: { title: '金额', type: 'decimal', formula: 'price * 2' },
      },
    });
    const [found] = model.problems;
    expect(found?.code).toBe('formula.cycle');
    expect(found?.text).toBe('公式循环引用：单价（price） → 金额（amount） → 单价（price）');
  });
  it('run through head and rows too', () => {
    const model = own({
      title: '环',
      fields: {
        total: { title: '合计', type: 'decimal', formula: 'sum(rows.part)' },
        rows: {
          title: '明细',
          kind: 'tabTable',
          fields: { part: { title: '份额', type: 'decimal', formula: 'doc.total / 2' } },
        },
      },
    });
    expect(model.problems.map((problem) => problem.code)).toEqual(['formula.cycle']);
  });
  it('of rules are told apart', () => {
    const model = own({
      title: '环',
      fields: { a: { title: '甲', type: 'decimal' }, b: { title: '乙', type: 'decimal' } },
      rules: { one: { on: 'a', set: { b: '=a' } }, two: { on: 'b', set: { a: '=b' } } },
    });
    expect(model.problems.map((problem) => [problem.code, problem.text])).toEqual([
      ['on.cycle', '联动循环：甲（a） → 乙（b） → 甲（a）'],
    ]);
    // even so a chain ends
    const rec = newRecord(model, env, {});
    const patch = applyChange(model, rec, env, { path: { field: 'a' }, value: 1 }, new Set());
    expect(patch.head).toEqual({ a: 1, b: 1 });
  });
});
