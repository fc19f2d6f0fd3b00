/**
 * Terminals of the floor (10 §2, security.md §6): a browser asks to be one, the administrator approves it by the code on its screen, and
 * from then on its key, an employee number and a PIN sign people in for the work of operators. The key is told once, its hash is kept.
 */
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, Db, DomainModule, OrgInfo } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { screenKeyHash as hashOfKey, SCREEN_KEY as KEY, newScreenKey as newKey } from '../screen-key';
import { listOrgs } from './organisation';
import { policyOf, type SettingOf } from './policy';
import type { Sessions } from './sessions';
import type { Caller } from './sign-in-given';
import { triesOfKey } from './tries';

const CLOSED = '企业编码不正确，或企业未开启终端登录';
const UNKNOWN = '终端未登记，请重新登记';
const AN_HOUR = 5;
const MOST_WAITING = 50;

/** One transaction with all rights in nobody's name. */
export type AsSystem = <T>(org: OrgInfo, run: (ctx: Ctx) => Promise<T>) => Promise<T>;
export interface TerminalDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly setting: SettingOf;
  readonly asSystem: AsSystem;
}
export const TERMINAL = { waiting: '10', approved: '60', stopped: '80' } as const;

/** Whether any organisation signs people in on terminals: the sign-in page offers to become one. */
export const hasPinLogin = async ({ db, setting }: Pick<TerminalDeps, 'db' | 'setting'>): Promise<boolean> => {
  for (const org of await listOrgs(db)) if ((await setting(org, 'auth.pinLogin')) === true) return true;
  return false;
};

/** A browser that asks to be a terminal; what it is told here is told once. */
export const enrolTerminal = async (
  deps: TerminalDeps,
  given: { readonly orgCode: string; readonly name: string },
  caller: Caller,
): Promise<{ readonly terminal: string; readonly key: string; readonly pairCode: string }> => {
  const { db } = deps;
  const tries = triesOfKey(db, `enrol ${caller.ip}`, {
    maxFail: AN_HOUR,
    lockMinutes: 60,
  });
  const taken = await tries.take(true);
  if (taken === null || taken.lockedFor > 0) throw refuse('操作过于频繁，请一小时后再试');
  await tries.wrong(taken);
  const org = (await listOrgs(db)).find(({ code }) => code === given.orgCode.trim().toLowerCase());
  if (!org || !(await policyOf(org, deps.setting)).pinLogin) throw refuse(CLOSED);
  const name = given.name.trim().slice(0, 50);
  if (name === '') throw refuse('请填写终端名称');
  const key = newKey(org.code);
  const pairCode = String(randomInt(1_000_000)).padStart(6, '0');
  const terminal = await deps.asSystem(org, async (ctx) => {
    const waiting = await ctx.records.find('terminal', 'status == 10', { limit: MOST_WAITING });
    if (waiting.length >= MOST_WAITING) throw refuse('待批准的终端过多，请联系管理员处理');
    const made = await ctx.records.save('terminal', { name });
    const keyHash = hashOfKey(key);
    await ctx.records.patch('terminal', made.id as string, {
      head: { keyHash, pairHash: pairHashOf(keyHash, pairCode) },
    });
    return made.id as string;
  });
  return { terminal, key, pairCode };
};

export interface FoundTerminal {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly org: OrgInfo;
}
/** The terminal of a key, whatever its state; refused when there is none or its organisation has closed this way. */
export const findTerminal = async (
  { db, setting }: Pick<TerminalDeps, 'db' | 'setting'>,
  given: { readonly terminal: string; readonly key: string },
): Promise<FoundTerminal> => {
  const [, code] = KEY.exec(given.key) ?? [];
  const org = code === undefined ? undefined : (await listOrgs(db)).find((org) => org.code === code);
  if (!org) throw refuse(UNKNOWN);
  const row = await db
    .withSchema(org.schema)
    .selectFrom('terminal')
    .select(['id', 'name', 'status'])
    .where('key_hash', '=', hashOfKey(given.key))
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (!row || row.id !== given.terminal) throw refuse(UNKNOWN);
  if (!(await policyOf(org, setting)).pinLogin) throw refuse('企业未开启终端登录，请联系管理员');
  return { id: row.id as string, name: row.name as string, status: row.status as string, org };
};

/** Whether the terminal may be used by now, for the screen that waits for it. */
export const terminalState = async (
  deps: Pick<TerminalDeps, 'db' | 'setting'>,
  given: { readonly terminal: string; readonly key: string },
): Promise<{ readonly status: string; readonly name: string; readonly orgName: string }> => {
  const { status, name, org } = await findTerminal(deps, given);
  return { status, name, orgName: org.name };
};

/** What administrators do with one; joined to the rules of the object, which know no session. */
export const terminals: DomainModule = {
  actions: {
    async approve(record, ask, ctx) {
      const stored = await ctx.asSystem().records.get('terminal', record.id as string);
      const { keyHash, pairHash } = stored ?? {};
      // one that was never enrolled has no key: nobody can sign in on it
      if (typeof keyHash === 'string' && pairHash !== pairHashOf(keyHash, String(ask.pairCode).trim()))
        throw refuse('配对码不正确，请核对终端屏幕上的数字');
      return undefined;
    },
    async stop(record, _ask, ctx) {
      await sql`UPDATE platform.auth_session SET revoked_at = now(), revoke_reason = 'terminal stopped'
        WHERE terminal_id = ${record.id as string} AND org_id = ${ctx.org.id} AND revoked_at IS NULL`.execute(ctx.trx);
      return undefined;
    },
  },
};

const pairHashOf = (keyHash: string, code: string): string =>
  createHash('sha256').update(`${keyHash} ${code}`).digest('hex');

/** Somebody signed in on it. */
export const seenTerminal = (db: Db, { org, id }: FoundTerminal): Promise<unknown> =>
  inTx(db, (trx) =>
    trx.withSchema(org.schema).updateTable('terminal').set({ last_seen_at: sql`now()` }).where('id', '=', id).execute(),
  );
