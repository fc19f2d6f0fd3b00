/** 开通应用 (domain 10 §5.1): what the platform opened to an organisation, what it refuses, what rests, and who is told before the end. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRights, rightsSource } from '../../server/auth/rights';
import type { OrgInfo, Session } from '../../server/ctx';
import { appStates } from '../../server/design/apps';
import { remindOrgs } from '../../server/domain/system/org-expiring';
import { newId } from '../../server/ids';
import { JOBS } from '../../server/jobs/list';
import { runAction } from '../../server/records/act/actions';
import { byOwner, inWrite, makeCtx, nobody } from '../../server/records/context';
import type { EngineCtx } from '../../server/records/host';
import { deliverNotices } from '../../server/records/people/notices';
import { demoFactory, type Factory } from './factory';

let factory: Factory;
let root: Session;
let second: OrgInfo;
beforeAll(async () => {
  factory = await demoFactory();
  const [user] = await run("SELECT id FROM org_demo.user WHERE login_name = 'admin'");
  const source = rightsSource(factory.database.db, factory.engine.registries);
  const found = await loadRights(source, { ...factory.org, isPlatform: true }, String(user?.id));
  if (!found) throw new Error('no admin');
  root = { id: 'test', org: factory.org, me: found.me, loginName: 'admin', rights: found.rights };
  const asOwner = byOwner(await makeCtx(factory.engine.host, root, { requestId: 'test' }));
  const made = await inWrite(asOwner, (ctx) =>
    ctx.records.save('org', { code: 'demo2', name: '示例工厂二厂', contact: '王芳', mobile: '13900000002' }),
  );
  second = { id: made.id as string, code: 'demo2', name: '示例工厂二厂', schema: 'org_demo2', rightsVersion: 1 };
});
afterAll(() => factory?.database.drop());

const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(factory.database.db)).rows;
const asRoot = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.engine.runAs(root, (ctx) => work(ctx as EngineCtx));
const there = <T>(work: (ctx: EngineCtx) => Promise<T>): Promise<T> =>
  factory.engine.runAs(nobody(second), (ctx) => work((ctx as EngineCtx).asSystem()));
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error & { data?: unknown }) => `${error.message} ${JSON.stringify(error.data ?? '')}`,
  );
interface Opened {
  readonly app: string;
  readonly validTo?: string;
  readonly isDisabled?: '0' | '1';
}
const open = (apps: readonly Opened[]): Promise<unknown> =>
  asRoot(async (ctx) => {
    const { id, version } = (await ctx.records.get('org', second.id)) ?? {};
    return ctx.records.save('org', {
      id: id as string,
      version: version as number,
      apps: apps.map((app) => ({ id: newId(), isDisabled: '0' as const, ...app })),
    });
  });
const stored = () => run('SELECT app FROM platform.org_app ORDER BY app');
const offIn = async (): Promise<readonly string[]> =>
  (await appStates(factory.database.db, 'org_demo2')).filter(({ isOff }) => isOff).map(({ code }) => code);
/** what rests beside the base and 工厂建模, of all that is shipped */
const OTHERS = [
  'demo',
  'document',
  'energy',
  'iot',
  'out',
  'production',
  'purchase',
  'sales',
  'spare',
  'stock',
  'trace',
];

test('without a list everything is open; with one only what it names, the base and what holds', async () => {
  expect(await offIn()).toEqual([]);
  const [before] = await run("SELECT rights_version AS n FROM platform.org WHERE code = 'demo2'");
  await open([{ app: 'factory' }]);
  expect(await offIn()).toEqual(OTHERS);
  // counts at the next request of every process
  const [after] = await run("SELECT rights_version AS n FROM platform.org WHERE code = 'demo2'");
  expect(Number(after?.n)).toBeGreaterThan(Number(before?.n));
  await factory.engine.registries.ready({ code: 'demo2', rightsVersion: Number(after?.n) });
  const { off, shownMenus } = factory.engine.registries.of(second);
  expect(off?.pages.has('purchaseOrder')).toBe(true);
  expect(off?.functions.has('purchaseOrder:view')).toBe(true);
  expect(shownMenus?.some(({ page }) => page === 'purchaseOrder')).toBe(false);
  expect(factory.engine.registries.of(factory.org).off).toBeUndefined();

  await open([{ app: 'factory', validTo: '2020-01-01' }]);
  expect(await offIn()).toEqual([...OTHERS, 'factory'].sort());
  await open([{ app: 'factory', isDisabled: '1' }]);
  expect(await offIn()).toContain('factory');
  await open([]);
  expect(await offIn()).toEqual([]);
});

test('what cannot be opened is refused, and nothing of it is written', async () => {
  expect(await refusal(open([{ app: 'purchase' }]))).toContain('依赖应用');
  expect(await refusal(open([{ app: 'factory' }, { app: 'factory' }]))).toContain('重复');
  expect(await stored()).toEqual([]);
  // an organisation does not open itself anything
  const own = there(async (ctx) => {
    const { id, version } = (await ctx.records.get('org', second.id)) ?? {};
    return ctx.records.save('org', {
      id: id as string,
      version: version as number,
      apps: [{ id: newId(), app: 'factory', isDisabled: '0' }],
    });
  });
  expect(await refusal(own)).not.toBe('done');
  expect(await stored()).toEqual([]);
});

test('an app that was not opened cannot be switched on', async () => {
  await run("UPDATE org_demo2.app SET is_disabled = '1' WHERE code = 'purchase'");
  await open([{ app: 'factory' }]);
  const enable = there(async (ctx) => {
    const [app] = await ctx.records.find('app', "code == 'purchase'");
    const targets = [{ id: app?.id as string, version: app?.version as number }];
    return runAction(ctx, ctx.records.object('app'), 'enable', { targets, ask: {} });
  });
  expect(await refusal(enable)).toContain('应用「采购管理」未开通，请联系服务商');
  expect(await run("SELECT is_disabled FROM org_demo2.app WHERE code = 'purchase'")).toEqual([{ is_disabled: '1' }]);
});

test('jobs of an app rest where it is off', async () => {
  const asked: string[] = [];
  const job = JOBS.find(({ name }) => name === 'proveStock');
  const done = await job?.run({
    db: factory.database.db,
    orgs: async () => [factory.org, second],
    isOff: async (org: OrgInfo, app: string) => {
      asked.push(`${org.code} ${app}`);
      return org.code === 'demo2';
    },
    alarm: () => undefined,
  } as never);
  expect(asked).toEqual(['demo stock', 'demo2 stock']);
  expect(Object.keys(done ?? {})).toEqual(['demo']);
});

test('30, 7 and 1 days before its end the administrators are told, and no other day', async () => {
  factory.setNow('2026-01-15 08:00:00');
  const tell = async (validTo: string): Promise<readonly unknown[]> => {
    await run(`UPDATE platform.org SET valid_to = '${validTo}' WHERE code = 'demo2'`);
    await run('DELETE FROM org_demo.message');
    await factory.engine.asSystem(factory.org, remindOrgs);
    while ((await factory.engine.asSystem(factory.org, deliverNotices)) > 0);
    return (await run("SELECT DISTINCT title FROM org_demo.message WHERE title LIKE '企业%'")).map(
      ({ title }) => title,
    );
  };
  for (const day of ['2026-02-14', '2026-01-22', '2026-01-16'])
    expect(await tell(day)).toEqual(['企业「示例工厂二厂」将到期']);
  for (const day of ['2026-02-13', '2026-01-15']) expect(await tell(day)).toEqual([]);
});
