/** Sign-in by a code sent to the mobile of an account (10 §2.6); who has none is told the same. */
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { refuse } from '../errors';
import { accountRules } from './account-policy';
import { type ChooseOrg, hasTicket } from './choose-org';
import type { Account } from './members';
import { enter, type SignedIn, type SignInDeps } from './sign-in';
import type { Caller } from './sign-in-given';
import { writeLog } from './sign-log';
import { PURPOSES, type SmsSender, sendCode, takeCode, WRONG_CODE } from './sms';
import { lockedText } from './tries';

const KIND = 20;

export const sendSignIn = async (
  db: Db,
  sender: SmsSender | null,
  given: { readonly mobile: string; readonly ip: string },
): Promise<{ readonly resendAfter: number }> => {
  const isSilent = (await accountOf(db, given.mobile)) === null;
  return sendCode(db, sender, { ...given, purpose: PURPOSES.signIn, isSilent });
};

export interface SmsGiven {
  readonly mobile: string;
  readonly code: string;
  readonly org?: string;
  readonly ticket?: string;
}
/** The code is used up by the first call; the choice of an organisation goes on by its ticket. */
export const signInSms = async (
  deps: Pick<SignInDeps, 'db' | 'sessions' | 'setting'>,
  { mobile, code, org, ticket }: SmsGiven,
  caller: Caller,
): Promise<SignedIn | ChooseOrg> => {
  const { db } = deps;
  const account = await accountOf(db, mobile);
  if (!(await hasTicket(db, ticket, account?.id))) await takeCode(db, mobile, PURPOSES.signIn, code);
  if (!account) throw refuse(WRONG_CODE);
  const { members, policies } = await accountRules(deps, account.id);
  const given = {
    loginName: mobile,
    password: '',
    ...(org === undefined ? {} : { org }),
    ...(ticket === undefined ? {} : { ticket }),
  };
  const log: Parameters<typeof enter>[1]['log'] = (ok, msg, member) =>
    writeLog(db, { account: account.id, member, given, caller, ok, msg });
  if (account.locked_for !== null && account.locked_for > 0) {
    const text = lockedText(account.locked_for);
    await log(false, text, members[0]);
    throw refuse(text);
  }
  return enter(deps, { account, members, policies, given, caller, kind: KIND, log });
};

type Known = Account & { readonly locked_for: number | null };
const accountOf = async (db: Db, mobile: string): Promise<Known | null> => {
  const { rows } = await sql<Known>`
    SELECT id, pwd_hash, must_change, pwd_set_at, last_org_id, is_disabled,
           extract(epoch FROM locked_until - now())::float8 AS locked_for
      FROM platform.account WHERE mobile = ${mobile}`.execute(db);
  return rows[0] ?? null;
};
