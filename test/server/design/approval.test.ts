/** 启用审批 published: one changeset, documents of the object are submitted at once; rolled back, they are audited by hand again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import { exportApp, importApp } from '../../../server/design/package';
import { openPackage } from '../../../server/design/package-file';
import { planPublish, publish } from '../../../server/design/publish';
import { runAction } from '../../../server/records/act/actions';
import { byOwner, inWrite } from '../../../server/records/context';
import { saveRecord } from '../../../server/records/save/save';
import { type Designing, openDesign, wish } from '../../support/design';

let design: Designing;
beforeAll(async () => {
  design = await openDesign();
});
afterAll(() => design.factory.database.drop());

const APP = 'xShop';
const seal = (more: Partial<ObjectDoc> = {}): AnyDoc => ({
  $schema: 'object/2',
  object: 'xSeal',
  title: '用印申请',
  use: ['document'],
  route: '/app/xSeal/list',
  fields: { nbr: { rule: 'YY{yyyyMMdd}{seq:4}' }, sort: { title: '印章', dict: 'xSealSort', required: true } },
  list: { columns: ['nbr', 'sort'] },
  edit: { groups: { base: { title: '基本', fields: ['sort'] } } },
  ...more,
});
const flow: FlowDoc = {
  $schema: 'flow/1',
  flow: 'xSealFlow',
  title: '用印申请审批',
  object: 'xSeal',
  category: '90',
  binds: [{ default: true }],
  nodes: [{ node: 'head', title: '部门负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
};
const dicts = (area: string): AnyDoc => ({
  $schema: 'dictionaries/1',
  area,
  dicts: { xSealSort: { title: '印章', items: [{ code: '10', title: '公章' }] } },
});
const menu: AnyDoc = {
  $schema: 'menus/1',
  area: APP,
  title: '行政',
  items: { xSeal: { title: '用印申请', page: 'xSeal' } },
};
const flowWish = (area = APP) => ({ id: 'flow:xSealFlow', doc: flow as AnyDoc, area });
const begin = () => [wish(seal(), APP), wish(dicts(APP), APP), wish(menu, APP)];
const enabled = () => [wish(seal({ audit: 'flow' }), APP), flowWish()];

const modes = () =>
  design.rows<{ mode: string }>("select mode from $.audit_setting where doc_type = 'xSeal' and is_deleted = 0");
const setting = async () => (await design.as()).setting('audit.mode.xSeal');
const made = async (at = design) => {
  const ctx = await at.as();
  const page = ctx.registry.page('xSeal')!;
  const rec = await saveRecord(ctx, 'xSeal', { rec: { sort: '10' }, page });
  return { id: String(rec.id), version: Number(rec.version) };
};
const act = async (action: string, target: { id: string; version: number }, at = design) => {
  const ctx = await at.as();
  const page = ctx.registry.page('xSeal')!;
  return inWrite(ctx, (inner) => runAction(inner, page.object, action, { targets: [target], page }));
};
const said = (problems: readonly { readonly text: string; readonly level?: string }[]) =>
  problems.map(({ text, level }) => `${level ?? 'error'} ${text}`);

it('without it a document is audited by hand; a flow alone is told to take none', async () => {
  await publish(await design.as(), begin, { note: '第一版' });
  expect(await setting()).toBe('1');
  expect(await modes()).toEqual([]);
  const alone = await planPublish(await design.as(), [flowWish()]);
  expect(said(alone.problems)).toEqual([
    'warn 「用印申请」不是流程审核，没有单据会走这个流程：请在「用印申请」上启用审批',
  ]);
});

it('audit without a flow is refused, and nothing is written', async () => {
  const only = () => [wish(seal({ audit: 'flow' }), APP)];
  const plan = await planPublish(await design.as(), only());
  expect(said(plan.problems)).toEqual(['error 「用印申请」没有默认流程，不能设为流程审核：请启用审批']);
  await expect(publish(await design.as(), only, { note: '' })).rejects.toThrow('存在1个错误，不能发布');
  expect(await setting()).toBe('1');
  expect(await modes()).toEqual([]);
});

it('one publish makes all three, and the next document is submitted', async () => {
  const plan = await planPublish(await design.as(), enabled());
  expect(said(plan.problems)).toEqual([]);
  expect((await publish(await design.as(), enabled, { note: '启用审批' })).versions).toHaveLength(2);
  expect(await setting()).toBe('2');
  expect(await modes()).toEqual([{ mode: '2' }]);
  const target = await made();
  const { records } = await act('submit', target);
  expect(records[0]).toMatchObject({ flowStatus: '30', auditStatus: '1' });
  expect(await design.rows(`select count(*)::int n from $.flow_instance where doc_id = '${target.id}'`)).toEqual([
    { n: 1 },
  ]);
});

it('what somebody chose on the page since then stays, until the document says something else', async () => {
  const ctx = await design.as();
  const [row] = await ctx.records.find('auditSetting', "docType == 'xSeal'");
  await inWrite(ctx, (inner) => inner.asSystem().records.save('auditSetting', { ...row!, mode: '0' }));
  const retitled = () => [wish(seal({ audit: 'flow', note: '改了说明' }), APP)];
  await publish(await design.as(), retitled, { note: '说明' });
  expect(await setting()).toBe('0');
  await publish(await design.as(), () => [wish(seal({ audit: 'hand' }), APP)], { note: '人工' });
  expect(await setting()).toBe('1');
  await publish(await design.as(), enabled, { note: '再启用' }).catch(() => undefined);
  expect(await setting()).toBe('2');
});

it('rolled back, documents are audited by hand again', async () => {
  await publish(await design.as(), () => [wish(seal(), APP), { id: 'flow:xSealFlow', doc: undefined }], {
    note: '回退',
  });
  expect(await setting()).toBe('1');
  expect(await modes()).toEqual([{ mode: '1' }]);
});

it('the app leaves with its flow, its dictionary in another app, and works in an empty installation', async () => {
  await publish(
    await design.as(),
    () => [
      // a flow as it was made from the list of flows before, and a dictionary of another app
      wish(seal({ audit: 'flow' }), APP),
      flowWish('flow'),
      wish(dicts(APP), APP),
      wish(menu, APP),
    ],
    { note: '启用' },
  );
  const shared: AnyDoc = {
    $schema: 'dictionaries/1',
    area: 'xCommon',
    dicts: { xSealUse: { title: '用途', items: [{ code: '1', title: '合同' }] } },
  };
  const using = seal({
    audit: 'flow',
    fields: {
      nbr: { rule: 'YY{yyyyMMdd}{seq:4}' },
      sort: { title: '印章', dict: 'xSealSort', required: true },
      use: { title: '用途', dict: 'xSealUse' },
    },
    edit: { groups: { base: { title: '基本', fields: ['sort', 'use'] } } },
  });
  await publish(await design.as(), () => [wish(shared, 'xCommon')], { note: '公用' });
  await publish(await design.as(), () => [wish(using, APP)], { note: '用途' });
  const { content } = await exportApp(await design.as(), APP);
  const { manifest } = openPackage(content);
  expect(manifest.files.map(({ id, app }) => (app === undefined ? id : `${id} ${app}`))).toEqual([
    'dictionaries:xCommon xCommon',
    'dictionaries:xShop',
    'flow:xSealFlow',
    'menus:xShop',
    'object:xSeal',
  ]);
  const empty = await openDesign();
  const looked = await importApp(await empty.as(), content, { policy: {}, answers: {}, dryRun: true });
  expect([looked.plan?.refusal, said(looked.plan?.problems ?? [])]).toEqual(['', []]);
  await inWrite(byOwner(await empty.as()), (ctx) =>
    importApp(ctx, content, { policy: {}, answers: {}, dryRun: false }),
  );
  expect((await empty.as()).setting('audit.mode.xSeal')).toBe('2');
  const { records } = await act('submit', await made(empty), empty);
  expect(records[0]).toMatchObject({ flowStatus: '30' });
  // the same bytes leave again
  expect((await exportApp(await empty.as(), APP)).content.equals(content)).toBe(true);
  await empty.factory.database.drop();
});
