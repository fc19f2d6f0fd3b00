/** What a user's page does to his account (10 §5.5, security.md §2): joined to the rules of the object, so that those know no account. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { judgePassword } from '../../schemas/language/password';
import type { Problem, Row } from '../../schemas/language/value';
import type { Ctx, DomainModule, Trx } from '../ctx';
import { refuse } from '../errors';
import { openAccount } from './accounts';
import { hashPassword } from './passwords';
import { policyOf } from './policy';

export const people: DomainModule = {
  async check(record, old, ctx) {
    const joins = old === null ? true : old.isDisabled === '1' && record.isDisabled !== '1';
    return joins ? limitProblem(ctx) : [];
  },
  actions: {
    async enable(_record, _ask, ctx) {
      for (const problem of await limitProblem(ctx)) throw refuse(problem.text);
      return undefined;
    },
    async resetPwd(record, _ask, ctx) {
      const userId = record.id as string;
      const loginName = record.loginName as string;
      const policy = await policyOf(ctx.org, async (_org, key) => ctx.setting(key));
      const password = newPassword((text) => judgePassword(text, policy, { loginName, mobile: null }) === null);
      const account = await accountOf(ctx, userId);
      if (account === null) {
        const mustChange = policy.firstChange;
        await openAccount(ctx.trx, { org: ctx.org, userId, loginName, password, mustChange });
      } else {
        await assertOnlyHere(ctx, account);
        await sql`UPDATE platform.account
            SET pwd_hash = ${await hashPassword(password)}, pwd_set_at = now(), must_change = ${policy.firstChange}, fail_count = 0,
                locked_until = NULL, updated_at = now(),
                history = CASE WHEN pwd_hash IS NULL THEN history ELSE to_jsonb(pwd_hash) || history END
          WHERE id = ${account}`.execute(ctx.trx);
        await endSessions(ctx, userId, 'password reset');
      }
      const rows = [{ id: userId, loginName, name: record.name ?? null, initialPwd: password }];
      return { lockedUntil: null, rows: rows as unknown as Row[] };
    },
    async unlock(record, _ask, ctx) {
      const account = await accountOf(ctx, record.id as string);
      if (account === null) throw refuse('该用户还没有登录账号，请先重置密码');
      await assertOnlyHere(ctx, account);
      await sql`UPDATE platform.account SET fail_count = 0, locked_until = NULL WHERE id = ${account}`.execute(ctx.trx);
      return { lockedUntil: null };
    },
    async kick(record, _ask, ctx) {
      await endSessions(ctx, record.id as string, 'kicked');
      return undefined;
    },
  },
};

const accountOf = async (ctx: Ctx, userId: string): Promise<string | null> => {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM platform.member WHERE org_id = ${ctx.org.id} AND user_id = ${userId}`.execute(ctx.trx);
  return rows[0]?.account_id ?? null;
};

/** An account of several organisations belongs to nobody's administrator. */
const assertOnlyHere = async (ctx: Ctx, account: string): Promise<void> => {
  const { rows } =
    await sql`SELECT 1 FROM platform.member WHERE account_id = ${account} AND org_id <> ${ctx.org.id} LIMIT 1`.execute(
      ctx.trx,
    );
  if (rows.length > 0) throw refuse('该账号属于多个企业，请本人找回密码');
};

const endSessions = async (ctx: Ctx, userId: string, reason: string): Promise<void> => {
  await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = ${reason}
    WHERE org_id = ${ctx.org.id} AND user_id = ${userId} AND revoked_at IS NULL`.execute(ctx.trx);
};

/** The organisation's row is locked, so that two cannot take the last place. */
const limitProblem = async (ctx: Ctx): Promise<readonly Problem[]> => {
  const { rows } = await sql<{ user_limit: number }>`
    SELECT user_limit FROM platform.org WHERE id = ${ctx.org.id} FOR UPDATE`.execute(ctx.trx);
  const limit = Number(rows[0]?.user_limit ?? 0);
  const { n } = (await ctx.trx
    .selectFrom('user')
    .select(sql<string>`count(*)`.as('n'))
    .where('is_deleted', '=', 0)
    .where('is_disabled', '=', '0')
    .executeTakeFirstOrThrow()) as { n: string };
  return rows.length > 0 && Number(n) >= limit
    ? [{ code: 'user.limit', path: 'loginName', text: `用户数已达上限${limit}，请联系服务商` }]
    : [];
};

const LETTERS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghjkmnpqrstuvwxyz', '23456789', '#@%+=?'];
/** 12 characters of every class (more where the policy asks), none of those that are read wrongly. */
export const newPassword = (isGood: (text: string) => boolean): string => {
  for (let tries = 0; ; tries++) {
    const length = tries < 50 ? 12 : 12 + (tries % 21);
    const text = Array.from({ length }, (_, at) => {
      const set = LETTERS[at % LETTERS.length] ?? '';
      return set[randomInt(set.length)];
    });
    for (let at = text.length - 1; at > 0; at--) {
      const other = randomInt(at + 1);
      [text[at], text[other]] = [text[other], text[at]];
    }
    const joined = text.join('');
    if (isGood(joined) || tries > 500) return joined;
  }
};

/** The state of sign-in as the user's page shows it. */
export const showSignIn = async (
  trx: Trx,
  schema: string,
  userId: string,
  state: { readonly last_login_at?: unknown; readonly locked_until: unknown },
): Promise<void> => {
  await trx.withSchema(schema).updateTable('user').set(state).where('id', '=', userId).execute();
};
