/** 工装借用 without code: five documents in one changeset, used, changed over 214 records, rolled back with all data. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planPublish, publish } from '../../../server/design/publish';
import { runAction } from '../../../server/records/act/actions';
import { inWrite } from '../../../server/records/context';
import { getPageList } from '../../../server/records/list/list';
import { pageItem } from '../../../server/records/page/page-item';
import { getReportList } from '../../../server/records/report/list';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, openDesign, toolLoan, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());
const all = () => toolLoan().map((doc) => wish(doc, 'xTools'));

it('is published as one changeset and works', async () => {
  const plan = await planPublish(await design.as(), all());
  expect(
    plan.problems
      .filter(({ level }) => level !== 'warn')
      .map(({ document, path, text }) => `${document} ${path} ${text}`),
  ).toEqual([]);
  expect((await publish(await design.as(), all, { note: '第一版' })).versions).toHaveLength(5);
  const ctx = await design.as();
  expect(pageItem(ctx, 'xToolLoan').data.page).toMatchObject({ title: '工装借用', route: '/app/xToolLoan/list' });
  expect(ctx.registry.menus.find((row) => row.page === 'xToolLoan')?.functions).toEqual(
    expect.arrayContaining(['xToolLoan:view', 'xToolLoan:lend']),
  );
  const [who] = (await getPageList(ctx, ctx.registry.page('employee')!, { size: 1 })).records;
  const page = ctx.registry.page('xToolLoan')!;
  for (let n = 0; n < 214; n++)
    await saveRecord(ctx, 'xToolLoan', {
      rec: { borrower: String(who!.id), items: [{ id: ctx.newId(), tool: `工装${n % 3}`, qty: 2 }] },
      page,
    });
  const { records, total } = await getPageList(await design.as(), page, { size: 1 });
  expect([total, records[0]?.totalTotal]).toEqual([214, 428]);
  const target = { id: String(records[0]!.id), version: Number(records[0]!.version) };
  const lent = await inWrite(ctx, (inner) => runAction(inner, page.object, 'lend', { targets: [target], page }));
  expect(lent.records[0]).toMatchObject({ loanState: '20', backAt: '2026-01-22' });
  const stat = await getReportList(ctx, ctx.registry.page('xLoanStat')!, {});
  expect(stat.records.reduce((sum, row) => sum + Number(row.qty), 0)).toBe(428);
});

it('says 214 before a required field, takes it, and gives the old page back with all data', async () => {
  const [object] = toolLoan({ purpose: { title: '用途', required: true } });
  const plan = await planPublish(await design.as(), [wish(object!, 'xTools')]);
  expect(plan.questions.map(({ text }) => text)).toEqual(['现有214条数据没有该字段「用途」']);
  await publish(await design.as(), () => [wish(object!, 'xTools')], {
    note: '用途',
    answers: { 'object:xToolLoan': { 'fields.purpose': { fill: '生产' } } },
  });
  expect(await design.rows("select count(*)::int n from $.x_tool_loan where purpose = '生产'")).toEqual([{ n: 214 }]);
  await publish(await design.as(), () => [wish(toolLoan()[0]!, 'xTools')], { note: '回退到版本1' });
  const ctx = await design.as();
  expect(ctx.registry.find('xToolLoan')?.fields.purpose).toBeUndefined();
  expect((await getPageList(ctx, ctx.registry.page('xToolLoan')!, { size: 1 })).total).toBe(214);
  const versions = await design.rows<{ version: number }>(
    "select version from $.mw_document where code = 'xToolLoan' order by 1",
  );
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
});
