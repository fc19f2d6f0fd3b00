/**
 * Fields that no path writes (security: identity, times, deletion, numbers, approval, links), generated from the registry: every page that
 * saves, copies, acts or imports is sent all of them with false values, by somebody who may do everything.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isProtected } from '../../../schemas/language/protected';
import type { ResolvedField, ResolvedObject } from '../../../schemas/language/resolved';
import { composeEngine, shippedRegistry } from '../../../server/compose';
import { newId } from '../../../server/ids';
import type { EngineCtx } from '../../../server/records/host';
import { sheetOf } from '../../../server/records/import/sheet';
import type { Page } from '../../../server/registry/pages';
import { columnsOf, storageOf, tableOf } from '../../../server/tables/names';
import { DEMO, DEMO_KEY } from '../../domain/factory';
import { onlyOrg, type TestDatabase, testDatabase } from '../../support/database';
import { dataFolder, removeFolder } from '../../support/folder';
import { openSignedApp, type SignedApp, sessionOf } from '../../support/sessions';

type Wire = Record<string, unknown>;
const registry = shippedRegistry();
const pages = [...registry.pages.values()].filter(
  (page) => page.sort === 'list' && page.view === undefined && page.object.storage === 'table' && !page.object.single,
);
const dataDir = dataFolder('protected');
let database: TestDatabase;
let app: SignedApp<'root'>;
let org: Awaited<ReturnType<typeof onlyOrg>>;
let somebody = '';
beforeAll(async () => {
  database = await testDatabase({ start: DEMO });
  const { db } = database;
  org = await onlyOrg(db);
  const engine = composeEngine({ db: database.app, owner: db, registry, keys: [DEMO_KEY], dataDir });
  const { rows } = await sql<{ id: string }>`SELECT id FROM org_demo.user WHERE login_name = 'xumin'`.execute(db);
  somebody = rows[0]!.id;
  app = await openSignedApp({ root: sessionOf(org, [{ isSuper: true }]) }, { db, mount: engine.mount, dataDir });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  removeFolder(dataDir);
});

const FALSE_DAY = '1999-09-09';
/** what no client may set of a record of this place */
const closedOf = (object: ResolvedObject, fields: Readonly<Record<string, ResolvedField>>): readonly ResolvedField[] =>
  Object.values(fields).filter(
    (field) =>
      !['id', 'version'].includes(field.code) &&
      field.sub === undefined &&
      field.service === undefined &&
      (isProtected(field.code) || field.code === object.state || (field.kind === 'autoCode' && field.manual !== true)),
  );
/** a value that cannot be there by itself */
const falseOf = (field: ResolvedField): Wire => {
  const { code, type, kind } = field;
  if (type === 'ref') return { [code]: somebody, [`${code}Id`]: somebody };
  if (type === 'datetime') return { [code]: `${FALSE_DAY} 09:09:09` };
  if (code === 'isDeleted') return { [code]: 1 };
  if (code === 'auditStatus') return { [code]: '3' };
  if (type === 'id') return { [code]: somebody };
  if (type === 'dict') return { [code]: '90' };
  return { [code]: kind === 'autoCode' ? 'FORGED' : 'forged' };
};
const forge = (object: ResolvedObject, record: Wire): Wire => {
  const out: Wire = { ...record };
  for (const field of closedOf(object, object.fields)) Object.assign(out, falseOf(field));
  for (const { code, sub } of Object.values(object.fields)) {
    const rows = out[code];
    if (!sub || !Array.isArray(rows)) continue;
    out[code] = (rows as Wire[]).map((row) => {
      const own: Wire = { ...row };
      // a new link of a row is judged by the push it names; an invented one is refused as a whole
      for (const field of closedOf(object, sub.fields))
        if (field.code !== 'srcRowId') Object.assign(own, falseOf(field));
      return own;
    });
  }
  return out;
};
const withoutMarks = (wire: Wire): Wire =>
  Object.fromEntries(
    Object.entries(wire)
      .filter(([key]) => !key.startsWith('_') && !key.startsWith('$'))
      .map(([key, value]) => [
        key,
        Array.isArray(value) && value.some((row) => typeof row === 'object' && row !== null && 'lineNo' in row)
          ? (value as Wire[]).map(withoutMarks)
          : value,
      ]),
  );

interface Stored {
  readonly head: Wire;
  readonly rows: readonly Wire[];
}
const columnsIn = (fields: readonly ResolvedField[]): readonly string[] =>
  fields.filter((field) => storageOf(field) !== 'none').flatMap((field) => columnsOf(field));
/** The closed columns of a record as they stand in the tables. */
const storedOf = async (object: ResolvedObject, id: unknown): Promise<Stored> => {
  const read = async (fields: readonly ResolvedField[], table: string, key: string): Promise<readonly Wire[]> => {
    const { rows } = await sql<{ row: Wire }>`SELECT to_jsonb(t) AS row FROM ${sql.table(`org_demo.${table}`)} t
      WHERE ${sql.ref(key)} = ${id}::uuid`.execute(database.db);
    const names = new Set(columnsIn(fields));
    return rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))));
  };
  const [head] = await read(closedOf(object, object.fields), tableOf(object.object), 'id');
  const rows: Wire[] = [];
  for (const { code, sub } of Object.values(object.fields))
    if (sub) rows.push(...(await read(closedOf(object, sub.fields), tableOf(object.object, code), 'head_id')));
  return { head: head ?? {}, rows };
};
/** What was forged and stands there. `was` = what stood there before, which is nobody's forgery. */
const forgedIn = (now: Stored, was?: Stored): readonly string[] => {
  const told = (record: Wire, old: Wire | undefined): readonly string[] =>
    Object.entries(record)
      .filter(
        ([name, value]) =>
          value !== null &&
          (old === undefined || JSON.stringify(old[name]) !== JSON.stringify(value)) &&
          ((/_by_id$|^src_/.test(name) && value === somebody) ||
            /^(FORGED|forged)/.test(String(value)) ||
            String(value).startsWith(FALSE_DAY) ||
            (name === 'is_deleted' && Number(value) === 1) ||
            (name === 'audit_status' && value === '3') ||
            (/status|state/.test(name) && value === '90')),
      )
      .map(([name]) => name);
  return [...told(now.head, was?.head), ...now.rows.flatMap((row) => told(row, undefined))];
};
const call = (path: string, body: Wire) => app.post('root', `/lcdp/data/${path}`, body);
const listOf = async (page: Page): Promise<readonly Wire[]> =>
  ((await call(`${page.code}/getPageList`, { current: 1, size: 20 })).data?.records ?? []) as Wire[];
/** Saved over all warnings; undefined = refused. */
const save = async (page: Page, record: Wire): Promise<Wire | undefined> => {
  const body = { record, token: newId() };
  let done = await call(`${page.code}/save`, { ...body, accept: [] });
  if (done.code === 203 && done.data?.warnings)
    done = await call(`${page.code}/save`, {
      record,
      token: newId(),
      accept: (done.data.warnings as { code: string }[]).map(({ code }) => code),
    });
  return done.code === 200 ? (done.data as Wire) : undefined;
};

it('are in every object, so the test is about something', () => {
  expect(pages.length).toBeGreaterThan(30);
  for (const { object } of pages)
    if (object.fields.createdBy)
      expect(closedOf(object, object.fields).length, object.object).toBeGreaterThanOrEqual(5);
});

it('are not written by a save, whatever came with the form', async () => {
  const wrong: string[] = [];
  let saved = 0;
  for (const page of pages) {
    const code = (page.actions.edit ?? page.actions.save)?.code ?? '-';
    const row = (await listOf(page)).find(({ _actions }) => (_actions as string[]).includes(code));
    if (!row) continue;
    const { data } = await app.get('root', `/lcdp/data/${page.code}/getOne?id=${row.id}`);
    const was = await storedOf(page.object, row.id);
    if (await save(page, forge(page.object, withoutMarks(data)))) saved++;
    const now = await storedOf(page.object, row.id);
    wrong.push(...forgedIn(now, was).map((name) => `${page.code} ${name}`));
    for (const field of ['created_by_id', 'created_at', 'nbr', 'is_deleted'])
      if (JSON.stringify(now.head[field]) !== JSON.stringify(was.head[field]))
        wrong.push(`${page.code} ${field} changed`);
  }
  expect(wrong).toEqual([]);
  expect(saved).toBeGreaterThan(15);
});

it('are not brought in by a new record or a copy', async () => {
  const wrong: string[] = [];
  let made = 0;
  for (const page of pages) {
    if (!page.actions.add) continue;
    const [row] = await listOf(page);
    if (!row) continue;
    const { data } = await app.get('root', `/lcdp/data/${page.code}/getOne?id=${row.id}`);
    const mark = newId().slice(-6);
    const { id: _id, version: _version, ...rest } = withoutMarks(data);
    const record: Wire = forge(page.object, rest);
    for (const field of Object.values(page.object.fields)) {
      // what must be the only one, or may not be typed twice
      if (['code', 'name', 'loginName'].includes(field.code) && typeof record[field.code] === 'string')
        record[field.code] = `Z${mark}`;
      if (field.sub && Array.isArray(record[field.code]))
        record[field.code] = (record[field.code] as Wire[]).map(({ id: _own, ...line }) => line);
    }
    const done = await save(page, record);
    if (!done) continue;
    made++;
    wrong.push(...forgedIn(await storedOf(page.object, done.id)).map((name) => `${page.code} ${name}`));
  }
  expect(wrong).toEqual([]);
  expect(made).toBeGreaterThan(8);
});

it('are not written by an action, one at a time or of many at once, by what was answered in its dialog', async () => {
  const wrong: string[] = [];
  let done = 0;
  for (const page of pages)
    for (const action of Object.values(page.actions)) {
      if (
        action.auto !== undefined ||
        ['add', 'view', 'edit', 'copy', 'export', 'import', 'save', 'print', 'del', 'void', 'close'].includes(
          action.code,
        )
      )
        continue;
      const row = (await listOf(page)).find(({ _actions }) => (_actions as string[]).includes(action.code));
      if (!row) continue;
      const was = await storedOf(page.object, row.id);
      const lies = forge(page.object, {});
      const target = { id: row.id, version: row.version };
      const body = {
        targets: [{ ...target, ...lies, ask: lies }],
        rows: [],
        record: lies,
        ask: lies,
        set: lies,
        accept: [],
      };
      // the dialog knows no such answer; without it the rest of the body is nobody's
      for (const sent of [body, { ...body, ask: {} }]) {
        const { code } = await call(`${page.code}/act/${action.code}`, { ...sent, token: newId() });
        if (code === 200) done++;
      }
      const now = await storedOf(page.object, row.id);
      wrong.push(...forgedIn(now, was).map((name) => `${page.code} ${action.code} ${name}`));
    }
  // what an action is there for is not forged: a state it leads to, a rejection it is
  expect(wrong.filter((text) => !/ reject audit_status$/.test(text))).toEqual([]);
  expect(done).toBeGreaterThan(10);
});

it('have no column in an import and no place in an action, a rule, a fill or a push', async () => {
  const ctx = { session: sessionOf(org, [{ isSuper: true }]), registry } as unknown as EngineCtx;
  const wrong: string[] = [];
  let sheets = 0;
  for (const page of pages) {
    const { object } = page;
    const closed = new Set(closedOf(object, object.fields).map(({ code }) => code));
    if (page.actions.import)
      for (const code of [undefined, ...Object.keys(object.import)]) {
        sheets++;
        const { columns, key, modes } = sheetOf(ctx, page, code);
        // a number of the server may name what a sheet changes: it finds and is not written
        const finds = modes.includes('add') || modes.includes('upsert') ? [] : key;
        for (const { field, sub } of columns)
          if (sub === undefined ? closed.has(field.code) && !finds.includes(field.code) : isProtected(field.code))
            wrong.push(`${page.code} ${field.code}`);
      }
    const written = [
      ...object.rules.flatMap((rule) => [...Object.keys(rule.set ?? {}), ...(rule.clear ?? [])]),
      ...Object.values(object.actions).flatMap(({ set, push }) => [
        ...Object.keys(set ?? {}),
        ...Object.keys(push?.head ?? {}),
        ...Object.keys(push?.map ?? {}),
      ]),
      ...Object.values(object.fields).flatMap(({ fill }) => Object.keys(fill ?? {})),
    ];
    wrong.push(...written.filter(isProtected).map((code) => `${page.code} ${code}`));
    for (const column of page.list.columns)
      if (column.inline !== undefined && column.field !== undefined && closed.has(column.field))
        wrong.push(`${page.code} inline ${column.field}`);
  }
  expect(wrong).toEqual([]);
  expect(sheets).toBeGreaterThan(5);
});
