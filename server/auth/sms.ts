/** Codes by SMS (10 §2.3): one at a time, few a day, none that is told twice; who sends them is chosen by a setting. */
import { createHash, randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../ctx';
import { inTx } from '../db/tx';
import { refuse } from '../errors';
import { newId } from '../ids';

/** Brings a text to a mobile; throws when it cannot. */
export type SmsSender = (mobile: string, text: string) => Promise<void>;
export interface SmsEnv {
  readonly dataDir: string;
  readonly production: boolean;
  readonly url?: string | undefined;
  /** JSON object */
  readonly headers?: string | undefined;
  /** body with {mobile} and {text} */
  readonly body?: string | undefined;
}
export const PURPOSES = { register: 10, forget: 20, signIn: 30, mobile: 40 } as const;
type Purpose = (typeof PURPOSES)[keyof typeof PURPOSES];

const NO_SENDER = '未配置短信通道，请联系管理员重置密码';
export const WRONG_CODE = '验证码错误或已过期';
const SECONDS = 300;
const PAUSE_SECONDS = 60;
const A_DAY = 5;
const AN_HOUR_BY_ADDRESS = 20;
const TRIES = 5;
const HTTP_MS = 5_000;

/** `log` is for development: it writes what would be sent into a file of its owner. */
export const senderOf = (provider: string, env: SmsEnv): SmsSender | null => {
  if (provider === 'log' && !env.production)
    return async (mobile, text) => {
      const folder = join(env.dataDir, 'outbox');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      appendFileSync(join(folder, 'sms.jsonl'), `${JSON.stringify({ at: new Date().toISOString(), mobile, text })}\n`, {
        mode: 0o600,
      });
    };
  const { url } = env;
  if (provider === 'http' && url !== undefined)
    return async (mobile, text) => {
      const filled = (env.body ?? '{"mobile":"{mobile}","text":"{text}"}')
        .replaceAll('{mobile}', mobile)
        .replaceAll('{text}', JSON.stringify(text).slice(1, -1));
      const headers = {
        'content-type': 'application/json',
        ...(JSON.parse(env.headers ?? '{}') as Record<string, string>),
      };
      const signal = AbortSignal.timeout(HTTP_MS);
      const answer = await fetch(url, { method: 'POST', headers, body: filled, redirect: 'error', signal });
      if (!answer.ok) throw new Error(`sms gateway answered ${answer.status}`);
    };
  return null;
};

export interface CodeAsked {
  readonly mobile: string;
  readonly purpose: Purpose;
  readonly ip: string;
  /** nobody gets a message, but the caller is told the same */
  readonly isSilent: boolean;
}
/** Makes and sends a code; the limits are judged under a lock, so that calls at the same time count one by one. */
export const sendCode = async (
  db: Db,
  sender: SmsSender | null,
  asked: CodeAsked,
  pick: () => string = () => String(randomInt(1_000_000)).padStart(6, '0'),
): Promise<{ readonly resendAfter: number }> => {
  if (sender === null) throw refuse(NO_SENDER);
  const { mobile, purpose, ip } = asked;
  if (!/^1\d{10}$/.test(mobile)) throw refuse('手机号格式不正确');
  const code = pick();
  await inTx(db, async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`sms ${mobile}`})), pg_advisory_xact_lock(hashtext(${`sms ${ip}`}))`.execute(
      trx,
    );
    const { rows } = await sql<{ age: number | null; today: string; hour: string }>`
      SELECT extract(epoch FROM clock_timestamp() - max(created_at) FILTER (WHERE mobile = ${mobile}))::float8 AS age,
             count(*) FILTER (WHERE mobile = ${mobile}
               AND (created_at AT TIME ZONE 'Asia/Shanghai')::date = (now() AT TIME ZONE 'Asia/Shanghai')::date) AS today,
             count(*) FILTER (WHERE ip = ${ip} AND created_at > now() - interval '1 hour') AS hour
        FROM platform.sms_code WHERE (mobile = ${mobile} OR ip = ${ip}) AND created_at > now() - interval '1 day'`.execute(
      trx,
    );
    const [known] = rows;
    if (Number(known?.today ?? 0) >= A_DAY) throw refuse('今日验证码次数已用完，请明天再试');
    if (known?.age !== null && known?.age !== undefined && known.age < PAUSE_SECONDS)
      throw refuse(`请${Math.ceil(PAUSE_SECONDS - known.age)}秒后再获取验证码`);
    if (Number(known?.hour ?? 0) >= AN_HOUR_BY_ADDRESS) throw refuse('操作过于频繁，请稍后再试');
    // the newest alone is good
    await sql`UPDATE platform.sms_code SET used_at = now()
      WHERE mobile = ${mobile} AND purpose = ${purpose} AND used_at IS NULL`.execute(trx);
    const id = newId();
    await sql`INSERT INTO platform.sms_code (id, mobile, purpose, code_hash, ip, expires_at)
      VALUES (${id}, ${mobile}, ${purpose}, ${hashOf(id, code)}, ${ip}, now() + make_interval(secs => ${SECONDS}))`.execute(
      trx,
    );
  });
  if (!asked.isSilent) await sender(mobile, `验证码${code}，${SECONDS / 60}分钟内有效，请勿告诉他人`);
  return { resendAfter: PAUSE_SECONDS };
};

/** Uses a code up, or refuses; five wrong tries void it. A try is counted before it is compared. */
export const takeCode = async (db: Db, mobile: string, purpose: Purpose, code: string): Promise<void> => {
  const { rows } = await sql<{ id: string; code_hash: Buffer }>`
    UPDATE platform.sms_code SET tries = tries + 1
     WHERE mobile = ${mobile} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > now() AND tries < ${TRIES}
    RETURNING id, code_hash`.execute(db);
  const [row] = rows;
  if (!row?.code_hash.equals(hashOf(row.id, code))) throw refuse(WRONG_CODE);
  const used =
    await sql`UPDATE platform.sms_code SET used_at = now() WHERE id = ${row.id} AND used_at IS NULL RETURNING 1`.execute(
      db,
    );
  if (used.rows.length === 0) throw refuse(WRONG_CODE);
};

const hashOf = (id: string, code: string): Buffer => createHash('sha256').update(`${id} ${code.trim()}`).digest();
