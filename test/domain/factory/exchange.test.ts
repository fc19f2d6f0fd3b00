/** Workbooks and settings of the factory model: acceptance 11 and the settings of 15 (20 §13), the templates of §9. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rec } from '../../../schemas/language/value';
import type { ImportAnswer } from '../../../schemas/language/wire';
import { makeBook } from '../../../server/excel/write';
import type { EngineCtx } from '../../../server/records/host';
import { openSettings, saveSettingsPage } from '../../../server/records/settings/settings-page';
import { historyOf } from '../../../server/records/trail/history';
import { actsOf, refusal } from '../../support/demo-acts';
import { openSignedApp, sessionOf } from '../../support/sessions';
import { sheetRows } from '../../support/sheets';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let app: FastifyInstance;
let headers: Record<string, string>;
let planning: Record<string, string>;
let scheduling: Record<string, string>;
beforeAll(async () => {
  factory = await demoFactory();
  const root = sessionOf(factory.org, [{ isSuper: true }]);
  const planner = sessionOf(factory.org, [{ functions: ['sysSetting:view', 'sysSetting:edit'] }]);
  const scheduler = sessionOf(factory.org, [
    { functions: ['capacity:config', 'schedulingConfig:view', 'factoryUnit:view', 'workGroup:view'] },
  ]);
  const signed = await openSignedApp(
    { root, planner, scheduler },
    { db: factory.database.db, mount: factory.engine.mount },
  );
  app = signed.app;
  headers = signed.headers('root');
  planning = signed.headers('planner');
  scheduling = signed.headers('scheduler');
});
afterAll(async () => {
  await app?.close();
  await factory?.database.drop();
});
const { byCode, edit, id } = actsOf(() => factory);

const BASE = '/v2/api/mes';
const bookOf = (rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> =>
  makeBook([{ spec: { name: '数据', columns: rows[0]!.map(() => ({ width: 10 })) }, rows }]);
const load = async (code: string, file: Buffer, query: string): Promise<{ msg: string; data: ImportAnswer }> => {
  const { payload } = await app.inject({
    method: 'POST',
    url: `${BASE}/lcdp/data/${code}/import?${query}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: file,
  });
  return JSON.parse(payload.trim().split('\n').at(-1)!);
};
const many = (object: string, where: string): Promise<readonly Rec[]> =>
  factory.as('admin', (ctx) => ctx.records.find(object, where));

describe('acceptance 11: 120 materials', () => {
  const HEAD = ['编码', '名称', '物料分类', '物料类型', '来源', '基本单位', '安全库存'];
  const good = (n: number) => [`IM-${n}`, `导入料${n}`, 'XC', '原材料', '外购', 'PCS', n];
  const rows = Array.from({ length: 120 }, (_, n) => good(n + 1));

  it('with three errors are refused as a whole, the cells marked', async () => {
    const wrong = rows.map((row) => [...row]);
    wrong[9]![5] = '斤';
    wrong[49]![0] = 'IM-20';
    wrong[99]![6] = '很多';
    const file = await bookOf([HEAD, ...wrong]);
    const { data } = await load('material', file, 'dryRun=1');
    expect([data.rows, data.passed, data.failed]).toEqual([120, 117, 3]);
    expect(data.errors.map(({ row, column }) => [row, column])).toEqual([
      [11, '基本单位'],
      [51, '编码'],
      [101, '安全库存'],
    ]);
    const marked = await sheetRows(Buffer.from(data.file!.content, 'base64'));
    expect(marked.filter((row) => row.at(-1) !== null).length).toBe(4);
    expect((await load('material', file, 'token=wrong')).msg).toBe('导入未执行：共3处错误');
    expect(await many('material', "starts(code, 'IM-')")).toHaveLength(0);
  });
  it('are kept in one, and once for one token', async () => {
    // every other one has a box of 20
    const file = await bookOf([
      [...HEAD, '辅助单位', '换算系数'],
      ...rows.map((row, n) => [...row, ...(n % 2 === 1 ? ['XIANG', 20] : [null, null])]),
    ]);
    const first = await load('material', file, 'token=right');
    expect(first.data).toMatchObject({ rows: 120, added: 120, failed: 0 });
    expect((await load('material', file, 'token=right')).data).toEqual(first.data);
    expect(await many('material', "starts(code, 'IM-')")).toHaveLength(120);
    expect([(await byCode('material', 'IM-1')).units, (await byCode('material', 'IM-2')).units]).toMatchObject([
      [],
      [{ factor: 20 }],
    ]);
  });
});

describe('POST /lcdp/tBdMaterial/exprotData', () => {
  it('is the sheet of the list of materials', async () => {
    const sheet = async (path: string) => {
      const answer = await app.inject({
        method: 'POST',
        url: `${BASE}${path}`,
        headers,
        payload: { search: { code: 'SR-08' } },
      });
      expect(answer.headers['x-total-rows']).toBe('1');
      return sheetRows(answer.rawPayload);
    };
    expect(await sheet('/lcdp/tBdMaterial/exprotData')).toEqual(await sheet('/lcdp/data/material/export'));
  });
});

describe('POST /gongdan/prdOrder', () => {
  const sheet = async (path: string, number?: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: `${BASE}/gongdan/prdOrder/${path}`,
      headers,
      payload: { search: { nbr: 'SCDD202601080002' }, columns: ['nbr', 'planQty'] },
    });
    return sheetRows(answer.rawPayload, number);
  };
  it('exportOrderList is the sheet of the list of orders', async () => {
    expect(await sheet('exportOrderList')).toEqual([
      ['订单编号', '计划数量'],
      ['SCDD202601080002', 100],
    ]);
  });
  it('exportOrderAndMaterialList has what they need on a sheet behind it', async () => {
    expect(await sheet('exportOrderAndMaterialList')).toEqual(await sheet('exportOrderList'));
    const [head, ...rows] = await sheet('exportOrderAndMaterialList', '用料');
    expect(head).toEqual([
      '订单编号',
      '行号',
      '物料编码',
      '名称',
      '规格',
      '单位',
      '单位用量',
      '损耗率',
      '需求',
      '已领',
      '已耗',
      '已退',
      '缺料',
      '子订单号',
    ]);
    expect(rows.map((row) => [row[0], row[1], row[2], row[8]])).toEqual([
      ['SCDD202601080002', 10, 'TB-30', 12.36],
      ['SCDD202601080002', 20, 'SR-08', 204],
      ['SCDD202601080002', 30, 'GR-01', 5],
    ]);
  });
});

describe('POST exportData of what the specification names', () => {
  const call = (path: string, sent: Record<string, string> = headers) =>
    app.inject({ method: 'POST', url: `${BASE}/${path}/exportData`, headers: sent, payload: {} });
  it('says in words that there is nothing, and refuses who may not', async () => {
    for (const object of ['gongdan/prdReport', 'gongdan/prdStart', 'iot/faultWarning', 'iot/thresholdWarning']) {
      expect((await call(object)).json()).toMatchObject({ msg: '没有可导出的数据' });
      expect((await call(object, planning)).json()).toMatchObject({ code: 403 });
    }
  });
});

describe('GET /export/template/excel', () => {
  const head = async (code: string): Promise<unknown> => {
    const answer = await app.inject({ method: 'GET', url: `${BASE}/export/template/excel?code=${code}`, headers });
    if (String(answer.headers['content-type']).includes('json')) return (answer.json() as { msg: string }).msg;
    return (await sheetRows(answer.rawPayload))[0]!.filter((row) => row !== null).join(' ');
  };
  it('gives the columns of the domain and those of the organisation behind them, the needed ones marked', async () => {
    expect(await head('material')).toBe(
      '编码 名称* 规格型号 图号 物料分类* 物料类型* 来源* 基本单位* 辅助单位 换算系数 追溯方式* 保质期 来料检验 完工检验 发料方式 默认仓库 默认库位 安全库存 最小包装 提前期 参考采购价 备注 表面要求 单重',
    );
    expect(await head('equipment')).toBe(
      '设备编码 设备名称* 设备分类* 型号 规格 所属单元* 工作组 责任人 重要度 资产编号 制造商 出厂编号 购置日期 启用日期 质保到期 原值 功率 额定节拍 备注',
    );
    expect(await head('bom')).toMatch(/^产品编码\* 版本\* 基准数量\* 子件编码\* 用量\* 单位\*/);
    expect(await head('employee')).toMatch(/^工号 姓名\* 性别\* 手机号 身份证号 部门\*/);
    expect(await head('route')).toMatch(/^路线编码\*? 路线名称\* 版本\* 适用物料 工序号\* 工序编码\* 前工序 工作组/);
  });
  it('offers in a drop-down what the picker of the field offers', async () => {
    const answer = await app.inject({ method: 'GET', url: `${BASE}/export/template/excel?code=supplier`, headers });
    const [titles = [], sample = []] = await sheetRows(answer.rawPayload);
    // of all 辅助资料 a tax rate would be the first
    const ways = await many('supportInfor', "kind.code == 'settleKind' && isDisabled == 0");
    expect(ways.map((way) => way.name)).toContain(sample[titles.indexOf('结算方式')]);
  });
  it('names what has none', async () => {
    for (const code of ['deviceWork', 'nothing']) expect(await head(code)).toBe(`模板不存在：${code}`);
  });
  it('has a second sheet for the operations of an order (30 §2)', async () => {
    expect(await head('orderRoute')).toBe('订单编号* 工序号 工序编码 工作组 准备 标准工时 检验 外协');
    expect(await head('orderProcess')).toBe('工单号* 工序号* 工序编码* 工作组 准备 标准工时 检验');
  });
});

describe('operations of orders from a workbook', () => {
  const HEAD = ['订单编号*', '工序号', '工序编码', '准备', '标准工时', '检验'];
  const [NEW, AUDITED] = ['SCDD202601150001', 'SCDD202601080003'];
  const opsOf = async (nbr: string): Promise<readonly Rec[]> => {
    const [found] = await many('prdOrder', `nbr == '${nbr}'`);
    const order = await factory.as('admin', (ctx) => ctx.records.get('prdOrder', found!.id as string));
    return (order!.ops ?? []) as readonly Rec[];
  };
  const file = (nbr: string, ...rows: readonly (string | number | null)[][]) =>
    bookOf([HEAD, ...rows.map((row) => [nbr, ...row])]);
  it('take the place of those it had', async () => {
    const process = { CX: await id('process', 'CX'), XX: await id('process', 'XX') };
    const book = await file(NEW, [10, 'CX', 15, 2.5, '是'], [20, 'XX', null, 1, '否']);
    expect((await load('prdOrder', book, 'code=orderRoute&dryRun=1')).data).toMatchObject({ changed: 1, failed: 0 });
    expect((await load('prdOrder', book, 'code=orderRoute&token=or1')).data).toMatchObject({
      rows: 2,
      changed: 1,
      added: 0,
    });
    const want = [
      { opNbr: 10, process: process.CX, setupMin: 15, stdMin: 2.5, inspectFlag: true },
      { opNbr: 20, process: process.XX, stdMin: 1, inspectFlag: false },
    ];
    const ops = await opsOf(NEW);
    expect(ops).toMatchObject(want);
    expect(ops).toHaveLength(2);
  });
  it('are refused for an order that is audited, that is not there, with one row wrong: nothing is written', async () => {
    const before = [await opsOf(NEW), await opsOf(AUDITED)];
    const tell = async (book: Buffer): Promise<unknown[]> => {
      const { data } = await load('prdOrder', book, 'code=orderRoute&dryRun=1');
      expect(
        (await load('prdOrder', book, `code=orderRoute&token=or${data.errors[0]?.row}${data.errors[0]?.text}`)).msg,
      ).toBe(`导入未执行：共${data.failed}处错误`);
      return data.errors.map(({ row, column, text }) => [row, column, text]);
    };
    expect(await tell(await file(AUDITED, [10, 'CX', 1, 1, '是']))).toEqual([[2, '', '「工艺」当前不可修改']]);
    expect(await tell(await file('SCDD209901010001', [10, 'CX', 1, 1, '是']))).toEqual([
      [2, '订单编号', '没有找到要更新的记录'],
    ]);
    expect(await tell(await file(NEW, [10, 'CX', 1, 1, '是'], [10, 'XX', 1, 1, '是']))).toEqual([
      [2, '工序号', '工序号10重复'],
      [3, '工序号', '工序号10重复'],
    ]);
    expect([await opsOf(NEW), await opsOf(AUDITED)]).toEqual(before);
  });
  it('never make an order: a number is the rule’s', async () => {
    const book = await file('SCDD209901010001', [10, 'CX', 1, 1, '是']);
    for (const mode of ['add', 'upsert'])
      expect(await load('prdOrder', book, `code=orderRoute&mode=${mode}&dryRun=1`)).toMatchObject({ code: 400 });
  });
});

describe('operations of a work order from a workbook', () => {
  const HEAD = ['工单号*', '工序号*', '工序编码*', '标准工时'];
  it('need their number: a line without one would add another each time', async () => {
    const [work] = await many('workOrder', 'docStatus == 10');
    const opsOf = () => many('orderProcess', `workOrderNbr.nbr == '${work!.nbr}'`);
    const before = await opsOf();
    const book = await bookOf([HEAD, [work!.nbr as string, null, 'XX', 1.5]]);
    for (const mode of ['add', 'upsert'])
      expect((await load('orderProcess', book, `code=orderProcess&mode=${mode}&dryRun=1`)).data.errors).toMatchObject([
        { row: 2, column: '工序号', text: '请填写工序号' },
      ]);
    expect((await load('orderProcess', book, 'code=orderProcess&token=op0')).msg).toBe('导入未执行：共1处错误');
    expect(await opsOf()).toEqual(before);
  });
  it('are added and changed while it waits', async () => {
    const [work] = await many('workOrder', 'docStatus == 10');
    const nbr = work!.nbr as string;
    const opsOf = () => many('orderProcess', `workOrderNbr.nbr == '${nbr}'`);
    const before = await opsOf();
    const [first] = before;
    const code = (await many('process', 'true')).find(({ id }) => id === first!.process)?.code as string;
    const book = await bookOf([HEAD, [nbr, first!.opNbr as number, code, 7], [nbr, 995, 'XX', 1.5]]);
    expect((await load('orderProcess', book, 'code=orderProcess&dryRun=1')).data).toMatchObject({ failed: 0 });
    expect((await load('orderProcess', book, 'code=orderProcess&token=op1')).data).toMatchObject({ rows: 2, added: 1 });
    const after = await opsOf();
    expect(after).toHaveLength(before.length + 1);
    expect(after.find(({ id }) => id === first!.id)).toMatchObject({ stdMin: 7 });
    expect(after.find(({ opNbr }) => opNbr === 995)).toMatchObject({
      stdMin: 1.5,
      planQty: work!.planQty,
      isLast: true,
    });
  });
});

describe('people from a workbook', () => {
  const HEAD = ['工号', '姓名', '性别', '部门', '班组', '计薪方式', '入职日期', '工序技能', '登录账号'];
  const lines = (...rows: (string | null)[][]) => bookOf([HEAD, ...rows]);
  const person = (name: string, crew: string, skills: string, login: string | null, code = 'YG0901') => [
    code,
    name,
    '男',
    '111',
    crew,
    '计件',
    '2026-01-05',
    skills,
    login,
  ];
  const teamOf = async (code: string) => (await byCode('employee', code)).team;
  it('join their crew, know their operations and get their account, once', async () => {
    const file = await lines(person('周正', '机加一班', 'CX:可带教；铣削', 'zhouzheng'));
    expect((await load('employee', file, 'token=y1')).data).toMatchObject({ added: 1, failed: 0 });
    const stored = await byCode('employee', 'YG0901');
    expect(stored).toMatchObject({ joins: null, skillText: null, loginName: null, team: await id('team', 'JJ1') });
    expect(stored.skills).toMatchObject([
      { process: await id('process', 'CX'), level: '3' },
      { process: await id('process', 'XX'), level: '2' },
    ]);
    const [user] = await many('user', "loginName == 'zhouzheng'");
    expect([user?.employee, stored.user]).toEqual([stored.id, user?.id]);
    const members = ((await byCode('team', 'JJ1')).members as readonly Rec[]).length;
    const again = await lines(person('周正', '机加一班', 'CX:2', 'zhouzheng'));
    expect((await load('employee', again, 'token=y2&mode=upsert')).data).toMatchObject({ failed: 0 });
    expect((await byCode('employee', 'YG0901')).skills).toMatchObject([{ level: '2' }, { level: '2' }]);
    expect(((await byCode('team', 'JJ1')).members as readonly Rec[]).length).toBe(members);
  });
  it('are refused with what does not fit, nothing written', async () => {
    const before = (await many('employee', 'true')).length;
    const { data } = await load(
      'employee',
      await lines(
        person('周正', '机加二班', 'CX', 'zz2'),
        person('吴甲', '机加一班', 'QQ:2', null, 'YG0902'),
        person('吴乙', '机加一班', 'CX:高手', null, 'YG0903'),
        person('吴丙', '机加一班', 'CX', 'zhouzheng', 'YG0904'),
      ),
      'dryRun=1&mode=upsert',
    );
    expect(data.errors.map(({ row, column, text }) => [row, column, text])).toEqual([
      [2, '班组', '员工「周正」在2026-01-15至今已属于班组「机加一班」'],
      [2, '登录账号', '该员工已有账号「zhouzheng」'],
      [3, '工序技能', '工序「QQ」不存在'],
      [4, '工序技能', '技能「CX:高手」应为 工序编码:等级，等级可填学徒、独立操作、可带教'],
      [5, '登录账号', '账号「zhouzheng」已属于其他员工'],
    ]);
    expect((await many('employee', 'true')).length).toBe(before);
    expect(await teamOf('YG0901')).toBe(await id('team', 'JJ1'));
  });
});

describe('templates filled in and sent back', () => {
  /** the sheet as it is downloaded, its needed columns and some others filled */
  const filled = async (code: string, values: Readonly<Record<string, string | number>>): Promise<Buffer> => {
    const answer = await app.inject({ method: 'GET', url: `${BASE}/export/template/excel?code=${code}`, headers });
    const [head = []] = await sheetRows(answer.rawPayload);
    const titles = head.filter((value) => value !== null).map(String);
    const bare = titles.map((title) => title.replace('*', ''));
    expect(Object.keys(values).filter((title) => !bare.includes(title))).toEqual([]);
    return bookOf([titles, bare.map((title) => values[title] ?? null)]);
  };
  it.each([
    [
      'material',
      'RT-01',
      {
        编码: 'RT-01',
        名称: '往返料',
        物料分类: 'XC',
        物料类型: '原材料',
        来源: '外购',
        基本单位: 'PCS',
        追溯方式: '不管理',
      },
    ],
    [
      'equipment',
      'RT-02',
      { 设备编码: 'RT-02', 设备名称: '往返车床', 设备分类: 'CNC', 所属单元: 'JJ-CX', 工作组: '车削组', 重要度: '一般' },
    ],
    [
      'employee',
      'RT-03',
      { 工号: 'RT-03', 姓名: '往返', 性别: '女', 部门: '112', 班组: 'ZP1', 计薪方式: '计件', 入职日期: '2026-01-05' },
    ],
    [
      'route',
      'RT-04',
      {
        路线编码: 'RT-04',
        路线名称: '往返线',
        版本: 'V1.0',
        适用物料: 'WG-080',
        工序号: 10,
        工序编码: 'CX',
        单件倍率: 1,
      },
    ],
  ])('of %s come in as one record', async (object, code, values) => {
    const { data } = await load(object, await filled(object, values as never), `token=rt-${object}`);
    expect(data).toMatchObject({ rows: 1, added: 1, failed: 0 });
    expect((await byCode(object, code)).id).toBeTypeOf('string');
  });
});

describe('a route from a workbook', () => {
  it('is a draft with its operations', async () => {
    const HEAD = ['路线编码', '路线名称', '版本', '适用物料', '工序号', '工序编码', '单件倍率'];
    const rows = [
      ['LX-9', '外管二线', 'V1.0', 'WG-080', 10, 'XL', 1],
      ['LX-9', '外管二线', 'V1.0', 'WG-080', 20, 'CX', 1],
    ];
    const { data } = await load('route', await bookOf([HEAD, ...rows]), 'token=r1');
    expect(data).toMatchObject({ added: 1, failed: 0 });
    const route = await byCode('route', 'LX-9');
    expect(route).toMatchObject({ docStatus: '10', name: '外管二线', materials: [await id('material', 'WG-080')] });
    expect((route.ops as readonly Rec[]).map((op) => op.opNbr)).toEqual([10, 20]);
  });
});

describe('equipment from a workbook', () => {
  const HEAD = ['设备编码', '设备名称', '设备分类', '所属单元', '工作组'];
  const lines = (...rows: (string | null)[][]) => bookOf([HEAD, ...rows]);
  it('stands in its work group, once', async () => {
    const rows = [
      ['NC-01', '新车床', 'CNC', 'JJ-CX', 'CX'],
      ['NC-02', '新铣床', 'CNC', 'JJ-CX', '车削组'],
    ];
    expect((await load('equipment', await lines(...rows), 'token=e1')).data).toMatchObject({ added: 2 });
    const group = await byCode('workGroup', 'CX');
    const devices = (group.equips as readonly Rec[]).map((row) => row.equipment);
    expect(devices.slice(-2)).toEqual([await id('equipment', 'NC-01'), await id('equipment', 'NC-02')]);
    expect((await load('equipment', await lines(...rows), 'token=e2&mode=upsert')).data).toMatchObject({ failed: 0 });
    expect(((await byCode('workGroup', 'CX')).equips as unknown[]).length).toBe(devices.length);
    expect(await byCode('equipment', 'NC-01')).toMatchObject({ workGroup: '车削组', joins: null });
    expect(await refusal(edit('equipment', 'NC-01', { joins: await id('workGroup', 'XX') }))).toBe(
      '设备「NC-01」已属于工作组「车削组」',
    );
  });
});

describe('系统设置', () => {
  const as = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
    factory.as('admin', (ctx) => work(ctx as EngineCtx));
  const page = (ctx: EngineCtx) => ctx.registry.page('sysSetting')!;
  const open = () => as((ctx) => openSettings(ctx, page(ctx)));
  const store = (record: Rec, token: string, accept: readonly string[] = ['later']) =>
    as((ctx) => saveSettingsPage({ ...ctx, token } as EngineCtx, page(ctx), { record, accept, token }));

  it('asks before, and of two at once the second is refused', async () => {
    const before = await open();
    const mine = { id: before.id, version: before.version, prdReworkPay: 60, payGroupSplit: '3' } as Rec;
    const asked = await store(mine, 's1', []).catch(
      (error: { data?: { warnings?: { text: string; code: string }[] } }) => error.data?.warnings,
    );
    expect(asked).toMatchObject([{ text: '修改只影响之后的业务，已审核单据不变，是否保存？' }]);
    const accept = (asked as { code: string }[]).map(({ code }) => code);
    await store(mine, 's2', accept);
    expect(await refusal(store({ ...mine, prdReworkPay: 70 }, 's3', accept))).toBe('数据已被他人修改，请刷新后重试');
    const late = { ...(await open()), stockCloseDay: 40 } as unknown as Rec;
    expect(await refusal(store({ id: late.id!, version: late.version!, stockCloseDay: 40 }, 's4', accept))).toContain(
      '28',
    );
  });
  it('tells who changed which key from what to what', async () => {
    const { id: org } = await open();
    const history = await as((ctx) => historyOf(ctx, page(ctx), { id: org }));
    expect(history.records[0]).toMatchObject({
      title: '修改',
      changes: [
        { title: '班组计件分配', before: '按工时', after: '平均' },
        { title: '返工比例', before: 0, after: 60 },
      ],
    });
  });
  it('gives what is made afterwards its value', async () => {
    const fields = await as(async (ctx) => {
      const { records } = ctx;
      return [
        records.object('piecePrice').fields.reworkRate?.default,
        records.object('team').fields.splitMode?.default,
      ];
    });
    expect(fields).toEqual(['=sys.prd.reworkPay', '=sys.pay.groupSplit']);
  });
  it('opens its keys to the calls, and no others', async () => {
    const list = async (who: Record<string, string>) =>
      (
        await app.inject({
          method: 'POST',
          url: `${BASE}/basedata/bdSysConfig/getPageList`,
          headers: who,
          payload: { size: 200 },
        })
      ).json() as { data: { records: { key: string }[] } };
    const own = (await list(planning)).data.records.map(({ key }) => key);
    expect(own).toContain('stock.closeDay');
    expect(own).not.toContain('file.maxMB');
    const all = (await list(headers)).data.records.map(({ key }) => key);
    expect(all).toContain('file.maxMB');
    const write = await app.inject({
      method: 'POST',
      url: `${BASE}/basedata/bdSysConfig/saveOrUpdate`,
      headers: planning,
      payload: { rows: [{ key: 'file.maxMB', value: 1, version: 0 }], token: 's9' },
    });
    expect((write.json() as { code: number }).code).toBe(403);
  });
});

describe('排产参数', () => {
  const PATH = `${BASE}/lcdp/tBdSchedulingConfig`;
  type Answer = { code: number; msg: string; data: Rec & { readonly changeover: readonly Rec[] } };
  const read = async (workshopId?: string, who = scheduling): Promise<Answer> => {
    const query = workshopId === undefined ? '' : `?workshopId=${workshopId}`;
    return (await app.inject({ method: 'GET', url: `${PATH}/getOne${query}`, headers: who })).json();
  };
  const write = async (payload: object, who = scheduling): Promise<Answer> =>
    (await app.inject({ method: 'POST', url: `${PATH}/saveOrUpdate`, headers: who, payload })).json();

  it('are those of the workshop, else of the factory', async () => {
    const [lathes, moulds] = [await id('factoryUnit', 'JJ'), await id('factoryUnit', 'ZS')];
    const own = (await read(lathes)).data;
    expect(own).toMatchObject({ workshopId: lathes, lockHours: 8, direction: '1', rule: '10', weights: '8/4/2/1' });
    expect(own.changeover).toMatchObject([
      { fromKey: 'SG', toKey: 'WG', minutes: 40 },
      { fromKey: 'WG', toKey: 'SG', minutes: 30 },
    ]);
    const common = (await read()).data;
    expect(common).toMatchObject({ workshopId: null, lockHours: 4, horizonDays: 60, dueTime: '17:00:00' });
    expect((await read(moulds)).data.id).toBe(common.id);
  });
  it('are written with the right to them, in one version, once for a token', async () => {
    const moulds = await id('factoryUnit', 'ZS');
    const fresh = { workshopId: moulds, lockHours: 6, changeover: [] };
    expect((await write({ ...fresh, token: 'p0' }, planning)).code).toBe(403);
    expect((await read(undefined, planning)).code).toBe(403);
    expect((await write(fresh)).code).toBe(400);
    const { data: made } = await write({ ...fresh, token: 'p1' });
    expect((await write({ ...fresh, token: 'p1' })).data).toEqual(made);
    expect((await read(moulds)).data).toMatchObject({ id: made.id, lockHours: 6, gapFill: true, faultHours: 4 });
    const twice = await write({ ...fresh, token: 'p2' });
    expect(twice.msg).toBe('该车间已有排产参数，请修改已有的一份');
    const { data: next } = await write({ id: made.id, version: made.version, lockHours: 5, token: 'p3' });
    expect(next.version).not.toBe(made.version);
    const late = await write({ id: made.id, version: made.version, lockHours: 2, token: 'p4' });
    expect(late.msg).toBe('数据已被他人修改，请刷新后重试');
    expect((await read(moulds)).data.lockHours).toBe(5);
  });
  it('refuse what no schedule can use', async () => {
    const { data: common } = await read();
    const workGroupId = await id('workGroup', 'CX');
    const save = (change: object, token: string) => write({ id: common.id, version: common.version, ...change, token });
    const negative = { changeover: [{ id: common.id, workGroupId, fromKey: 'A', toKey: 'B', minutes: -1 }] };
    expect((await save(negative, 'q1')).msg).toBe('换型时间不能为负数');
    expect((await save({ weights: '8/4/2' }, 'q2')).msg).toBe('优先级权重应为4个用「/」分隔的数，例如 8/4/2/1');
    const line = await id('factoryUnit', 'JJ-CX');
    expect((await write({ workshopId: line, token: 'q3' })).code).toBe(203);
    expect((await read()).data).toEqual(common);
  });
  it('are the defaults where nobody set any', async () => {
    const { data: common } = await read();
    await factory.as('admin', (ctx) => ctx.records.act('schedulingConfig', 'del', common.id as string));
    expect((await read()).data).toMatchObject({
      id: null,
      lockHours: 4,
      rule: '10',
      materialMode: '1',
      changeover: [],
    });
  });
});
