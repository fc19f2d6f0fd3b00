/**
 * The laws every object of the product keeps without tests of its own (language reference §13), over the demo factory: who may not, gets
 * nothing on any way out; lists sort, search and count; what is stored reads back; stale, repeated and impossible calls write nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { RoleGrant } from '../../server/auth/rights';
import { composeEngine, type Engine, shippedRegistry } from '../../server/compose';
import type { OrgInfo, Session } from '../../server/ctx';
import { newId } from '../../server/ids';
import type { Page } from '../../server/registry/pages';
import { columnOf, storageOf, tableOf } from '../../server/tables/names';
import { DAY, DEMO, DEMO_KEY } from '../domain/factory';
import { onlyOrg, type TestDatabase, testDatabase } from '../support/database';
import { type Envelope as Answer, openSignedApp, type SignedApp, sessionOf } from '../support/sessions';
import { sheetRows } from '../support/sheets';

type Wire = Record<string, unknown>;
const registry = shippedRegistry();
const pages = [...registry.pages.values()].filter(
  (page) => page.sort === 'list' && page.view === undefined && page.object.storage !== 'none' && !page.object.single,
);

let database: TestDatabase;
let engine: Engine;
type Who = 'root' | 'stranger' | 'reader' | 'foreign';
let app: SignedApp<Who>;
let org: OrgInfo;
const dataDir = mkdtempSync(join(tmpdir(), 'millwright-conformance-'));

beforeAll(async () => {
  database = await testDatabase({ start: DEMO });
  const { db } = database;
  // one moment, so that what is printed twice is the same
  engine = composeEngine({
    db: database.app,
    owner: db,
    registry,
    keys: [DEMO_KEY],
    dataDir,
    clock: () => new Date(`${DAY}T10:00:00+08:00`),
  });
  org = await onlyOrg(db);
  const all = registry.functions.map(({ code }) => code);
  const views = all.filter((code) => /:(view|export|print)$/.test(code));
  const as = (role: Partial<RoleGrant>): Session => sessionOf(org, [role]);
  app = await openSignedApp(
    {
      root: as({ isSuper: true }),
      stranger: as({}),
      // reads everything, but no field group
      reader: as({ functions: views }),
      // everything, but only his own: and he made nothing
      foreign: as({ functions: all, scope: { scope: '4', depts: [] } }),
    },
    { db, mount: engine.mount, dataDir },
  );
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** opened by the browser, or refused by their own tests above */
const NOT_CALLED: ReadonlySet<string> = new Set([
  'add',
  'addChild',
  'compare',
  'view',
  'edit',
  'copy',
  'export',
  'import',
  'save',
  'print',
]);
const call = async (path: string, body: Wire, who: Who | null = 'root'): Promise<Answer> =>
  app.post(who, `/lcdp/data/${path}`, body);
const one = async (page: Page, id: unknown, who: Who | null = 'root'): Promise<Answer> =>
  app.get(who, `/lcdp/data/${page.code}/getOne?id=${id}`);
const list = async (page: Page, body: Wire = {}, who?: Who | null): Promise<Answer> =>
  call(`${page.code}/getPageList`, { current: 1, size: 20, ...body }, who);
const recordsOf = (answer: Answer): Wire[] => (answer.data?.records ?? []) as Wire[];

/** What a call without an envelope answers: a workbook. */
const book = async (path: string, who: Who, payload?: object): Promise<Buffer | undefined> => {
  const url = `/v2/api/mes/lcdp/data/${path}`;
  const answer = await app.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: app.headers(who),
    ...(payload === undefined ? {} : { payload }),
  });
  return String(answer.headers['content-type']).includes('json') ? undefined : answer.rawPayload;
};

/** Fields that only a field group gives, and theirs alone: titles nobody else has. */
function closedOf({ object }: Page) {
  const all = Object.values(object.fields).flatMap((field) => [
    { sub: undefined as string | undefined, field },
    ...Object.values(field.sub?.fields ?? {}).map((column) => ({ sub: field.code, field: column })),
  ]);
  const isClosed = ({ sub, field }: (typeof all)[number]): boolean =>
    field.grant !== undefined &&
    field.mask === undefined &&
    (sub !== undefined || object.access.grants?.[field.grant] === undefined);
  const open = all.filter((item) => !isClosed(item)).map(({ field }) => field.title);
  const closed = all.filter(isClosed);
  return {
    closed: closed.map(({ sub, field }) => ({ sub, keys: keysOf(field) })),
    titles: closed.map(({ field }) => field.title).filter((title) => !open.some((other) => other.includes(title))),
  };
}
/** All that a reader without field groups is told of a record: in the list, alone, and on paper by every layout. */
async function toldOf(page: Page, id: string): Promise<readonly unknown[]> {
  const told: unknown[] = [(await list(page, {}, 'reader')).data, (await one(page, id, 'reader')).data];
  if (!page.actions.print) return told;
  const print = (code?: string) => call(`${page.code}/print/print`, { ids: [id], print: code }, 'reader');
  const job = await print();
  expect([job.code, job.msg]).toEqual([200, 'success']);
  for (const { code } of job.data.choices as { code: string }[]) told.push((await print(code)).data.pages);
  return told;
}
/** Runs while the stored numbers of the closed fields of a record and its rows are others. */
async function withOtherValues({ object }: Page, id: string, run: () => Promise<void>): Promise<void> {
  const holders = [
    { table: tableOf(object.object), key: 'id', fields: object.fields, grant: undefined as string | undefined },
    ...Object.values(object.fields).flatMap(({ code, sub, grant }) =>
      sub ? [{ table: tableOf(object.object, code), key: 'head_id', fields: sub.fields, grant }] : [],
    ),
  ];
  const own = database.db.withSchema(org.schema);
  const restore: (() => Promise<unknown>)[] = [];
  for (const { table, key, fields, grant } of holders) {
    const columns = Object.values(fields)
      .filter((field) => (field.grant ?? grant) !== undefined && ['decimal', 'integer'].includes(storageOf(field)))
      .map(columnOf);
    if (columns.length === 0 || object.storage !== 'table') continue;
    const rows = await own
      .selectFrom(table)
      .select(['id', ...columns])
      .where(key, '=', id)
      .execute();
    for (const [at, { id: row, ...before }] of rows.entries()) {
      const set = (values: Wire) => own.updateTable(table).set(values).where('id', '=', row).execute();
      await set(Object.fromEntries(columns.map((column, n) => [column, 7391 + 13 * at + n])));
      restore.push(() => set(before));
    }
  }
  try {
    if (restore.length > 0) await run();
  } finally {
    for (const back of restore) await back();
  }
}
/** The first head field of another page that refers to an object, by a picker. */
const pickerOf = (object: string) =>
  pages
    .flatMap((page) => Object.values(page.object.fields).map((field) => ({ page, field })))
    .find(({ field }) => field.ref === object && field.kind === 'dialogSelect' && field.grant === undefined);

/** Keys of a field on the wire. */
const keysOf = ({ code, type, many }: ResolvedField): readonly string[] =>
  type === 'ref' && many !== true ? [code, `${code}Id`] : [code];
/** What a search over a field sends to find a value; undefined where that is not one value. */
function searchFor(field: ResolvedField, record: Wire): unknown {
  const value = record[field.code];
  if (value === null || value === undefined || value === '' || field.many === true || field.secret) return undefined;
  if (field.type === 'dict' && field.kind === 'default') return [value];
  if (field.type === 'ref' && ['default', 'dialogSelect'].includes(field.kind)) return [record[`${field.code}Id`]];
  if (field.type === 'text' && ['default', 'input', 'textarea', 'autoCode'].includes(field.kind)) return value;
  if (
    ['int', 'decimal', 'date', 'datetime'].includes(field.type) &&
    ['default', 'date', 'dateCritical'].includes(field.kind)
  )
    return [value, value];
  return undefined;
}

describe.each(pages.map((page) => [page.object.title, page] as const))('%s', (_title, page) => {
  it('opens for those who may, with nothing that is not theirs, on every way out', async () => {
    const { object } = page;
    expect((await list(page, {}, null)).status).toBe(401);
    expect((await list(page, {}, 'stranger')).code).toBe(403);
    const [first] = recordsOf(await list(page));
    if (first) expect((await one(page, first.id, 'stranger')).code).toBe(403);

    const { closed, titles } = closedOf(page);
    const leaks = (record: Wire): readonly string[] =>
      closed.flatMap(({ sub, keys }) =>
        (sub === undefined ? [record] : ((record[sub] ?? []) as Wire[])).flatMap((holder) =>
          keys.filter((key) => key in holder),
        ),
      );
    const listed = await list(page, {}, 'reader');
    expect(listed.code).toBe(200);
    expect(recordsOf(listed).flatMap(leaks)).toEqual([]);
    if (first) expect(leaks((await one(page, first.id, 'reader')).data)).toEqual([]);

    const picker = pickerOf(object.object);
    if (picker) {
      const picked = await call(
        `${picker.page.code}/pick/${picker.field.path}`,
        { record: {}, filter: true },
        'reader',
      );
      expect(picked.code).toBe(200);
      expect(recordsOf(picked).flatMap(leaks)).toEqual([]);
    }
    if (first && page.actions.export) {
      const sheet = await book(`${page.code}/export`, 'reader', { ids: [first.id] });
      const [head = []] = sheet === undefined ? [] : await sheetRows(sheet);
      expect(titles.filter((title) => head.includes(title))).toEqual([]);
    }
    if (!first) return;
    const id = String(first.id);
    const told = await toldOf(page, id);
    await withOtherValues(page, id, async () => expect(await toldOf(page, id)).toEqual(told));
  });

  it('hides what is out of the row scope like what is not there', async () => {
    const { access, storage } = page.object;
    // only where rows have an owner at all
    if (storage !== 'table' || access.rows !== undefined || page.object.fields.createdBy === undefined) return;
    const [first] = recordsOf(await list(page));
    const mine = await list(page, {}, 'foreign');
    if (mine.code !== 200 || !first || recordsOf(mine).some(({ id }) => id === first.id)) return;
    const hidden = await one(page, first.id, 'foreign');
    const missing = await one(page, newId(), 'foreign');
    expect([hidden.code, hidden.msg]).toEqual([missing.code, missing.msg]);
  });

  it('sorts by what it says can be sorted, and finds a record by its own values', async () => {
    const whole = await list(page, { scheme: undefined });
    expect(whole.code).toBe(200);
    for (const { field, sort } of page.list.columns) {
      if (sort !== true || field === undefined) continue;
      for (const order of [field, `-${field}`]) expect((await list(page, { sort: order })).code, order).toBe(200);
    }
    const [first] = recordsOf(whole);
    if (!first) return;
    const { data: record } = await one(page, first.id);
    for (const { field: code, param, kind } of page.list.search) {
      const field = code === undefined ? undefined : page.object.fields[code];
      if (!field || param !== undefined || kind !== undefined) continue;
      const value = searchFor(field, record);
      if (value === undefined) continue;
      const found = await list(page, { search: { [field.code]: value }, size: 500 });
      expect(found.code, field.code).toBe(200);
      expect(
        recordsOf(found).map(({ id }) => id),
        `${field.code} = ${JSON.stringify(value)}`,
      ).toContain(first.id);
      const text = typeof value === 'string' ? '绝不会有的文字◎' : undefined;
      if (text) expect(recordsOf(await list(page, { search: { [field.code]: text } }))).toEqual([]);
    }
  });

  it('reads back what it stores; a stale version and a repeat write nothing', async () => {
    const action = page.actions.edit ?? page.actions.save;
    const editable = recordsOf(await list(page)).find((row) =>
      (row._actions as string[]).includes(action?.code ?? '-'),
    );
    if (!editable) return;
    const before = (await one(page, editable.id)).data;
    const record = withoutMarks(before);
    const token = newId();
    let accept: string[] = [];
    let saved = await call(`${page.code}/save`, { record, token, accept });
    if (saved.code === 203 && saved.data?.warnings) {
      accept = (saved.data.warnings as { code: string }[]).map(({ code }) => code);
      saved = await call(`${page.code}/save`, { record, token, accept });
    }
    expect([saved.code, saved.msg]).toEqual([200, 'success']);
    const again = await call(`${page.code}/save`, { record, token, accept });
    expect(again.data).toEqual(saved.data);
    const after = (await one(page, editable.id)).data;
    const kept = (wire: Wire): Wire => {
      const { version: _v, updatedAt: _a, updatedBy: _b, updatedById: _c, ...rest } = withoutMarks(wire);
      return rest;
    };
    expect(kept(after)).toEqual(kept(before));
    const stale = await call(`${page.code}/save`, { record: { ...record, version: -1 }, token: newId() });
    expect(stale.code).toBe(203);
    expect(stale.msg).toBe('数据已被他人修改，请刷新后重试');
    expect((await one(page, editable.id)).data.version).toBe(after.version);
  });

  it('refuses actions without the right or in the wrong state; a preview writes nothing', async () => {
    const rows = recordsOf(await list(page));
    for (const action of Object.values(page.actions)) {
      if (action.auto !== undefined || NOT_CALLED.has(action.code)) continue;
      const target = rows[0];
      if (!target || action.at.every((place) => place === 'toolbar')) continue;
      const body = { targets: [{ id: target.id, version: target.version }], ask: {}, token: newId() };
      expect((await call(`${page.code}/act/${action.code}`, body, 'stranger')).code, action.code).toBe(403);
      const impossible = rows.find((row) => !(row._actions as string[]).includes(action.code));
      if (impossible && (action.from !== undefined || action.when !== undefined)) {
        const at = { id: impossible.id, version: impossible.version };
        const refused = await call(`${page.code}/act/${action.code}`, { ...body, targets: [at], token: newId() });
        expect(refused.code, `${action.code} on a record that does not offer it`).toBe(203);
        expect((await one(page, impossible.id)).data.version).toBe(impossible.version);
      }
      const possible = rows.find((row) => (row._actions as string[]).includes(action.code));
      if (possible && action.open === undefined) {
        const at = { id: possible.id, version: possible.version };
        await call(`${page.code}/preview/${action.code}`, { ...body, targets: [at], token: newId() });
        expect((await one(page, possible.id)).data.version, `preview of ${action.code}`).toBe(possible.version);
      }
    }
  });

  it('takes a stale action from nobody, and one token once', async () => {
    const rows = recordsOf(await list(page, { size: 50 }));
    for (const action of Object.values(page.actions)) {
      const isPlain =
        action.auto === undefined &&
        action.open === undefined &&
        action.print === undefined &&
        action.push === undefined;
      const takes = (row: Wire): boolean => (row._actions as string[]).includes(action.code);
      const target = rows.find(takes);
      if (!isPlain || target === undefined || NOT_CALLED.has(action.code)) continue;
      const { version } = (await one(page, target.id)).data;
      const body = { targets: [{ id: target.id, version: -1 }], ask: {}, token: newId(), accept: [] };
      const stale = await call(`${page.code}/act/${action.code}`, body);
      expect(stale.code, `${action.code} of a stale version`).toBe(203);
      expect((await one(page, target.id)).data.version).toBe(version);
    }
    const { disable, enable } = page.actions;
    const target = rows.find((row) => (row._actions as string[]).includes('disable'));
    if (!disable || !enable || target === undefined || Object.keys(disable.ask ?? {}).length > 0) return;
    const { version } = (await one(page, target.id)).data;
    const body = { targets: [{ id: target.id, version }], ask: {}, token: newId() };
    const first = await call(`${page.code}/act/disable`, body);
    if (first.code !== 200) return;
    const off = (await one(page, target.id)).data;
    expect((await call(`${page.code}/act/disable`, body)).data).toEqual(first.data);
    expect((await one(page, target.id)).data.version).toBe(off.version);
    const back = { targets: [{ id: target.id, version: off.version }], ask: {}, token: newId() };
    expect((await call(`${page.code}/act/enable`, back)).code).toBe(200);
  });

  it('gives a template that comes back as it is, without a row', async () => {
    if (!page.actions.import) return;
    const template = await book(`${page.code}/template`, 'root');
    const [head = []] = template === undefined ? [] : await sheetRows(template);
    expect(head.length).toBeGreaterThan(0);
    const answer = await app.app.inject({
      method: 'POST',
      url: `/v2/api/mes/lcdp/data/${page.code}/import?dryRun=1`,
      headers: { ...app.headers('root'), 'content-type': 'application/octet-stream' },
      payload: template,
      // one address may import so often a minute: here each page has its own
      remoteAddress: `10.0.0.${(pages.indexOf(page) % 250) + 1}`,
    });
    const last = JSON.parse(answer.payload.trim().split('\n').at(-1) ?? '{}') as Answer;
    expect([last.code, last.msg]).toEqual([203, '文件中没有数据，请从第2行开始填写']);
  });

  it('prints with 0, 1 and many records chosen', async () => {
    const action = page.actions.print;
    if (!action) return;
    const ids = recordsOf(await list(page)).map(({ id }) => id);
    expect((await call(`${page.code}/print/print`, { ids: [] })).code).toBe(400);
    for (const chosen of [ids.slice(0, 1), ids]) {
      if (chosen.length === 0) continue;
      const job = await call(`${page.code}/print/print`, { ids: chosen });
      expect([job.code, job.msg]).toEqual([200, 'success']);
      expect((job.data.pages as unknown[]).length).toBeGreaterThanOrEqual(chosen.length);
    }
  });
});

const reports = [...registry.pages.values()].filter(
  (page) => page.report !== undefined && page.sort === 'report' && page.reportView === undefined,
);
it('looks at every report', () => {
  const seen = new Set(reports.map(({ code, report }) => report?.report ?? code));
  expect([...seen].sort()).toEqual([...registry.reports.keys()].sort());
});
describe.each(reports.map((page) => [page.object.title, page] as const))('%s', (_title, page) => {
  it('answers who may, and no measure of a field group to others', async () => {
    const { report } = page;
    if (report === undefined) return;
    const ask = async (y: readonly string[], who: Who): Promise<Wire> => {
      const cells = [{ key: 'a', report: report.report, chart: { chart: 'number', y } }];
      const { data } = await app.post<Wire[]>(who, '/chartdesign/query', { cells });
      return data[0] ?? {};
    };
    const [open] = Object.values(report.measures).filter(({ grant }) => grant === undefined);
    if (open) expect((await ask([open.code], 'stranger')).code).toBe(403);
    for (const { code, grant } of Object.values(report.measures)) {
      if (grant === undefined) continue;
      const answer = await ask([code], 'reader');
      expect([code, answer.code]).toEqual([code, 403]);
      const sheet = await list(page, {}, 'reader');
      expect(
        recordsOf(sheet).some((row) => code in row),
        code,
      ).toBe(false);
    }
  });

  it('has the totals of its rows without groups, ratios those of sums; sums of groups add up', async () => {
    const { report } = page;
    if (report === undefined) return;
    const whole = await list(page, { size: 500 });
    expect(whole.code).toBe(200);
    const rows = recordsOf(whole).filter((row) => row.$level === undefined);
    const measures = Object.values(report.measures);
    const numbers = new Map<string, { value: unknown; total: string }>();
    for (const { code, unit } of measures) {
      const { value, total } = await numberOf(report.report, code, 'root');
      numbers.set(code, { value, total });
      const listed = rows[0]?.[`${code}Total`];
      if (listed !== undefined) expect([code, listed]).toEqual([code, value]);
      const cells = rows.flatMap((row) => (typeof row[code] === 'number' ? [row[code]] : []));
      // slots of a pivot carry its first measure, and a page may show fewer measures than there are
      if (report.pivot !== undefined || rows.length !== whole.data.total || cells.length !== rows.length) continue;
      if (cells.length === 0) continue;
      if (value === null) {
        // only pieces and kilograms have numbers and no sum
        expect(unit, code).toBeDefined();
        continue;
      }
      if (total === 'sum' || total === 'count')
        expect(
          cells.reduce((number, two) => number + two, 0),
          code,
        ).toBeCloseTo(Number(value), 4);
      if (total === 'max' || total === 'min') expect([code, Math[total](...cells)]).toEqual([code, value]);
    }
    for (const { code, of = '', scale = 4 } of measures) {
      const [, part = '', base = ''] = /^pct\(sum\((\w+)\), sum\((\w+)\)\)$/.exec(of) ?? [];
      const [share, all] = [numbers.get(part)?.value, numbers.get(base)?.value];
      if (typeof share !== 'number' || typeof all !== 'number' || all === 0) continue;
      expect(numbers.get(code)?.value, code).toBeCloseTo((share / all) * 100, Math.min(scale, 2) - 0.5);
    }
  });

  it('has nothing for who sees no row of its source, nor where nothing is found', async () => {
    const { report } = page;
    if (report === undefined) return;
    const search = page.list.search.find(({ field }) => field !== undefined && report.dims[field]?.ref !== undefined);
    if (search?.field !== undefined) {
      const none = await list(page, { search: { [search.field]: [newId()] } });
      expect([none.code, recordsOf(none)]).toEqual([200, []]);
    }
    const source = report.from === undefined ? undefined : registry.find(report.from.split('.')[0] ?? '');
    if (source?.storage !== 'table' || source.access.rows !== undefined) return;
    const { label, fields } = source;
    expect(label.length > 0 && fields.createdBy !== undefined).toBe(true);
    const mine = await list(page, {}, 'foreign');
    expect([mine.code, recordsOf(mine)]).toEqual([200, []]);
  });
});

/** A measure over all its rows, and how the report adds it up. */
async function numberOf(report: string, code: string, who: Who): Promise<{ value: unknown; total: string }> {
  const cells = [{ key: 'a', report, chart: { chart: 'number', y: [code] } }];
  const [answer = {}] = (await app.post<Wire[]>(who, '/chartdesign/query', { cells })).data;
  expect([code, answer.code]).toEqual([code, 200]);
  const { rows, measures } = answer.data as { rows: { v: Wire }[]; measures: { total: string }[] };
  return { value: rows[0]?.v[code], total: measures[0]?.total ?? '' };
}

/** What a client sends of a record it got. */
function withoutMarks(wire: Wire): Wire {
  const out: Wire = {};
  for (const [key, value] of Object.entries(wire)) {
    if (key.startsWith('_') || key.startsWith('$')) continue;
    const isRows =
      Array.isArray(value) && value.some((row) => typeof row === 'object' && row !== null && 'lineNo' in row);
    out[key] = isRows ? (value as Wire[]).map(withoutMarks) : value;
  }
  return out;
}
