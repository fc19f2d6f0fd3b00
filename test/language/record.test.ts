import { describe, expect, it } from 'vitest';
import { applyChange, applyChanges, resume } from '../../schemas/language/record/change';
import { formulasBehind } from '../../schemas/language/record/graph';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { copyRecord, newRecord, newRow } from '../../schemas/language/record/new';
import { runEvents } from '../../schemas/language/record/on-set';
import { recompute } from '../../schemas/language/record/recompute';
import { stillWaiting } from '../../schemas/language/record/waits';
import { withPatch, workOn } from '../../schemas/language/record/work';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { MATERIAL, makeEnv, newId, SUPPLIER, shipped, shippedModel, UNIT } from './record-fixture';

const model = shippedModel('purchaseOrder');
const env = makeEnv();
const fresh = (given: Rec = {}): Rec => newRecord(model, env, given, { newId });
const rows = (rec: Rec): Row[] => rec.items as Row[];
const first = (rec: Rec): Row => rows(rec)[0] as Row;
const cell = (rec: Rec, field: string, value: Value, touched = new Set<string>(), at = 0): Rec => {
  const { id } = rows(rec)[at] as Row;
  return withPatch(rec, applyChange(model, rec, env, { path: { sub: 'items', rowId: id, field }, value }, touched));
};

describe('the model of the purchase order', () => {
  it('binds without a problem', () => {
    expect(model.problems).toEqual([]);
  });
  it('knows what its form needs of references', () => {
    const names = model.hops.map((hop) => `${hop.via}.${hop.field}`);
    expect(names).toContain('supplier.contact');
    expect(names).toContain('supplier.overRate');
    expect(names).toContain('items.material.taxRate');
    expect(names).toContain('items.unit.decimals');
  });
});

describe('rules in many rows', () => {
  const items = Array.from({ length: 40 }, () => ({ id: newId(), material: MATERIAL.seal, unit: UNIT.pcs, qty: 3 }));
  it('compute totals once, and leave what a computation of everything leaves', () => {
    const work = workOn(model, fresh({ supplier: SUPPLIER.one, items }));
    const { setHead } = work;
    let totals = 0;
    work.setHead = (code, value) => {
      if (code === 'amount') totals++;
      return setHead(code, value);
    };
    const priced = makeEnv({ call: () => 7 });
    const none = { has: () => false };
    const changed = items.map((row) => ({ path: 'items.material', rowId: row.id, filled: true }));
    runEvents(work, priced, changed, { typed: none, sent: none, confirm: 'run' });
    expect(totals).toBe(1);
    expect(work.rec.amount).toBe(840);
    expect(recompute(model, work.rec, priced, 'all').head).toEqual({});
  });
  it('are not asked again over values that stayed as they were', () => {
    let asked = 0;
    const call = (name: string) => {
      if (name === 'priceOf') asked++;
      return 7;
    };
    const work = workOn(model, fresh({ supplier: SUPPLIER.one, items }));
    const none = { has: () => false };
    const item = { path: 'items.material', rowId: items[0]?.id ?? '', filled: true };
    runEvents(work, makeEnv({ call }), [item, item, item, item], { typed: none, sent: none, confirm: 'run' });
    // once to write the price, once to find it written
    expect(asked).toBe(2);
    expect(first(work.rec).price).toBe(7);
  });
  it('know the formulas behind what they read', () => {
    const behind = (path: string) =>
      formulasBehind(
        model.formulas,
        model.formulas.flatMap((node) => (node.path === path && node.expr ? [node.expr] : [])),
      ).map((node) => node.path);
    expect(behind('receivedRate')).toContain('received');
    expect(behind('amount')).toContain('items.amount');
    expect(behind('items.openQty')).toEqual([]);
  });
});

describe('a new record', () => {
  it('holds defaults, one blank row, and formulas', () => {
    const rec = fresh();
    expect(rec).toMatchObject({
      bizDate: '2026-01-15',
      orderType: '1',
      currency: 'CNY',
      exchangeRate: 1,
      docStatus: '10',
      auditStatus: '1',
    });
    expect(rec.buyer).toBe(env.me.employee);
    expect(rows(rec)).toHaveLength(1);
    expect(first(rec)).toMatchObject({ lineNo: 10, taxRate: 13, underRate: 0, receivedQty: 0 });
    expect(rec.amount).toBe(0);
  });
  it('takes given values with what they fill, and leaves given targets alone', () => {
    const rec = fresh({ supplier: SUPPLIER.one, contact: '李工' });
    expect(rec).toMatchObject({ contact: '李工', phone: '13800000000' });
    expect(first(rec).overRate).toBe(5);
  });
  it('numbers further rows by tens and gives them their defaults from the head', () => {
    const rec = fresh({ supplier: SUPPLIER.one, needBy: '2026-02-01' });
    const row = newRow(model, 'items', env, rec, { id: newId() });
    expect(row).toMatchObject({ lineNo: 20, needDate: '2026-02-01', overRate: 5 });
  });
  it('copies rows without numbers, links and what the server keeps', () => {
    const stored: Rec = {
      ...fresh({ supplier: SUPPLIER.one }),
      id: newId(),
      version: 4,
      nbr: 'CGDD1',
      docStatus: '60',
      auditStatus: '2',
      items: [
        {
          id: newId(),
          lineNo: 30,
          material: MATERIAL.seal,
          unit: UNIT.pcs,
          qty: 5,
          price: 1,
          receivedQty: 5,
          sourceOrderNbr: 'CGRK1',
          srcRowId: newId(),
        },
      ],
    };
    const copy = copyRecord(model, env, stored, newId);
    expect(copy).toMatchObject({ docStatus: '10', auditStatus: '1', supplier: SUPPLIER.one });
    expect([copy.id, copy.version, copy.nbr]).toEqual([undefined, undefined, null]);
    expect(first(copy)).toMatchObject({
      lineNo: 10,
      qty: 5,
      materialName: '密封圈',
      receivedQty: 0,
      sourceOrderNbr: null,
      srcRowId: null,
    });
    expect(first(copy).id).not.toBe((stored.items as Row[])[0]?.id);
  });
});

describe('a change', () => {
  it('fills what the user did not type; read-only targets always', () => {
    const rec = fresh();
    const touched = new Set(['contact']);
    const patch = applyChange(
      model,
      { ...rec, contact: '我填的' },
      env,
      { path: { field: 'supplier' }, value: SUPPLIER.one },
      touched,
    );
    expect(patch.head).toEqual({ supplier: SUPPLIER.one, phone: '13800000000' });
    const typed = new Set([`items[${first(rec).id}].materialName`]);
    expect(first(cell(rec, 'material', MATERIAL.seal, typed))).toMatchObject({
      materialName: '密封圈',
      unit: UNIT.pcs,
    });
  });
  it('runs on-set rules and formulas: 100 with 13 % is 88.4956, 7 pieces are 619.47 + 80.53 = 700.00', () => {
    let rec = cell(fresh({ supplier: SUPPLIER.one }), 'material', MATERIAL.seal);
    expect(first(rec).price).toBe(0.35);
    rec = cell(rec, 'taxPrice', 100);
    expect(first(rec).price).toBe(88.4956);
    rec = cell(rec, 'qty', 7);
    expect(first(rec)).toMatchObject({ amount: 619.47, taxAmount: 80.53, totalAmount: 700, baseQty: 7, openQty: 7 });
    expect(rec).toMatchObject({ amount: 619.47, taxAmount: 80.53, totalAmount: 700, receivedRate: 0 });
  });
  it('lets a later trigger win: the tax rate of the material re-computes the price', () => {
    let rec = cell(fresh({ supplier: SUPPLIER.one }), 'taxPrice', 100);
    rec = cell(rec, 'material', MATERIAL.rod);
    expect(first(rec)).toMatchObject({ taxRate: 9, price: 91.7431 });
  });
  it('answers only what changed', () => {
    const rec = cell(cell(fresh(), 'price', 10), 'qty', 2);
    const patch = applyChange(
      model,
      rec,
      env,
      { path: { sub: 'items', rowId: first(rec).id, field: 'rowRemark' }, value: 'x' },
      new Set(),
    );
    expect(patch).toMatchObject({ head: {}, rows: [{ sub: 'items', values: { rowRemark: 'x' } }] });
    const same = applyChange(
      model,
      rec,
      env,
      { path: { sub: 'items', rowId: first(rec).id, field: 'qty' }, value: 2 },
      new Set(),
    );
    expect([same.head, same.rows]).toEqual([{}, []]);
  });
  it('asks before it replaces prices, and goes on when the answer is yes', () => {
    const rec = cell(cell(fresh({ supplier: SUPPLIER.one }), 'material', MATERIAL.seal), 'price', 9);
    const asked = applyChange(model, rec, env, { path: { field: 'supplier' }, value: SUPPLIER.paused }, new Set());
    expect(asked.asks.map((ask) => ask.text)).toEqual(['更换供应商将重新取价，是否继续？']);
    expect(asked.rows).toEqual([]);
    const after = withPatch(rec, asked);
    expect(first(after).price).toBe(9);
    const yes = resume(model, after, env, asked.asks, new Set());
    expect(yes.asks).toEqual([]);
    expect(first(withPatch(after, yes)).price).toBe(0.35);
  });
  it('does not ask when nothing would be lost', () => {
    const asked = applyChange(model, fresh(), env, { path: { field: 'supplier' }, value: SUPPLIER.one }, new Set());
    expect(asked.asks).toEqual([]);
  });
  it('knows the stored record as old, and asks before it clears rows', () => {
    const gallery = shippedModel('demoDoc');
    const given = { kindTree: newId(), rows: [{ id: newId(), material: MATERIAL.seal, qty: 2, price: 3 }] };
    const rec = newRecord(gallery, env, given, { newId });
    const change = { path: { field: 'kindTree' }, value: newId() };
    const asked = applyChange(gallery, rec, env, change, new Set(), rec);
    expect(asked.asks.map((ask) => ask.text)).toEqual(['更换类型将清空明细，是否继续？']);
    const after = withPatch(rec, asked);
    expect(after.rows).toHaveLength(1);
    const yes = resume(gallery, after, env, asked.asks, new Set(), rec);
    expect(withPatch(after, yes)).toMatchObject({ kindTree: change.value, rows: [], amountTotal: 0 });
    // a rule that speaks of what was stored before does not hold for a new record
    const made = applyChange(gallery, rec, env, change, new Set());
    expect([made.asks, withPatch(rec, made).rows]).toEqual([[], rec.rows]);
  });
  it('waits for values of the server and goes on when they are there', () => {
    const rec = fresh({ supplier: SUPPLIER.one });
    const away = makeEnv({ missing: new Set(['priceOf', 'material.spec']) });
    const change = { path: { sub: 'items', rowId: first(rec).id, field: 'material' }, value: MATERIAL.seal };
    const patch = applyChange(model, rec, away, change, new Set());
    expect(patch.waits.length).toBeGreaterThan(0);
    const there = withPatch(rec, patch);
    expect(first(there).price).toBe(null);
    const done = resume(model, there, env, patch.waits, new Set());
    expect(first(withPatch(there, done))).toMatchObject({ price: 0.35, spec: 'φ8' });
  });
  it('lets no late answer take away what was set meanwhile', () => {
    const rec = fresh({ supplier: SUPPLIER.one });
    const { id } = first(rec);
    const away = makeEnv({ missing: new Set(['priceOf']) });
    const at = (field: string, value: Value) => ({ path: { sub: 'items', rowId: id, field }, value });
    const waiting = (patch: { readonly waits: readonly { readonly rule?: string }[] }): boolean =>
      patch.waits.some((wait) => wait.rule === 'rules.price');

    const pasted = applyChanges(model, rec, away, [at('material', MATERIAL.seal), at('taxPrice', 1.13)], new Set());
    expect(first(withPatch(rec, pasted)).price).toBe(1);
    expect(waiting(pasted)).toBe(false);

    const picked = applyChange(model, rec, away, at('material', MATERIAL.seal), new Set());
    expect(waiting(picked)).toBe(true);
    const there = withPatch(rec, picked);
    const typed = applyChange(model, there, away, at('price', 9), new Set());
    expect(waiting({ waits: stillWaiting(model, picked.waits, typed) })).toBe(false);
    const other = applyChange(model, there, away, at('qty', 9), new Set());
    expect(waiting({ waits: stillWaiting(model, picked.waits, other) })).toBe(true);
  });
  it('sets nothing that a paste brings', () => {
    const rec = fresh({ supplier: SUPPLIER.one });
    const { id } = first(rec);
    const at = (field: string, value: Value) => ({ path: { sub: 'items', rowId: id, field }, value });
    const pasted = applyChanges(model, rec, env, [at('price', 9), at('material', MATERIAL.seal)], new Set());
    expect(first(withPatch(rec, pasted))).toMatchObject({ price: 9, spec: 'φ8' });
  });
  it('takes values of the picked record along, so that nothing is asked twice', () => {
    const away = makeEnv({
      missing: new Set(['supplier.contact', 'supplier.phone', 'supplier.payTerm', 'supplier.currency']),
    });
    const pickHops = { contact: '赵工', phone: '1', currency: 'CNY', payTerm: null };
    const patch = applyChange(
      model,
      fresh(),
      away,
      { path: { field: 'supplier' }, value: SUPPLIER.one, pickHops },
      new Set(),
    );
    expect(patch.head).toMatchObject({ contact: '赵工', phone: '1' });
    expect(patch.waits.filter((wait) => wait.fill)).toEqual([]);
  });
  it('tells when a result needs more than 15 digits', () => {
    const rec = cell(fresh(), 'price', 99_999_999_999);
    const patch = applyChange(
      model,
      rec,
      env,
      { path: { sub: 'items', rowId: first(rec).id, field: 'qty' }, value: 99_999_999 },
      new Set(),
    );
    expect(patch.problems[0]).toMatchObject({
      code: 'field.digits',
      path: `items[${first(rec).id}].amount`,
      text: '数值超出范围',
    });
  });
  it('computes heads anew when rows come and go', () => {
    let rec = cell(cell(fresh(), 'price', 10), 'qty', 2);
    const added = { ...newRow(model, 'items', env, rec, { id: newId() }), qty: 3, price: 10 };
    rec = { ...rec, items: [...rows(rec), added] };
    rec = withPatch(rec, recompute(model, rec, env, { subs: ['items'], rows: [{ sub: 'items', id: added.id }] }));
    expect(rec.amount).toBe(50);
    rec = { ...rec, items: rows(rec).slice(1) };
    rec = withPatch(rec, recompute(model, rec, env, { subs: ['items'] }));
    expect(rec.amount).toBe(30);
  });
});

describe('answers that pages alone show', () => {
  /** Services that a new record asks. */
  const askedBy = (of: Model, writes: boolean): readonly string[] => {
    const asked: string[] = [];
    const service = (name: string): Value => {
      asked.push(name);
      return null;
    };
    newRecord(of, { ...env, service, writes }, {}, { newId });
    return asked;
  };
  it('are asked for a page and not for a write', () => {
    const report = shippedModel('prdReport');
    expect(askedBy(report, false)).toEqual(['prdReport.limit', 'prdReport.most', 'prdReport.why']);
    expect(askedBy(report, true)).toEqual([]);
  });
  it('are asked for a write, too, where an expression reads them', () => {
    const report = shipped().find('prdReport')!;
    const count = { ...report.fields.machineCount!, formula: 'limitQty' };
    const reading = modelOf({ ...report, fields: { ...report.fields, machineCount: count } }, shipped().lib);
    expect(askedBy(reading, true)).toEqual(['prdReport.most']);
  });
});
