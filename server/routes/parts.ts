import type { FastifyRequest } from 'fastify';
import type { ResolvedObject } from '../../schemas/language/resolved';
import type { Captchas } from '../auth/captcha';
import type { SettingOf } from '../auth/policy';
import type { Seal } from '../auth/seal';
import type { FoundSession, Sessions } from '../auth/sessions';
import type { Caller } from '../auth/sign-in-given';
import type { SignKeys } from '../auth/sign-keys';
import type { SmsSender } from '../auth/sms';
import { PIN_KIND } from '../auth/terminal-rights';
import type { Db, OrgInfo } from '../ctx';
import { badRequest, refuse } from '../errors';
import type { Registries } from '../registry/registry';

/** What the platform's own calls work with. */
export interface Parts {
  readonly db: Db;
  /** connections of the owner of the tables: for new organisations */
  readonly owner: Db;
  readonly registries: Registries;
  readonly sessions: Sessions;
  readonly keys: SignKeys;
  readonly seal: Seal;
  readonly setting: SettingOf;
  readonly captchas: Captchas;
  /** by what the installation chose; null = no messages */
  readonly smsSender: () => Promise<SmsSender | null>;
  /** predicate of unique entries with a condition */
  readonly condition?: (object: ResolvedObject, when: string) => string;
  /** rows every organisation begins with, in the name of its administrator */
  readonly seed?: (org: OrgInfo, admin: string) => Promise<void>;
  readonly clock: () => Date;
  readonly version: string;
}

/** The session with what only the platform's calls need of it. */
export const authOf = (req: FastifyRequest): FoundSession['session'] => req.session as FoundSession['session'];

/** Six digits open the work of operators, not the account: who changes that shows who he is by more. */
export const ownerOf = (req: FastifyRequest): FoundSession['session'] => {
  const session = authOf(req);
  if (session.kind === PIN_KIND) throw refuse('终端登录不能修改账号，请用账号密码登录');
  return session;
};

export const callerOf = (req: FastifyRequest): Caller => ({
  ip: req.ip,
  client: String(req.headers['user-agent'] ?? ''),
  appMark: req.headers.appmark === '2' ? 2 : 0,
  requestId: req.id,
});

/** Named texts of a query or a body; anything else than a short text is 400. */
export const texts = <K extends string>(from: unknown, keys: readonly K[]): { readonly [key in K]?: string } => {
  const given = (typeof from === 'object' && from !== null ? from : {}) as Readonly<Record<string, unknown>>;
  const found: { [key in K]?: string } = {};
  for (const key of keys) {
    const value = given[key];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > 2_000) throw badRequest();
    found[key] = value;
  }
  return found;
};
