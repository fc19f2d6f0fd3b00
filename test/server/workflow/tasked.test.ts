/** The task is the right (security.md §4): who is asked about a document sees it and decides, whatever his rows and functions are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../server/ctx';
import { changeUses, filesById, insertFile } from '../../../server/files/table';
import { newId } from '../../../server/ids';
import { inWrite } from '../../../server/records/context';
import { mayReadFile } from '../../../server/records/files/file-access';
import { getPageList } from '../../../server/records/list/list';
import { handleCall } from '../../../server/workflow/calls';
import { demoFactory, type Factory } from '../../domain/factory';
import { type Approvals, openApprovals } from '../../support/approval';
import { openSignedApp, type SignedApp } from '../../support/sessions';
import { refusal } from '../../support/writes';

describe('people of the factory', () => {
  let factory: Factory;
  let at: SignedApp<string>;
  const sessions: Record<string, Session> = {};
  beforeAll(async () => {
    factory = await demoFactory();
    const { db } = factory.database;
    const people = await db.withSchema(factory.org.schema).selectFrom('user').select('login_name').execute();
    for (const { login_name } of people) {
      const login = login_name as string;
      sessions[login] = await factory.as(login, async (ctx) => ctx.session);
    }
    at = await openSignedApp(sessions, { db, mount: factory.engine.mount });
  });
  afterAll(async () => {
    await at?.close();
    await factory?.database.drop();
  });

  it('open every sort of document they are asked about, from their list of tasks, and no other of it', async () => {
    const { shipped } = factory.engine.registries;
    const asked = [...shipped.pages.values()].filter(
      ({ sort, view, object, report }) => sort === 'list' && !view && !report && object.audited,
    );
    expect(asked.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    let opened = 0;
    for (const { object, route } of asked) {
      const docType = object.object;
      const docs = await factory.as('admin', (ctx) => ctx.asSystem().records.find(docType, 'true', { limit: 2 }));
      const [doc, other] = docs;
      if (!doc || route === undefined) continue;
      for (const [login, { me, rights }] of Object.entries(sessions)) {
        const closed = !rights.has(`${docType}:view`);
        const item = `/lcdp/apppage/getPageItem?pageId=${encodeURIComponent(`${docType}#detail`)}`;
        const one = (id: unknown) => `/lcdp/data/${docType}/getOne?id=${String(id)}`;
        const process = (id: unknown) => `/lcdp/appdata/getProcess?object=${docType}&id=${String(id)}`;
        if (closed && (await at.get(login, one(doc.id))).code !== 403) wrong.push(`${login} reads ${docType} unasked`);
        const task = await factory.as('admin', async (ctx) => {
          const { records } = ctx.asSystem();
          const row = { title: '请审批', docType, assignee: me.id, sort: '1', docStatus: '10' };
          const { id: instance } = await records.save('flowInstance', { title: '审批', docType } as never);
          const { id } = await records.save('flowTask', row as never);
          await records.patch('flowTask', id as string, {
            head: { docId: doc.id as string, instance: instance as string },
          });
          return { id: id as string };
        });
        const calls = [item, one(doc.id), process(doc.id)].map((path) => at.get(login, path));
        const resolved = at.post(login, `/lcdp/data/${docType}/resolve`, { record: { id: doc.id }, want: [] });
        for (const { code, msg } of await Promise.all([...calls, resolved])) {
          opened++;
          if (code !== 200) wrong.push(`${login} ${docType}: ${code} ${msg}`);
        }
        if (closed && other && (await at.get(login, one(other.id))).code !== 403)
          wrong.push(`${login} reads another ${docType}`);
        if (rights.has('flowTask:view')) {
          const list = await at.post<{ records: readonly { id: string }[] }>(
            login,
            '/lcdp/data/flowTask/getPageList',
            {},
          );
          if (!list.data.records.some(({ id }) => id === task.id)) wrong.push(`${login} lacks his task`);
        }
        // called off it opens nothing any more
        await factory.as('admin', (ctx) =>
          ctx.asSystem().records.patch('flowTask', task.id, { head: { docStatus: '90' } }),
        );
        if (closed && (await at.get(login, one(doc.id))).code !== 403) wrong.push(`${login} still reads ${docType}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(opened).toBeGreaterThan(100);
  });
});

describe('somebody without any function', () => {
  let at: Approvals;
  beforeAll(async () => {
    at = await openApprovals();
  });
  afterAll(() => at?.close());

  it('decides the task that is his; another’s is not there', async () => {
    const doc = await at.submitted(77);
    const task = await at.task('zhoumin', doc);
    const say = { taskId: task?.id, version: task?.version, act: 'agree' };
    expect((await refusal(handleCall(await at.as('sunli', []), say))).text).toBe('数据不存在或无权查看');
    expect(await handleCall(await at.as('zhoumin', []), say)).toMatchObject({ status: 'passed' });
    expect(await at.doc(doc)).toMatchObject({ auditStatus: '2', auditedBy: at.id('zhoumin') });
  });

  it('finds it in the list, by the narrowest rows, and the files of the document with it', async () => {
    const doc = await at.submitted(77);
    const row = { name: '图.png', ext: 'png', mime: 'image/png', fileType: '1', size: 10, sha256: '0'.repeat(64) };
    const file = { id: newId(), ...row, uploadedById: at.id('xumin'), uploadedBy: 'xumin' };
    await inWrite(await at.as('xumin'), (ctx) => insertFile(ctx.trx, file));
    await inWrite(await at.as('xumin'), (ctx) =>
      changeUses(ctx.trx, 'purchaseOrder', String(doc.id), [{ path: 'files', id: file.id }], []),
    );
    const own = await at.world.as([{ functions: ['flowTask:view'], scope: { scope: '4', depts: [] } }], {
      id: at.id('zhoumin'),
    });
    const list = await getPageList(own, at.world.registry.page('flowTask')!, {});
    expect(list.records.map(({ docId }) => docId)).toContain(doc.id);
    const [held] = (await filesById(own.trx, [file.id])).values();
    expect(await mayReadFile(own, held!)).toBe(true);
    expect(await mayReadFile(await at.as('sunli', []), held!)).toBe(false);
  });
});
