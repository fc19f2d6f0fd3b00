/** Sign-in by employee number and PIN on an approved terminal (10 §2). A badge only replaces the typing of the number. */
import { sql } from 'kysely';
import type { Db, OrgInfo } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { type Account, type Member, membersOf } from './members';
import { type Fits, provePin, triesOfTerminal } from './pin';
import { isAllowed, policyOf } from './policy';
import type { RightsSource } from './rights';
import { openFor, type SignedIn } from './sign-in';
import type { Caller } from './sign-in-given';
import { writeLog } from './sign-log';
import { PIN_KIND, terminalRights } from './terminal-rights';
import { findTerminal, seenTerminal, TERMINAL, type TerminalDeps } from './terminals';

export interface PinGiven {
  readonly terminal: string;
  readonly key: string;
  readonly employeeNo: string;
  readonly pin: string;
}
interface Holder {
  readonly pin: string | null;
  readonly account: Account;
  readonly member: Member;
  /** the employee was switched off or has left, whatever the account says */
  readonly isGone: boolean;
}
export const signInPin = async (
  deps: TerminalDeps & { readonly fits: Fits; readonly rights: RightsSource },
  given: PinGiven,
  caller: Caller,
): Promise<SignedIn> => {
  const { db, setting } = deps;
  const terminal = await findTerminal(deps, given);
  if (terminal.status !== TERMINAL.approved)
    throw refuse(terminal.status === TERMINAL.waiting ? '终端待批准，请联系管理员' : '终端已停用，请联系管理员');
  const { org } = terminal;
  const holder = await holderOf(db, org, given.employeeNo);
  const log = (ok: boolean, msg: string | null): Promise<void> =>
    writeLog(db, {
      account: holder?.account.id ?? null,
      member: holder?.member,
      given: { loginName: given.employeeNo, password: '' },
      caller,
      ok,
      msg,
    });
  const fail = async (text: string): Promise<never> => {
    await log(false, text);
    throw refuse(text);
  };

  const asked = {
    ...{ orgId: org.id, who: holder?.member.user_id ?? given.employeeNo, hashed: holder?.pin ?? null },
    place: triesOfTerminal(db, terminal.id),
  };
  const wrong = await provePin(deps, asked, given.pin);
  if (wrong !== null || !holder) return fail(wrong ?? '');
  const { account, member } = holder;
  if (account.is_disabled !== 0 || member.is_off || holder.isGone) return fail('账号已停用，请联系管理员');
  if (member.org_off) return fail('企业服务已停用或到期，请联系管理员');
  const policy = await policyOf(org, setting);
  if (!isAllowed(policy.ipAllow, caller.ip)) return fail('当前网络不允许登录');
  const rights = await terminalRights(deps.rights, { ...org, isPlatform: false }, member.user_id);
  if (!rights || rights.rights.functions.length === 0) return fail('您没有终端作业权限，请联系管理员');
  const opening = { account, member, policy, given: { loginName: rights.loginName, password: '' }, caller };
  const answer = await inTx(db, (trx) => openFor(trx, deps, { ...opening, kind: PIN_KIND, terminalId: terminal.id }));
  await Promise.all([log(true, null), seenTerminal(db, terminal)]);
  return answer;
};

/** The user whose employee has this number, with the account that signs in for him. */
const holderOf = async (db: Db, org: OrgInfo, employeeNo: string): Promise<Holder | null> => {
  const { rows } = await sql<{ user_id: string; pin: string | null; is_gone: boolean }>`
    SELECT u.id AS user_id, u.pin, e.is_disabled = '1' OR coalesce(e.emp_status, '') = '3' AS is_gone FROM ${sql.table(`${org.schema}.user`)} u
      JOIN ${sql.table(`${org.schema}.employee`)} e ON e.id = u.employee_id
     WHERE lower(e.code) = lower(${employeeNo}) AND u.is_deleted = 0 AND e.is_deleted = 0 LIMIT 2`.execute(db);
  const [user] = rows;
  if (!user || rows.length > 1) return null;
  const accounts = await sql<Account>`
    SELECT a.id, a.pwd_hash, a.must_change, a.pwd_set_at, a.last_org_id, a.is_disabled
      FROM platform.member m JOIN platform.account a ON a.id = m.account_id
     WHERE m.org_id = ${org.id} AND m.user_id = ${user.user_id}`.execute(db);
  const [account] = accounts.rows;
  if (!account) return null;
  const member = (await membersOf(db, account.id)).find(
    (member) => member.org.id === org.id && member.user_id === user.user_id,
  );
  return member ? { pin: user.pin, account, member, isGone: user.is_gone } : null;
};
