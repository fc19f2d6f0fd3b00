import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../../runtime/data/types';
import { typingOver } from '../../runtime/form/finish-typing';
import { detailTabs } from '../../runtime/record/detail-tabs';
import type { FieldDoc, Many } from '../../schemas/language/document';
import type { Row, Value } from '../../schemas/language/value';
import {
  freshOrder,
  HOPS,
  ids,
  listener,
  ORDER,
  openForm,
  orderPage,
  serve,
  settled,
  storedOrder,
} from '../support/forms';

const picked = { id: ids(30), label: 'S1 恒力', contact: '何建国' };

describe('FormModel', () => {
  it('fills from a picked record, but not over what was typed', () => {
    const model = openForm(freshOrder(), { fresh: true });
    model.set('supplier', ids(30), picked);
    expect(model.value('contact')).toBe('何建国');
    expect(model.env.label('supplier', ids(30))).toBe('S1 恒力');
    model.set('contact', '王工');
    model.set('supplier', null);
    model.set('supplier', ids(30), picked);
    expect(model.value('contact')).toBe('王工');
  });

  it('is called by its label fields, references by their own labels', () => {
    expect(openForm(storedOrder()).label).toBe('DD0001');
    const page = orderPage({ label: ['supplier', 'nbr'] });
    expect(openForm(storedOrder(), { page }).label).toBe('S1 恒力 DD0001');
  });

  it('begins a new record with the rows its document wants', () => {
    const model = openForm(freshOrder(), { fresh: true });
    expect(model.subs.get('items')?.store.rows).toHaveLength(1);
    expect(model.dirty).toBe(false);
  });

  it('computes while typing, and runs rules only when the field is left', async () => {
    const said = listener(false);
    const model = openForm(storedOrder(), { said });
    model.type('rate', 50);
    expect(model.value('total')).toBe(30);
    model.set('rate', 50);
    expect(model.value('total')).toBe(30);
    model.set('kind', '2');
    await settled();
    expect(said.asked).toEqual(['更换类型将重置折扣，是否继续？']);
    expect(model.value('rate')).toBe(50);
    said.answer = true;
    model.set('kind', '1');
    await settled();
    expect(model.value('rate')).toBe(100);
    expect(model.value('total')).toBe(60);
  });

  it('asks before a rule clears rows that hold something', async () => {
    const clearing = { on: 'supplier', clear: ['items'], confirm: '更换供应商将清空明细，是否继续？' } as const;
    const said = listener(false);
    const page = orderPage({ rules: { clearing } });
    const stored = openForm(storedOrder(), { said, page });
    stored.set('supplier', null);
    await settled();
    expect(said.asked).toEqual([clearing.confirm]);
    expect(stored.subs.get('items')?.store.rows).toHaveLength(3);
    said.answer = true;
    stored.set('supplier', ids(30), picked);
    await settled();
    expect(stored.subs.get('items')?.store.rows).toHaveLength(0);
    expect(stored.value('total')).toBe(0);
    // a column of rows is asked about like the rows themselves
    const column = orderPage({ rules: { clearing: { ...clearing, clear: ['items.price'] } } });
    openForm(storedOrder(), { said, page: column }).set('supplier', null);
    await settled();
    expect(said.asked).toHaveLength(3);
    // nobody filled in the row a new document begins with
    const fresh = openForm(freshOrder(), { said, page, fresh: true });
    fresh.set('supplier', ids(30), picked);
    await settled();
    expect(said.asked).toHaveLength(3);
  });

  it('feeds the states of the fields: required, read-only, hidden values kept', () => {
    const model = openForm(storedOrder());
    const remark = model.form.createField({ name: 'remark' });
    const contact = model.form.createField({ name: 'contact' });
    model.project(remark);
    expect(remark.required).toBe(false);
    model.set('kind', '2');
    expect(remark.required).toBe(true);
    model.set('closed', true);
    expect(contact.pattern).toBe('readPretty');
    expect(model.subs.get('items')?.can.add).toBe(false);
    expect(model.value('contact')).toBe('何建国');
  });

  it('shows nothing because of a value that is hidden itself: it is not sent', () => {
    const page = orderPage({
      rules: {
        part: { when: 'kind == 2', show: ['contact'] },
        note: { when: "contact == '何建国'", show: ['remark'] },
      },
    });
    const fresh = openForm({ ...freshOrder(), contact: '何建国', kind: '2' } as WireRecord, { page, fresh: true });
    expect(fresh.states.hidden.has('remark')).toBe(false);
    fresh.set('kind', '1');
    expect([...fresh.states.hidden]).toEqual(expect.arrayContaining(['contact', 'remark']));
    // what is stored stays, hidden or not
    const stored = openForm({ ...storedOrder(), kind: '2' } as WireRecord, { page });
    stored.set('kind', '1');
    expect(stored.states.hidden.has('contact')).toBe(true);
    expect(stored.states.hidden.has('remark')).toBe(false);
  });

  it('paints problems at fields and cells, without saying a thing twice', () => {
    const model = openForm(freshOrder(), { fresh: true });
    const items = model.subs.get('items')!;
    items.control.add();
    const id = items.store.rows[0]!.id;
    items.change([{ row: id, col: 'price', value: 3 }]);
    const errors = model.validate();
    expect(errors.map((error) => error.path)).toEqual(['supplier', `items[${id}].material`, `items[${id}].qty`]);
    expect(model.problemsOf('supplier')[0]?.text).toBe('请填写供应商');
    expect(items.store.problemCount).toBe(2);
    expect(model.errorsIn(['supplier', 'items'])).toBe(3);
  });

  it('judges a field when it is left and takes the sentence back when it is right', () => {
    const model = openForm(storedOrder());
    model.set('contact', '一二三四五六七八九十一');
    expect(model.problemsOf('contact')[0]?.text).toBe('联系人最多10个字');
    model.set('contact', '何');
    expect(model.problemsOf('contact')).toEqual([]);
    model.set('bizDate', '2026-01-16');
    expect(model.problemsOf('bizDate')[0]?.text).toBe('日期不能晚于今天');
    model.set('bizDate', '2026-01-14');
    expect(model.problemsOf('bizDate')).toEqual([]);
  });

  it('sends a new record whole and a changed one as its changes', () => {
    const fresh = openForm(freshOrder(), { fresh: true });
    fresh.set('supplier', ids(30), picked);
    const sent = fresh.toSend();
    expect(sent).toMatchObject({ supplierId: ids(30), contact: '何建国', bizDate: '2026-01-15' });
    expect(sent).not.toHaveProperty('total');
    // a wholly blank row is not sent
    expect(sent.items).toEqual([]);

    const model = openForm(storedOrder());
    const items = model.subs.get('items')!;
    items.change([{ row: ids(100), col: 'qty', value: 12 }]);
    model.set('remark', '加急');
    expect(model.toSend()).toEqual({
      id: ids(9),
      version: 3,
      remark: '加急',
      items: { set: [{ id: ids(100), qty: 12 }], del: [] },
    });
  });

  it('sends new, deleted and moved rows', () => {
    const model = openForm(storedOrder());
    const items = model.subs.get('items')!;
    items.remove([ids(102)]);
    const [added] = items.copyRows([ids(100)]);
    const change = model.toSend().items as { set: { id: string; lineNo: number }[]; del: string[]; order?: string[] };
    expect(change.del).toEqual([ids(102)]);
    expect(change.order).toEqual([ids(100), added, ids(101)]);
    expect(change.set.map((row) => row.lineNo)).toEqual([20, 30]);
    expect(change.set[0]).toMatchObject({ id: added, materialId: ids(20), qty: 10 });
    expect(change.set[0]).not.toHaveProperty('sourceOrderNbr', 'RK0001');
  });

  it('copies of a row what people typed and what a pick brought along, not what the server keeps', () => {
    const { items = {} } = ORDER.fields ?? {};
    const kept: Many<FieldDoc> = {
      lot: { title: '批号', kind: 'autoCode', rule: 'P{seq:4}' },
      pin: { title: '口令', kind: 'input', secret: true },
      doneQty: { title: '已完成', type: 'decimal', readonly: true },
    };
    const page = orderPage({
      fields: { ...ORDER.fields, items: { ...items, fields: { ...items.fields, ...kept } } },
    });
    const [row] = storedOrder(1).items as WireRecord[];
    const wire = { ...storedOrder(1), items: [{ ...row, lot: 'P0001', pin: '******', doneQty: 5 }] };
    const sub = openForm(wire as WireRecord, { page }).subs.get('items')!;
    const [added = ''] = sub.copyRows([ids(100)]);
    expect(sub.store.row(added)).toMatchObject({
      qty: 10,
      name: '电机',
      spec: '12V',
      lot: null,
      pin: null,
      doneQty: 0,
    });
  });

  it('keeps what was typed when the record was stored by somebody else', () => {
    const model = openForm(storedOrder());
    model.set('remark', '我的');
    model.rebase({ ...storedOrder(), version: 4, contact: '王工' }, model.doc);
    expect(model.toSend()).toEqual({ id: ids(9), version: 4, remark: '我的', contact: '何建国' });
  });

  it('shows of a field that a rule closes what the save will keep, and says so', () => {
    const said = listener();
    const rules = {
      fixed: { when: 'kind == 2', readonly: ['rate', 'contact'] },
      sample: { when: 'kind == 2', readonly: ['items.price'] },
    };
    const items = {
      ...(ORDER.fields?.items as FieldDoc),
      rules: { plain: { when: 'urgent', readonly: ['taxPrice'] } },
    };
    const page = orderPage({ rules, fields: { ...ORDER.fields, items } } as never);
    const model = openForm(freshOrder(), { page, fresh: true, said });
    model.set('supplier', ids(30), picked);
    model.set('contact', '王工');
    model.set('rate', 5);
    const items0 = model.subs.get('items');
    const row = (): Row => items0?.store.rows[0] as Row;
    const cell = (col: string, value: Value): void => items0?.change([{ row: row().id, col, value }]);
    cell('qty', 2);
    cell('price', 10);
    cell('taxPrice', 12);
    expect(model.value('total')).toBe(1);
    model.set('kind', '2');
    // by default, by the fill of what was picked, by nothing
    expect([model.value('rate'), model.value('contact'), row().price]).toEqual([100, '何建国', null]);
    expect(model.value('total')).toBe(0);
    expect(said.toasts).toEqual(['「联系人」「折扣」「单价」已不能填写，填过的值不保存']);
    cell('urgent', true);
    expect(row().taxPrice).toBeNull();
    expect(row().qty).toBe(2);
    // of a stored record the stored state says what is closed
    const stored = openForm(storedOrder(), { page });
    stored.set('rate', 5);
    stored.set('kind', '2');
    expect(stored.value('rate')).toBe(5);
  });

  it('takes rows of a record made from another document behind its own, and head values where nothing stands', () => {
    const model = openForm(freshOrder(), { fresh: true });
    model.set('contact', '王工');
    const made = { ...storedOrder(2), id: ids(77), version: undefined } as unknown as WireRecord;
    model.addFrom(made);
    expect(model.value('supplier')).toBe(ids(30));
    expect(model.value('contact')).toBe('王工');
    expect(model.subs.get('items')?.store.rows.map((row) => row.qty)).toEqual([10, 10]);
    model.addFrom({
      ...made,
      items: [{ ...(storedOrder(1).items as unknown as object[])[0], id: ids(300), qty: 4 }],
    } as never);
    expect(model.subs.get('items')?.store.rows.map((row) => row.qty)).toEqual([10, 10, 4]);
    expect(model.value('total')).toBe(48);
  });

  it('asks the server once for what an expression misses, and goes on when it is there', async () => {
    const calls = serve({ resolve: () => ({ values: {}, _hop: HOPS }) });
    const wire = { ...freshOrder(), _hop: {} };
    const model = openForm(wire as never, { fresh: true });
    model.set('supplier', ids(30));
    expect(model.value('contact')).toBeNull();
    await settled(120);
    expect(calls.filter((call) => call.path.includes('resolve'))).toHaveLength(1);
    expect(model.value('contact')).toBe('何建国');
  });

  it('knows until when its questions are open: a save waits for their answers, not for ever', async () => {
    serve({ resolve: () => ({ values: {}, _hop: HOPS }) });
    const model = openForm({ ...freshOrder(), _hop: {} } as never, { fresh: true });
    expect(model.underWay.any).toBe(false);
    model.set('supplier', ids(30));
    expect(model.underWay.any).toBe(true);
    await model.underWay.over();
    expect(model.value('contact')).toBe('何建国');
    expect(model.underWay.any).toBe(false);
    void model.underWay.add(new Promise(() => undefined));
    await model.underWay.over(30);
    expect(model.underWay.any).toBe(true);
    expect(await typingOver(model, 30)).toBeNull();
    // what somebody typed is no matter of patience: it does not go out without it
    void model.underWay.add(new Promise(() => undefined), true);
    expect(await typingOver(model, 30)).toBe('填写的内容还没有查到，请稍候再试');
  });

  it('loads the answer of a save as the stored state', () => {
    const model = openForm(storedOrder());
    model.set('remark', '加急');
    expect(model.dirty).toBe(true);
    expect(model.changedFrom('remark')).toBeNull();
    model.load({ ...storedOrder(), version: 4, remark: '加急' });
    expect(model.dirty).toBe(false);
    expect(model.changedFrom('remark')).toBeUndefined();
    expect(model.toSend()).toEqual({ id: ids(9), version: 4 });
  });

  it('merges the patch of a draft action', () => {
    const model = openForm(storedOrder());
    model.merge({ remark: '补', rate: 200 });
    expect(model.value('remark')).toBe('补');
    expect(model.value('total')).toBe(120);
    expect(model.dirty).toBe(true);
  });
});

describe('a page without a field', () => {
  it('needs no granted field to open', () => {
    const page = orderPage();
    const { contact: _contact, ...fields } = page.object.fields;
    const model = openForm(storedOrder(), { page: { ...page, object: { ...page.object, fields } } });
    expect(model.value('contact')).toBeNull();
  });
});

describe('tabs of a detail page', () => {
  it('of equal names are one: the fields, and the list below them', () => {
    const page = orderPage({
      edit: { groups: { base: { fields: ['nbr'] }, stock: { title: '库存', tab: '库存', fields: ['remark'] } } },
      detail: { tabs: { $edit: {}, stock: { title: '库存', list: 'stock' }, other: { title: '其他', list: 'stock' } } },
    });
    const tabs = detailTabs(page, openForm(storedOrder(), { page }));
    expect(tabs.map((tab) => [tab.title, tab.groups.length, tab.list?.code])).toEqual([
      ['基本信息', 1, undefined],
      ['库存', 1, 'stock'],
      ['其他', 0, 'other'],
    ]);
    const barred = { ...page, can: (right: string) => right !== `${page.object.detail.tabs.at(-1)?.list}:view` };
    expect(detailTabs(barred, openForm(storedOrder(), { page })).map((tab) => tab.list?.code)).not.toContain('other');
  });
});
