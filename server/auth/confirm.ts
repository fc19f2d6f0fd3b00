/** What cannot be taken back asks for the password once more (domain 10 §6.9), in the field `password` of the action. */
import { sql } from 'kysely';
import type { DomainModule } from '../ctx';
import { refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { settingReader } from '../records/settings/settings';
import { accountRules } from './account-policy';
import { assertPassword } from './change-password';

export const asksPassword = (...actions: readonly string[]): DomainModule => ({
  actions: Object.fromEntries(
    actions.map((action) => [
      action,
      async (_record, ask, ctx) => {
        // past the running transaction: a wrong try counts although the action is refused
        const { db, registries } = (ctx as EngineCtx).host;
        const { rows } = await sql<{ account_id: string }>`
          SELECT account_id FROM platform.member WHERE org_id = ${ctx.org.id} AND user_id = ${ctx.session.me.id}`.execute(
          db,
        );
        const [member] = rows;
        if (!member) throw refuse('账号已停用，请联系管理员');
        const { account_id: accountId } = member;
        await assertPassword(db, await accountRules({ db, setting: settingReader(db, registries) }, accountId), {
          accountId,
          password: String(ask.password ?? ''),
          say: '密码错误，没有执行',
        });
        return undefined;
      },
    ]),
  ),
});
