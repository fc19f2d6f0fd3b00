/**
 * Boards without sign-in (domain 50 §5.1, security.md §6). A screen shows the key of a 大屏设置, or stands in an allowed net of the one
 * organisation that opens its boards. What it gets is no user: it may read public boards and the public reports in them, all rows, no
 * field group, and nothing else. Key, expiry, addresses and the board are looked at again at every call.
 */
import { sql } from 'kysely';
import type { Value } from '../../schemas/language/value';
import { WALL_BOARDS } from '../../schemas/language/walls';
import type { Db, OrgInfo, Rights, Session } from '../ctx';
import { inTx } from '../db/tx';
import { AppError } from '../errors';
import type { Registries, Registry } from '../registry/registry';
import { SCREEN_KEY, screenKeyHash } from '../screen-key';
import { isAllowed, type SettingOf } from './policy';
import { seatHash } from './screen-pairs';

export interface ScreenCall {
  /** `<organisation>.<secret>`; null = none was shown */
  readonly key: string | null;
  readonly ip: string;
}
export type ScreenSessionOf = (call: ScreenCall) => Promise<Session | null>;
interface Parts {
  readonly db: Db;
  readonly registries: Registries;
  readonly setting: SettingOf;
  readonly clock: () => Date;
}

/** Calls a minute of one key from one address: every cell of a board asks for itself. */
const PER_MINUTE = 600;

export const screenSessions = ({ db, registries, setting, clock }: Parts): ScreenSessionOf => {
  const calls = new Map<string, { minute: number; count: number }>();
  const count = (call: ScreenCall): void => {
    const minute = Math.floor(clock().getTime() / 60_000);
    const id = `${call.key ?? ''} ${call.ip}`;
    const known = calls.get(id);
    if (calls.size > 10_000) calls.clear();
    if (known?.minute !== minute) calls.set(id, { minute, count: 1 });
    else if (++known.count > PER_MINUTE) throw new AppError(429);
  };

  const orgs = async (): Promise<readonly OrgInfo[]> => {
    const { rows } = await sql<{ id: string; code: string; name: string; rights_version: number }>`
      SELECT id, code, name, rights_version FROM platform.org
       WHERE is_deleted = 0 AND is_disabled = 0
         AND coalesce(valid_to, 'infinity') >= (now() AT TIME ZONE 'Asia/Shanghai')::date`.execute(db);
    return rows.map(({ id, code, name, rights_version: rightsVersion }) => ({
      id,
      code,
      name,
      schema: `org_${code}`,
      rightsVersion,
    }));
  };
  const byKey = async (key: string, ip: string): Promise<Session | null> => {
    const [, code] = SCREEN_KEY.exec(key) ?? [];
    const org = code === undefined ? undefined : (await orgs()).find((org) => org.code === code);
    if (org === undefined) return null;
    const seat = await seatOf(org, key);
    const row = await db
      .withSchema(org.schema)
      .selectFrom('screen_cfg')
      .select(['id', 'name', 'board', 'key_expire_at', 'ip_allow'])
      .where((its) => (seat === undefined ? its('key_hash', '=', screenKeyHash(key)) : its('id', '=', seat.cfg)))
      .where('is_disabled', '=', '0')
      .where('is_deleted', '=', 0)
      .executeTakeFirst();
    if (row === undefined || !isAllowed(row.ip_allow ?? '', ip)) return null;
    if (row.key_expire_at !== null && momentOf(row.key_expire_at) <= clock().getTime()) return null;
    if (seat !== undefined) await seen(org, seat.id);
    return sessionFor(org, { id: row.id, name: row.name }, [row.board]);
  };
  /** a screen that was paired has a key of its own */
  const seatOf = async (org: OrgInfo, key: string) =>
    db
      .withSchema(org.schema)
      .selectFrom('screen_seat')
      .select(['id', 'screen_cfg_id as cfg'])
      .where('secret_hash', '=', seatHash(key))
      .where('is_deleted', '=', 0)
      .executeTakeFirst();
  /** noted once a minute */
  const seen = async ({ schema }: OrgInfo, id: string): Promise<void> => {
    const now = clock();
    await inTx(db, (trx) =>
      sql`UPDATE ${sql.id(schema, 'screen_seat')} SET seen_at = ${now}
             WHERE id = ${id} AND coalesce(seen_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`.execute(
        trx,
      ),
    );
  };
  /** inside the factory, where exactly one organisation opens its boards */
  const byNet = async (ip: string): Promise<Session | null> => {
    const open: OrgInfo[] = [];
    for (const org of await orgs()) if ((await setting(org, 'screen.openAccess')) === true) open.push(org);
    const [org] = open;
    if (org === undefined || open.length > 1) return null;
    const nets = textOf(await setting(org, 'screen.openNets'));
    return nets === '' || !isAllowed(nets, ip) ? null : sessionFor(org, { id: NOBODY, name: '大屏' }, undefined);
  };
  const sessionFor = async (
    org: OrgInfo,
    screen: { readonly id: string; readonly name: string },
    boards: readonly string[] | undefined,
  ): Promise<Session> => {
    await registries.ready(org);
    const rights = screenRights(registries.of(org), boards);
    const me = { ...screen, employee: null, dept: null, depts: [], team: null, roles: [], org: org.code, super: false };
    return { id: SCREEN + screen.id, org, me, loginName: '', rights };
  };
  return async (call) => {
    count(call);
    return call.key === null ? byNet(call.ip) : byKey(call.key, call.ip);
  };
};

/** The configuration a screen shows by its key; null = it has none, undefined = the session is a person's. */
export const screenCfgOf = ({ id }: Session): string | null | undefined =>
  id.startsWith(SCREEN) ? (id === SCREEN + NOBODY ? null : id.slice(SCREEN.length)) : undefined;
const SCREEN = 'screen:';
const NOBODY = '00000000-0000-0000-0000-000000000000';
const textOf = (value: Value): string => (typeof value === 'string' ? value.trim() : '');
/** the driver gives moments as factory time without a zone */
const momentOf = (value: unknown): number =>
  value instanceof Date ? value.getTime() : Date.parse(`${String(value).replace(' ', 'T').slice(0, 19)}+08:00`);

/** Public boards (all, or the named ones) and the public reports their cells show. */
export function screenRights(registry: Registry, only: readonly string[] | undefined): Rights {
  const boards = [...registry.boards.values()].filter(
    (board) => board.public && (only === undefined || only.includes(board.board)),
  );
  const reports = boards
    .flatMap((board) => board.cells.flatMap((cell) => cell.report?.split('.')[0] ?? []))
    .filter((code) => registry.reports.get(code)?.public === true);
  const walls = WALL_BOARDS.filter(({ board }) => only === undefined || only.includes(board));
  const held = new Set([
    ...[...boards, ...walls].map(({ board }) => `${board}:view`),
    ...reports.map((code) => `${code}:view`),
  ]);
  return {
    super: false,
    has: (right) => held.has(right),
    group: () => false,
    scopes: (right) => (held.has(right) ? [{ scope: '1', depts: [] }] : []),
    functions: [...held].sort(),
    rests: () => false,
  };
}
