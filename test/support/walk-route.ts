/**
 * What a clerk does on a page of masters, over the calls: add, read, change, find, switch off and on, see the history, export, fill in the
 * template, delete, and be refused where something is in use. Each step answers `ok`, its refusal, or nothing where the document offers none.
 */
import type { ResolvedField } from '../../schemas/language/resolved';
import { newId } from '../../server/ids';
import type { Page } from '../../server/registry/pages';
import type { Wire } from './client';
import { type Filler, fillAndSave } from './fill';
import { sheetRows } from './sheets';

export interface Walker extends Filler {
  file(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Buffer>;
  /** the envelope at the end of an import */
  load(
    path: string,
    book: Buffer,
  ): Promise<{ readonly code: number; readonly msg: string; readonly data: Wire | null }>;
  book(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer>;
}
export type Step =
  | 'asks'
  | 'add'
  | 'get'
  | 'edit'
  | 'stale'
  | 'find'
  | 'disable'
  | 'enable'
  | 'history'
  | 'export'
  | 'import'
  | 'del'
  | 'refused';
export type Walk = { readonly [step in Step]?: string };

/** Steps the document offers, by its actions. */
export function offeredOn({ actions, object }: Page): readonly Step[] {
  const has = (code: string): boolean => actions[code] !== undefined;
  const steps: readonly (readonly [boolean, readonly Step[]])[] = [
    [has('add'), ['asks', 'add']],
    [true, ['find']],
    [has('view'), ['get', 'history']],
    [has('add') && has('edit'), ['edit', 'stale']],
    [has('add') && has('disable') && object.fields.isDisabled !== undefined, ['disable', 'enable']],
    [has('export'), ['export']],
    [has('add') && has('import'), ['import']],
    [has('add') && has('del'), ['del']],
    [has('del'), ['refused']],
  ];
  return steps.flatMap(([is, list]) => (is ? list : []));
}

export async function walkRoute(at: Walker, page: Page): Promise<Walk> {
  const path = (call: string): string => `/lcdp/data/${page.code}/${call}`;
  const offers = new Set(offeredOn(page));
  const done: { [step in Step]?: string } = {};
  const everything = page.list.schemes.some(({ code }) => code === 'all') ? { scheme: 'all' } : {};
  const list = async (more: Wire): Promise<readonly Wire[]> =>
    ((await at.post(path('getPageList'), { ...everything, size: 200, ...more })).data?.records ?? []) as Wire[];
  const one = async (id: unknown): Promise<Wire | undefined> => {
    const answer = await at.post(path('getPageList'), { ids: [id], ...everything });
    return (answer.data?.records as Wire[] | undefined)?.[0];
  };
  const act = async (code: string, id: unknown): Promise<string> => {
    const version = (await one(id))?.version;
    const answer = await at.post(path(`act/${code}`), { targets: [{ id, version }], token: newId() });
    return answer.code === 200 ? 'ok' : answer.msg;
  };

  if (offers.has('add')) done.asks = await asksForMissing(at, path);
  const made = offers.has('add') ? await fillAndSave(at, page.code, page.object) : (await list({}))[0];
  if (typeof made === 'string') return { add: made };
  if (made === undefined) return {};
  if (offers.has('add')) done.add = 'ok';
  const { id } = made;

  const read = await at.get(path(`getOne?id=${String(id)}`));
  if (offers.has('get')) done.get = read.code === 200 && read.data.id === id ? 'ok' : read.msg;
  const [text] = textFields(page);
  if (offers.has('edit') && text !== undefined) {
    const changed = { id, version: read.data.version, [text.code]: `${at.mark}改` };
    const saved = await at.post(path('save'), { record: changed, token: newId(), accept: ['*'] });
    const kept = (await at.get(path(`getOne?id=${String(id)}`))).data[text.code];
    done.edit = saved.code !== 200 ? saved.msg : kept === `${at.mark}改` ? 'ok' : `kept ${String(kept)}`;
    if ((await one(id))?.id !== id) done.edit += ', but the list lacks it';
    done.stale = (await at.post(path('save'), { record: changed, token: newId() })).msg;
  }
  const box = page.list.search.find(
    ({ fields, field }) => (fields?.[0] ?? field) === page.object.label[0] || fields !== undefined,
  );
  const boxField = box?.fields?.[0] ?? box?.field;
  if (box !== undefined && boxField !== undefined) {
    const sought = String(made[boxField] ?? '');
    const found = await list({
      search: { [(box.fields ?? [boxField]).join(',')]: sought.slice(0, Math.max(2, sought.length - 1)) },
    });
    done.find = found.some((row) => row.id === id) ? 'ok' : `${sought} not among ${found.length}`;
  }
  if (offers.has('disable')) {
    done.disable = await act('disable', id);
    if ((await one(id))?.isDisabled !== '1') done.disable += ', but it is on';
    done.enable = await act('enable', id);
    if ((await one(id))?.isDisabled !== '0') done.enable += ', but it is off';
  }
  const history = await at.post(path('history'), { id });
  if (offers.has('history')) {
    const [last] = (history.data?.records ?? []) as readonly Wire[];
    done.history = history.code !== 200 ? history.msg : last === undefined ? 'empty' : namesSomebody(last);
  }
  const cells = new Map<string, unknown>();
  if (offers.has('export')) {
    const [head = [], ...rows] = await sheetRows(await at.file('POST', path('export'), { ...everything, ids: [id] }));
    for (const [n, title] of head.entries()) cells.set(String(title), rows[0]?.[n]);
    done.export = rows.length > 0 ? 'ok' : 'empty';
  }
  for (const { code, sub } of Object.values(page.object.fields)) {
    const [row] = sub === undefined ? [] : ((read.data?.[code] as readonly Wire[] | undefined) ?? []);
    for (const column of Object.values(sub?.fields ?? {}))
      if (row !== undefined && column.type === 'ref') cells.set(column.title, row[column.code]);
  }
  const isKeyed = offers.has('import') && (await takesUpdates(at, page));
  if (isKeyed) done.import = await importAgain(at, page, cells, 'upsert');
  if (offers.has('del')) {
    done.del = await act('del', id);
    const gone = await at.get(path(`getOne?id=${String(id)}`));
    if (gone.code === 200) done.del += ', but it is there';
    if ((await one(id)) !== undefined) done.del += ', but the list shows it';
  }
  // what has no code to be found by is only added
  if (offers.has('import') && !isKeyed) done.import = await importAgain(at, page, cells, 'add');
  if (offers.has('refused')) {
    for (const row of await list({})) {
      const answer = await at.post(path('preview/del'), { targets: [{ id: row.id, version: row.version }] });
      if (answer.code !== 203 || answer.msg === '当前状态不能删除' || done.refused !== undefined) continue;
      const said = await act('del', row.id);
      done.refused =
        (await one(row.id)) === undefined ? 'deleted' : said === answer.msg ? said : `${said}, asked ${answer.msg}`;
    }
  }
  return done;
}

/** A new record with nothing filled in names what it lacks, as its form does. */
async function asksForMissing(at: Walker, path: (call: string) => string): Promise<string> {
  const fresh = (await at.post(path('getNew'), {})).data;
  const answer = await at.post(path('save'), { record: { ...fresh, id: newId() }, token: newId() });
  const problems = (answer.data as { problems?: readonly { text: string }[] } | null)?.problems ?? [];
  const isAsked = problems.some(({ text }) => /请(填写|选择|上传|至少)|不能为空/.test(text));
  return answer.code !== 200 && isAsked ? 'ok' : `${answer.code} ${answer.msg}`;
}

const namesSomebody = (row: Wire): string => (String(row.by ?? '') !== '' ? 'ok' : JSON.stringify(row));

/** Texts anybody may change, the least important first. */
export const textFields = (page: Page): readonly ResolvedField[] =>
  ['remark', 'name', 'changeNote', ...page.object.label, ...Object.keys(page.object.fields)].flatMap((code) => {
    const field = page.object.fields[code];
    return field?.type === 'text' &&
      field.readonly !== true &&
      field.dict === undefined &&
      field.formula === undefined &&
      field.kind !== 'autoCode' &&
      field.pattern === undefined &&
      field.hidden !== true
      ? [field]
      : [];
  });

const takesUpdates = async (at: Walker, page: Page): Promise<boolean> =>
  (await at.load(`/lcdp/data/${page.code}/import?dryRun=1&mode=upsert`, await at.book([['编码']]))).code !== 400;

/** The template with the exported row in it, looked at without keeping anything. */
async function importAgain(at: Walker, page: Page, cells: ReadonlyMap<string, unknown>, mode: string): Promise<string> {
  const [head = [], sample = []] = await sheetRows(await at.file('GET', `/lcdp/data/${page.code}/template`));
  const titles = head.map((title) => String(title ?? '').replace('*', ''));
  const unfilled = head.filter((title, n) => String(title ?? '').endsWith('*') && (sample[n] ?? '') === '');
  if (!head.some((title) => String(title ?? '').endsWith('*'))) return 'nothing is required in the template';
  if (unfilled.length > 0) return `no example for ${unfilled.join()}`;
  const row = titles.map((title, n) => {
    const isNeeded = String(head[n]).endsWith('*');
    const own = cells.get(title) ?? (isNeeded ? String(sample[n]).replace(/^示例：/, '') : null);
    if (own instanceof Date) return own.toISOString().slice(0, 10);
    return own === '' || own === null ? null : typeof own === 'number' ? own : String(own);
  });
  const answer = await at.load(`/lcdp/data/${page.code}/import?dryRun=1&mode=${mode}`, await at.book([titles, row]));
  const errors = (answer.data?.errors ?? []) as readonly { column: string; text: string }[];
  return answer.code === 200 && errors.length === 0
    ? 'ok'
    : `${answer.msg} ${errors.map(({ column, text }) => `${column} ${text}`).join('; ')}`;
}
