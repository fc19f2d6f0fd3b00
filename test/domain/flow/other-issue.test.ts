/** Acceptance 13 of domain part 10: an approval whose document the stock does not bear, in the demo factory. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rec, Row } from '../../../schemas/language/value';
import { runAction } from '../../../server/records/act/actions';
import type { EngineCtx } from '../../../server/records/host';
import { saveRecord } from '../../../server/records/save/save';
import { DAY, demoFactory, type Factory } from '../factory';

let factory: Factory;
beforeAll(async () => {
  factory = await demoFactory();
});
afterAll(() => factory?.database.drop());

const idOf = (object: string, code: string): Promise<string> =>
  factory.as('admin', (ctx) =>
    ctx.records.find(object, 'code == param.code', { param: { code } }).then(([record]) => record!.id as string),
  );
const run = (login: string, object: string, action: string, id: string, ask: object = {}): Promise<unknown> =>
  factory.as(login, async (ctx) => {
    const { version } = (await ctx.asSystem().records.get(object, id)) as Rec;
    const target = { id, version: version as number };
    return runAction(ctx as EngineCtx, ctx.records.object(object), action, { targets: [target], ask });
  });
const stored = (object: string, id: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => (await ctx.records.get(object, id)) as Rec);
const open = (id: string): Promise<Rec> =>
  factory.as('admin', async (ctx) => {
    const tasks = await ctx.asSystem().records.find('flowTask', 'docId == param.id', { param: { id }, sort: 'seq' });
    return tasks.find((task) => task.docStatus === '10') as Rec;
  });

it('shows the last approver the sentence of the stock, writes nothing, and is editable after a reject', async () => {
  const [material, warehouse, unit] = [
    await idOf('material', 'RB-12'),
    await idOf('warehouse', 'CK01'),
    await idOf('unit', 'KG'),
  ];
  const issueOf = (qty: number): Promise<Rec> =>
    factory.as('zhoutao', (ctx) =>
      saveRecord(ctx as EngineCtx, 'otherIssue', {
        rec: {
          bizDate: DAY,
          kind: '6',
          reason: '试验',
          warehouse,
          items: [{ id: ctx.newId(), material, unit, warehouse, qty, qualityStatus: '1' } as Row],
        },
        accept: [],
      }),
    );
  // of 280 in stock 80 are left
  await run('admin', 'otherIssue', 'audit', (await issueOf(200)).id as string);
  await factory.as('admin', (ctx) => ctx.records.save('auditSetting', { docType: 'otherIssue', mode: '2' }));
  const issue = await issueOf(100);
  const id = issue.id as string;
  await run('zhoutao', 'otherIssue', 'submit', id);
  // the department has no head: the administrator takes it
  await run('admin', 'flowTask', 'agree', (await open(id)).id as string);
  const last = await open(id);
  expect(last.nodeName).toBe('财务');
  const ledger = () =>
    factory.as(
      'admin',
      async (ctx) => (await ctx.trx.selectFrom('stock_ledger').select('id').where('doc_id', '=', id).execute()).length,
    );
  await expect(run('shenjie', 'flowTask', 'agree', last.id as string)).rejects.toThrow(
    '「圆钢」在「原材料仓」合格可用80千克（现存80，预留0），本次需要100千克，缺20千克',
  );
  expect(await stored('flowTask', last.id as string)).toMatchObject({ docStatus: '10', result: null });
  expect(await stored('otherIssue', id)).toMatchObject({ auditStatus: '1', flowStatus: '30' });
  expect(await ledger()).toBe(0);
  await run('shenjie', 'flowTask', 'refuse', last.id as string, { opinion: '库存不足' });
  const rejected = await stored('otherIssue', id);
  expect(rejected).toMatchObject({ auditStatus: '3', flowStatus: '70' });
  await factory.as('zhoutao', (ctx) =>
    saveRecord(ctx as EngineCtx, 'otherIssue', {
      rec: { id, version: rejected.version as number, reason: '减量' },
      accept: [],
    }),
  );
  expect(await stored('otherIssue', id)).toMatchObject({ auditStatus: '1' });
});

it('submits what is saved where the setting says so, and only what somebody saved', async () => {
  const [setting] = await factory.as('admin', (ctx) => ctx.records.find('auditSetting', "docType == 'otherIssue'"));
  await factory.as('admin', (ctx) => ctx.records.save('auditSetting', { id: setting!.id!, submitOnSave: true }));
  const [material, warehouse, unit] = [
    await idOf('material', 'RB-12'),
    await idOf('warehouse', 'CK01'),
    await idOf('unit', 'KG'),
  ];
  const issue = (ctx: EngineCtx): Rec => ({
    bizDate: DAY,
    kind: '6',
    reason: '试验',
    warehouse,
    items: [{ id: ctx.newId(), material, unit, warehouse, qty: 1, qualityStatus: '1' } as Row],
  });
  const own = await factory.as('zhoutao', (ctx) =>
    saveRecord(ctx as EngineCtx, 'otherIssue', { rec: issue(ctx as EngineCtx), accept: [] }),
  );
  expect(await stored('otherIssue', own.id as string)).toMatchObject({ auditStatus: '1', flowStatus: '30' });
  expect((await open(own.id as string)).docStatus).toBe('10');
  const made = await factory.as('zhoutao', (ctx) => ctx.asSystem().records.save('otherIssue', issue(ctx as EngineCtx)));
  expect(await open(made.id as string)).toBeUndefined();
});

it('asks for a default flow, and says how many go on as they began', async () => {
  const settings = (): Promise<string> =>
    factory.as('admin', async (ctx) =>
      JSON.stringify(
        (await ctx.records.find('auditSetting', 'true', { sort: 'docType' })).map(({ docType, mode }) => [
          docType,
          mode,
        ]),
      ),
    );
  const put = (rec: Rec, accept: readonly string[] = []) =>
    factory.as('admin', (ctx) => saveRecord(ctx as EngineCtx, 'auditSetting', { rec, accept }));
  const before = await settings();
  await expect(put({ docType: 'otherReceipt', mode: '2' })).rejects.toThrow(
    '「其他入库」没有已发布的默认流程，不能设为流程审核',
  );
  const [setting] = await factory.as('admin', (ctx) => ctx.records.find('auditSetting', "docType == 'otherIssue'"));
  const running = setting!.open as number;
  expect(running).toBeGreaterThan(0);
  const manual: Rec = { id: setting!.id!, version: setting!.version!, mode: '1' };
  await expect(put(manual)).rejects.toMatchObject({
    data: { warnings: [{ text: `还有${running}个审批中的单据，将按原流程走完，是否继续？` }] },
  });
  expect(await settings()).toBe(before);
  await put(manual, ['checks.open']);
  expect(await settings()).not.toBe(before);
  // what runs goes on in its flow
  const still = await factory.as('admin', (ctx) =>
    ctx.asSystem().records.find('flowInstance', "docType == 'otherIssue' && docStatus == 30"),
  );
  expect(still).toHaveLength(running);
});
