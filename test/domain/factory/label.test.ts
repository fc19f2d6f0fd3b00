/** Labels of the demo factory (20 §3, §10.10, scenario 12): making, first paper, reprints and their limit, split, merge, scans. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { Ctx } from '../../../server/ctx';
import { newId } from '../../../server/ids';
import { countOf, spread } from '../../../server/labels/quantities';
import { forgetSettings } from '../../../server/records/settings/settings';
import type { AskOf } from '../../../server/rows';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';
import { demoFactory, type Factory } from '../factory';

type Who = 'admin' | 'keeper' | 'reader';
type Wire = Record<string, unknown>;
let factory: Factory;
let app: SignedApp<Who>;
let reason = '';
const ids: Record<string, string> = {};

const KEEPER = [
  'material:view',
  'equipment:view',
  'codeLabel:view',
  'codeLabel:print',
  'codeLabel:reprint',
  'codeRePrint:view',
];
beforeAll(async () => {
  factory = await demoFactory();
  const user = await admin((ctx) => Promise.resolve(ctx.session.me.id));
  const me = { id: user };
  app = await openSignedApp(
    {
      admin: sessionOf(factory.org, [{ isSuper: true }], me),
      keeper: sessionOf(factory.org, [{ functions: KEEPER }], me),
      reader: sessionOf(factory.org, [{ functions: ['material:view'] }], me),
    },
    { db: factory.database.db, mount: factory.engine.mount },
  );
  await admin(async (ctx) => {
    for (const code of ['SR-08', 'TB-30', 'MT-12']) ids[code] = String((await one(ctx, 'material', code)).id);
    ids.cnc = String((await one(ctx, 'equipment', 'CNC-01')).id);
    const [found] = await ctx.records.find('supportInfor', "name == '标签破损'");
    reason = String(found?.id);
  });
});
afterAll(() => app?.close());

const admin = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => factory.as('admin', work);
const one = async (ctx: Ctx, object: string, code: string): Promise<Rec> => {
  const [found] = await ctx.records.find(object, 'code == param.code', { param: { code } });
  return found as Rec;
};
const call = (who: Who, path: string, body: Wire) => app.post<Wire>(who, `/lcdp/codeLabel/${path}`, body);
const scan = (text: string, more: Wire = {}, who: Who = 'admin') =>
  app.post<{ hits: Wire[]; value?: string }>(who, '/lcdp/scan', { text, ...more });
const row = (more: Wire = {}): Wire => ({
  id: ids['SR-08'],
  batchNbr: '2601150001',
  total: 250,
  each: 60,
  count: 0,
  ...more,
});
const make = async (more: Wire = {}, who: Who = 'keeper'): Promise<string[]> => {
  const { data, msg } = await call(who, 'generate', {
    type: 'LB',
    tpl: 'materialLabel',
    rows: [row(more)],
    token: newId(),
  });
  if (!Array.isArray(data?.ids)) throw new Error(msg);
  return data.ids as string[];
};
const label = (id: string): Promise<Rec> => admin(async (ctx) => (await ctx.records.get('codeLabel', id)) as Rec);
const textsOf = (data: Wire): string[] =>
  (data.pages as { items: { k: string; text?: string }[] }[]).flatMap(({ items }) =>
    items.flatMap((item) => (item.k === 'text' && item.text !== undefined ? [item.text] : [])),
  );

describe('a quantity over labels', () => {
  it('gives 5 labels of 250 at 60: 60, 60, 60, 60, 10', () => {
    expect(spread(250, 60)).toEqual([60, 60, 60, 60, 10]);
    expect(countOf(250, 60)).toBe(5);
  });
  it('is exact: 0.3 at 0.1 are three, no crumb of a fourth', () => {
    expect(spread(0.3, 0.1)).toEqual([0.1, 0.1, 0.1]);
    expect(countOf(0.3, 0.1)).toBe(3);
    expect(spread(5, 0)).toEqual([5]);
    expect(spread(0, 5)).toEqual([]);
  });
});

describe('making labels', () => {
  it('writes each with its number and content, in order; the same token once', async () => {
    const token = newId();
    const body = { type: 'LB', tpl: 'materialLabel', rows: [row()], token };
    const first = await call('keeper', 'generate', body);
    const made = first.data.ids as string[];
    expect(made).toHaveLength(5);
    expect((await call('keeper', 'generate', body)).data.ids).toEqual(made);
    const labels = await Promise.all(made.map(label));
    expect(labels.map(({ qty }) => qty)).toEqual([60, 60, 60, 60, 10]);
    const [start] = labels;
    expect(start?.labelNo).toMatch(/^260115\d{6}$/);
    expect(start?.content).toBe(`LB|${start?.labelNo}|2601150001`);
    expect(new Set(labels.map(({ labelNo }) => labelNo)).size).toBe(5);
    expect(start).toMatchObject({ printCount: 0, labelStatus: '1', refCode: 'SR-08', type: 'LB' });
  });
  it('without a quantity is a code of material and batch; a device names itself', async () => {
    const [material] = await make({ total: 0, count: 1 });
    expect((await label(material!)).content).toBe('MB|SR-08|2601150001');
    const { data } = await call('keeper', 'generate', {
      type: 'EQ',
      tpl: 'equipmentLabel',
      rows: [{ id: ids.cnc, count: 2 }],
      token: newId(),
    });
    expect(data.ids).toHaveLength(2);
    expect((await label((data.ids as string[])[0]!)).content).toBe('EQ|CNC-01|');
  });
  it('refuses by name: nothing chosen, no batch, too many, no such layout, decimals, no right', async () => {
    const said = async (body: Wire, who: Who = 'keeper') =>
      (await call(who, 'generate', { type: 'LB', tpl: 'materialLabel', token: newId(), ...body })).msg;
    expect(await said({ rows: [] })).toBe('请先选择要打印的对象');
    const traced = await admin(
      async (ctx) => (await ctx.records.find('material', 'traceMode == 1 && isDisabled == 0', { limit: 1 }))[0] as Rec,
    );
    expect(await said({ rows: [row({ id: traced.id, batchNbr: '' })] })).toBe(
      `批次管理物料「${traced.code}」请填写批次`,
    );
    expect(await said({ rows: [row({ total: 2001, each: 1 })] })).toBe('单次最多打印2000张，请分批打印');
    expect(await said({ rows: [row()], tpl: 'purchaseOrderSheet' })).toMatch(/^模板「.+」未发布$/);
    expect(await said({ rows: [row({ total: 2.5, each: 0 })] })).toBe('单位「件」最多0位小数');
    expect((await call('reader', 'generate', { type: 'LB', tpl: 'materialLabel', rows: [row()] })).code).toBe(403);
  });
  it('previews any label of the run before it is written', async () => {
    const { data } = await call('keeper', 'preview', { type: 'LB', tpl: 'materialLabel', rows: [row()], at: 4 });
    expect(data).toMatchObject({ count: 5, width: 60, height: 40 });
    const texts = textsOf({ pages: [data.page] });
    expect(texts).toContain('10 件');
    expect(texts).not.toContain('补');
  });
});

describe('paper', () => {
  it('is free for ten minutes until somebody says that it came out', async () => {
    const [id] = await make({ total: 60 });
    expect((await call('keeper', 'sheets', { ids: [id], tpl: 'materialLabel' })).data.pages).toHaveLength(1);
    await call('keeper', 'printed', { ids: [id], ok: false, token: newId() });
    expect((await label(id!)).printCount).toBe(0);
    expect((await call('keeper', 'sheets', { ids: [id], tpl: 'materialLabel' })).code).toBe(200);
    const yes = { ids: [id], ok: true, token: newId() };
    await call('keeper', 'printed', yes);
    await call('keeper', 'printed', yes);
    expect((await label(id!)).printCount).toBe(1);
    const { no, again } = {
      no: (await label(id!)).labelNo,
      again: await call('keeper', 'sheets', { ids: [id], tpl: 'materialLabel' }),
    };
    expect(again.msg).toBe(`标签「${no}」已打印或已超过10分钟，请用补打并填写原因`);
  });
  it('after ten minutes needs a reason, printed or not', async () => {
    const [id] = await make({ total: 60 });
    factory.setNow('2026-01-15 10:11:00');
    expect((await call('keeper', 'sheets', { ids: [id], tpl: 'materialLabel' })).code).toBe(203);
    factory.setNow('2026-01-15 10:00:00');
  });
});

describe('scenario 12', () => {
  const again = (id: string, who: Who = 'keeper', more: Wire = {}) =>
    call(who, 'reprint', { ids: [id], reason, tpl: 'materialLabel', token: newId(), ...more });
  it('reprints the same content with the mark 补, twice printed, one record; the fourth needs a supervisor', async () => {
    const [id] = await make({ total: 60 });
    await call('keeper', 'printed', { ids: [id], ok: true, token: newId() });
    const before = await label(id!);
    const { data: doc } = await again(id!);
    const after = await label(id!);
    expect(after).toMatchObject({ content: before.content, printCount: 2, reprintCount: 1 });
    const docs = await admin((ctx) =>
      ctx.records.find('codeRePrint', 'exists(rows, label == param.id)', { param: { id: id! } }),
    );
    expect(docs).toHaveLength(1);
    expect(docs[0]).toMatchObject({
      nbr: expect.stringMatching(/^TMBD20260115\d{4}$/),
      labelCount: 1,
      firstItem: expect.stringContaining('SR-08'),
    });
    const stored = await admin((ctx) => ctx.records.get('codeRePrint', String(doc.id)));
    expect((stored as { rows: Rec[] }).rows[0]).toMatchObject({
      beforeCount: 1,
      result: '1',
      refCode: 'SR-08',
      batchNbr: '2601150001',
      qty: 60,
    });
    const sheets = await call('keeper', 'reprintSheets', { ids: [id], tpl: 'materialLabel', reprint: doc.id });
    expect(textsOf(sheets.data)).toContain('补');

    await again(id!);
    await again(id!);
    expect((await again(id!)).msg).toBe(`标签「${before.labelNo}」已补打3次，超过3次需主管授权`);
    expect((await label(id!)).printCount).toBe(4);
    expect((await again(id!, 'admin')).code).toBe(200);
  });
  it('needs a reason, opens only its own labels, and notes a paper that did not come out', async () => {
    const [id, other] = await make({ total: 120 });
    expect((await again(id!, 'keeper', { reason: '' })).msg).toBe('请选择补打原因');
    expect((await again(id!, 'keeper', { reason: ids['SR-08'] })).msg).toBe('请选择补打原因');
    const { data } = await again(id!);
    expect((await call('keeper', 'reprintSheets', { ids: [other], reprint: data.id })).code).toBe(203);
    expect((await call('keeper', 'reprintSheets', { ids: [id] })).code).toBe(203);
    await call('keeper', 'reprinted', { ids: [id], ok: false, reprint: data.id, token: newId() });
    const doc = await admin((ctx) => ctx.records.get('codeRePrint', String(data.id)));
    expect((doc as { rows: Rec[] }).rows[0]).toMatchObject({ result: '2' });
    expect((await call('reader', 'reprint', { ids: [id], reason })).code).toBe(403);
  });
  it('refuses void labels', async () => {
    const [id] = await make({ total: 60 });
    const { labelNo } = await label(id!);
    await admin((ctx) => ctx.records.act('codeLabel', 'voidLabel', id!, { reason: '贴错' }));
    expect((await again(id!)).msg).toBe(`标签「${labelNo}」已作废，不能补打`);
    expect((await scan(`LB|${labelNo}|`)).msg).toBe(`标签「${labelNo}」已作废`);
    expect((await scan(String(labelNo))).msg).toBe(`标签「${labelNo}」已作废`);
  });
});

describe('split and merge', () => {
  const act = <Action extends 'merge' | 'split'>(action: Action, id: string, ask: AskOf<'codeLabel', Action>) =>
    admin((ctx) => ctx.records.act('codeLabel', action, id, ask));
  const partsOf = (id: string) =>
    admin((ctx) => ctx.records.find('codeLabel', 'parentLabel == param.id', { param: { id }, sort: 'labelNo' }));
  it('splits into labels that come to the quantity', async () => {
    const [id] = await make({ total: 60 });
    await expect(act('split', id!, { quantities: '20,30' })).rejects.toThrow('拆分数量合计50必须等于原数量60');
    await expect(act('split', id!, { quantities: '60' })).rejects.toThrow('请填写两个以上大于0的数量');
    await act('split', id!, { quantities: '20，40' });
    expect((await label(id!)).labelStatus).toBe('3');
    const parts = await partsOf(id!);
    expect(parts.map(({ qty, batchNbr, labelStatus, printCount }) => [qty, batchNbr, labelStatus, printCount])).toEqual(
      [
        [20, '2601150001', '1', 0],
        [40, '2601150001', '1', 0],
      ],
    );
    await expect(act('split', id!, { quantities: '30,30' })).rejects.toThrow();
  });
  it('merges what is the same into one, and nothing else', async () => {
    const [a, b] = await make({ total: 100, each: 60 });
    const [strange] = await make({ total: 60, batchNbr: '2601150002' });
    await expect(act('merge', a!, { labels: [strange!] })).rejects.toThrow('只有物料、属性、批次相同的标签才能合并');
    await act('merge', a!, { labels: [b!] });
    expect([(await label(a!)).labelStatus, (await label(b!)).labelStatus]).toEqual(['4', '4']);
    expect((await partsOf(a!)).map(({ qty }) => qty)).toEqual([100]);
  });
});

describe('the resolver', () => {
  it('reads material and batch, and a single label with its quantity', async () => {
    expect((await scan('MB|SR-08|2601150001')).data.hits).toMatchObject([
      { object: 'material', code: 'SR-08', batchNbr: '2601150001' },
    ]);
    const [id] = await make({ total: 60 });
    const { labelNo } = await label(id!);
    const hit = { object: 'material', code: 'SR-08', batchNbr: '2601150001', qty: 60, labelNo };
    expect((await scan(`LB|${labelNo}|2601150001`)).data.hits).toMatchObject([hit]);
    expect((await scan(String(labelNo))).data.hits).toMatchObject([hit]);
  });
  it('reads devices, bar codes, GS1 texts and links, plain codes', async () => {
    await admin(async (ctx) => {
      const material = await ctx.records.get('material', ids['MT-12']!);
      await ctx.records.save('material', { ...material, barcode: '6901234567892' } as Rec);
    });
    expect((await scan('EQ|CNC-01|')).data.hits).toMatchObject([{ object: 'equipment', code: 'CNC-01' }]);
    expect((await scan('6901234567892')).data.hits).toMatchObject([{ code: 'MT-12' }]);
    const gs1 = { code: 'MT-12', batchNbr: 'A1', expireDate: '2027-06-30', qty: 12 };
    expect((await scan('(01)06901234567892(17)270630(10)A1(37)12')).data.hits).toMatchObject([gs1]);
    expect((await scan(']d2010690123456789217270630' + '3712\u001d10A1')).data.hits).toMatchObject([gs1]);
    expect((await scan('https://id.example.com/01/06901234567892/10/A1?17=270600&37=12')).data.hits).toMatchObject([
      gs1,
    ]);
    expect((await scan('SR-08')).data.hits).toMatchObject([{ object: 'material', code: 'SR-08' }]);
  });
  it('says what is unknown, and hides what the user may not open', async () => {
    for (const text of ['XX-??', '2026-01-15', '2026-01-15 10:00:00', '0199bb2a-7a4e-7000-8000-000000000001'])
      expect((await scan(text)).msg).toBe(`无法识别的条码：${text}`);
    expect((await scan('LB|999999999999|')).msg).toBe('无法识别的条码：LB|999999999999|');
    expect((await scan('EQ|CNC-01|', {}, 'reader')).msg).toBe('无法识别的条码：EQ|CNC-01|');
    expect((await scan('EQ|CNC-01|', { page: 'purchaseIn', field: 'items.material' })).msg).toBe(
      '条码是设备「CNC-01」，这里需要物料',
    );
  });
  it('answers for the one of several things that was chosen', async () => {
    // a second material whose pack carries the bar code of the first
    await admin(async (ctx) => {
      const { id, version, unit } = (await ctx.records.get('material', ids['SR-08']!))!;
      const [pack] = await ctx.records.find('unit', 'id != param.unit', { param: { unit: unit! }, limit: 1 });
      const units = [{ id: newId(), unit: pack!.id, factor: 20, barcode: '6901234567892' }];
      await ctx.records.save('material', { id, version, units } as Rec);
    });
    const at = { page: 'material', field: 'code' };
    const { hits, value } = (await scan('6901234567892', at)).data;
    expect([hits.map(({ code }) => code).sort(), value]).toEqual([['MT-12', 'SR-08'], undefined]);
    const { object, id } = hits.find(({ code }) => code === 'SR-08')!;
    expect((await scan('6901234567892', { ...at, hit: { object, id } })).data.value).toBe('SR-08');
    expect((await scan('6901234567892', { ...at, hit: 'SR-08' })).code).toBe(400);
    expect((await scan('6901234567892', { ...at, hit: { object, id: newId() } })).msg).toBe(
      '无法识别的条码：6901234567892',
    );
  });
  it('answers what a text field takes, and every picker understands codes', async () => {
    expect((await scan('MB|SR-08|2601150001', { page: 'batch', field: 'batchNbr' })).data.value).toBe('2601150001');
    expect((await scan('MB|MT-12|', { page: 'material', field: 'barcode' })).data.value).toBe('6901234567892');
    const pick = await app.post<{ records: Wire[] }>('admin', '/lcdp/data/purchaseIn/pick/items.material', {
      search: 'MB|SR-08|2601150001',
    });
    expect(pick.data.records.map(({ code }) => code)).toEqual(['SR-08']);
  });
});

describe('new batches', () => {
  it('are numbered by the rule of the material, else by day', async () => {
    const next = async (code: string) => (await call('keeper', 'batch', { material: ids[code] })).data.batchNbr;
    const first = Number(await next('SR-08'));
    expect(String(first)).toMatch(/^260115\d{4}$/);
    expect(Number(await next('SR-08'))).toBe(first + 1);
    await admin(async (ctx) => {
      const rule = await ctx.records.save('codeRule', {
        name: '钢管批次',
        docType: 'batch',
        priority: 10,
        dateSource: '0',
        condition: "material.code == 'TB-30'",
        segments: [
          { id: ctx.newId(), segType: '1', text: 'TB' },
          { id: ctx.newId(), segType: '2', dateFormat: 'yyMM', inScope: true },
          { id: ctx.newId(), segType: '4', len: 3, startVal: 1, step: 1, reset: '2', inScope: true },
        ],
      } as never);
      const material = await ctx.records.get('material', ids['TB-30']!);
      await ctx.records.save('material', { ...material, batchRule: rule.id } as Rec);
    });
    expect(await next('TB-30')).toBe('TB2601001');
    expect(await next('TB-30')).toBe('TB2601002');
    expect(String(await next('SR-08'))).toMatch(/^260115\d{4}$/);
  });
});

describe('code.manual', () => {
  it('off leaves codes of masters to their rules', async () => {
    const made = (code?: string) =>
      app.post<Wire>('admin', '/lcdp/data/carrier/save', {
        record: { name: `物流${code ?? ''}`, kind: '1', ...(code ? { code } : {}) },
        token: newId(),
      });
    expect((await made('WL-X1')).code).toBe(200);
    const { db } = factory.database;
    const rows = db.withSchema(factory.org.schema);
    await rows
      .insertInto('mw_setting')
      .values({ key: 'code.manual', value: 'false' } as never)
      .execute();
    forgetSettings(factory.org.id);
    expect((await made('WL-X2')).msg).toBe('编码由编码规则生成，不能手工填写');
    expect((await made()).code).toBe(200);
    await rows.deleteFrom('mw_setting').where('key', '=', 'code.manual').execute();
    forgetSettings(factory.org.id);
  });
});
