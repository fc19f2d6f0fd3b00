/** Sessions of made-up users, and an application that knows them by token: what tests over HTTP stand on. */
import type { FastifyInstance } from 'fastify';
import type { Me } from '../../schemas/language/env';
import { buildApp } from '../../server/app';
import { makeRights, type RoleGrant } from '../../server/auth/rights';
import type { Db, OrgInfo, Session } from '../../server/ctx';
import { newId } from '../../server/ids';

/** A user with these roles; a role without more has no right and sees all rows. `me` names who he is. */
export function sessionOf(org: OrgInfo, roles: readonly Partial<RoleGrant>[], me: Partial<Me> = {}): Session {
  const rights = makeRights(
    roles.map((role) => ({
      id: newId(),
      code: 'role',
      isSuper: false,
      functions: [],
      fieldGroups: [],
      scope: { scope: '1', depts: [] },
      scopes: new Map(),
      ...role,
    })),
    true,
  );
  const whole: Me = {
    id: newId(),
    name: '测试员',
    employee: null,
    dept: null,
    depts: [],
    team: null,
    roles: [],
    org: org.id,
    super: rights.super,
    ...me,
  };
  return { id: newId(), org, me: whole, loginName: 'test', rights };
}

export interface Envelope<T = Record<string, unknown>> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
export interface SignedApp<Who extends string> {
  readonly app: FastifyInstance;
  /** a path below /v2/api/mes; nobody = without a token */
  post<T = Record<string, unknown>>(who: Who | null, path: string, body: unknown): Promise<Envelope<T>>;
  get<T = Record<string, unknown>>(who: Who | null, path: string): Promise<Envelope<T>>;
  /** the headers of one who is signed in, for calls that answer no envelope */
  headers(who: Who | null): Record<string, string>;
  close(): Promise<void>;
}

/** The application with these calls, and these people signed in. */
export async function openSignedApp<Who extends string>(
  people: Readonly<Record<Who, Session>>,
  { db, mount, dataDir = '/tmp' }: { db: Db; mount: readonly ((app: FastifyInstance) => void)[]; dataDir?: string },
): Promise<SignedApp<Who>> {
  const names = Object.keys(people) as Who[];
  const tokenOf = (who: Who): string => String(names.indexOf(who)).padStart(43, 'a');
  const sessions = new Map(names.map((who) => [tokenOf(who), people[who]]));
  const app = await buildApp({
    config: { dataDir, trustProxy: [], logLevel: 'silent' as never },
    db,
    sessionOf: async (token) => {
      const session = sessions.get(token);
      return session ? ({ session, mustChange: false } as never) : null;
    },
    mount,
    logger: false,
  });
  await app.ready();
  const headers = (who: Who | null): Record<string, string> =>
    who === null ? {} : { authorization: `Bearer ${tokenOf(who)}` };
  const ask = async <T>(method: 'GET' | 'POST', who: Who | null, path: string, payload?: object) => {
    const url = `/v2/api/mes${path}`;
    const answer = await app.inject({ method, url, headers: headers(who), ...(payload ? { payload } : {}) });
    return { ...(answer.json() as Envelope<T>), status: answer.statusCode };
  };
  return {
    app,
    post: (who, path, body) => ask('POST', who, path, body as object),
    get: (who, path) => ask('GET', who, path),
    headers,
    close: async () => {
      await app.close();
    },
  };
}
