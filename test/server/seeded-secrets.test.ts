/**
 * What stands in fields of closed groups comes out nowhere else (B: leaks by mapping): every such field of every record of the demo
 * factory holds a number of its own, then people push and act on all there is, and a reader without groups is told none of them: in the
 * answers to what he does himself, in lists, in records. At full count until 10,000 were sown.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResolvedAction, ResolvedField } from '../../schemas/language/resolved';
import { composeEngine, shippedRegistry } from '../../server/compose';
import type { OrgInfo } from '../../server/ctx';
import { newId } from '../../server/ids';
import type { Page } from '../../server/registry/pages';
import { columnOf, storageOf, tableOf } from '../../server/tables/names';
import { DAY, DEMO, DEMO_KEY } from '../domain/factory';
import { onlyOrg, type TestDatabase, testDatabase } from '../support/database';
import { type Envelope as Answer, openSignedApp, type SignedApp, sessionOf } from '../support/sessions';

type Wire = Record<string, unknown>;
const SECRETS = process.env.LAWS === 'full' ? 10_000 : 300;
/** records of an object that are acted on in a round */
const MANY = 3;
const registry = shippedRegistry();
const pages = [...registry.pages.values()].filter(
  (page) => page.sort === 'list' && page.view === undefined && page.object.storage === 'table' && !page.object.single,
);

let database: TestDatabase;
let org: OrgInfo;
let app: SignedApp<'root' | 'clerk'>;
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-sown-'));
beforeAll(async () => {
  database = await testDatabase({ start: DEMO });
  const { db } = database;
  const clock = () => new Date(`${DAY}T10:00:00+08:00`);
  const engine = composeEngine({ db: database.app, owner: db, registry, keys: [DEMO_KEY], dataDir, clock });
  org = await onlyOrg(db);
  // groups are words, or functions of their own (`energyFee:amount`)
  const groups = new Set(
    pages
      .flatMap(({ object }) =>
        Object.values(object.fields).flatMap((field) => [field, ...Object.values(field.sub?.fields ?? {})]),
      )
      .map(({ grant }) => grant),
  );
  const functions = registry.functions.map(({ code }) => code).filter((code) => !groups.has(code));
  app = await openSignedApp(
    { root: sessionOf(org, [{ isSuper: true }]), clerk: sessionOf(org, [{ functions }]) },
    { db, mount: engine.mount, dataDir },
  );
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const sown = new Map<number, string>();
/** nine digits no demo number has */
let next = 700_000_001;
const holds = (field: ResolvedField): boolean =>
  field.mask === undefined && storageOf(field) === 'decimal' && field.many !== true && field.max === undefined;

/** A new number in every closed field of everything that is stored. */
async function sow(): Promise<void> {
  const own = database.db.withSchema(org.schema);
  for (const object of new Set(pages.map((page) => page.object))) {
    const heads = Object.values(object.fields);
    const places = [
      // whose own record it is may see it
      {
        table: tableOf(object.object),
        fields: heads.filter(({ grant }) => object.access.grants?.[grant ?? ''] === undefined),
      },
      ...heads.flatMap(({ code, sub, grant }) =>
        sub
          ? [
              {
                table: tableOf(object.object, code),
                fields: Object.values(sub.fields).map((f) => ({ ...f, grant: f.grant ?? grant })),
              },
            ]
          : [],
      ),
    ];
    for (const { table, fields } of places) {
      const closed = fields.filter(
        (field) => field.grant !== undefined && holds(field as ResolvedField),
      ) as ResolvedField[];
      if (closed.length === 0) continue;
      for (const { id } of await own.selectFrom(table).select('id').execute()) {
        const values: Wire = {};
        for (const field of closed) {
          sown.set(next, `${object.object}.${field.path}`);
          values[columnOf(field)] = next++;
        }
        await own.updateTable(table).set(values).where('id', '=', id).execute();
      }
    }
  }
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Fields whose numbers stand in what was told: whole numbers, decimals, amounts with thousands. */
const found = (told: unknown): readonly string[] =>
  [
    ...JSON.stringify(told ?? null)
      .replace(UUID, '')
      .replace(/(\d),(?=\d{3})/g, '$1')
      .matchAll(/(?<!\d)7\d{8}(?!\d)/g),
  ].flatMap(([text]) => sown.get(Number(text)) ?? []);
const leaks: string[] = [];
const heard = (where: string, answer: Answer): Answer => {
  for (const field of new Set(found([answer.msg, answer.data]))) leaks.push(`${field} → ${where}`);
  return answer;
};

const list = async (page: Page, size: number): Promise<readonly Wire[]> => {
  const answer = heard(
    `${page.code} list`,
    await app.post('clerk', `/lcdp/data/${page.code}/getPageList`, { current: 1, size }),
  );
  return (answer.data?.records ?? []) as Wire[];
};
const read = async (page: Page, id: unknown): Promise<Answer> =>
  heard(`${page.code} record`, await app.get('clerk', `/lcdp/data/${page.code}/getOne?id=${id}`));

/** The clerk does it, or who may do everything where he is refused; what a push makes is stored. */
async function act(page: Page, action: ResolvedAction, id: unknown): Promise<void> {
  const { data } = await read(page, id);
  if (!((data?._actions ?? []) as string[]).includes(action.code)) return;
  const body = () => ({ targets: [{ id, version: data.version }], ask: {}, token: newId(), accept: [] });
  const path = `/lcdp/data/${page.code}/act/${action.code}`;
  const where = `${page.code} ${action.code}`;
  heard(`${where} preview`, await app.post('clerk', `/lcdp/data/${page.code}/preview/${action.code}`, body()));
  const own = heard(where, await app.post('clerk', path, body()));
  const done = own.code === 200 ? own : await app.post('root', path, body());
  const to = action.push?.to;
  if (done.code !== 200 || to === undefined) return;
  for (const { _actions, _hop, ...record } of (done.data.records ?? []) as Wire[])
    heard(`${where} ${to}`, await app.post('clerk', `/lcdp/data/${to}/save`, { record, token: newId(), accept: [] }));
}

it('no number of a closed field is told after pushes and actions', async () => {
  let acted = 0;
  for (let round = 0; round === 0 || sown.size < SECRETS; round++) {
    await sow();
    for (const page of pages) {
      const rows = (await list(page, 50)).slice(0, MANY);
      for (const action of Object.values(page.actions)) {
        if (action.auto !== undefined || action.open !== undefined || action.print !== undefined) continue;
        for (const { id } of rows) {
          await act(page, action, id);
          acted++;
        }
      }
    }
    for (const page of pages) for (const { id } of (await list(page, 200)).slice(0, 20)) await read(page, id);
  }
  expect(sown.size).toBeGreaterThan(SECRETS - 1);
  expect(acted).toBeGreaterThan(300);
  expect([...new Set(leaks)]).toEqual([]);
});
