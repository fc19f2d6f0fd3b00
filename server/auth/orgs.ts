/** 企业 (domain 10 §5.1): rows of the installation, as records of the platform organisation and, its own one, of every other. */
import { sql } from 'kysely';
import { judgePassword } from '../../schemas/language/password';
import type { Problem, Rec, Row } from '../../schemas/language/value';
import type { Ctx, DomainModule, OrgInfo } from '../ctx';
import { neededApps } from '../design/mirror/app-rows';
import { mirrorDocuments } from '../design/mirror/mirror';
import { refuse } from '../errors';
import { inWrite, makeCtx, nobody } from '../records/context';
import type { EngineCtx, Host } from '../records/host';
import { CORE, rootsOf } from '../registry/apps';
import type { Registry } from '../registry/registry';
import { indexCondition } from '../tables/condition';
import { loadSeed } from './demo';
import { furnishOrg, ORG_CODE, ORG_CODE_SAYS, type Shipped } from './organisation';
import { hashPassword } from './passwords';
import { newPassword } from './people';
import { policyOf } from './policy';

/** one nobody else has: two of a name must say their organisation at each sign-in */
const adminOf = (code: unknown): string => `${String(code)}admin`;

export const orgs: DomainModule = {
  byOwner: ['add'],
  async check(record, old, ctx) {
    const problems: Problem[] = [];
    const say = (path: string, text: string): void => {
      problems.push({ code: 'org', path, text });
    };
    if (old === null && !ORG_CODE.test(String(record.code))) say('code', ORG_CODE_SAYS);
    // over all organisations, also those the caller does not see
    const { rows } = await sql<{ name: string; corp_id: string | null }>`
      SELECT name, corp_id FROM platform.org
       WHERE id <> ${record.id as string} AND is_deleted = 0
         AND (lower(name) = lower(${text(record.name)}) OR corp_id = ${text(record.corpId)})`.execute(ctx.trx);
    if (rows.some(({ name }) => name.toLowerCase() === text(record.name)?.toLowerCase())) say('name', '企业名称已存在');
    if (rows.some(({ corp_id }) => corp_id !== null && corp_id === text(record.corpId)))
      say('corpId', '该钉钉企业ID已绑定其他企业');
    return [...problems, ...missingApps(record, (ctx as EngineCtx).host.registries.shipped)];
  },
  async after({ record, old, action }, ctx) {
    if (old !== null || action !== undefined) return;
    await open(ctx as EngineCtx, record);
    await ctx.emit('org.created', { id: record.id, code: record.code, name: record.name });
  },
  actions: {
    async disable(record, _ask, ctx) {
      await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = 'organisation disabled'
        WHERE org_id = ${record.id as string} AND revoked_at IS NULL`.execute(ctx.trx);
      return undefined;
    },
    /** until he has come in once; afterwards his password is his own business */
    async firstPwd(record, _ask, ctx) {
      const { rows } = await sql<{ account_id: string }>`
        SELECT m.account_id FROM platform.member m JOIN platform.account a ON a.id = m.account_id
         WHERE m.org_id = ${record.id as string} AND m.login_name = ${text(record.adminLogin)} AND a.last_login_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM platform.member o WHERE o.account_id = m.account_id AND o.org_id <> m.org_id)
         FOR UPDATE OF a`.execute(ctx.trx);
      const [account] = rows;
      if (!account) throw refuse('管理员已登录过，请本人修改或找回密码');
      const password = await freshPassword(ctx, String(record.adminLogin));
      await sql`UPDATE platform.account
          SET pwd_hash = ${await hashPassword(password)}, pwd_set_at = now(), must_change = true, fail_count = 0, locked_until = NULL,
              updated_at = now()
        WHERE id = ${account.account_id}`.execute(ctx.trx);
      const shown = { code: record.code, name: record.name, adminLogin: record.adminLogin, initialPwd: password };
      return { rows: [{ id: record.id as string, ...shown }] as unknown as Row[] };
    },
  },
};

/** What an app cannot do without must be opened with it. */
const missingApps = (record: Rec, registry: Registry): readonly Problem[] => {
  const rows = ((record.apps ?? []) as readonly Row[]).filter(({ isDisabled }) => isDisabled !== '1');
  const opened = new Set(rows.map(({ app }) => String(app)));
  const names = new Map(rootsOf(registry.menus).map(({ id, name }) => [id, name]));
  const name = (code: string): string => names.get(code) ?? code;
  return rows.flatMap(({ id, app }) =>
    [...neededApps(registry, String(app))]
      .filter((needed) => !CORE.has(needed) && !opened.has(needed))
      .map((needed) => ({
        code: 'org.app',
        path: `apps[${id}].app`,
        text: `应用「${name(String(app))}」依赖应用「${name(needed)}」，请一并开通`,
      })),
  );
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const freshPassword = async (ctx: Ctx, loginName: string): Promise<string> => {
  const policy = await policyOf(ctx.org, async (_org, key) => ctx.setting(key));
  return newPassword((text) => judgePassword(text, policy, { loginName, mobile: null }) === null);
};

/** Schema, tables, administrator and the rows every organisation begins with, all in the transaction that saves its row. */
const open = async (ctx: EngineCtx, record: Rec): Promise<void> => {
  if (ctx.trial) return;
  const { shipped } = ctx.host.registries;
  const code = String(record.code);
  const org: OrgInfo = {
    id: record.id as string,
    code,
    name: String(record.name),
    schema: `org_${code}`,
    rightsVersion: 1,
  };
  const made: Shipped = {
    objects: [...shipped.objects.values()],
    condition: indexCondition(ctx.host.db, shipped.lib),
    now: ctx.now,
  };
  // nobody knows this one: the administrator gets his by 管理员初始密码
  const loginName = adminOf(code);
  const password = await freshPassword(ctx, loginName);
  const admin = { loginName, name: String(record.contact ?? '系统管理员'), password };
  await furnishOrg(ctx.trx, made, org, admin);
  // what is not committed yet is seen by this transaction alone, and has the shipped documents
  const host: Host = {
    ...ctx.host,
    db: ctx.trx,
    owner: ctx.trx,
    registries: { ...ctx.host.registries, shipped, of: () => shipped, ready: async () => undefined },
  };
  const source = {
    db: ctx.trx,
    objects: made.objects,
    documents: shipped.files.data.map(({ doc }) => doc),
    runAs: async <T>(session: EngineCtx['session'], run: (ctx: Ctx) => Promise<T>): Promise<T> =>
      inWrite(await makeCtx(host, session, { requestId: ctx.requestId, trx: ctx.trx }), run),
  };
  await loadSeed(source, org, loginName, ctx.now);
  await source.runAs(nobody(org), (ctx) => mirrorDocuments((ctx as EngineCtx).asSystem()));
};
