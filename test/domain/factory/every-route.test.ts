/**
 * Every list of the factory model (20 §1) through what a clerk does with it. What a page offers is read from its document: a page without
 * 停用 has no step for it, and every step that is offered must answer right.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBook } from '../../../server/excel/write';
import { FACTORY_ROUTES } from '../../support/factory-routes';
import { systemRegistry } from '../../support/registry';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';
import { offeredOn, type Step, type Walker, walkRoute } from '../../support/walk-route';
import { demoFactory, type Factory } from '../factory';

let factory: Factory;
let signed: SignedApp<'root'>;
beforeAll(async () => {
  factory = await demoFactory();
  signed = await openSignedApp(
    { root: sessionOf(factory.org, [{ isSuper: true }]) },
    { db: factory.database.db, mount: factory.engine.mount },
  );
});
afterAll(async () => {
  await signed?.close();
  await factory?.database.drop();
});

const registry = systemRegistry();
const pages = [...registry.pages.values()].filter(
  ({ sort, route, object }) => sort === 'list' && object.settings === undefined && FACTORY_ROUTES.includes(route ?? ''),
);
/** What keeps a record that is in use, or that the system keeps. */
const REFUSALS =
  /已被引用，不可删除，可改为停用$|下有\d+个下级，不能删除$|下还有\d+名用户，不可删除$|由系统维护，不能新增或删除$|必须且只能有一个/;

/** A clerk of its own address for each page: imports are counted by it. */
const walkerOf = (n: number): Walker => {
  const mark = `MX${n}`;
  const send = async (method: 'GET' | 'POST', path: string, payload: object | undefined, type?: string) =>
    signed.app.inject({
      method,
      remoteAddress: `10.0.0.${n + 1}`,
      url: `/v2/api/mes${path}`,
      headers: { ...signed.headers('root'), ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    mark,
    lib: registry.lib,
    post: (path, body) => signed.post('root', path, body),
    get: (path) => signed.get('root', path),
    file: async (method, path, body) => (await send(method, path, body as object | undefined)).rawPayload,
    load: async (path, book) =>
      JSON.parse((await send('POST', path, book, 'application/octet-stream')).payload.trim().split('\n').at(-1) ?? ''),
    book: (rows) => makeBook([{ spec: { name: '数据', columns: (rows[0] ?? []).map(() => ({ width: 10 })) }, rows }]),
  };
};

describe('every route of the factory model', () => {
  for (const [n, page] of pages.entries())
    it(`${page.route} ${page.title}: ${offeredOn(page).join(' ')}`, async () => {
      const walk = await walkRoute(walkerOf(n), page);
      const { refused, ...steps } = walk;
      const right = (step: Step): string => (step === 'stale' ? '数据已被他人修改，请刷新后重试' : 'ok');
      const offered = offeredOn(page).filter((step) => step !== 'refused' && steps[step] !== undefined);
      expect(steps).toEqual(Object.fromEntries(offered.map((step) => [step, right(step)])));
      if (refused !== undefined) expect(refused).toMatch(REFUSALS);
    });
});
