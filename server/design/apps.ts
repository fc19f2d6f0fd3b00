/** Apps of the organisation: who owns them, and the code their documents have as area. */
import { sql } from 'kysely';
import type { Db, Trx } from '../ctx';
import { badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { isUuid } from '../records/list/list-request';
import { type AppState, CORE } from '../registry/apps';
import { camelPinyin } from '../tables/pinyin';
import { OWN_CODE } from './sorts';

export interface OwnApp {
  readonly code: string;
  readonly title: string;
  readonly icon: string | null;
  readonly colour: string | null;
  /** users who may edit it; nobody named = everybody with the right */
  readonly owners: readonly string[];
  readonly version: number;
}

export async function appsOf(trx: Trx): Promise<readonly OwnApp[]> {
  const rows = await trx
    .selectFrom('mw_app')
    .select(['code', 'title', 'icon', 'colour', 'owners', 'version'])
    .orderBy('created_at')
    .execute();
  return rows as unknown as readonly OwnApp[];
}
export const appOf = async (trx: Trx, code: string): Promise<OwnApp | undefined> =>
  (await appsOf(trx)).find((app) => app.code === code);

/** Which apps are off, by themselves or never opened, and the order people gave them; none before the table is made. */
export async function appStates(db: Db, schema: string): Promise<readonly AppState[]> {
  const { rows: there } = await sql`select to_regclass(${`"${schema}".app`}) as name`.execute(db);
  if ((there[0] as { name: unknown } | undefined)?.name == null) return [];
  const { rows } = await sql<{ code: string; is_disabled: string | null; sort_no: string | null }>`
    select code, is_disabled, sort_no from ${sql.table(`${schema}.app`)} where is_deleted = 0 order by code`.execute(
    db,
  );
  const opened = await openedApps(db, schema);
  return rows.map((row) => ({
    code: row.code,
    isOff: row.is_disabled === '1' || !isOpened(opened, row.code),
    sort: Number(row.sort_no ?? 0),
  }));
}

/** Apps the platform opened to an organisation and that still hold (10 §5.1); null = all of them. */
export async function openedApps(db: Db | Trx, schema: string): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ app: string; holds: boolean }>`
    select a.app, a.is_disabled = '0' and coalesce(a.valid_to, 'infinity') >= (now() at time zone 'Asia/Shanghai')::date as holds
      from platform.org_app a join platform.org o on o.id = a.head_id where 'org_' || o.code = ${schema}`.execute(db);
  return rows.length === 0 ? null : new Set(rows.flatMap(({ app, holds }) => (holds ? app : [])));
}
/** What everything stands on, and what an organisation made itself, is nobody's to open. */
export const isOpened = (opened: ReadonlySet<string> | null, code: string): boolean =>
  opened === null || opened.has(code) || CORE.has(code) || OWN_CODE.test(code);

type Owned = Pick<OwnApp, 'owners'> | undefined;
export const mayEdit = (ctx: EngineCtx, app: Owned): boolean =>
  ctx.session.rights.has('dataModel:edit') && isOwner(ctx, app);
const isOwner = ({ session }: EngineCtx, app: Owned): boolean =>
  session.rights.super || app === undefined || app.owners.length === 0 || app.owners.includes(session.me.id);

/** Of these apps the ones that others own, by code, with what is said of them: whatever draft, version or package a change comes from. */
export async function foreignApps(ctx: EngineCtx, codes: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const named = new Set(codes);
  const others = (await appsOf(ctx.trx)).filter((app) => named.has(app.code) && !isOwner(ctx, app));
  return new Map(others.map(({ code, title }) => [code, `应用「${title}」只有其负责人可以修改`]));
}

/** `工装管理` → `xGongZhuangGuanLi`, numbered when taken. */
export async function codeFromTitle(
  title: string,
  taken: (code: string) => boolean | Promise<boolean>,
): Promise<string> {
  const spelled = camelPinyin(title);
  const base = `x${/^[A-Z]/.test(spelled) ? spelled : `App${spelled}`}`.slice(0, 30);
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}${n}`;
    if (!(await taken(code))) return code;
  }
}

/** Makes an app, or changes one of the version that was read. */
export async function saveApp(ctx: EngineCtx, given: Readonly<Record<string, unknown>>): Promise<OwnApp> {
  const { trx } = ctx;
  const title = typeof given.title === 'string' ? given.title.trim() : '';
  if (title === '' || title.length > 30) throw badRequest('请填写应用名称');
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value !== '' ? value.slice(0, 40) : null;
  const owners = Array.isArray(given.owners) ? given.owners.filter(isUuid) : [];
  const values = { title, icon: text(given.icon), colour: text(given.colour), owners: sql`${owners}::uuid[]` };
  const known = typeof given.code === 'string' ? await appOf(trx, given.code) : undefined;
  if (known && given.version !== undefined) {
    if (!mayEdit(ctx, known)) throw refuse('只有应用负责人可以修改');
    const done = await trx
      .updateTable('mw_app')
      .set({ ...values, version: known.version + 1, updated_at: sql`now()` })
      .where('code', '=', known.code)
      .where('version', '=', Number(given.version))
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) === 0) throw refuse('数据已被他人修改，请刷新后重试', { rule: 'record.stale' });
    return (await appOf(trx, known.code)) as OwnApp;
  }
  if (known) throw refuse('应用编码已存在');
  const areas = new Set(ctx.registry.files.menus.map(({ doc }) => doc.area));
  const code =
    typeof given.code === 'string' && given.code !== ''
      ? given.code
      : await codeFromTitle(title, async (text) => areas.has(text) || (await appOf(trx, text)) !== undefined);
  if (!OWN_CODE.test(code)) throw refuse('应用编码须以x加大写字母开头，仅含字母和数字');
  if (areas.has(code)) throw refuse('应用编码已存在');
  await trx
    .insertInto('mw_app')
    .values({ code, ...values })
    .execute();
  return (await appOf(trx, code)) as OwnApp;
}
