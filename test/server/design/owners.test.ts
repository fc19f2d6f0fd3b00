/** An app of others is not changed by a detour, and a draft shows nobody what he may not publish. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyDoc, ObjectDoc } from '../../../schemas/language/document';
import type { FlowDoc } from '../../../schemas/language/flow/document';
import { makeRights } from '../../../server/auth/rights';
import { saveApp } from '../../../server/design/apps';
import { draftCalls } from '../../../server/design/calls';
import { exportApp, importApp } from '../../../server/design/package';
import { preview } from '../../../server/design/preview';
import { planPublish, publish } from '../../../server/design/publish';
import { openSandbox } from '../../../server/design/sandbox';
import { newId } from '../../../server/ids';
import { inWrite, makeCtx } from '../../../server/records/context';
import type { EngineCtx } from '../../../server/records/host';
import { type Designing, note, openDesign, wish } from '../../support/design';

const SAID = '应用「工装管理」只有其负责人可以修改';
const doc = note({ remark: { title: '说明' }, boss: { title: '员工', kind: 'dialogSelect', ref: 'employee' } });
let design: Designing;

/** Somebody who may design and publish, and owns nothing. */
const designer = async (...functions: readonly string[]): Promise<EngineCtx> => {
  const { session } = await design.as('xumin');
  const all = ['dataModel:view', 'dataModel:edit', 'dataModel:publish', 'xNote:view', ...functions];
  const role = {
    id: '1',
    code: 'designer',
    isSuper: false,
    functions: all,
    fieldGroups: [],
    scope: { scope: '1' as const, depts: [] },
    scopes: new Map(),
  };
  return makeCtx(design.factory.engine.host, { ...session, rights: makeRights([role], false) }, { requestId: newId() });
};
const versions = () => design.rows<{ n: string }>('select sort || code || version as n from $.mw_document order by 1');

beforeAll(async () => {
  design = await openDesign();
  const admin = await design.as();
  await inWrite(admin, (ctx) => saveApp(ctx, { title: '工装管理', code: 'xApp', owners: [admin.session.me.id] }));
  await inWrite(admin, (ctx) => saveApp(ctx, { title: '其他', code: 'xOther' }));
  await publish(await design.as(), () => [wish(doc)], { note: '一' });
  await publish(await design.as(), () => [wish({ ...doc, title: '便条' } as ObjectDoc)], { note: '二' });
});
afterAll(() => design.factory.database.drop());

it('takes no step on its documents in a draft of another app', async () => {
  const answer = await inWrite(await designer(), async (ctx) => {
    const { draft } = await draftCalls.open(ctx, { app: 'xOther', documents: ['object:xNote'] });
    const steps = [
      { document: 'object:xNote', step: { set: 'title', to: '别名', was: '便条' } },
      { document: 'object:xMine', step: { set: '', to: { ...doc, object: 'xMine', route: '/app/xMine/list' } } },
    ];
    return draftCalls.steps(ctx, { draft: draft.id, seq: 0, steps });
  });
  expect(answer.conflicts.map(({ n, text }) => [n, text])).toEqual([[0, SAID]]);
  expect(answer.taken).toEqual([{ n: 1, seq: 1 }]);
});

it('is not rolled back, published or imported over by others', async () => {
  const before = await versions();
  const refused = { problems: expect.arrayContaining([expect.objectContaining({ code: 'app.owner', text: SAID })]) };
  const back = draftCalls.rollback(await designer(), { document: 'object:xNote', version: 1 }, {});
  await expect(back).rejects.toMatchObject({ message: '存在1个错误，不能发布', data: refused });
  const plan = await draftCalls.rollback(await designer(), { document: 'object:xNote', version: 1, dryRun: true }, {});
  expect(plan).toMatchObject({ refusal: '存在1个错误，不能发布' });
  const { content } = await exportApp(await design.as(), 'xApp');
  await publish(await design.as(), () => [wish(doc)], { note: '三' });
  const brought = importApp(await designer(), content, {
    policy: { 'object:xNote': 'replace' },
    answers: {},
    dryRun: false,
  });
  await expect(brought).rejects.toMatchObject({ message: '存在1个错误，不能发布', data: refused });
  expect((await versions()).length).toBe(before.length + 1);
  // its owner goes back as before
  await draftCalls.rollback(await design.as(), { document: 'object:xNote', version: 2 }, {});
});

it('is not decided by a flow that others keep in an app of their own', async () => {
  const flow: FlowDoc = {
    $schema: 'flow/1',
    flow: 'xSneak',
    title: '自批',
    object: 'xNote',
    category: '90',
    binds: [{ default: true }],
    nodes: [{ node: 'head', title: '负责人', sort: 'approve', who: [{ by: 'deptHead' }] }],
  };
  const plan = await planPublish(await designer(), [{ id: 'flow:xSneak', doc: flow as AnyDoc, area: 'xOther' }]);
  expect(plan.problems).toContainEqual(expect.objectContaining({ code: 'app.owner', text: SAID }));
});

it('shows in no trial and no preview what its maker may not see', async () => {
  const draftOf = async () =>
    inWrite(await design.as(), async (ctx) => {
      const { draft } = await draftCalls.open(ctx, { app: 'xApp', documents: ['object:xNote'] });
      const field = { title: '员工姓名', formula: 'boss.name' };
      const steps = [{ document: 'object:xNote', step: { insert: 'fields.who', value: field } }];
      await draftCalls.steps(ctx, { draft: draft.id, seq: 0, steps });
      return draft.id;
    });
  const draft = await draftOf();
  const said = '发布人没有「员工」的全部查看权限';
  await expect(openSandbox(await designer(), { draft, rows: 'live' })).rejects.toThrow(said);
  await expect(preview(await designer(), { draft, cells: [] }, () => undefined)).rejects.toThrow(said);
  const { sandbox } = await openSandbox(await designer('employee:view'), { draft, rows: 'live' });
  expect(sandbox).toMatch(/^[0-9a-f]{16}$/);
});
